//! The best-first search on several threads. Its result does not depend on their number.
//!
//! The search proceeds in rounds. In each round the best states are distributed to a fixed number of workers,
//! which test and expand them. Meanwhile the coordinator adds the states that the workers found in the round
//! before, one worker after the other. Verdicts of the refuters are shared before the next round. Threads
//! only carry out the jobs of workers, so nothing depends on how many there are.

use super::{End, Origin, Search};
use crate::exact::list_bytes;
use crate::klondike::config::Config;
use crate::klondike::game::Game;
use crate::klondike::moves::{Stage, Successors};
use crate::klondike::prunings::relaxation::{Known, Refuter};
use crate::klondike::state::State;
use crate::parallel;
use crate::{Budget, Limits, Why, unwatched};
use std::sync::Arc;

const WORKERS: usize = 8;
/// The number of states that a worker gets in a round: enough to pay for the threads, and few enough to stop
/// soon.
const STATES_PER_ROUND: usize = 48;

/// A worker: it tests and expands the states of a round.
#[derive(Default)]
struct Worker {
    /// The states of the round with their node numbers.
    states: Vec<(u32, State)>,
    successors: Successors,
    refuter: Refuter,
    found: Vec<(State, Origin)>,
    nodes: u64,
    /// The number of this worker.
    number: usize,
    /// The verdicts that the refuter of each worker found in the round before.
    shared: Arc<Vec<Vec<(u64, Known)>>>,
    /// Whether enough states were expanded to refute states one by one.
    refutes: bool,
}

impl Worker {
    /// The bytes in use.
    fn bytes(&self) -> usize {
        list_bytes(&self.found, 1) + self.refuter.bytes()
    }

    fn work(&mut self, game: &Game, relaxed: Option<&Game>, config: &Config) {
        let relaxed = relaxed.filter(|_| self.refutes);
        for (other, found) in self.shared.iter().enumerate() {
            if other != self.number {
                self.refuter.adopt(found);
            }
        }
        let mut watch = unwatched;
        let mut budget = Budget::new(Limits::default(), &mut watch);
        for (number, state) in &self.states {
            if config.dead_test && game.is_dead(state) {
                continue;
            }
            if let Some(relaxed) = relaxed
                && self.refuter.refutes(relaxed, state, config, &mut budget) == Ok(true)
            {
                continue;
            }
            for stage in [Stage::Direct, Stage::Prepared] {
                self.successors.generate(game, state, config, stage);
                for (index, successor) in self.successors.list.iter().enumerate() {
                    let mut state = successor.state;
                    game.normalize(&mut state, config, |_| ());
                    self.found.push((state, Origin { parent: *number, child: index as u16, stage }));
                }
            }
        }
        self.nodes = budget.progress.nodes;
    }
}

impl Search {
    /// Searches best first in rounds on `threads` threads.
    pub(super) fn best_first_in_parallel(
        &mut self,
        threads: usize,
        game: &Game,
        config: &Config,
        budget: &mut Budget<'_>,
    ) -> Result<End, Why> {
        let mut best = 0;
        if let Some(end) = self.add_root(game, config, &mut best, budget)? {
            return Ok(end);
        }
        let relaxed = Search::relaxed_game(game, config);
        let work = |worker: &mut Worker| worker.work(game, relaxed.as_ref(), config);
        parallel::with_pool(threads, work, |pool| {
            let mut workers: Vec<Worker> =
                (0..WORKERS).map(|number| Worker { number, ..Worker::default() }).collect();
            workers.iter_mut().for_each(|worker| worker.refuter.shares = true);
            // What each worker found in the round before.
            let mut found: [Vec<(State, Origin)>; WORKERS] = Default::default();
            let mut expanded = 0;
            loop {
                let mut shared = Vec::with_capacity(WORKERS);
                self.elsewhere = 0;
                for (worker, found) in workers.iter_mut().zip(&mut found) {
                    worker.states.clear();
                    std::mem::swap(&mut worker.found, found);
                    shared.push(std::mem::take(&mut worker.refuter.found));
                    self.elsewhere += worker.bytes() + list_bytes(found, 1);
                    for _ in 0..std::mem::take(&mut worker.nodes) {
                        budget.spend_node()?;
                    }
                }
                self.elsewhere += shared.iter().map(|found| list_bytes(found, 1)).sum::<usize>();
                budget.check_memory(self.bytes())?;
                let room = (budget.limits.memory - self.bytes()) / (2 * WORKERS);
                let mut taken = 0;
                while taken < WORKERS * STATES_PER_ROUND && best < self.open.len() {
                    let Some(number) = self.open[best].pop() else {
                        best += 1;
                        continue;
                    };
                    let node = self.known.nodes[number as usize];
                    let state = game.unpack(node.key, node.redeals);
                    workers[taken % WORKERS].states.push((number, state));
                    taken += 1;
                }
                if taken == 0 && found.iter().all(Vec::is_empty) {
                    return Ok(End::Exhausted);
                }
                expanded += taken as u64;
                let shared = Arc::new(shared);
                for worker in &mut workers {
                    worker.shared = Arc::clone(&shared);
                    worker.refutes = expanded > config.refuter_start;
                    worker.refuter.room = worker.refuter.bytes() + room;
                }
                pool.submit(&mut workers);
                budget.look()?;
                for found in &mut found {
                    for (state, origin) in found.drain(..) {
                        if let Some(end) = self.add(game, config, &state, origin, &mut best, budget)? {
                            return Ok(end);
                        }
                    }
                }
                pool.collect(&mut workers);
            }
        })
    }
}
