//! The search: best first, by the heuristic values of the generic solver.
//!
//! Eager searches come first. They raise every card that can be raised, take positions for equal that differ only
//! in the suits of their cards, and do not move a card twice in a row. They find most wins soon, and prove nothing
//! else. The exact search after them raises only safe cards and compares whole keys.

use super::game::{Game, Key, LAST_WORD, NONE as NO_CARD};
use super::moves::{Raise, Step, each_step, next_up, raise};
use super::prunings::is_dead;
use super::state::State;
use crate::exact::{Found, OpenTable, list_bytes, make_room};
use crate::generic::heuristic::{Features, Weights, values};
use crate::generic::open_lists::{LISTS, Linked, NONE, OpenLists};
use crate::{Budget, Why};

/// The most nodes of the quick search, an eager one with weights of its own. Few deals take more, and those are
/// mostly easy with other weights.
const QUICK_NODES: u64 = 5_000;
/// The most nodes of the eager search.
const EAGER_NODES: u64 = 3_000_000;
/// The bits above a key in its last word: the step from the parent, and whether the node was taken.
const STEP_SHIFT: u32 = 30;
const TAKEN: u64 = 1 << 63;
/// The most slots and nodes that are kept from one search to the next.
const KEPT: usize = 1 << 16;
/// The slots of a table at the start of a search.
const SLOTS: usize = 1 << 10;

/// The weights of the heuristic values of a search.
type Values = [Weights; LISTS];

/// A position that was met, and how it was reached.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Its key, the step that led to it, and whether it was taken.
    packed: Key,
    /// The node it was reached from.
    parent: u32,
    /// The next node in each open list.
    next: [u32; LISTS],
}

impl Node {
    fn new(key: &Key, parent: u32, step: Step, depth: u16) -> Node {
        let step = u64::from(step.card) | u64::from(step.to) << 6 | u64::from(depth) << 12;
        Node { packed: [key[0], key[1], key[2] | step << STEP_SHIFT], parent, next: [NONE; LISTS] }
    }

    fn depth(&self) -> u16 {
        (self.packed[2] >> (STEP_SHIFT + 12)) as u16
    }

    fn key(&self) -> Key {
        [self.packed[0], self.packed[1], self.packed[2] & LAST_WORD]
    }

    fn step(&self) -> Step {
        let step = self.packed[2] >> STEP_SHIFT;
        Step { card: step as u8 & 63, to: (step >> 6) as u8 & 63 }
    }
}

/// The positions met by a search.
#[derive(Debug, Default)]
struct Nodes(Vec<Node>);

impl Linked for Nodes {
    #[inline]
    fn links(&mut self, id: u32) -> &mut [u32; LISTS] {
        &mut self.0[id as usize].next
    }

    #[inline]
    fn take(&mut self, id: u32) -> bool {
        let word = &mut self.0[id as usize].packed[2];
        let fresh = *word & TAKEN == 0;
        *word |= TAKEN;
        fresh
    }
}

/// A search, with buffers that it keeps from one position to the next.
#[derive(Debug)]
pub struct Search {
    nodes: Nodes,
    /// The nodes by their exact keys; unused by the eager search.
    index: OpenTable<u32>,
    /// The hashes, without suits, of what the eager search met.
    alike: OpenTable<u64>,
    open: OpenLists,
    /// The weights of the search that is running.
    weights: &'static Values,
}

impl Default for Search {
    fn default() -> Search {
        Search {
            nodes: Nodes::default(),
            index: OpenTable::new(SLOTS),
            alike: OpenTable::new(SLOTS),
            open: OpenLists::new(),
            weights: &[Weights::NONE; LISTS],
        }
    }
}

impl Search {
    /// The steps of a win, with the cards that are raised after each; `None` if there is none.
    ///
    /// # Errors
    /// The reason why the search ended early.
    pub fn win(&mut self, game: &Game, start: &State, budget: &mut Budget) -> Result<Option<Vec<Step>>, Why> {
        if game.eager {
            let quick = game.quick_weights.map(|weights| (weights, QUICK_NODES));
            for (weights, nodes) in quick.into_iter().chain([(game.weights, EAGER_NODES)]) {
                // With few nodes left, the search that can prove a loss gets most of them.
                let left = budget.limits.nodes.saturating_sub(budget.progress.nodes);
                let end = budget.progress.nodes.saturating_add(nodes.min(left / 2));
                match self.search::<true>(game, start, weights, end, budget) {
                    Ok(Some(steps)) => return Ok(Some(steps)),
                    // The eager search may be out of memory where the other one still has hope; it will say.
                    Ok(None) | Err(Why::Memory) => {}
                    Err(why) => return Err(why),
                }
            }
        }
        self.search::<false>(game, start, game.weights, u64::MAX, budget)
    }

    /// Searches until `end` nodes are spent; `None` then as well.
    fn search<const EAGER: bool>(
        &mut self,
        game: &Game,
        start: &State,
        weights: &'static Values,
        end: u64,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Step>>, Why> {
        let which = if EAGER { Raise::All } else { Raise::Safe };
        self.weights = weights;
        self.nodes.0.clear();
        self.nodes.0.shrink_to(KEPT);
        self.open.clear();
        // Each search uses one of the tables.
        self.index.reset(if EAGER { 2 } else { SLOTS }, KEPT);
        self.alike.reset(if EAGER { SLOTS } else { 2 }, KEPT);
        budget.spend_node()?;
        let mut first = *start;
        let mut steps = Vec::new();
        raise(game, &mut first, which, |step| steps.push(step));
        if first.left == 0 {
            return Ok(Some(steps));
        }
        let nothing = Step { card: 0, to: 0 };
        if self.insert::<EAGER>(&first, NONE, nothing, 0, budget)? {
            self.open.push(&mut self.nodes, 0, evaluate(game, weights, &first, 0));
        }
        // Most positions follow one that was taken shortly before, whose state is then at hand.
        let mut recent = [(0, first); LISTS];
        let mut turn = 0;
        while let Some(id) = self.open.pop(&mut self.nodes) {
            if budget.progress.nodes >= end {
                return Ok(None);
            }
            let node = self.nodes.0[id as usize];
            turn = (turn + 1) % LISTS;
            match (0..LISTS).find(|&at| recent[at].0 == node.parent) {
                Some(at) => {
                    let step = node.step();
                    if at != turn {
                        recent[turn].1 = recent[at].1;
                    }
                    take(game, &mut recent[turn].1, step, which);
                }
                None => recent[turn].1 = State::unpack(game, &node.key()),
            }
            recent[turn].0 = id;
            let state = &recent[turn].1;
            if game.dead_test && is_dead(game, state) {
                continue;
            }
            let mut found = Ok(None);
            // What a card reaches in two moves in a row, it mostly reaches in one.
            let just_moved = if EAGER && node.parent != NONE { node.step().card } else { NO_CARD };
            each_step(game, state, |step| {
                if step.card == just_moved {
                    return;
                }
                if found == Ok(None) {
                    found = self.child::<EAGER>(game, state, id, step, budget);
                }
            });
            if let Some(step) = found? {
                return Ok(Some(self.path(game, start, id, step, which)));
            }
            budget.progress.states = self.nodes.0.len() as u64;
        }
        Ok(None)
    }

    /// Adds the position after a step; returns the step if it wins.
    #[inline]
    fn child<const EAGER: bool>(
        &mut self,
        game: &Game,
        state: &State,
        id: u32,
        step: Step,
        budget: &mut Budget,
    ) -> Result<Option<Step>, Why> {
        budget.spend_node()?;
        let mut child = *state;
        take(game, &mut child, step, if EAGER { Raise::All } else { Raise::Safe });
        if child.left == 0 {
            return Ok(Some(step));
        }
        // The depth only orders the search, so it may stop growing.
        let depth = self.nodes.0[id as usize].depth().saturating_add(1);
        if self.insert::<EAGER>(&child, id, step, depth, budget)? {
            let id = self.nodes.0.len() as u32 - 1;
            self.open.push(&mut self.nodes, id, evaluate(game, self.weights, &child, depth));
        }
        Ok(None)
    }

    /// Adds a position as the last node; returns `false` if it is known.
    #[inline]
    fn insert<const EAGER: bool>(
        &mut self,
        state: &State,
        parent: u32,
        step: Step,
        depth: u16,
        budget: &mut Budget,
    ) -> Result<bool, Why> {
        if EAGER {
            if !self.insert_alike(state.likeness | 1, budget)? {
                return Ok(false);
            }
        } else {
            let nodes = &self.nodes.0;
            let is_key = |slot: u32| nodes[slot as usize - 1].key() == state.key;
            let Found::Vacant(mut at) = self.index.find(hash(&state.key), is_key) else { return Ok(false) };
            if self.nodes.0.len() == self.nodes.0.capacity() || self.index.is_crowded() {
                let others = self.alike.bytes();
                let hash_of = |node: &Node| hash(&node.key());
                make_room(&mut self.nodes.0, &mut self.index, SLOTS, others, hash_of, budget)?;
                if let Found::Vacant(vacant) = self.index.find(hash(&state.key), |_| false) {
                    at = vacant;
                }
            }
            self.index.occupy(at, self.nodes.0.len() as u32 + 1);
        }
        self.nodes.0.push(Node::new(&state.key, parent, step, depth));
        Ok(true)
    }

    /// Notes a hash that forgets suits; returns `false` if it is known.
    fn insert_alike(&mut self, likeness: u64, budget: &mut Budget) -> Result<bool, Why> {
        let Found::Vacant(at) = self.alike.find(likeness >> 20, |slot| slot == likeness) else {
            return Ok(false);
        };
        self.alike.occupy(at, likeness);
        let nodes = list_bytes(&self.nodes.0, 1);
        if self.nodes.0.len() == self.nodes.0.capacity() || self.alike.is_crowded() {
            budget.check_memory(self.index.bytes() + nodes + self.alike.peak_bytes())?;
        }
        if self.alike.is_crowded() {
            self.alike.grow_watched(|slot| slot >> 20, budget)?;
        }
        Ok(true)
    }

    /// The steps to a node and on to its child, with the cards that are raised after each.
    fn path(&self, game: &Game, start: &State, id: u32, last: Step, which: Raise) -> Vec<Step> {
        let mut steps = vec![last];
        let mut at = id;
        while self.nodes.0[at as usize].parent != NONE {
            let node = &self.nodes.0[at as usize];
            steps.push(node.step());
            at = node.parent;
        }
        let mut state = *start;
        let mut line = Vec::with_capacity(2 * steps.len());
        raise(game, &mut state, which, |step| line.push(step));
        for step in steps.into_iter().rev() {
            state.put(game, step.card, step.to);
            line.push(step);
            raise(game, &mut state, which, |step| line.push(step));
        }
        line
    }
}

/// Plays a step, and raises cards after it.
#[inline]
fn take(game: &Game, state: &mut State, step: Step, which: Raise) {
    state.put(game, step.card, step.to);
    raise(game, state, which, |_| {});
}

/// A hash of a key.
#[inline]
fn hash(key: &Key) -> u64 {
    let fold = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        product as u64 ^ (product >> 64) as u64
    };
    let first = fold(key[0] ^ 0x9E37_79B9_7F4A_7C15, key[1] ^ 0xD6E8_FEB8_6659_FD93);
    fold(first ^ key[2], 0x9E37_79B9_7F4A_7C15)
}

/// The values of a position; lower is better.
#[inline]
fn evaluate(game: &Game, weights: &Values, state: &State, depth: u16) -> [u16; LISTS] {
    let buried = (0..4).filter_map(|suit| next_up(game, state, suit)).map(|card| state.over(card));
    let features = Features {
        left: i32::from(state.left),
        hidden: if state.down == 0 { 0 } else { state.down.count_ones() as i32 },
        breaks: i32::from(state.breaks),
        blocks: i32::from(state.blocks),
        held: i32::from(state.held),
        buried: buried.map(i32::from).sum(),
        cells: i32::from(state.in_cells),
        spaces: i32::from(state.spaces),
        ..Features::default()
    };
    values(weights, &features, depth)
}
