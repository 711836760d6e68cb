//! The laboratory: campaigns of players, named ones and those that are written in Python, and their statistics.

use crate::error;
use crate::frame::{Column, PyFrame};
use crate::game::GameArgument;
use crate::interrupt::interruptible;
use crate::numbers;
use crate::strategy::{Copies, Outcome};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use talon_lab::rows::{Format, Head, Row};
use talon_lab::{Campaign, Deals, Done, Problem, Seat, Summary};
use talon_players::{PLAYERS, Player, Strategy};
use talon_rules::Rules;

/// Returns the names of the players that Talon comes with, and what each of them does.
#[pyfunction]
pub fn players() -> Vec<(&'static str, &'static str)> {
    PLAYERS.iter().map(|entry| (entry.name, entry.about)).collect()
}

/// Plays a campaign; `talon.lab.run` says what its arguments mean.
#[pyfunction]
#[pyo3(signature = (game, players, deals, *, jobs, salt, secret, progress))]
#[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn run<'py>(
    py: Python<'py>,
    game: GameArgument,
    players: Vec<Bound<'py, PyAny>>,
    deals: &Bound<'py, PyAny>,
    jobs: Option<usize>,
    salt: u64,
    secret: Option<u128>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyRows>> {
    let jobs = numbers::jobs(jobs)?;
    let outcome = Arc::new(Outcome::default());
    // The players are made once more than there are threads, to check that they can be made.
    let seats: Vec<Seat> =
        players.iter().map(|player| seat(player, jobs + 1, &outcome)).collect::<PyResult<_>>()?;
    let campaign = Campaign { salt, secret, ..Campaign::new(game.rules()?, seats, range(deals)?) };
    let total = campaign.deals.all.end - campaign.deals.all.start;
    let done = Arc::new(AtomicU64::new(0));
    let work = {
        let (outcome, done) = (Arc::clone(&outcome), Arc::clone(&done));
        move || play(&campaign, jobs, &outcome, &done)
    };
    let played = interruptible(py, &outcome.stop, work, |_| {
        progress.map_or(Ok(()), |call| call.call1((done.load(Ordering::Relaxed), total)).map(drop))
    })?;
    match outcome.raised() {
        Some(raised) => Err(raised),
        None => PyRows::new(py, played.map_err(error::lab)?),
    }
}

/// Plays a campaign and returns its rows as the text of a file.
fn play(campaign: &Campaign, jobs: usize, outcome: &Outcome, done: &AtomicU64) -> Result<String, Problem> {
    let mut text = campaign.head(env!("CARGO_PKG_VERSION")).write(Format::Csv);
    let sink = |rows: &str| text.push_str(rows);
    let progress = |deals: u64| done.store(deals, Ordering::Relaxed);
    let version = env!("CARGO_PKG_VERSION");
    let Done { .. } = talon_lab::run(campaign, version, None, jobs, &outcome.stop, sink, progress)?;
    Ok(text)
}

/// A seat for a player: its specification, or an object that chooses moves.
fn seat(player: &Bound<'_, PyAny>, copies: usize, outcome: &Arc<Outcome>) -> PyResult<Seat> {
    if let Ok(specification) = player.extract::<String>() {
        return Ok(Seat::named(&specification));
    }
    let name = match player.getattr_opt("name")? {
        Some(name) => name.extract::<String>()?,
        None => player
            .getattr("__name__")
            .or_else(|_| player.get_type().name().map(|name| name.into_any()))?
            .extract()?,
    };
    let (copies, outcome) = (Copies::new(player, copies)?, Arc::clone(outcome));
    Ok(Seat::own(&name, move || Box::new(copies.strategy(&outcome))))
}

/// A range of deals: a `range`, or a text such as `1..1001`.
fn range(deals: &Bound<'_, PyAny>) -> PyResult<Deals> {
    if let Ok(text) = deals.extract::<String>() {
        return Deals::read(&text).map_err(error::lab);
    }
    match numbers::range(deals)? {
        Some(all) if all.is_empty() => Err(PyValueError::new_err("the range contains no deals")),
        Some(all) => Ok(Deals { all, shard: None }),
        None => Err(PyTypeError::new_err("the deals are a range in steps of one, as in range(1, 1001)")),
    }
}

/// Checks in many positions that the choices of a player do not depend on hidden cards, and raises `Peeks` if they do.
///
/// Two copies of the player see the same, while the hidden cards are different.
///
/// >>> import talon
/// >>> talon.lab.check_honesty("greedy", "klondike", positions=100)
#[pyfunction]
#[pyo3(signature = (player, game, *, positions = 1000))]
pub fn check_honesty(
    py: Python<'_>,
    player: &Bound<'_, PyAny>,
    game: GameArgument,
    positions: u32,
) -> PyResult<()> {
    let rules = game.rules()?;
    let outcome = Arc::new(Outcome::default());
    let seat = seat(player, 2, &outcome)?;
    let work = move || compare(&seat, &rules, positions);
    let compared = interruptible(py, &outcome.stop, work, |_| Ok(()))?;
    match outcome.raised() {
        Some(raised) => Err(raised),
        None => compared,
    }
}

fn compare(seat: &Seat, rules: &Rules, positions: u32) -> PyResult<()> {
    let copy = || -> PyResult<Box<dyn Strategy>> {
        let player = seat.player(rules, std::time::Duration::from_secs(10)).map_err(error::lab)?;
        match player {
            Player::Honest(strategy) => Ok(strategy),
            Player::Oracle(_) => Err(error::lab(talon_players::HonestyError::Oracle)),
        }
    };
    let (mut first, mut second) = (copy()?, copy()?);
    let compared = talon_players::compare(rules, &mut *first, &mut *second, positions);
    compared.map_err(|peek| error::peeks(talon_players::HonestyError::Peeks(peek)))
}

/// The games of a campaign: one row for each deal and player, in the order of the deals.
///
/// The columns are `deal`, `player`, `won`, `points`, `cards_up`, `moves`, `deals` (rows dealt, or redeals), `face_down`
/// (face-down cards left in the columns at the end), `first_empty` (the first move after which a column was empty;
/// missing if no column ever became empty) and `end` (how the game ended).
#[pyclass(name = "Rows", module = "talon.lab", frozen, extends = PyFrame)]
pub struct PyRows {
    /// The rows as the text of a file.
    text: String,
    head: Head,
}

impl PyRows {
    fn new(py: Python<'_>, text: String) -> PyResult<Bound<'_, PyRows>> {
        let read = Head::read(text.lines(), Format::Csv);
        let (head, length) = read.ok_or_else(|| error::lab("the text is not a rows file of the lab"))?;
        let mut rows = Vec::new();
        for line in text.lines().skip(length) {
            let row = Row::read(line, Format::Csv);
            rows.push(
                row.ok_or_else(|| error::lab(format!("row {} is truncated or not a row", rows.len() + 1)))?,
            );
        }
        let columns = vec![
            Column::wholes("deal", rows.iter().map(|row| row.deal)),
            Column::texts("player", rows.iter().map(|row| Some(&row.player))),
            Column::flags("won", rows.iter().map(|row| row.game.won)),
            Column::signed("points", rows.iter().map(|row| row.game.points.into())),
            Column::wholes("cards_up", rows.iter().map(|row| row.game.cards_up.into())),
            Column::wholes("moves", rows.iter().map(|row| row.game.moves.into())),
            Column::wholes("deals", rows.iter().map(|row| row.game.deals.into())),
            Column::wholes("face_down", rows.iter().map(|row| row.game.face_down.into())),
            Column::some_wholes("first_empty", rows.iter().map(|row| row.game.first_empty.map(u64::from))),
            Column::texts("end", rows.iter().map(|row| Some(row.game.end.word()))),
        ];
        let frame = PyClassInitializer::from(PyFrame::new(rows.len(), columns));
        Bound::new(py, frame.add_subclass(PyRows { text, head }))
    }
}

#[pymethods]
impl PyRows {
    /// Reads a rows file in CSV, which `write` or `talon lab run` has written.
    #[staticmethod]
    #[pyo3(signature = (path, /))]
    fn read(py: Python<'_>, path: PathBuf) -> PyResult<Bound<'_, PyRows>> {
        PyRows::new(py, std::fs::read_to_string(path)?)
    }

    /// Reads the text of a rows file in CSV.
    #[staticmethod]
    #[pyo3(signature = (text, /))]
    fn from_csv(py: Python<'_>, text: String) -> PyResult<Bound<'_, PyRows>> {
        PyRows::new(py, text)
    }

    /// Writes the rows to a file in CSV, as `talon lab run` does; `talon lab report` reads it.
    #[pyo3(signature = (path, /))]
    fn write(&self, path: PathBuf) -> PyResult<()> {
        Ok(std::fs::write(path, &self.text)?)
    }

    /// The rows as the text of a file in CSV.
    #[getter]
    fn csv(&self) -> &str {
        &self.text
    }

    /// What the campaign was: the game, its rules, the deals, the players.
    #[getter]
    fn head<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyDict>> {
        let head = pyo3::types::PyDict::new(py);
        for (name, value) in &self.head.entries {
            head.set_item(name, value)?;
        }
        Ok(head)
    }

    /// Compares the players: win rates with Wilson's intervals, and each pair on the deals that both played, by
    /// McNemar's test with *p*-values corrected by Holm's method.
    fn compare(&self, py: Python<'_>) -> PyResult<PyComparison> {
        let summary = py.detach(|| talon_lab::report_rows(&self.text)).map_err(error::lab)?;
        Ok(PyComparison { summary })
    }

    fn __repr__(slf: PyRef<'_, Self>) -> String {
        let get = |name: &str| slf.head.get(name).unwrap_or_default();
        let games = talon_rules::plural(slf.as_super().length as u64, "game");
        format!("<Rows {games} of {}: {}>", get("game"), get("players"))
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (String,))> {
        let read = py.get_type::<PyRows>().getattr("from_csv")?;
        Ok((read.unbind(), (self.text.clone(),)))
    }
}

/// The statistics of a campaign. Printed, it is the report of `talon lab report`.
#[pyclass(name = "Comparison", module = "talon.lab", frozen)]
pub struct PyComparison {
    summary: Summary,
}

#[pymethods]
impl PyComparison {
    /// Returns the figures: the players with their win rates and intervals, and the pairs with their *p*-values.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (talon_lab::json(&self.summary),))
    }

    fn __str__(&self) -> String {
        talon_lab::text(&self.summary)
    }

    fn __repr__(&self) -> String {
        talon_lab::text(&self.summary)
    }
}
