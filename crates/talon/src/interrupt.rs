//! Ctrl-C: a long command ends in good order, reports its progress and exits with 130, as shells expect.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Returns a flag that Ctrl-C sets.
pub fn flag() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let asked = stop.clone();
    // Without a handler, Ctrl-C ends the program at once; the rows written so far remain.
    let _ = ctrlc::set_handler(move || asked.store(true, Ordering::Relaxed));
    stop
}

/// The progress of a command that was ended by Ctrl-C.
#[derive(Debug)]
pub struct Interrupted {
    /// What is counted: `deal`, `round`.
    pub noun: &'static str,
    /// The number that is done.
    pub done: u64,
    /// The number that was requested.
    pub total: u64,
    /// Whether the results are kept, so that the same command resumes the work.
    pub kept: bool,
}

impl Interrupted {
    /// 128 plus the number of the signal.
    pub const EXIT_CODE: u8 = 130;
}

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "interrupted: {} of {} done", self.done, talon_rules::plural(self.total, self.noun))?;
        if self.kept { f.write_str("; run the same command again to continue") } else { Ok(()) }
    }
}

impl std::error::Error for Interrupted {}
