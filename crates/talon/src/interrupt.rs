//! Ctrl-C: a long command ends in good order, says how far it came and exits with 130, as shells expect.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that Ctrl-C sets.
pub fn flag() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let asked = stop.clone();
    // Without a handler Ctrl-C ends the program at once; the rows written stay.
    let _ = ctrlc::set_handler(move || asked.store(true, Ordering::Relaxed));
    stop
}

/// A command that Ctrl-C ended: how far it came, in a sentence.
#[derive(Debug)]
pub struct Interrupted {
    /// What is counted: `deal`, `round`.
    pub noun: &'static str,
    /// How many are done.
    pub done: u64,
    /// How many were asked for.
    pub total: u64,
    /// Are they kept, so that the same command goes on?
    pub kept: bool,
}

impl Interrupted {
    /// 128 and the number of the signal.
    pub const EXIT_CODE: u8 = 130;
}

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "interrupted: {} of {} done", self.done, rules::plural(self.total, self.noun))?;
        if self.kept { f.write_str("; the same command goes on") } else { Ok(()) }
    }
}

impl std::error::Error for Interrupted {}
