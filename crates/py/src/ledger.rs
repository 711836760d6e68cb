//! Ledgers: campaigns in chunks, which the Python side hands to threads or to Ray.

use crate::error;
use crate::game::PyGame;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use talon_lab::ledger::{Job, Keep, Ledger, Manifest, Part, Task, chunks_of};
use talon_lab::problem::ManifestFault;
use talon_lab::{Campaign, Deals, Problem, Seat, Winnability};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The memory of a search, as on the command line.
const MEMORY: usize = 2 << 30;

/// A folder with a manifest and the parts that are done; `talon.lab.Ledger` explains it.
#[pyclass(name = "Ledger", module = "talon._native", frozen)]
pub struct PyLedger {
    inner: Ledger,
}

/// How a ledger is divided, and what it keeps.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Division {
    chunks: Option<u64>,
    chunk_seconds: f64,
    counts: bool,
}

fn plan(py: Python<'_>, folder: PathBuf, job: Job, division: &Division) -> PyResult<PyLedger> {
    let Division { chunks, chunk_seconds, counts } = *division;
    let planned = py.detach(|| -> Result<Ledger, Problem> {
        let chunks = match chunks {
            Some(chunks) => chunks,
            None => chunks_of(&job, chunk_seconds)?.0,
        };
        let keep = if counts { Keep::Counts } else { Keep::Rows };
        Ledger::plan(&folder, Manifest::new(VERSION, job, chunks, keep)?)
    });
    Ok(PyLedger { inner: planned.map_err(error::lab)? })
}

#[pymethods]
impl PyLedger {
    /// Plans the games of named players.
    #[staticmethod]
    fn plan_games(
        py: Python<'_>,
        folder: PathBuf,
        game: PyGame,
        players: Vec<String>,
        deals: &str,
        seeds: (u64, Option<u128>),
        division: Division,
    ) -> PyResult<PyLedger> {
        let deals = Deals::read(deals).map_err(error::lab)?;
        let seats = players.iter().map(|player| Seat::named(player)).collect();
        let (salt, secret) = seeds;
        let campaign = Campaign { salt, secret, ..Campaign::new(game.inner, seats, deals) };
        plan(py, folder, Job::Games(campaign), &division)
    }

    /// Plans the verdicts of the solver.
    #[staticmethod]
    fn plan_verdicts(
        py: Python<'_>,
        folder: PathBuf,
        game: PyGame,
        deals: &str,
        nodes: u64,
        retries: u32,
        division: Division,
    ) -> PyResult<PyLedger> {
        let deals = Deals::read(deals).map_err(error::lab)?;
        let asked = Winnability { rules: game.inner, deals, nodes, retries, time: None, memory: MEMORY };
        plan(py, folder, Job::Verdicts(asked), &division)
    }

    /// Opens a ledger to work on it.
    #[staticmethod]
    fn open(folder: PathBuf) -> PyResult<PyLedger> {
        let inner = Ledger::open(&folder).map_err(error::lab)?;
        inner.check_version(VERSION).map_err(error::lab)?;
        Ok(PyLedger { inner })
    }

    /// The text of the manifest.
    #[getter]
    fn manifest(&self) -> String {
        self.inner.manifest().text()
    }

    /// The tasks of the present round that are not done: each as JSON, with its number of deals.
    fn tasks(&self) -> PyResult<Vec<(String, u64)>> {
        let parts = self.inner.parts().map_err(error::lab)?;
        let tasks = self.inner.tasks(&parts).map_err(error::lab)?;
        let left = tasks.iter().filter(|task| !parts.has(task));
        Ok(left.map(|task| (json(task), task.size(self.inner.manifest()))).collect())
    }

    /// Adds a part.
    fn publish(&self, task: &str, name: String, content: Vec<u8>, times: String) -> PyResult<()> {
        self.inner.publish(&read(task)?, &Part { name, bytes: content, times }).map_err(error::lab)
    }

    /// How far the ledger is, as JSON.
    fn status(&self) -> PyResult<String> {
        Ok(json(&self.inner.status().map_err(error::lab)?))
    }

    /// Writes the table; returns the number of its rows and its SHA-256.
    fn collect(&self, py: Python<'_>, path: PathBuf) -> PyResult<(u64, String)> {
        let collected = py.detach(|| self.inner.collect(&path)).map_err(error::lab)?;
        Ok((collected.rows, collected.digest))
    }
}

/// Computes a part of a ledger, which may be on another machine: its name, its bytes and the times of its rows.
#[pyfunction]
pub fn compute_part<'py>(
    py: Python<'py>,
    manifest: &str,
    task: &str,
) -> PyResult<(String, Bound<'py, PyBytes>, String)> {
    let task = read(task)?;
    let computed = py.detach(|| -> Result<Option<Part>, Problem> {
        let stop = AtomicBool::new(false);
        let manifest = Manifest::read(manifest)?;
        if manifest.version != VERSION {
            let (planned, here) = (manifest.version, VERSION.into());
            return Err(ManifestFault::Version { planned, here }.into());
        }
        let mut worker = manifest.worker(task.round, &stop)?;
        manifest.part(&task, &mut worker, &stop)
    });
    let part = computed.map_err(error::lab)?.expect("nothing stops it");
    Ok((part.name, PyBytes::new(py, &part.bytes), part.times))
}

fn read(task: &str) -> PyResult<Task> {
    serde_json::from_str(task).map_err(error::lab)
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("numbers and text can be written as JSON")
}
