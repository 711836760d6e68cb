//! One hard position searched by several threads, with the same answer whatever their number.
//!
//! The best-first search goes in rounds: the best states are taken and shared out to a fixed number of
//! workers, who test and expand them. While they do, what they found in the round before is kept, one
//! worker after the other. Verdicts by easier rules are told to all before the next round. Threads
//! only carry workers, so nothing depends on their number.

use super::config::Config;
use super::deal::{Deal, State};
use super::expand::{Expansion, Part};
use super::relaxed::{Known, Relaxed};
use super::search::{End, Origin, Search};
use crate::crew;
use crate::{Effort, Limits, Why, unwatched};
use std::sync::Arc;

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
    /// Which of the workers this is.
    number: usize,
    /// What each of them learnt in the round before.
    news: Arc<Vec<Vec<(u64, Known)>>>,
    /// Was so much looked at that states are tried by easier rules too?
    patient: bool,
}

impl Worker {
    fn work(&mut self, deal: &Deal, easier: Option<&Deal>, config: &Config) {
        let easier = easier.filter(|_| self.patient);
        for (other, news) in self.news.iter().enumerate() {
            if other != self.number {
                self.relaxed.learn(news);
            }
        }
        let mut watch = unwatched;
        let mut effort = Effort::new(Limits::default(), &mut watch);
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
        let work = |worker: &mut Worker| worker.work(deal, easier.as_ref(), config);
        crew::lead(threads, work, |crew| {
            let mut workers: Vec<Worker> =
                (0..WORKERS).map(|number| Worker { number, ..Worker::default() }).collect();
            workers.iter_mut().for_each(|worker| worker.relaxed.tells = true);
            // What each worker found in the round before.
            let mut found: [Vec<(State, Origin)>; WORKERS] = Default::default();
            let mut looked = 0;
            loop {
                let mut news = Vec::with_capacity(WORKERS);
                let mut bytes = self.table.bytes();
                for (worker, found) in workers.iter_mut().zip(&mut found) {
                    worker.taken.clear();
                    std::mem::swap(&mut worker.found, found);
                    news.push(std::mem::take(&mut worker.relaxed.news));
                    bytes += worker.relaxed.bytes();
                    for _ in 0..std::mem::take(&mut worker.nodes) {
                        effort.node()?;
                    }
                }
                effort.memory(bytes)?;
                let mut taken = 0;
                while taken < WORKERS * EACH && best < self.buckets.len() {
                    let Some(number) = self.buckets[best].pop() else {
                        best += 1;
                        continue;
                    };
                    let node = self.table.nodes[number as usize];
                    workers[taken % WORKERS].taken.push((number, deal.unpack(node.key, node.redeals)));
                    taken += 1;
                }
                if taken == 0 && found.iter().all(Vec::is_empty) {
                    return Ok(End::Exhausted);
                }
                looked += taken as u64;
                let news = Arc::new(news);
                for worker in &mut workers {
                    worker.news = Arc::clone(&news);
                    worker.patient = looked > config.patience;
                }
                crew.give(&mut workers);
                for found in &mut found {
                    for (state, origin) in found.drain(..) {
                        if let Some(end) = self.arrive(deal, config, &state, origin, &mut best, effort)? {
                            return Ok(end);
                        }
                    }
                }
                crew.collect(&mut workers);
            }
        })
    }
}
