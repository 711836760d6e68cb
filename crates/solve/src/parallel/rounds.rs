//! A pool of worker threads for searches that proceed in rounds.
//!
//! The coordinating thread submits a batch of jobs, may do other work meanwhile, and collects the jobs in
//! the order in which it submitted them, whichever thread did them. It works on jobs itself while it waits,
//! so that a pool of one thread is the coordinating thread alone.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard};

struct Queue<J> {
    todo: VecDeque<(usize, J)>,
    done: Vec<(usize, J)>,
    closed: bool,
    broken: bool,
}

struct Shared<J> {
    queue: Mutex<Queue<J>>,
    submitted: Condvar,
    finished: Condvar,
}

impl<J> Shared<J> {
    fn queue(&self) -> MutexGuard<'_, Queue<J>> {
        self.queue.lock().expect("no job runs while the queue is locked")
    }
}

/// The pool as the coordinating thread sees it.
pub(crate) struct Pool<'a, J> {
    shared: &'a Shared<J>,
    work: &'a (dyn Fn(&mut J) + Sync),
    out: usize,
}

/// Runs `coordinate` with a pool of `threads` threads, including the calling one.
///
/// # Panics
/// If a job panics.
pub(crate) fn with_pool<J: Send, R>(
    threads: usize,
    work: impl Fn(&mut J) + Sync,
    coordinate: impl FnOnce(&mut Pool<'_, J>) -> R,
) -> R {
    let queue = Queue { todo: VecDeque::new(), done: Vec::new(), closed: false, broken: false };
    let shared = Shared { queue: Mutex::new(queue), submitted: Condvar::new(), finished: Condvar::new() };
    let (shared, work) = (&shared, &work);
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| work_loop(shared, work));
        }
        let _close = Close(shared);
        coordinate(&mut Pool { shared, work, out: 0 })
    })
}

/// The loop of a worker thread.
fn work_loop<J>(shared: &Shared<J>, work: &(impl Fn(&mut J) + Sync)) {
    let mut queue = shared.queue();
    loop {
        if queue.closed {
            return;
        }
        let Some((number, mut job)) = queue.todo.pop_front() else {
            queue = shared.submitted.wait(queue).expect("no job runs while the queue is locked");
            continue;
        };
        drop(queue);
        let broken = ReportPanic(shared);
        work(&mut job);
        std::mem::forget(broken);
        queue = shared.queue();
        queue.done.push((number, job));
        shared.finished.notify_one();
    }
}

/// Ends the worker threads when the coordinating thread returns or panics.
struct Close<'a, J>(&'a Shared<J>);

impl<J> Drop for Close<'_, J> {
    fn drop(&mut self) {
        self.0.queue().closed = true;
        self.0.submitted.notify_all();
    }
}

/// Reports a panicked job, so that the coordinating thread does not wait for it forever.
struct ReportPanic<'a, J>(&'a Shared<J>);

impl<J> Drop for ReportPanic<'_, J> {
    fn drop(&mut self) {
        self.0.queue().broken = true;
        self.0.finished.notify_one();
    }
}

impl<J> Pool<'_, J> {
    /// Submits all jobs and leaves `jobs` empty.
    pub fn submit(&mut self, jobs: &mut Vec<J>) {
        let mut queue = self.shared.queue();
        for job in jobs.drain(..) {
            queue.todo.push_back((self.out, job));
            self.out += 1;
        }
        self.shared.submitted.notify_all();
    }

    /// Works until all jobs are done, and appends them to `jobs` in the order in which they were submitted.
    pub fn collect(&mut self, jobs: &mut Vec<J>) {
        let mut queue = self.shared.queue();
        while queue.done.len() < self.out {
            assert!(!queue.broken, "a worker thread panicked");
            match queue.todo.pop_front() {
                Some((number, mut job)) => {
                    drop(queue);
                    (self.work)(&mut job);
                    queue = self.shared.queue();
                    queue.done.push((number, job));
                }
                None => {
                    queue = self.shared.finished.wait(queue).expect("no job runs while the queue is locked")
                }
            }
        }
        self.out = 0;
        queue.done.sort_unstable_by_key(|(number, _)| *number);
        jobs.extend(queue.done.drain(..).map(|(_, job)| job));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_come_back_in_the_order_of_submission() {
        for threads in [1, 2, 5] {
            let work = |job: &mut (u64, u64)| {
                job.1 = (0..job.0 * 1000).fold(7, |a, b| a ^ b.wrapping_mul(a | 1));
            };
            let rounds = with_pool(threads, work, |pool| {
                let mut jobs: Vec<(u64, u64)> = (0..9).map(|n| (9 - n, 0)).collect();
                let mut rounds = Vec::new();
                for _ in 0..50 {
                    pool.submit(&mut jobs);
                    pool.collect(&mut jobs);
                    rounds.push(jobs.clone());
                }
                rounds
            });
            let sizes: Vec<u64> = rounds[49].iter().map(|job| job.0).collect();
            assert_eq!(sizes, [9, 8, 7, 6, 5, 4, 3, 2, 1]);
            assert!(rounds.iter().all(|jobs| *jobs == rounds[0]));
            assert!(rounds[0].iter().all(|job| job.1 != 0));
        }
    }

    #[test]
    fn the_coordinator_may_return_while_jobs_are_running() {
        let left = with_pool(
            3,
            |job: &mut u64| *job += 1,
            |pool| {
                pool.submit(&mut vec![0; 100]);
                "done"
            },
        );
        assert_eq!(left, "done");
    }

    #[test]
    fn a_panic_in_a_job_reaches_the_coordinator() {
        let broken = std::panic::catch_unwind(|| {
            with_pool(
                2,
                |job: &mut u64| assert!(*job != 3, "three"),
                |pool| {
                    let mut jobs = vec![1, 2, 3, 4];
                    pool.submit(&mut jobs);
                    pool.collect(&mut jobs);
                },
            );
        });
        assert!(broken.is_err());
    }
}
