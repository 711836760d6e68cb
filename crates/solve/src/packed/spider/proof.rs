//! Exhaustion: every position that can be reached, so that "lost" is a fact.
//!
//! Best-first over exact keys. A key is the whole position written out, columns sorted once the
//! stock is empty (they are interchangeable then: a step names cards, and where a column stands
//! matters only to a deal). Keys are compared word by word, so no hash can merge two positions.
//! States whose loss is seen at a glance ([`stuck`]) are not expanded. Nothing else is cut.

use super::dead::stuck;
use super::moves::{Splits, carries};
use super::score::Scorer;
use super::state::{COLUMNS, Game, State, Step};
use crate::{Effort, Why};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What an exhaustive search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// A line that wins.
    Won(Vec<Step>),
    /// Nothing wins.
    Lost,
    /// More than the allowed number of positions.
    Large,
}

struct Node {
    /// Where its key starts among the words.
    at: u32,
    parent: u32,
    step: Step,
}

/// The positions met so far, each once.
struct Archive {
    words: Vec<u16>,
    nodes: Vec<Node>,
    /// Open addressing; 0 is free, otherwise a node's number + 1 below 32 bits of its hash.
    slots: Vec<u64>,
}

/// Looks at every position within reach of `root`, at most `most` of them.
///
/// # Errors
/// The reason the account of `effort` gives to stop.
pub fn exhaust(game: &Game, root: &State, most: usize, effort: &mut Effort<'_>) -> Result<Proof, Why> {
    if root.won() {
        return Ok(Proof::Won(Vec::new()));
    }
    let scorer = Scorer::plain(game);
    let mut archive = Archive { words: Vec::new(), nodes: Vec::new(), slots: vec![0; 1 << 10] };
    let mut queue = BinaryHeap::new();
    let mut key = Vec::new();
    write_key(root, game, &mut key);
    archive.insert(&key, u32::MAX, Step::DEAL);
    queue.push((Reverse(0), Reverse(0u32)));
    let mut steps = Vec::new();
    while let Some((_, Reverse(node))) = queue.pop() {
        effort.node()?;
        let state = archive.state(node, game);
        if stuck(&state, game) {
            continue;
        }
        steps.clear();
        carries(&state, game, Splits::Every, |step| steps.push(step));
        if state.may_deal(game) {
            steps.push(Step::DEAL);
        }
        for &step in &steps {
            let mut child = state;
            child.play(game, step);
            key.clear();
            write_key(&child, game, &mut key);
            let Some(number) = archive.insert(&key, node, step) else { continue };
            if child.won() {
                return Ok(Proof::Won(archive.line(number, game, root)));
            }
            queue.push((Reverse(scorer.judge(&child, game).score), Reverse(number)));
        }
        effort.progress.states = effort.progress.states.max(archive.nodes.len() as u64);
        effort.memory(archive.bytes() + queue.capacity() * 8)?;
        if archive.nodes.len() > most {
            return Ok(Proof::Large);
        }
    }
    Ok(Proof::Lost)
}

/// The columns in the order of the key: as they stand while there is a stock, else sorted.
fn order(state: &State, game: &Game) -> [u8; COLUMNS] {
    let mut order = [0; COLUMNS];
    for (c, place) in (0..).zip(&mut order) {
        *place = c;
    }
    if state.left() == 0 {
        order[..usize::from(game.columns)].sort_by_key(|&c| {
            let c = usize::from(c);
            (state.down(c), state.column(c))
        });
    }
    order
}

/// Writes the position out: rows left, then each column's size, face-down cards and runs.
fn write_key(state: &State, game: &Game, key: &mut Vec<u16>) {
    key.push(u16::from(state.left()));
    for &c in &order(state, game)[..usize::from(game.columns)] {
        let column = state.column(usize::from(c));
        key.push((state.down(usize::from(c)) as u16) << 8 | column.len() as u16);
        key.extend(column.iter().map(|run| run.word() as u16));
    }
}

impl Archive {
    fn bytes(&self) -> usize {
        self.words.capacity() * 2 + self.nodes.capacity() * size_of::<Node>() + self.slots.capacity() * 8
    }

    fn key(&self, node: usize) -> &[u16] {
        let end = self.nodes.get(node + 1).map_or(self.words.len(), |next| next.at as usize);
        &self.words[self.nodes[node].at as usize..end]
    }

    /// The state of a node, its columns in the order of the key.
    fn state(&self, node: u32, game: &Game) -> State {
        let key = self.key(node as usize);
        let mut columns = [(0, &key[..0]); COLUMNS];
        let mut rest = &key[1..];
        for column in &mut columns[..usize::from(game.columns)] {
            let (head, tail) = rest.split_first().expect("a key has a head for each column");
            let (runs, tail) = tail.split_at(usize::from(head & 255));
            *column = (head >> 8, runs);
            rest = tail;
        }
        State::assemble(game, key[0] as u8, columns.map(|(down, runs)| (down as u8, runs)))
    }

    /// Adds a position; `None` if it is there already.
    fn insert(&mut self, key: &[u16], parent: u32, step: Step) -> Option<u32> {
        if self.nodes.len() * 2 >= self.slots.len() {
            let mut slots = vec![0; self.slots.len() * 2];
            for node in 0..self.nodes.len() {
                let hash = hash(self.key(node));
                let mut at = hash as usize & (slots.len() - 1);
                while slots[at] != 0 {
                    at = (at + 1) & (slots.len() - 1);
                }
                slots[at] = slot(hash, node);
            }
            self.slots = slots;
        }
        let hash = hash(key);
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at] != 0 {
            let node = (self.slots[at] as u32 - 1) as usize;
            if self.slots[at] >> 32 == hash >> 32 && self.key(node) == key {
                return None;
            }
            at = (at + 1) & mask;
        }
        let node = self.nodes.len();
        self.slots[at] = slot(hash, node);
        self.nodes.push(Node { at: self.words.len() as u32, parent, step });
        self.words.extend_from_slice(key);
        Some(node as u32)
    }

    /// The line to a node, in the columns of the table: keys may have sorted them.
    fn line(&self, node: u32, game: &Game, root: &State) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut at = node;
        while at != 0 {
            steps.push(self.nodes[at as usize].step);
            at = self.nodes[at as usize].parent;
        }
        let mut state = *root;
        let mut line = Vec::with_capacity(steps.len());
        for &step in steps.iter().rev() {
            let order = order(&state, game);
            let step = match step {
                Step::DEAL => Step::DEAL,
                _ => Step::carry(order[step.from()].into(), order[step.to()].into(), step.count()),
            };
            state.play(game, step);
            line.push(step);
        }
        line
    }
}

fn slot(hash: u64, node: usize) -> u64 {
    (hash >> 32) << 32 | (node as u64 + 1)
}

fn hash(key: &[u16]) -> u64 {
    let mut hash = 0x9E37_79B9_7F4A_7C15u64;
    for &word in key {
        hash = (hash ^ u64::from(word)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        hash ^= hash >> 32;
    }
    hash
}
