//! How many chunks a ledger should have, from a short measurement.

use super::{Job, Keep, Manifest};
use crate::problem::Problem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The measurement ends after this time.
const PILOT: Duration = Duration::from_secs(2);

/// The most deals of a chunk, whose rows are kept in memory.
const MOST: u64 = 100_000;

/// Returns a number of chunks that take about `seconds` each on a core of this machine, and the measured seconds
/// of a deal.
///
/// # Errors
/// If the work is not fit for a ledger.
pub fn chunks_of(job: &Job, seconds: f64) -> Result<(u64, f64), Problem> {
    let manifest = Manifest::new("", job.clone(), 1, Keep::Rows)?;
    let all = manifest.deals().all.clone();
    let stop = AtomicBool::new(false);
    let begun = Instant::now();
    let mut done = 0;
    thread::scope(|scope| -> Result<(), Problem> {
        let timer = scope.spawn(|| {
            thread::park_timeout(PILOT);
            stop.store(true, Ordering::Relaxed);
        });
        let mut worker = manifest.worker(0, &stop)?;
        let (mut rows, mut times) = (String::new(), String::new());
        for deal in all.clone() {
            if stop.load(Ordering::Relaxed) || !worker(deal, &mut rows, &mut times) {
                break;
            }
            done += 1;
            rows.clear();
            times.clear();
        }
        timer.thread().unpark();
        Ok(())
    })?;
    let each = begun.elapsed().as_secs_f64() / f64::from(done.max(1));
    let size = ((seconds / each) as u64).clamp(1, MOST);
    Ok(((all.end - all.start).div_ceil(size), each))
}
