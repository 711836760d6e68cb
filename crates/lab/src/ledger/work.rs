//! Work on a ledger, by the threads of one process among many.

use super::claim::Claims;
use super::{Ledger, Task, Worker};
use crate::problem::Problem;
use std::collections::BTreeSet;
use std::hash::{BuildHasher, RandomState};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

/// The workers of this process.
#[derive(Clone, Debug)]
pub struct Crew {
    /// The number of threads.
    pub jobs: usize,
    /// How long a claim is valid that is not renewed.
    pub lease: Duration,
    /// Whether the crew waits for the chunks that others work on, to take them over if their claims expire.
    pub wait: bool,
}

/// How far a round is, all workers of the ledger together.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The round.
    pub round: u32,
    /// The deals of the round that are done.
    pub done: u64,
    /// The deals of the round.
    pub deals: u64,
}

/// How often the folder is looked at when there is nothing to do, and the progress is reported.
const POLL: Duration = Duration::from_millis(200);

/// The longest time between two looks at the folder of a worker that waits for others.
const SELDOM: Duration = Duration::from_secs(5);

/// What a worker does next.
enum Next {
    Task(Task),
    /// Others work on all that is left.
    Wait,
    End,
}

/// What this process knows of the ledger.
struct Board<'a> {
    ledger: &'a Ledger,
    claims: &'a Claims,
    /// The tasks of the present round.
    tasks: Vec<Task>,
    /// Where the search for a task begins: workers that begin at different places seldom meet.
    start: usize,
    /// The chunks of this round that are done.
    done: BTreeSet<u64>,
}

impl Board<'_> {
    /// Looks at the folder again; goes on to the next round if one is done.
    fn refresh(&mut self) -> Result<(), Problem> {
        let parts = self.ledger.parts()?;
        if self.tasks.iter().all(|task| parts.has(task)) {
            self.tasks = self.ledger.tasks(&parts)?;
        }
        self.done = self.tasks.iter().filter(|task| parts.has(task)).map(|task| task.chunk).collect();
        Ok(())
    }

    fn is_done(&self) -> bool {
        self.done.len() == self.tasks.len()
    }

    fn next(&mut self) -> Result<Next, Problem> {
        self.refresh()?;
        if self.is_done() {
            return Ok(Next::End);
        }
        let fail = |error| Problem::io(&self.ledger.folder, "claim a chunk in", error);
        let now = self.claims.now().map_err(fail)?;
        for at in 0..self.tasks.len() {
            let task = &self.tasks[(self.start + at) % self.tasks.len()];
            if self.done.contains(&task.chunk) || !self.claims.take(&task.name(), now).map_err(fail)? {
                continue;
            }
            let task = task.clone();
            // Another worker may have finished it after the folder was looked at.
            self.refresh()?;
            if !self.done.contains(&task.chunk) {
                return Ok(Next::Task(task));
            }
            self.claims.release(&task.name());
        }
        Ok(Next::Wait)
    }

    fn progress(&self) -> Progress {
        let deals = |task: &Task| task.size(&self.ledger.manifest);
        let done = self.tasks.iter().filter(|task| self.done.contains(&task.chunk));
        Progress {
            round: self.tasks.first().map_or(0, |task| task.round),
            done: done.map(deals).sum(),
            deals: self.tasks.iter().map(deals).sum(),
        }
    }
}

impl Ledger {
    /// Works until all is done, together with other processes. Returns whether all is done.
    ///
    /// # Errors
    /// If a player cannot be made, or the folder cannot be read or written.
    pub fn work(
        &self,
        crew: &Crew,
        stop: &AtomicBool,
        mut progress: impl FnMut(Progress),
    ) -> Result<bool, Problem> {
        let claims = Claims::new(&self.folder.join("claims"), &self.folder.join("tmp"), crew.lease);
        let start = RandomState::new().hash_one(0) as usize / 2;
        let mut board =
            Board { ledger: self, claims: &claims, tasks: Vec::new(), start, done: BTreeSet::new() };
        board.refresh()?;
        board.start %= board.tasks.len().max(1);
        progress(board.progress());
        let board = Mutex::new(board);
        let problem = Mutex::new(None);
        let busy = AtomicUsize::new(crew.jobs.max(1));
        let main = thread::current();
        thread::scope(|scope| {
            for _ in 0..crew.jobs.max(1) {
                scope.spawn(|| {
                    let _leaving = Leaving(&busy, &main);
                    if let Err(found) = self.take_tasks(crew, &claims, &board, stop) {
                        stop.store(true, Ordering::Relaxed);
                        problem.lock().expect("nothing panics with the lock").get_or_insert(found);
                    }
                });
            }
            let mut renewed = Instant::now();
            while busy.load(Ordering::Relaxed) > 0 {
                thread::park_timeout(POLL);
                if renewed.elapsed() > crew.lease / 4 {
                    claims.renew();
                    renewed = Instant::now();
                }
                // A worker that looks for a task holds the board; its progress is told the next time.
                if let Ok(board) = board.try_lock() {
                    progress(board.progress());
                }
            }
        });
        if let Some(problem) = problem.into_inner().expect("nothing panics with the lock") {
            return Err(problem);
        }
        let mut board = board.into_inner().expect("nothing panics with the lock");
        board.refresh()?;
        progress(board.progress());
        Ok(board.is_done())
    }

    /// Does one task after another.
    fn take_tasks(
        &self,
        crew: &Crew,
        claims: &Claims,
        board: &Mutex<Board<'_>>,
        stop: &AtomicBool,
    ) -> Result<(), Problem> {
        let board = || board.lock().expect("nothing panics with the lock");
        let mut worker: Option<(u32, Worker<'_>)> = None;
        while !stop.load(Ordering::Relaxed) {
            let next = board().next()?;
            let task = match next {
                Next::Task(task) => task,
                Next::Wait if crew.wait => {
                    thread::sleep((crew.lease / 20).clamp(POLL, SELDOM));
                    continue;
                }
                Next::Wait | Next::End => break,
            };
            let worker = match &mut worker {
                Some((round, worker)) if *round == task.round => worker,
                other => &mut other.insert((task.round, self.manifest.worker(task.round, stop)?)).1,
            };
            match self.manifest.part(&task, worker, stop)? {
                Some(part) => {
                    self.publish(&task, &part)?;
                    claims.release(&task.name());
                }
                None => break,
            }
        }
        Ok(())
    }
}

/// Counts a thread out, even if it panics.
struct Leaving<'a>(&'a AtomicUsize, &'a Thread);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
        self.1.unpark();
    }
}
