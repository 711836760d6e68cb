//! A crew: threads that stand ready while a search goes from round to round.
//!
//! It knows jobs and gives them back in the order they were given out, whoever did them. It does not
//! know what they are about. The one who leads may do something else while the crew works, and helps
//! when he comes to collect; so a crew of one is nobody but him.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard};

struct Desk<J> {
    todo: VecDeque<(usize, J)>,
    done: Vec<(usize, J)>,
    closed: bool,
    broken: bool,
}

struct Room<J> {
    desk: Mutex<Desk<J>>,
    given: Condvar,
    finished: Condvar,
}

impl<J> Room<J> {
    fn desk(&self) -> MutexGuard<'_, Desk<J>> {
        self.desk.lock().expect("nobody works with the desk locked")
    }
}

/// The threads, as the leader sees them.
pub(crate) struct Crew<'a, J> {
    room: &'a Room<J>,
    work: &'a (dyn Fn(&mut J) + Sync),
    out: usize,
}

/// Leads a crew of so many threads, the caller's own included.
///
/// # Panics
/// When a job does.
pub(crate) fn lead<J: Send, R>(
    threads: usize,
    work: impl Fn(&mut J) + Sync,
    leader: impl FnOnce(&mut Crew<'_, J>) -> R,
) -> R {
    let desk = Desk { todo: VecDeque::new(), done: Vec::new(), closed: false, broken: false };
    let room = Room { desk: Mutex::new(desk), given: Condvar::new(), finished: Condvar::new() };
    let (room, work) = (&room, &work);
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| serve(room, work));
        }
        let _close = Close(room);
        leader(&mut Crew { room, work, out: 0 })
    })
}

/// What everybody but the leader does.
fn serve<J>(room: &Room<J>, work: &(impl Fn(&mut J) + Sync)) {
    let mut desk = room.desk();
    loop {
        if desk.closed {
            return;
        }
        let Some((number, mut job)) = desk.todo.pop_front() else {
            desk = room.given.wait(desk).expect("nobody works with the desk locked");
            continue;
        };
        drop(desk);
        let broken = Broken(room);
        work(&mut job);
        std::mem::forget(broken);
        desk = room.desk();
        desk.done.push((number, job));
        room.finished.notify_one();
    }
}

/// Sends the crew home when the leader is done, however that comes.
struct Close<'a, J>(&'a Room<J>);

impl<J> Drop for Close<'_, J> {
    fn drop(&mut self) {
        self.0.desk().closed = true;
        self.0.given.notify_all();
    }
}

/// Tells the leader of a job that panicked, who would wait for it.
struct Broken<'a, J>(&'a Room<J>);

impl<J> Drop for Broken<'_, J> {
    fn drop(&mut self) {
        self.0.desk().broken = true;
        self.0.finished.notify_one();
    }
}

impl<J> Crew<'_, J> {
    /// Gives jobs out; `jobs` is empty then.
    pub fn give(&mut self, jobs: &mut Vec<J>) {
        let mut desk = self.room.desk();
        for job in jobs.drain(..) {
            desk.todo.push_back((self.out, job));
            self.out += 1;
        }
        self.room.given.notify_all();
    }

    /// Helps until all jobs are done, and puts them into `jobs` in the order they were given out.
    pub fn collect(&mut self, jobs: &mut Vec<J>) {
        let mut desk = self.room.desk();
        while desk.done.len() < self.out {
            assert!(!desk.broken, "one of the crew panicked");
            match desk.todo.pop_front() {
                Some((number, mut job)) => {
                    drop(desk);
                    (self.work)(&mut job);
                    desk = self.room.desk();
                    desk.done.push((number, job));
                }
                None => desk = self.room.finished.wait(desk).expect("nobody works with the desk locked"),
            }
        }
        self.out = 0;
        desk.done.sort_unstable_by_key(|(number, _)| *number);
        jobs.extend(desk.done.drain(..).map(|(_, job)| job));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_come_back_in_order_whoever_does_them() {
        for threads in [1, 2, 5] {
            let work = |job: &mut (u64, u64)| {
                job.1 = (0..job.0 * 1000).fold(7, |a, b| a ^ b.wrapping_mul(a | 1));
            };
            let rounds = lead(threads, work, |crew| {
                let mut jobs: Vec<(u64, u64)> = (0..9).map(|n| (9 - n, 0)).collect();
                let mut rounds = Vec::new();
                for _ in 0..50 {
                    crew.give(&mut jobs);
                    crew.collect(&mut jobs);
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
    fn the_leader_may_leave_while_jobs_are_out() {
        let left = lead(
            3,
            |job: &mut u64| *job += 1,
            |crew| {
                crew.give(&mut vec![0; 100]);
                "gone"
            },
        );
        assert_eq!(left, "gone");
    }

    #[test]
    fn a_job_that_panics_stops_the_leader() {
        let broken = std::panic::catch_unwind(|| {
            lead(
                2,
                |job: &mut u64| assert!(*job != 3, "three"),
                |crew| {
                    let mut jobs = vec![1, 2, 3, 4];
                    crew.give(&mut jobs);
                    crew.collect(&mut jobs);
                },
            );
        });
        assert!(broken.is_err());
    }
}
