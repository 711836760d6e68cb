//! The search of one position on several threads; the result does not depend on their number.
//!
//! The positions are divided into eight shards by the hash of their keys, each with its own transposition table
//! and open lists. The search proceeds in rounds. Every shard takes its best positions; their successors are
//! computed in parallel while all tables are only read; then every shard adds the positions that belong to it, in
//! the order of the shards that they come from. Threads only divide the work of a round, so that nothing depends
//! on them. If all open lists are empty, every position was expanded.

use super::cursor::Cursor;
use super::game::Game;
use super::heuristic::evaluate;
use super::key::KeyWriter;
use super::open_lists::{LISTS, OpenLists};
use super::prunings::dead::is_dead;
use super::steps::{Step, Steps};
use super::transposition::{Node, Nodes, Transpositions, hash};
use crate::{Budget, Why};
use talon_rules::{Move, Table};

/// The number of shards.
const SHARDS: usize = 8;
/// The largest number of positions that a shard takes in a round.
const BATCH: usize = 48;

/// The number of a node among all shards, made of its number in its shard and that of the shard.
fn global(local: u32, shard: usize) -> u32 {
    local * SHARDS as u32 + shard as u32
}

/// The shard of a key.
fn shard_of(key: &[u8]) -> usize {
    // The low bits of the hash choose the place in the index of the shard.
    (hash(key) >> 24) as usize % SHARDS
}

/// A part of the positions.
struct Shard {
    known: Transpositions,
    open: OpenLists,
    /// The nodes taken in this round, by their numbers in the shard.
    taken: Vec<u32>,
}

/// The nodes of all shards, by their numbers among all.
struct All<'a>(&'a [Shard]);

impl Nodes for All<'_> {
    fn node(&self, id: u32) -> &Node {
        self.0[id as usize % SHARDS].known.node(id / SHARDS as u32)
    }
}

/// A successor found in a round.
struct Found {
    node: Node,
    /// The heuristic values; `None` if the position is dead.
    values: Option<[u16; LISTS]>,
    /// Where its key ends in the bytes of all keys.
    end: usize,
    won: bool,
}

/// The successors of the positions of a shard, by the shards that they belong to.
struct Worker {
    cursor: Cursor,
    keys: KeyWriter,
    steps: Steps,
    found: [(Vec<Found>, Vec<u8>); SHARDS],
    nodes: u64,
    too_deep: bool,
}

impl Worker {
    /// The bytes of the successors found.
    fn bytes(&self) -> usize {
        let of =
            |(found, keys): &(Vec<Found>, Vec<u8>)| found.capacity() * size_of::<Found>() + keys.capacity();
        self.found.iter().map(of).sum()
    }

    fn expand(&mut self, game: &Game, shards: &[Shard], shard: usize) {
        for (found, key_bytes) in &mut self.found {
            found.clear();
            key_bytes.clear();
        }
        self.nodes = 0;
        for &local in &shards[shard].taken {
            let id = global(local, shard);
            self.cursor.go(game, &All(shards), id);
            let depth = All(shards).node(id).depth;
            self.too_deep |= depth == u16::MAX;
            if self.too_deep {
                return;
            }
            self.steps.find(game, &mut self.cursor.table);
            let here = self.cursor.moves.len();
            self.cursor.columns.save();
            for &step in &self.steps.list {
                self.nodes += 1;
                let safe = self.cursor.take(game, step);
                let table = &self.cursor.table;
                let columns = self.cursor.columns.list();
                let key = self.keys.write(game, table, columns);
                let (found, key_bytes) = &mut self.found[shard_of(key)];
                key_bytes.extend_from_slice(key);
                let lost = game.prunings.dead_test && is_dead(game, table, columns);
                found.push(Found {
                    node: Node::after(id, depth, step.pack(), step.stock_moves, safe),
                    values: (!lost).then(|| evaluate(game, table, columns, depth + 1)),
                    end: key_bytes.len(),
                    won: table.is_won(),
                });
                self.cursor.back(here);
                self.cursor.columns.restore();
            }
        }
    }
}

impl Shard {
    /// Adds the successors that every worker found for this shard.
    fn keep(&mut self, workers: &[Worker], shard: usize, limit: usize) -> Result<(), Why> {
        for worker in workers {
            let (found, key_bytes) = &worker.found[shard];
            let mut start = 0;
            for Found { node, values, end, .. } in found {
                if let Some(id) = self.known.insert(&key_bytes[start..*end], *node, limit, || Ok(()))?
                    && let Some(values) = values
                {
                    self.open.push(&mut self.known, id, *values);
                }
                start = *end;
            }
        }
        Ok(())
    }
}

/// The moves of a win; `None` if there is none.
///
/// # Errors
/// The reason why the search ended early.
pub fn search(
    game: &Game,
    table: &Table,
    threads: usize,
    budget: &mut Budget,
) -> Result<Option<Vec<Move>>, Why> {
    let mut cursor = Cursor::new(game, table, 0);
    budget.spend_node()?;
    if cursor.table.is_won() {
        return Ok(Some(cursor.moves));
    }
    let mut keys = KeyWriter::new();
    let key = keys.write(game, &cursor.table, cursor.columns.list());
    let home = shard_of(key);
    let start = global(0, home);
    cursor = Cursor::new(game, table, start);
    let memory = budget.limits.memory;
    let mut limit = memory / SHARDS;
    let mut shards: Vec<Shard> = (0..SHARDS)
        .map(|_| Shard {
            known: Transpositions::new(),
            open: OpenLists::new(),
            taken: Vec::with_capacity(BATCH),
        })
        .collect();
    let first = &mut shards[home];
    if let Some(id) = first.known.insert(key, Node::start(), limit, || Ok(()))? {
        first.open.push(&mut first.known, id, evaluate(game, &cursor.table, cursor.columns.list(), 0));
    }
    let mut workers: Vec<Worker> = (0..SHARDS)
        .map(|_| Worker {
            cursor: Cursor::new(game, table, start),
            keys: KeyWriter::new(),
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
                && let Some(id) = shard.open.pop(&mut shard.known)
            {
                shard.taken.push(id);
            }
        }
        if shards.iter().all(|shard| shard.taken.is_empty()) {
            return Ok(None);
        }
        let read = &shards;
        share(threads, &mut workers, |s, worker| worker.expand(game, read, s));
        budget.look()?;
        limit = memory.saturating_sub(workers.iter().map(Worker::bytes).sum()) / SHARDS;
        for worker in &workers {
            if worker.too_deep {
                return Err(Why::Memory);
            }
            for _ in 0..worker.nodes {
                budget.spend_node()?;
            }
        }
        let won = workers.iter().flat_map(|worker| worker.found.iter().flat_map(|(found, _)| found));
        if let Some(Found { node, .. }) = won.into_iter().find(|found| found.won) {
            cursor.go(game, &All(&shards), node.parent);
            cursor.take(game, Step::unpack(node.step, node.stock_moves));
            return Ok(Some(cursor.moves));
        }
        let mut kept: Vec<(&mut Shard, Result<(), Why>)> =
            shards.iter_mut().map(|shard| (shard, Ok(()))).collect();
        share(threads, &mut kept, |s, (shard, result)| *result = shard.keep(&workers, s, limit));
        kept.into_iter().try_for_each(|(_, result)| result)?;
        budget.progress.states = shards.iter().map(|shard| u64::from(shard.known.len())).sum();
    }
}

/// Calls `work` on every item, on at most `threads` threads.
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
