//! One hard position searched by several threads, with the same answer whatever their number.
//!
//! The best-first search goes in rounds: the best states are taken, shared out to a fixed number of
//! workers, tested and expanded side by side, and what they lead to is kept one after the other in
//! the order of the workers. Verdicts by easier rules are told to all before the next round. Threads
//! only carry workers, so nothing depends on their number.

use super::config::Config;
use super::deal::{Deal, State};
use super::expand::{Expansion, Part};
use super::relaxed::{Known, Relaxed};
use super::search::{End, Origin, Search};
use crate::generic::share;
use crate::{Effort, Limits, Why, unwatched};

const WORKERS: usize = 8;
/// States a worker gets in a round: enough to pay for the threads, few enough to be stopped soon.
const EACH: usize = 48;

/// One of those who test and expand.
#[derive(Default)]
struct Worker {
    taken: Vec<(u32, State)>,
    expansion: Expansion,
    relaxed: Relaxed,
    found: Vec<(State, Origin)>,
    nodes: u64,
}

impl Worker {
    fn work(&mut self, deal: &Deal, easier: Option<&Deal>, config: &Config) {
        let mut watch = unwatched;
        let mut effort = Effort::new(Limits::default(), &mut watch);
        self.found.clear();
        for (number, state) in &self.taken {
            if config.dead && deal.dead(state) {
                continue;
            }
            if let Some(easier) = easier
                && self.relaxed.refutes(easier, state, config, &mut effort) == Ok(true)
            {
                continue;
            }
            for part in [Part::Direct, Part::Prepared] {
                self.expansion.run(deal, state, config, part);
                for (index, child) in self.expansion.children.iter().enumerate() {
                    let mut state = child.state;
                    deal.settle(&mut state, config, |_| ());
                    self.found.push((state, Origin { parent: *number, child: index as u16, part }));
                }
            }
        }
        self.nodes = effort.progress.nodes;
    }
}

impl Search {
    /// Best-first in rounds, by so many threads.
    pub fn climb_by(
        &mut self,
        threads: usize,
        deal: &Deal,
        config: &Config,
        effort: &mut Effort<'_>,
    ) -> Result<End, Why> {
        let root = self.start(deal, config, effort);
        let mut best = 0;
        let origin = Origin { parent: 0, child: 0, part: Part::Direct };
        if let Some(end) = self.arrive(deal, config, &root, origin, &mut best, effort)? {
            return Ok(end);
        }
        let easier = if config.probe == 0 { None } else { deal.easier().next() };
        let mut workers: Vec<Worker> = (0..WORKERS).map(|_| Worker::default()).collect();
        workers.iter_mut().for_each(|worker| worker.relaxed.tells = true);
        // What each found in the round before, for the others.
        let mut news: Vec<Vec<(u64, Known)>> = vec![Vec::new(); WORKERS];
        let mut looked = 0;
        loop {
            let mut taken = 0;
            workers.iter_mut().for_each(|worker| worker.taken.clear());
            while taken < WORKERS * EACH && best < self.buckets.len() {
                let Some(number) = self.buckets[best].pop() else {
                    best += 1;
                    continue;
                };
                let node = self.table.nodes[number as usize];
                workers[taken % WORKERS].taken.push((number, deal.unpack(node.key, node.redeals)));
                taken += 1;
            }
            if taken == 0 {
                return Ok(End::Exhausted);
            }
            looked += taken as u64;
            let easier = easier.as_ref().filter(|_| looked > config.patience);
            share(threads, &mut workers, |mine, worker| {
                for (other, news) in news.iter().enumerate() {
                    if other != mine {
                        worker.relaxed.learn(news);
                    }
                }
                worker.work(deal, easier, config);
            });
            for (news, worker) in news.iter_mut().zip(&mut workers) {
                news.clear();
                std::mem::swap(news, &mut worker.relaxed.news);
            }
            effort.memory(
                workers.iter().map(|worker| worker.relaxed.bytes()).sum::<usize>() + self.table.bytes(),
            )?;
            for worker in &workers {
                for _ in 0..worker.nodes {
                    effort.node()?;
                }
                for (state, origin) in &worker.found {
                    if let Some(end) = self.arrive(deal, config, state, *origin, &mut best, effort)? {
                        return Ok(end);
                    }
                }
            }
        }
    }
}
