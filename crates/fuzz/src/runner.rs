//! Running a target: panics are caught, inputs that fail are made smaller, hanging ones are noticed.

use crate::Target;
use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The most memory that the process may have used after an input: a target reads at most a few kilobytes.
const MOST_BYTES: u64 = 1 << 30;
/// Runs spent on making a failing input smaller.
const SHRINKS: usize = 3000;

thread_local! {
    /// What the last panic of this thread said, and where.
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// An input that breaks an invariant.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The input.
    pub input: Vec<u8>,
    /// What was wrong, as the panic said it.
    pub problem: String,
}

/// What a number of runs came to.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The inputs that were run.
    pub runs: u64,
    /// The longest time that one input took.
    pub slowest: Duration,
    /// The input that took it.
    pub slow: Vec<u8>,
}

/// Runs one target.
pub struct Runner {
    target: &'static Target,
    /// When the present input began, in milliseconds since `start` and plus one; 0 between inputs.
    since: Arc<AtomicU64>,
    start: Instant,
    /// What was run so far.
    pub outcome: Outcome,
}

impl Runner {
    /// A runner of this target. Panics are not printed from now on.
    pub fn new(target: &'static Target) -> Runner {
        panic::set_hook(Box::new(|info| PANIC.with(|said| *said.borrow_mut() = info.to_string())));
        let since = Arc::new(AtomicU64::new(0));
        Runner { target, since, start: Instant::now(), outcome: Outcome::default() }
    }

    /// Ends the program with exit code 3 if one input takes longer than `patience`. The input is in the file
    /// `current`.
    pub fn watch(&self, patience: Duration, current: &Path) {
        let (since, start, current) = (self.since.clone(), self.start, current.to_path_buf());
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(Duration::from_millis(500));
                let begun = since.load(Ordering::Relaxed);
                let now = start.elapsed().as_millis() as u64 + 1;
                if begun > 0 && now.saturating_sub(begun) > patience.as_millis() as u64 {
                    eprintln!("an input takes longer than {patience:?}: {}", current.display());
                    std::process::exit(3);
                }
            }
        });
    }

    /// Runs one input.
    ///
    /// # Errors
    /// If it breaks an invariant.
    pub fn run(&mut self, input: &[u8]) -> Result<(), Failure> {
        let begun = Instant::now();
        self.since.store(self.start.elapsed().as_millis() as u64 + 1, Ordering::Relaxed);
        let result = panic::catch_unwind(AssertUnwindSafe(|| (self.target.run)(input)));
        self.since.store(0, Ordering::Relaxed);
        let took = begun.elapsed();
        self.outcome.runs += 1;
        if took > self.outcome.slowest {
            self.outcome.slowest = took;
            self.outcome.slow = input.to_vec();
        }
        if result.is_err() {
            let problem = PANIC.with(|said| said.borrow().clone());
            return Err(Failure { input: input.to_vec(), problem });
        }
        match peak_bytes() {
            Some(bytes) if bytes > MOST_BYTES => {
                let problem = format!("the process has used {bytes} bytes, more than {MOST_BYTES}");
                Err(Failure { input: input.to_vec(), problem })
            }
            _ => Ok(()),
        }
    }

    /// Makes a failing input smaller while it fails in the same place.
    pub fn shrink(&mut self, failure: Failure) -> Failure {
        let place = place(&failure.problem).to_owned();
        let mut best = failure;
        let mut spent = 0;
        let mut piece = best.input.len().next_power_of_two() / 2;
        while piece > 0 {
            let mut at = 0;
            while at < best.input.len() && spent < SHRINKS {
                let mut smaller = best.input.clone();
                smaller.drain(at..(at + piece).min(best.input.len()));
                spent += 1;
                match self.run(&smaller) {
                    Err(failure) if self::place(&failure.problem) == place => best = failure,
                    _ => at += piece,
                }
            }
            piece /= 2;
        }
        best
    }
}

/// Where a panic happened: the first line of what it said.
fn place(problem: &str) -> &str {
    problem.lines().next().unwrap_or("")
}

/// The most memory that this process ever used, if the system tells.
pub fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}
