//! Numbers as Python gives them: ranges, seconds, threads.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyRange;
use std::ops::Range;
use std::time::Duration;

/// A range of deals; `None` if it is not a `range` in steps of one.
pub fn range(deals: &Bound<'_, PyAny>) -> PyResult<Option<Range<u64>>> {
    let Ok(range) = deals.cast::<PyRange>() else { return Ok(None) };
    let end = |name: &str| range.getattr(name)?.extract::<i128>();
    if end("step")? != 1 {
        return Ok(None);
    }
    let (start, stop) = (end("start")?, end("stop")?);
    match (u64::try_from(start), u64::try_from(stop.max(start))) {
        (Ok(start), Ok(stop)) => Ok(Some(start..stop)),
        _ => Err(PyValueError::new_err("the numbers of deals run from 0 to 18446744073709551615")),
    }
}

/// A time limit.
pub fn seconds(seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| PyValueError::new_err(format!("a time limit is a number of seconds, not {seconds}")))
}

/// The number of threads; all cores if none is given.
pub fn jobs(jobs: Option<usize>) -> PyResult<usize> {
    match jobs {
        None => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
        Some(0) => Err(PyValueError::new_err("at least one thread is needed")),
        Some(jobs) => Ok(jobs.min(MOST_JOBS)),
    }
}

/// Threads beyond the cores only cost memory.
const MOST_JOBS: usize = 1024;
