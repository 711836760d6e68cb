//! One position searched by several threads, with the same answer whatever their number.
//!
//! Positions belong to eight shards by the hash of their codes, each with its own store and frontier.
//! The search goes in rounds: every shard takes its best positions, their steps are found side by side
//! (all stores are only read), then every shard keeps what belongs to it, in the order of the shards
//! it came from. Threads only share the work of a round out, so nothing depends on them. When all
//! frontiers are empty, everything was looked at.

use super::code::Coder;
use super::facts::Facts;
use super::frontier::Frontier;
use super::hopeless::hopeless;
use super::judge::judge;
use super::step::{Step, Steps};
use super::store::{LISTS, Node, Nodes, Store, hash};
use super::walk::Walk;
use crate::{Effort, Why};
use rules::{Move, Table};

const SHARDS: usize = 8;
/// Positions a shard takes in a round.
const BATCH: usize = 48;

/// A node's number: its number in the shard, then the shard.
fn global(local: u32, shard: usize) -> u32 {
    local * SHARDS as u32 + shard as u32
}

fn shard_of(code: &[u8]) -> usize {
    // The low bits find the place in the store's index.
    (hash(code) >> 24) as usize % SHARDS
}

struct Shard {
    store: Store,
    frontier: Frontier,
    /// The positions of this round, by their numbers here.
    taken: Vec<u32>,
}

/// All shards, to be read.
struct All<'a>(&'a [Shard]);

impl Nodes for All<'_> {
    fn node(&self, id: u32) -> &Node {
        self.0[id as usize % SHARDS].store.node(id / SHARDS as u32)
    }
}

/// A position found in a round.
struct Found {
    node: Node,
    guesses: Option<[u16; LISTS]>,
    /// Where its code ends in the codes of its list.
    end: usize,
    won: bool,
}

/// What a shard's positions led to, for every shard that will keep some of it.
struct Worker {
    walk: Walk,
    coder: Coder,
    steps: Steps,
    found: [(Vec<Found>, Vec<u8>); SHARDS],
    nodes: u64,
    too_deep: bool,
}

impl Worker {
    fn expand(&mut self, facts: &Facts, shards: &[Shard], shard: usize) {
        for (found, codes) in &mut self.found {
            found.clear();
            codes.clear();
        }
        self.nodes = 0;
        for &local in &shards[shard].taken {
            let id = global(local, shard);
            self.walk.go(facts, &All(shards), id);
            let depth = All(shards).node(id).depth;
            self.too_deep |= depth == u16::MAX;
            if self.too_deep {
                return;
            }
            self.steps.find(facts, &mut self.walk.table);
            let here = self.walk.moves.len();
            self.walk.columns.keep();
            for &step in &self.steps.list {
                self.nodes += 1;
                let forces = self.walk.take(facts, step);
                let table = &self.walk.table;
                let columns = self.walk.columns.list();
                let code = self.coder.write(facts, table, columns);
                let (found, codes) = &mut self.found[shard_of(code)];
                codes.extend_from_slice(code);
                let lost = facts.tests_hope && hopeless(facts, table, columns);
                found.push(Found {
                    node: Node::after(id, depth, step.pack(), step.presses, forces),
                    guesses: (!lost).then(|| judge(facts, table, columns, depth + 1)),
                    end: codes.len(),
                    won: table.is_won(),
                });
                self.walk.back(here);
                self.walk.columns.restore();
            }
        }
    }
}

impl Shard {
    /// Keeps what every worker found for this shard.
    fn keep(&mut self, workers: &[Worker], shard: usize, limit: usize) -> Result<(), Why> {
        for worker in workers {
            let (found, codes) = &worker.found[shard];
            let mut start = 0;
            for Found { node, guesses, end, .. } in found {
                if let Some(id) = self.store.insert(&codes[start..*end], *node, limit)?
                    && let Some(guesses) = guesses
                {
                    self.frontier.push(&mut self.store, id, *guesses);
                }
                start = *end;
            }
        }
        Ok(())
    }
}

/// The moves of a win, `None` where there is none, and how many positions were kept.
///
/// # Errors
/// Why it ended before.
pub fn search(
    facts: &Facts,
    table: &Table,
    threads: usize,
    effort: &mut Effort,
) -> Result<Option<Vec<Move>>, Why> {
    let mut walk = Walk::new(facts, table, 0);
    effort.node()?;
    if walk.table.is_won() {
        return Ok(Some(walk.moves));
    }
    let mut coder = Coder::new();
    let code = coder.write(facts, &walk.table, walk.columns.list());
    let home = shard_of(code);
    let start = global(0, home);
    walk = Walk::new(facts, table, start);
    let limit = effort.limits.memory / SHARDS;
    let mut shards: Vec<Shard> = (0..SHARDS)
        .map(|_| Shard { store: Store::new(), frontier: Frontier::new(), taken: Vec::with_capacity(BATCH) })
        .collect();
    let first = &mut shards[home];
    if let Some(id) = first.store.insert(code, Node::start(), limit)? {
        first.frontier.push(&mut first.store, id, judge(facts, &walk.table, walk.columns.list(), 0));
    }
    let mut workers: Vec<Worker> = (0..SHARDS)
        .map(|_| Worker {
            walk: Walk::new(facts, table, start),
            coder: Coder::new(),
            steps: Steps::new(),
            found: Default::default(),
            nodes: 0,
            too_deep: false,
        })
        .collect();
    loop {
        for shard in &mut shards {
            shard.taken.clear();
            while shard.taken.len() < BATCH
                && let Some(id) = shard.frontier.pop(&mut shard.store)
            {
                shard.taken.push(id);
            }
        }
        if shards.iter().all(|shard| shard.taken.is_empty()) {
            return Ok(None);
        }
        let read = &shards;
        share(threads, &mut workers, |s, worker| worker.expand(facts, read, s));
        for worker in &workers {
            if worker.too_deep {
                return Err(Why::Memory);
            }
            for _ in 0..worker.nodes {
                effort.node()?;
            }
        }
        let won = workers.iter().flat_map(|worker| worker.found.iter().flat_map(|(found, _)| found));
        if let Some(Found { node, .. }) = won.into_iter().find(|found| found.won) {
            walk.go(facts, &All(&shards), node.parent);
            walk.take(facts, Step::unpack(node.step, node.presses));
            return Ok(Some(walk.moves));
        }
        let mut kept: Vec<(&mut Shard, Result<(), Why>)> =
            shards.iter_mut().map(|shard| (shard, Ok(()))).collect();
        share(threads, &mut kept, |s, (shard, result)| *result = shard.keep(&workers, s, limit));
        kept.into_iter().try_for_each(|(_, result)| result)?;
        effort.progress.states = shards.iter().map(|shard| u64::from(shard.store.len())).sum();
    }
}

/// Does the work on every item, shared out to threads.
fn share<T: Send>(threads: usize, items: &mut [T], work: impl Fn(usize, &mut T) + Sync) {
    let each = items.len().div_ceil(threads.max(1));
    if each == items.len() {
        items.iter_mut().enumerate().for_each(|(i, item)| work(i, item));
        return;
    }
    let work = &work;
    std::thread::scope(|scope| {
        for (part, items) in items.chunks_mut(each).enumerate() {
            scope.spawn(move || {
                for (i, item) in items.iter_mut().enumerate() {
                    work(part * each + i, item);
                }
            });
        }
    });
}
