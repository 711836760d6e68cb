//! Exhaustive search: visits every reachable position, so that a loss is proved.
//!
//! Best-first search with exact keys. A key is the whole position written out. Once the stock is empty its
//! columns are sorted, because the order of the columns matters only to a deal. Keys are compared word by
//! word, so a hash collision cannot merge two positions. The only pruning is [`is_dead`].

use crate::exact::{Found, OpenTable};
use crate::spider::heuristic::Heuristic;
use crate::spider::moves::{Splits, Step, carries};
use crate::spider::prunings::is_dead;
use crate::spider::run::Run;
use crate::spider::state::{Builder, COLUMNS, Game, State};
use crate::{Budget, Why};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The result of an exhaustive search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exhaustion {
    /// A winning line was found.
    Won(Vec<Step>),
    /// Every reachable position was visited, and none is won.
    Lost,
    /// There are more positions than the search was allowed to visit.
    TooLarge,
}

/// A position that was reached.
struct Node {
    /// The index of the first word of its key.
    key_start: u32,
    /// The node it was reached from.
    parent: u32,
    /// The step from the parent. Its columns are numbered in the order of the parent's key.
    step: Step,
}

/// The positions reached so far, each once.
struct Transpositions {
    /// The keys of all nodes, one behind another.
    words: Vec<u16>,
    nodes: Vec<Node>,
    /// In the low half, node numbers plus one; in the high half, the high half of the hash of the key.
    index: OpenTable<u64>,
}

/// Visits all positions that can be reached from `root`, but at most `most`.
///
/// # Errors
/// The reason why the budget ended the search.
pub fn exhaust(game: &Game, root: &State, most: usize, budget: &mut Budget<'_>) -> Result<Exhaustion, Why> {
    if root.is_won() {
        return Ok(Exhaustion::Won(Vec::new()));
    }
    let heuristic = Heuristic::by_hand(game);
    let mut known = Transpositions { words: Vec::new(), nodes: Vec::new(), index: OpenTable::new(1 << 10) };
    let mut open = BinaryHeap::new();
    let mut key = Vec::new();
    write_key(root, game, &mut key);
    known.make_room(key.len(), 0, budget)?;
    known.insert(&key, u32::MAX, Step::DEAL);
    open.push((Reverse(0), Reverse(0u32)));
    let mut steps = Vec::new();
    while let Some((_, Reverse(node))) = open.pop() {
        budget.spend_node()?;
        let state = known.state(node, game);
        if is_dead(&state, game) {
            continue;
        }
        steps.clear();
        carries(&state, game, Splits::Every, |step| steps.push(step));
        if state.may_deal(game) {
            steps.push(Step::DEAL);
        }
        budget.hasten(steps.len() as u64);
        let grows = open.len() + steps.len() > open.capacity();
        let waiting = open.capacity() * size_of::<(Reverse<i32>, Reverse<u32>)>() * if grows { 3 } else { 1 };
        budget.check_memory(known.bytes() + waiting)?;
        for &step in &steps {
            let mut child = state;
            child.play(game, step);
            key.clear();
            write_key(&child, game, &mut key);
            known.make_room(key.len(), waiting, budget)?;
            let Some(number) = known.insert(&key, node, step) else { continue };
            if child.is_won() {
                return Ok(Exhaustion::Won(known.line(number, game, root)));
            }
            open.push((Reverse(heuristic.evaluate(&child, game).value), Reverse(number)));
        }
        budget.progress.states = budget.progress.states.max(known.nodes.len() as u64);
        if known.nodes.len() > most {
            return Ok(Exhaustion::TooLarge);
        }
    }
    Ok(Exhaustion::Lost)
}

/// The columns in the order of the key: from left to right while there is a stock, and sorted after that.
fn key_order(state: &State, game: &Game) -> [u8; COLUMNS] {
    let mut order = [0; COLUMNS];
    for (c, place) in (0..).zip(&mut order) {
        *place = c;
    }
    if state.rows_left() == 0 {
        order[..usize::from(game.columns)].sort_by_key(|&c| {
            let c = usize::from(c);
            (state.face_down(c), state.column(c))
        });
    }
    order
}

/// Writes a position out: the rows left, then for each column its face-down cards, its number of runs, and
/// its runs.
fn write_key(state: &State, game: &Game, key: &mut Vec<u16>) {
    key.push(u16::from(state.rows_left()));
    for &c in &key_order(state, game)[..usize::from(game.columns)] {
        let column = state.column(usize::from(c));
        key.push((state.face_down(usize::from(c)) as u16) << 8 | column.len() as u16);
        key.extend(column.iter().map(|run| run.word() as u16));
    }
}

impl Transpositions {
    /// The bytes in use.
    fn bytes(&self) -> usize {
        self.words.capacity() * 2 + self.nodes.capacity() * size_of::<Node>() + self.index.bytes()
    }

    /// Makes room for another position with a key of `words` words, while `others` bytes are in use elsewhere.
    ///
    /// # Errors
    /// [`Why::Memory`] if the old and the new lists together would pass the limit, or positions could no
    /// longer be numbered; otherwise the reason why the search must end.
    #[inline]
    fn make_room(&mut self, words: usize, others: usize, budget: &mut Budget<'_>) -> Result<(), Why> {
        let full =
            self.words.len() + words > self.words.capacity() || self.nodes.len() == self.nodes.capacity();
        if full || self.index.is_crowded() { self.widen(words, others, budget) } else { Ok(()) }
    }

    #[cold]
    fn widen(&mut self, words: usize, others: usize, budget: &mut Budget<'_>) -> Result<(), Why> {
        if self.words.len() + words > self.words.capacity() {
            // A node has 32 bits for the place of its key.
            if self.words.len() + words > u32::MAX as usize {
                return Err(Why::Memory);
            }
            let more = self.words.capacity().max(1 << 12);
            budget.check_memory(others + self.bytes() + (self.words.capacity() + more) * 2)?;
            self.words.reserve_exact(more);
        }
        if self.nodes.len() == self.nodes.capacity() {
            let more = self.nodes.capacity().max(1 << 8);
            budget
                .check_memory(others + self.bytes() + (self.nodes.capacity() + more) * size_of::<Node>())?;
            self.nodes.reserve_exact(more);
        }
        if self.index.is_crowded() {
            budget.check_memory(others + self.bytes() - self.index.bytes() + self.index.peak_bytes())?;
            let mut index = std::mem::replace(&mut self.index, OpenTable::new(2));
            index.grow_watched(|slot| hash(self.key(slot as u32 as usize - 1)), budget)?;
            self.index = index;
        }
        Ok(())
    }

    fn key(&self, node: usize) -> &[u16] {
        let end = self.nodes.get(node + 1).map_or(self.words.len(), |next| next.key_start as usize);
        &self.words[self.nodes[node].key_start as usize..end]
    }

    /// The state of a node, with its columns in the order of the key.
    fn state(&self, node: u32, game: &Game) -> State {
        let key = self.key(node as usize);
        let mut builder = Builder::new(key[0] as u8);
        let mut rest = &key[1..];
        for _ in 0..game.columns {
            let (head, tail) = rest.split_first().expect("a key has a head for each column");
            let (runs, tail) = tail.split_at(usize::from(head & 255));
            builder.column(usize::from(head >> 8), runs.iter().map(|&word| Run::from_word(word)));
            rest = tail;
        }
        builder.finish()
    }

    /// Adds a position, for which [`make_room`](Self::make_room) has made room, and returns its number; `None`
    /// if it is known.
    fn insert(&mut self, key: &[u16], parent: u32, step: Step) -> Option<u32> {
        let hash = hash(key);
        let tag = hash >> 32;
        // The tag makes most comparisons of keys unnecessary; it never decides.
        let same = |slot: u64| slot >> 32 == tag && self.key(slot as u32 as usize - 1) == key;
        let Found::Vacant(at) = self.index.find(hash, same) else { return None };
        let node = self.nodes.len() as u32;
        self.index.occupy(at, tag << 32 | u64::from(node + 1));
        self.nodes.push(Node { key_start: self.words.len() as u32, parent, step });
        self.words.extend_from_slice(key);
        Some(node)
    }

    /// The line from the root to a node, with the columns numbered as on the table.
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
            let order = key_order(&state, game);
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

fn hash(key: &[u16]) -> u64 {
    let mut hash = 0x9E37_79B9_7F4A_7C15u64;
    for &word in key {
        hash = (hash ^ u64::from(word)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        hash ^= hash >> 32;
    }
    hash
}
