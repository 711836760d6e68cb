//! Long work that Ctrl-C ends.
//!
//! Python notes an interrupt and leaves it to the main thread to ask. Work that releases the interpreter must
//! therefore ask by itself, or be waited for by a thread that does.

use crate::error;
use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The time between two questions whether the user has pressed Ctrl-C.
const TICK: Duration = Duration::from_millis(20);

/// Asks for signals from within work that has released the interpreter.
pub struct Signals {
    asked: Instant,
    /// What the signal raised.
    pub raised: Option<PyErr>,
}

impl Signals {
    pub fn new() -> Signals {
        Signals { asked: Instant::now(), raised: None }
    }

    /// Returns whether the work must end. Asks Python only now and then, because that waits for the interpreter.
    pub fn arrived(&mut self) -> bool {
        if self.raised.is_none() && self.asked.elapsed() >= TICK {
            self.raised = Python::attach(|py| py.check_signals()).err();
            self.asked = Instant::now();
        }
        self.raised.is_some()
    }
}

/// Does work on a thread of its own, and calls `tick` now and then meanwhile. If a signal arrives or `tick` fails,
/// `stop` is set and the error is returned at once; the work then ends by itself.
pub fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    stop: &Arc<AtomicBool>,
    work: impl FnOnce() -> T + Send + 'static,
    mut tick: impl FnMut(Python<'_>) -> PyResult<()>,
) -> PyResult<T> {
    let (send, mut receive) = channel();
    // Nobody listens any more if the caller was interrupted.
    std::thread::spawn(move || drop(send.send(work())));
    loop {
        let got;
        (receive, got) = py.detach(move || {
            let got = receive.recv_timeout(TICK);
            (receive, got)
        });
        match got {
            Ok(done) => return Ok(done),
            Err(RecvTimeoutError::Disconnected) => return Err(error::internal()),
            Err(RecvTimeoutError::Timeout) => {
                py.check_signals()
                    .and_then(|()| tick(py))
                    .inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
            }
        }
    }
}
