//! Independent jobs whose results are delivered in the order of the jobs.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, mpsc};
use std::time::{Duration, Instant};

/// The largest number of jobs that may be taken ahead of the first one that is not yet delivered. It
/// bounds the results that wait for a slow job.
const WINDOW: u64 = 8192;
/// The largest number of jobs that a thread takes at once.
const LARGEST_BATCH: u64 = 512;
/// A batch that takes less time than this is followed by a larger one.
const SHORT: Duration = Duration::from_millis(4);
/// A batch that takes more time than this is followed by a smaller one.
const LONG: Duration = Duration::from_millis(40);

/// The jobs that were handed out and those that were delivered.
struct Progress {
    next: u64,
    delivered: u64,
}

/// Runs the jobs on `threads` threads and delivers their results in order.
///
/// `worker` makes the state that a thread keeps from job to job, and `work` does one job. If `work`
/// returns `None`, or if `stop` is set, no further jobs are started. `deliver` is called on the calling
/// thread with the number of the first job of a batch and the results of the batch. Batches arrive in
/// order and without gaps, except after an interruption: finished batches that follow an unfinished job
/// are then delivered last, so that no finished work is lost.
///
/// Returns the number of the first job that has no result, which is the end of the range if all jobs
/// were done.
///
/// # Errors
/// The first error of `deliver`. No further jobs are started then.
pub fn ordered<W, R: Send, E>(
    jobs: Range<u64>,
    threads: usize,
    stop: &AtomicBool,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, u64) -> Option<R> + Sync,
    mut deliver: impl FnMut(u64, Vec<R>) -> Result<(), E>,
) -> Result<u64, E> {
    let progress = Mutex::new(Progress { next: jobs.start, delivered: jobs.start });
    let advanced = Condvar::new();
    // Ends the threads if `deliver` fails, without touching the caller's flag.
    let failed = AtomicBool::new(false);
    let stopped = || stop.load(Ordering::Relaxed) || failed.load(Ordering::Relaxed);
    let (send, receive) = mpsc::channel::<(u64, Vec<R>)>();
    let mut complete = jobs.start;
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let send = send.clone();
            let (progress, advanced, worker, work, stopped) =
                (&progress, &advanced, &worker, &work, &stopped);
            scope.spawn(move || {
                let mut state = worker();
                let mut size = 1;
                while let Some(batch) = take(progress, advanced, jobs.end, size, stopped) {
                    let begun = Instant::now();
                    let first = batch.start;
                    let wanted = (batch.end - batch.start) as usize;
                    let mut results = Vec::with_capacity(wanted);
                    results
                        .extend(batch.map_while(|job| if stopped() { None } else { work(&mut state, job) }));
                    if begun.elapsed() < SHORT {
                        size = (size * 2).min(LARGEST_BATCH);
                    } else if begun.elapsed() > LONG {
                        size = (size / 2).max(1);
                    }
                    let cut = results.len() < wanted;
                    if send.send((first, results)).is_err() || cut {
                        // The other threads must not wait for a job that nobody will do.
                        failed_or_cut(progress, advanced, jobs.end);
                        break;
                    }
                }
            });
        }
        drop(send);
        let mut waiting: BTreeMap<u64, Vec<R>> = BTreeMap::new();
        let result = (|| {
            for (first, results) in &receive {
                waiting.insert(first, results);
                while let Some(results) = waiting.remove(&complete) {
                    if results.is_empty() {
                        break;
                    }
                    let first = complete;
                    complete += results.len() as u64;
                    deliver(first, results)?;
                    progress.lock().expect("no thread panics while it holds the lock").delivered = complete;
                    advanced.notify_all();
                }
            }
            for (first, results) in std::mem::take(&mut waiting) {
                if !results.is_empty() {
                    deliver(first, results)?;
                }
            }
            Ok(())
        })();
        if result.is_err() {
            failed.store(true, Ordering::Relaxed);
            advanced.notify_all();
        }
        result
    })?;
    Ok(complete)
}

/// Takes the next batch of at most `size` jobs; `None` if there are none or the work was stopped.
fn take(
    progress: &Mutex<Progress>,
    advanced: &Condvar,
    end: u64,
    size: u64,
    stopped: &impl Fn() -> bool,
) -> Option<Range<u64>> {
    let mut state = progress.lock().expect("no thread panics while it holds the lock");
    while state.next < end && state.next - state.delivered >= WINDOW && !stopped() {
        // The caller's flag can be set without a notification, hence the timeout.
        let waited = advanced.wait_timeout(state, Duration::from_millis(50));
        state = waited.expect("no thread panics while it holds the lock").0;
    }
    if state.next >= end || stopped() {
        return None;
    }
    let first = state.next;
    state.next = end.min(first + size);
    Some(first..state.next)
}

/// Hands out no further jobs.
fn failed_or_cut(progress: &Mutex<Progress>, advanced: &Condvar, end: u64) {
    progress.lock().expect("no thread panics while it holds the lock").next = end;
    advanced.notify_all();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(threads: usize, jobs: Range<u64>, cut: u64) -> (u64, Vec<u64>) {
        let mut seen = Vec::new();
        let work = |_: &mut (), job: u64| (job != cut).then(|| job * job);
        let stop = AtomicBool::new(false);
        let end = ordered(
            jobs,
            threads,
            &stop,
            || (),
            work,
            |first, results| {
                seen.extend((first..).zip(results).map(|(job, result)| {
                    assert_eq!(job * job, result);
                    job
                }));
                Ok::<(), ()>(())
            },
        );
        (end.unwrap(), seen)
    }

    #[test]
    fn results_come_in_order() {
        for threads in [1, 2, 5] {
            let (end, seen) = run(threads, 3..30_003, u64::MAX);
            assert_eq!(end, 30_003);
            assert_eq!(seen, (3..30_003).collect::<Vec<_>>());
        }
    }

    #[test]
    fn an_interruption_keeps_what_is_done() {
        for threads in [1, 4] {
            let (end, seen) = run(threads, 0..20_000, 700);
            assert_eq!(end, 700);
            assert_eq!(seen[..700], (0..700).collect::<Vec<_>>());
            assert!(seen.iter().is_sorted() && !seen.contains(&700));
        }
    }

    #[test]
    fn an_error_ends_the_work() {
        let stop = AtomicBool::new(false);
        let deliver = |first: u64, _: Vec<u64>| if first < 100 { Ok(()) } else { Err(first) };
        let end = ordered(0..u64::MAX, 3, &stop, || (), |(), job| Some(job), deliver);
        assert!(end.is_err_and(|first| first >= 100));
    }
}
