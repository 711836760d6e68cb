//! Verdicts: one table at a time, or many deals on many threads.

use crate::error;
use crate::frame::{Column, PyFrame};
use crate::game::{DealId, GameArgument};
use crate::interrupt::{Signals, interruptible};
use crate::numbers;
use crate::table::PyTable;
use cpu_time::{ProcessTime, ThreadTime};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{IntoPyDict, PyDict};
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use talon_deals::DealName;
use talon_rules::{Move, Rules, Table};
use talon_solve::{Limits, Progress, Report, Solver, Verdict, Why, parallel};

/// The result of `talon.solve`.
#[pyclass(name = "Report", module = "talon", frozen)]
pub struct PyReport {
    inner: Report,
    seconds: f64,
    /// If the shortest win was searched for: no win has fewer moves than this.
    at_least: Option<usize>,
}

#[pymethods]
impl PyReport {
    /// The verdict: `Verdict.WIN`, `Verdict.LOSS` or `Verdict.UNKNOWN`.
    #[getter]
    fn verdict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        static VERDICT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        VERDICT.import(py, "talon._verdict", "Verdict")?.call1((word(&self.inner.verdict),))
    }

    /// The moves of the win, which were replayed on the table; none without a win.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.line().iter().map(Move::to_string).collect()
    }

    /// Why the verdict is unknown, in words.
    #[getter]
    fn why(&self) -> Option<String> {
        why(&self.inner.verdict)
    }

    /// The number of positions visited.
    #[getter]
    fn nodes(&self) -> u64 {
        self.inner.nodes
    }

    /// The number of distinct positions stored.
    #[getter]
    fn states(&self) -> u64 {
        self.inner.states
    }

    /// The CPU time in seconds.
    #[getter]
    fn seconds(&self) -> f64 {
        self.seconds
    }

    /// No win has fewer moves than this, if the shortest was searched for and the win is one of Klondike.
    #[getter]
    fn at_least(&self) -> Option<usize> {
        self.at_least
    }

    fn __repr__(&self) -> String {
        let cost = format!("{} nodes, {:.3} s", self.inner.nodes, self.seconds);
        let moves = talon_rules::plural(self.line().len() as u64, "move");
        match &self.inner.verdict {
            Verdict::Winnable(_) => format!("<Report win in {moves}, {cost}>"),
            Verdict::Unwinnable => format!("<Report loss, {cost}>"),
            Verdict::Unknown(why) => format!("<Report unknown: {why}, {cost}>"),
        }
    }
}

impl PyReport {
    fn line(&self) -> &[Move] {
        match &self.inner.verdict {
            Verdict::Winnable(line) => line,
            _ => &[],
        }
    }
}

/// A verdict as a word, as in the JSON of `talon solve`.
fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Winnable(_) => "win",
        Verdict::Unwinnable => "loss",
        Verdict::Unknown(_) => "unknown",
    }
}

fn why(verdict: &Verdict) -> Option<String> {
    match verdict {
        Verdict::Unknown(why) => Some(why.to_string()),
        _ => None,
    }
}

/// The limits of a search as Python gives them.
#[derive(Copy, Clone)]
struct Given {
    time: Option<Duration>,
    limits: Limits,
}

impl Given {
    fn new(time: Option<f64>, nodes: Option<u64>, memory: Option<usize>) -> PyResult<Given> {
        let time = time.map(numbers::seconds).transpose()?;
        let standard = Limits::default();
        let limits =
            Limits { nodes: nodes.unwrap_or(standard.nodes), memory: memory.unwrap_or(standard.memory) };
        Ok(Given { time, limits })
    }

    fn is_over(self, spent: impl FnOnce() -> Duration) -> bool {
        self.time.is_some_and(|time| spent() > time)
    }
}

/// Decides whether the position on a table can be won, with every card known.
///
/// `time` limits the CPU seconds, `nodes` the positions visited, and `memory` the bytes (one gibibyte if it is not
/// given). `threads` search one hard position together, in Klondike and the games of the generic solver. `shortest`
/// searches for the shortest win. Ctrl-C ends the search.
///
/// >>> import talon
/// >>> table = talon.game("freecell").deal("ms:617")
/// >>> report = talon.solve(table, time=10)
/// >>> report.verdict
/// <Verdict.WIN: 'win'>
/// >>> for move in report.moves:
/// ...     _ = table.play(move)
/// >>> table.is_won
/// True
#[pyfunction]
#[pyo3(signature = (table, /, *, time = None, nodes = None, memory = None, threads = None, shortest = false))]
pub fn solve(
    py: Python<'_>,
    table: PyRef<'_, PyTable>,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: Option<usize>,
    threads: Option<usize>,
    shortest: bool,
) -> PyResult<PyReport> {
    let given = Given::new(time, nodes, memory)?;
    let table = table.inner.clone();
    let mut signals = Signals::new();
    let report = py.detach(|| {
        let (thread, process) = (ThreadTime::now(), ProcessTime::now());
        let mut solver = threads.map_or_else(Solver::new, Solver::parallel);
        // If several threads search, their time together counts.
        let spent = || if threads.is_some() { process.elapsed() } else { thread.elapsed() };
        let mut watch = |_: Progress| {
            if signals.arrived() {
                return Some(Why::Cancelled);
            }
            given.is_over(spent).then_some(Why::Time)
        };
        let mut inner = solver.solve(&table, given.limits, &mut watch);
        let mut at_least = None;
        if shortest && let Verdict::Winnable(line) = &mut inner.verdict {
            let short = solver.shortest(&table, line, given.limits, &mut watch);
            inner.nodes += short.nodes;
            at_least = (short.at_least > 0).then_some(short.at_least);
            *line = short.line;
        }
        PyReport { inner, seconds: spent().as_secs_f64(), at_least }
    });
    match signals.raised {
        Some(raised) => Err(raised),
        None => report.checked(py),
    }
}

impl PyReport {
    /// Warns if a solver's win failed its replay, which is a bug.
    fn checked(self, py: Python<'_>) -> PyResult<PyReport> {
        if let Some(rejected) = &self.inner.rejected {
            error::warn(py, &format!("a solver's win failed its replay and was not counted: {rejected}"))?;
        }
        Ok(self)
    }
}

/// The deals that `solve_many` decides.
enum Deals {
    Numbers(Rules, std::ops::Range<u64>),
    Names(Rules, Vec<DealName>),
    Tables(Vec<Table>),
}

impl Deals {
    fn len(&self) -> u64 {
        match self {
            Deals::Numbers(_, range) => range.end - range.start,
            Deals::Names(_, names) => names.len() as u64,
            Deals::Tables(tables) => tables.len() as u64,
        }
    }

    /// The table; `None` if its deal does not exist, which was checked.
    fn table(&self, at: u64) -> Option<Table> {
        match self {
            Deals::Numbers(rules, range) => Table::numbered(rules, range.start + at).ok(),
            Deals::Names(rules, names) => Table::deal(rules, &names[at as usize].cards(rules).ok()?).ok(),
            Deals::Tables(tables) => Some(tables[at as usize].clone()),
        }
    }

    /// The first columns: what is decided.
    fn column(&self) -> Column {
        match self {
            Deals::Numbers(_, range) => Column::wholes("deal", range.clone()),
            Deals::Names(_, names) if names.iter().all(|name| name.our_number().is_some()) => {
                Column::wholes("deal", names.iter().filter_map(|name| name.our_number()))
            }
            Deals::Names(_, names) => Column::texts("deal", names.iter().map(|name| Some(name.to_string()))),
            Deals::Tables(tables) => Column::wholes("table", 0..tables.len() as u64),
        }
    }

    fn read(what: &Bound<'_, PyAny>, deals: Option<&Bound<'_, PyAny>>) -> PyResult<Deals> {
        let Some(deals) = deals else {
            let wrong = || PyTypeError::new_err("give a game and its deals, or a list of tables");
            let tables = what.try_iter().map_err(|_| wrong())?;
            let table = |item: PyResult<Bound<'_, PyAny>>| {
                Ok(item?.cast::<PyTable>().map_err(|_| wrong())?.try_borrow()?.inner.clone())
            };
            let tables = tables.map(table);
            return Ok(Deals::Tables(tables.collect::<PyResult<_>>()?));
        };
        let rules = what.extract::<GameArgument>()?.rules()?;
        if let Some(range) = numbers::range(deals)? {
            return Ok(Deals::Numbers(rules, range));
        }
        let names: Vec<DealName> =
            deals.try_iter()?.map(|deal| deal?.extract::<DealId>()?.name()).collect::<PyResult<_>>()?;
        for name in &names {
            name.cards(&rules).map_err(error::deal)?;
        }
        Ok(Deals::Names(rules, names))
    }
}

/// The result for one of many deals.
struct Solved {
    report: Report,
    millis: f64,
}

/// Decides many deals of a game, or the positions on many tables, on `jobs` threads (all cores if it is not given).
/// The limits are those of each deal, as for `solve`. The verdicts do not depend on the number of threads.
///
/// The columns are `deal` (or `table`), `verdict`, `why`, `nodes`, `states`, `cpu_ms`, `length` (the number of moves
/// of a win), and `moves` if they are asked for. `progress` is called now and then with the number of deals that are
/// done and of all. Ctrl-C ends the work.
///
/// >>> import talon
/// >>> talon.solve_many("klondike-draw3", range(1, 101), nodes=100_000)
/// <Solved 74 won, 24 lost, 2 unknown>
#[pyfunction]
#[pyo3(signature = (what, deals = None, *, time = None, nodes = None, memory = None, jobs = None, moves = false,
    progress = None))]
#[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn solve_many<'py>(
    py: Python<'py>,
    what: &Bound<'py, PyAny>,
    deals: Option<&Bound<'py, PyAny>>,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: Option<usize>,
    jobs: Option<usize>,
    moves: bool,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PySolved>> {
    let given = Given::new(time, nodes, memory)?;
    let deals = Arc::new(Deals::read(what, deals)?);
    let total = deals.len();
    let jobs = numbers::jobs(jobs)?;
    let (stop, done) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let work = {
        let (deals, stop, done) = (Arc::clone(&deals), Arc::clone(&stop), Arc::clone(&done));
        move || solve_all(&deals, given, jobs, &stop, &done)
    };
    let solved = interruptible(py, &stop, work, |_| {
        progress.map_or(Ok(()), |call| call.call1((done.load(Ordering::Relaxed), total)).map(drop))
    })?;
    for (at, Solved { report, .. }) in solved.iter().enumerate() {
        if let Some(rejected) = &report.rejected {
            error::warn(
                py,
                &format!("row {at}: a solver's win failed its replay and was not counted: {rejected}"),
            )?;
        }
    }
    PySolved::new(py, &deals, &solved, moves)
}

fn solve_all(deals: &Deals, given: Given, jobs: usize, stop: &AtomicBool, done: &AtomicU64) -> Vec<Solved> {
    let mut all = Vec::new();
    let one = |solver: &mut Solver, at: u64| {
        let table = deals.table(at)?;
        let start = ThreadTime::now();
        let mut watch = |_: Progress| {
            if stop.load(Ordering::Relaxed) {
                return Some(Why::Cancelled);
            }
            given.is_over(|| start.elapsed()).then_some(Why::Time)
        };
        let report = solver.solve(&table, given.limits, &mut watch);
        let millis = start.elapsed().as_secs_f64() * 1000.0;
        (report.verdict != Verdict::Unknown(Why::Cancelled)).then_some(Solved { report, millis })
    };
    let keep = |_, solved: Vec<Solved>| -> Result<(), Infallible> {
        done.fetch_add(solved.len() as u64, Ordering::Relaxed);
        all.extend(solved);
        Ok(())
    };
    let Ok(_) = parallel::ordered(0..deals.len(), jobs, stop, Solver::new, one, keep);
    all
}

/// The verdicts of `solve_many`, as columns.
#[pyclass(name = "Solved", module = "talon", frozen, extends = PyFrame)]
pub struct PySolved {
    counts: [u64; 3],
}

impl PySolved {
    fn new<'py>(
        py: Python<'py>,
        deals: &Deals,
        solved: &[Solved],
        moves: bool,
    ) -> PyResult<Bound<'py, PySolved>> {
        let verdicts = || solved.iter().map(|solved| &solved.report.verdict);
        let lines = || {
            verdicts().map(|verdict| match verdict {
                Verdict::Winnable(line) => Some(line),
                _ => None,
            })
        };
        let mut columns = vec![
            deals.column(),
            Column::texts("verdict", verdicts().map(|verdict| Some(word(verdict)))),
            Column::texts("why", verdicts().map(why)),
            Column::wholes("nodes", solved.iter().map(|solved| solved.report.nodes)),
            Column::wholes("states", solved.iter().map(|solved| solved.report.states)),
            Column::numbers("cpu_ms", solved.iter().map(|solved| solved.millis)),
            Column::some_wholes("length", lines().map(|line| line.map(|line| line.len() as u64))),
        ];
        if moves {
            let texts: Vec<Option<String>> = lines()
                .map(|line| line.map(|line| line.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")))
                .collect();
            columns.push(Column::texts("moves", texts.iter().map(Option::as_ref)));
        }
        let count = |wanted: &str| verdicts().filter(|verdict| word(verdict) == wanted).count() as u64;
        let counts = ["win", "loss", "unknown"].map(count);
        let frame = PyClassInitializer::from(PyFrame::new(solved.len(), columns));
        Bound::new(py, frame.add_subclass(PySolved { counts }))
    }
}

#[pymethods]
impl PySolved {
    /// How many deals are won, lost and unknown.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let [win, loss, unknown] = self.counts;
        [("win", win), ("loss", loss), ("unknown", unknown)].into_py_dict(py)
    }

    fn __repr__(&self) -> String {
        let [win, loss, unknown] = self.counts;
        format!("<Solved {win} won, {loss} lost, {unknown} unknown>")
    }
}
