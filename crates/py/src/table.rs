//! Tables: deals and positions, legal moves, playing and taking back.

use crate::draw;
use crate::error;
use crate::game::PyGame;
use crate::view::{PyView, status};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use talon_cards::Card;
use talon_rules::{Events, Move, Pile, Table, View};

/// A game on the table: its true state, every card included, and its history.
///
/// Moves are texts, as in saved games: `draw`, `redeal`, `deal`, `w-3` (waste to column 3), `3-5x2` (two cards from
/// column 3 to column 5), `4-f1` (column 4 to foundation 1).
///
/// >>> import talon
/// >>> table = talon.game("klondike").deal(1)
/// >>> table.play("draw")
/// 'Drew the jack of clubs.'
/// >>> table.undo()
#[pyclass(name = "Table", module = "talon")]
pub struct PyTable {
    pub inner: Table,
    history: Vec<(Move, Events)>,
}

impl PyTable {
    pub fn new(inner: Table) -> PyTable {
        PyTable { inner, history: Vec::new() }
    }

    /// Plays a move and keeps what undoing it needs.
    fn make(&mut self, m: Move) -> PyResult<()> {
        let events = self.inner.play(m).map_err(error::illegal)?;
        self.history.push((m, events));
        Ok(())
    }
}

/// What `pickle` keeps of a table: the game, the first position and the moves.
type Kept = (PyGame, String, Vec<String>);

#[pymethods]
impl PyTable {
    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame { inner: *self.inner.rules() }
    }

    /// The cards of each pile from bottom to top, hidden ones too.
    #[getter]
    fn piles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        piles(py, self.inner.piles(), |pile| self.inner.cards(pile).map(Some).collect())
    }

    /// Returns all legal moves.
    fn moves(&self) -> Vec<String> {
        self.inner.moves().iter().map(Move::to_string).collect()
    }

    /// Plays a move and returns what it did, in a sentence.
    #[pyo3(signature = (move_text, /))]
    fn play(&mut self, move_text: &str) -> PyResult<String> {
        self.make(move_text.parse().map_err(error::illegal)?)?;
        let told = self.history.last().map(|(_, events)| talon_session::moved(&self.inner, events));
        Ok(talon_session::as_sentence(&told.unwrap_or_default()))
    }

    /// Takes back the last `count` moves.
    #[pyo3(signature = (count = 1))]
    fn undo(&mut self, count: usize) -> PyResult<()> {
        if count > self.history.len() {
            let made = talon_rules::plural(self.history.len() as u64, "move");
            return Err(error::illegal(format!("only {made} can be taken back, not {count}")));
        }
        for (_, events) in self.history.drain(self.history.len() - count..).rev() {
            self.inner.undo(&events);
        }
        Ok(())
    }

    /// The moves made so far.
    #[getter]
    fn history(&self) -> Vec<String> {
        self.history.iter().map(|(m, _)| m.to_string()).collect()
    }

    /// Whether the game is won.
    #[getter]
    fn is_won(&self) -> bool {
        self.inner.is_won()
    }

    /// The number of cards on the foundations.
    #[getter]
    fn cards_up(&self) -> u8 {
        self.inner.cards_up()
    }

    /// The score by the rules of the game.
    #[getter]
    fn score(&self) -> i32 {
        self.inner.score(u32::try_from(self.history.len()).unwrap_or(u32::MAX))
    }

    /// Returns "won", "stuck", "open" or "unclear", knowing every card.
    fn status(&self) -> &'static str {
        status(self.inner.status())
    }

    /// Returns what the player sees now. Later moves do not change it.
    fn view(&self) -> PyView {
        PyView::new(self.inner.view())
    }

    /// Returns a copy with the same history.
    fn copy(&self) -> PyTable {
        PyTable { inner: self.inner.clone(), history: self.history.clone() }
    }

    fn __eq__(&self, other: PyRef<'_, PyTable>) -> bool {
        self.inner == other.inner
    }

    /// Writes the deal or the position in a text format: "cards", "piles", "shootme", "solvitaire", "board" or "csv".
    ///
    /// >>> import talon
    /// >>> table = talon.game("klondike").deal(7)
    /// >>> table.game.read(table.export("cards")) == table
    /// True
    #[pyo3(signature = (format, /))]
    fn export(&self, format: &str) -> PyResult<String> {
        let format: talon_deals::Format = format.parse().map_err(error::deal)?;
        format.write(&self.inner).map_err(error::deal)
    }

    /// Draws what the player sees, as an SVG document.
    fn svg(&self) -> String {
        draw::svg(self.inner.view())
    }

    fn _repr_html_(&self) -> String {
        self.svg()
    }

    fn __repr__(&self) -> String {
        let made = talon_rules::plural(self.history.len() as u64, "move");
        format!("<Table {}, {made}, {} cards up>", self.inner.rules().name, self.inner.cards_up())
    }

    fn __str__(&self) -> String {
        text(self.inner.view())
    }

    fn __copy__(&self) -> PyTable {
        self.copy()
    }

    #[pyo3(signature = (memo, /))]
    fn __deepcopy__(&self, memo: &Bound<'_, PyAny>) -> PyTable {
        let _ = memo;
        self.copy()
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, Kept)> {
        let mut start = self.inner.clone();
        for (_, events) in self.history.iter().rev() {
            start.undo(events);
        }
        let piles = talon_deals::Format::Piles.write(&start).map_err(error::deal)?;
        let game = PyGame { inner: *self.inner.rules() };
        Ok((py.get_type::<PyTable>().getattr("_replayed")?.unbind(), (game, piles, self.history())))
    }

    /// Sets up a table from its first position and its moves.
    #[staticmethod]
    fn _replayed(game: PyGame, piles: &str, moves: Vec<String>) -> PyResult<PyTable> {
        let mut table = game.read(piles)?;
        for text in moves {
            table.make(text.parse().map_err(error::illegal)?)?;
        }
        Ok(table)
    }
}

/// A pile by its address.
pub fn pile(address: &str) -> PyResult<Pile> {
    address.parse().map_err(error::address)
}

/// A dictionary of piles by their addresses.
pub fn piles<'py>(
    py: Python<'py>,
    all: impl Iterator<Item = Pile>,
    cards: impl Fn(Pile) -> Vec<Option<Card>>,
) -> PyResult<Bound<'py, PyDict>> {
    let piles = PyDict::new(py);
    for pile in all {
        let cards: Vec<Option<String>> =
            cards(pile).into_iter().map(|card| card.map(|card| card.to_string())).collect();
        piles.set_item(pile.to_string(), cards)?;
    }
    Ok(piles)
}

/// The board in plain text.
pub fn text(view: View<'_>) -> String {
    let mut out = Vec::new();
    // Writing to memory cannot fail.
    let _ = talon_text::board::piles(&mut out, view);
    String::from_utf8_lossy(&out).trim_end().to_owned()
}
