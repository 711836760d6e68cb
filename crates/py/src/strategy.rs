//! Strategies that are written in Python.

use crate::error;
use crate::view::PyView;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use talon_players::{Fault, Record, Strategy};
use talon_rules::{Move, View};

/// What everybody at the table knows about the game so far.
#[pyclass(name = "Record", module = "talon", frozen)]
pub struct PyRecord {
    inner: Record,
}

#[pymethods]
impl PyRecord {
    /// The number of moves made.
    #[getter]
    fn moves(&self) -> u32 {
        self.inner.moves
    }

    /// The number of moves since the last one that made progress. After 400 the referee ends the game.
    #[getter]
    fn moves_without_progress(&self) -> u32 {
        self.inner.moves_without_progress
    }

    /// The number of moves that one pass through stock and waste takes; 0 without a waste or without cards.
    #[getter]
    fn pass_length(&self) -> u32 {
        self.inner.pass_length
    }

    /// The previous move.
    #[getter]
    fn last(&self) -> Option<String> {
        self.inner.last.map(|m| m.to_string())
    }
}

/// What went wrong in the strategies of a campaign, and whether the campaign must end.
#[derive(Default)]
pub struct Outcome {
    pub stop: Arc<AtomicBool>,
    raised: Mutex<Option<PyErr>>,
}

impl Outcome {
    /// Notes the first exception of a strategy and ends the campaign.
    fn fail(&self, raised: PyErr) {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(raised);
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The exception, if there was one.
    pub fn raised(&self) -> Option<PyErr> {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// The copies of a player, one for each thread that plays with it.
pub struct Copies(Mutex<Vec<Py<PyAny>>>);

impl Copies {
    /// Makes copies of a player: new instances of a class, and deep copies of an object.
    pub fn new(player: &Bound<'_, PyAny>, count: usize) -> PyResult<Copies> {
        let class = player.cast::<PyType>().ok();
        let deepcopy = player.py().import("copy")?.getattr("deepcopy")?;
        let copies = (0..count).map(|_| {
            let copy = match class {
                Some(class) => class.call0()?,
                None => deepcopy.call1((player,))?,
            };
            if !copy.hasattr("choose")? {
                let kind = copy.get_type().name()?;
                let problem =
                    format!("a player is a name or an object with a method choose(view, record), not {kind}");
                return Err(PyTypeError::new_err(problem));
            }
            Ok(copy.unbind())
        });
        Ok(Copies(Mutex::new(copies.collect::<PyResult<_>>()?)))
    }

    /// Takes a copy as a strategy.
    pub fn strategy(&self, outcome: &Arc<Outcome>) -> Own {
        let player = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        Own { player, outcome: Arc::clone(outcome), fault: None }
    }
}

/// A strategy whose choices are made in Python.
pub struct Own {
    /// The player; `None` if there are more threads than copies, which plays no game.
    player: Option<Py<PyAny>>,
    outcome: Arc<Outcome>,
    fault: Option<Fault>,
}

impl Own {
    /// Asks Python, unless the campaign ends. An exception ends the campaign.
    fn ask<T>(&mut self, ask: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<Option<T>>) -> Option<T> {
        let player = self.player.as_ref().filter(|_| !self.outcome.stop.load(Ordering::Relaxed));
        // No interpreter is left to ask while the program ends.
        let answer = player.and_then(|player| Python::try_attach(|py| ask(player.bind(py))));
        match answer {
            Some(Ok(answer)) => answer,
            Some(Err(raised)) => {
                self.fault = Some(Fault::Crashed);
                self.outcome.fail(raised);
                None
            }
            None => {
                self.fault = Some(Fault::Crashed);
                None
            }
        }
    }
}

impl Strategy for Own {
    fn begin(&mut self, view: View<'_>, seed: u64) {
        self.fault = None;
        self.ask(|player| {
            if player.hasattr("begin")? {
                player.call_method1("begin", (PyView::new(view), seed))?;
            }
            Ok(Some(()))
        });
    }

    fn choose(&mut self, view: View<'_>, record: &Record) -> Option<Move> {
        self.ask(|player| {
            let record = PyRecord { inner: *record };
            let chosen = player.call_method1("choose", (PyView::new(view), record))?;
            let Some(text) = chosen.extract::<Option<String>>()? else { return Ok(None) };
            let m: Move = text.parse().map_err(error::illegal)?;
            if view.is_legal(m) {
                return Ok(Some(m));
            }
            Err(error::illegal(format!("{} chose {m}, which is not legal", player.get_type().name()?)))
        })
    }

    fn fault(&self) -> Option<Fault> {
        self.fault
    }
}
