//! The search: layers ordered by the stock, which are searched in passes until no position is left.
//!
//! Positions compare well if the same number of cards is left to draw. So there is a layer for each number of
//! undrawn cards (and of redeals left), and each layer has queues of positions that wait. A pass goes from
//! the first layer to the last one, expands the most promising positions of each, and puts their successors
//! into their layers, which are the same one or later ones. The next pass expands the next best positions. A
//! pass finds wins as a beam search does. Unlike a beam search, it drops nothing: when the queues are empty,
//! the search has been exhaustive and the deal is lost.
//!
//! *Dominance.* A position need not be expanded if the same columns, foundations, reserve and stock cards
//! were met in the same layer or an earlier one. Proof: the player can always draw, and redeal while redeals
//! are left, so the earlier position leads to the later one.
//!
//! *Diversity.* Many positions differ only in which suits lie where in the columns. Positions with the same
//! [abstract key](abstract_key) are called similar. The first of them is expanded when its turn comes. The
//! others wait in a queue of their own.
//!
//! *Two values.* Two [values](value) estimate how promising a position is. A position waits in a queue ordered
//! by each of them, and the passes take turns: they go by one value or by the other, and take new positions or
//! similar ones first. Where one value misjudges a deal, the other mostly does not.

use super::delayed::Raised;
use super::refuter::Refuter;
use super::value::{self, Values};
use crate::canfield::columns::{Columns, NONE};
use crate::canfield::moves::{Kind, Play};
use crate::canfield::search::transposition::Transpositions;
use crate::canfield::state::{Game, State};
use crate::canfield::stock::below;
use crate::exact::list_bytes;
use crate::{Budget, Why};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

/// The search and its buffers: the positions expanded and those that wait.
pub(super) struct LayeredSearch {
    nodes: Vec<Node>,
    layers: Vec<Layer>,
    /// For each position, the first layer in which it was met, plus one.
    seen: Transpositions,
    values: Values,
    plays: Vec<Play>,
    /// The successors of the position that is expanded.
    children: Vec<(State, Play)>,
    /// The positions of a layer that one pass expands, by the number of the layer; at least one.
    pub(super) width: fn(usize) -> usize,
    /// The number of positions that ever waited.
    count: u32,
    /// The most cards on the foundations in any position expanded.
    pub(super) most_up: u8,
}

/// A position that was expanded, and how it was reached.
struct Node {
    state: State,
    parent: u32,
    play: Play,
}

/// A position that waits to be expanded: the move that leads to it. Of equal values the earlier one comes
/// first.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    value: i32,
    order: Reverse<u32>,
    parent: u32,
    abstract_key: u32,
    play: u64,
}

/// The positions with the same number of undrawn cards.
#[derive(Default)]
struct Layer {
    /// The positions that wait, by each value.
    waiting: [BinaryHeap<Waiting>; value::COUNT],
    /// Those that are similar to a position expanded before.
    similar: [BinaryHeap<Waiting>; value::COUNT],
    /// The [abstract keys](abstract_key) of the positions expanded.
    abstract_keys: HashSet<u32>,
}

impl Layer {
    /// The bytes in use.
    fn bytes(&self) -> usize {
        let waiting = self.waiting.iter().chain(&self.similar).map(BinaryHeap::capacity);
        waiting.sum::<usize>() * size_of::<Waiting>() + self.abstract_keys.capacity() * 2 * size_of::<u32>()
    }

    /// The next position by one of the values, and whether it is from the queue of similar ones. If one queue
    /// is empty, the other one is taken.
    fn pop(&mut self, by: usize, similar_first: bool) -> Option<(Waiting, bool)> {
        let similar = |layer: &mut Layer| layer.similar[by].pop().map(|next| (next, true));
        let other = |layer: &mut Layer| layer.waiting[by].pop().map(|next| (next, false));
        if similar_first {
            similar(self).or_else(|| other(self))
        } else {
            other(self).or_else(|| similar(self))
        }
    }
}

/// The positions of a layer that one pass expands, by the number of undrawn cards. The first half of a win is
/// mostly found by the first passes; what takes long is a move or two near the end of the stock, where there
/// are most positions.
fn width(undrawn: usize) -> usize {
    match undrawn {
        0..5 => 200,
        5..10 => 100,
        10..15 => 50,
        15..20 => 25,
        _ => 12,
    }
}

/// The passes in their order: the value by which a pass takes the positions of a layer, and whether it takes
/// first those that are similar to a position expanded before.
const PASSES: [(usize, bool); 2 * value::COUNT] = [(0, false), (1, false), (0, true), (1, true)];

/// The bits of the layer in the table.
const LAYER_BITS: u32 = 20;
const LAYER: u128 = (1 << LAYER_BITS) - 1;
/// Set in the layer of a position that was expanded or refuted.
const DONE: u128 = 1 << (LAYER_BITS - 1);

/// More columns than the moves of one position can create: each move puts fewer than 64 cards onto others.
const NEW_COLUMNS: usize = 1 << 14;
/// More states than the moves of one position lead to.
const NEW_STATES: usize = 1 << 8;

impl LayeredSearch {
    pub(super) fn new() -> LayeredSearch {
        LayeredSearch {
            nodes: Vec::new(),
            layers: Vec::new(),
            seen: Transpositions::new(LAYER_BITS),
            values: Values::new(),
            plays: Vec::new(),
            children: Vec::new(),
            width,
            count: 0,
            most_up: 0,
        }
    }

    /// The number of positions met.
    pub(super) fn states(&self) -> u64 {
        self.seen.len() as u64
    }

    /// The moves of a win, or `None` if there is none. The start must be in normal form.
    ///
    /// # Errors
    /// The reason why the search ended without a verdict.
    pub(super) fn run(
        &mut self,
        game: &mut Game,
        start: State,
        mut refuter: Option<&mut Refuter>,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Play>>, Why> {
        self.layers.resize_with(layer(&start) + 1, Layer::default);
        self.nodes.push(Node { state: start, parent: 0, play: Play::NONE });
        if self.expand(game, 0, refuter.as_deref_mut(), budget)? {
            return Ok(Some(self.line(game, 0)));
        }
        for &(by, similar_first) in PASSES.iter().cycle() {
            let before = self.nodes.len();
            for at in (0..self.layers.len()).rev() {
                let end = self.nodes.len() + (self.width)(at);
                self.check_memory(game, refuter.as_deref_mut(), budget)?;
                while self.nodes.len() < end {
                    if self.seen.is_full_after(NEW_STATES) {
                        self.check_memory(game, refuter.as_deref_mut(), budget)?;
                        self.seen.grow_watched(budget)?;
                    }
                    let Some(number) =
                        self.take(game, at, by, similar_first, refuter.as_deref_mut(), budget)?
                    else {
                        break;
                    };
                    if self.expand(game, number, refuter.as_deref_mut(), budget)? {
                        return Ok(Some(self.line(game, number)));
                    }
                }
            }
            if self.nodes.len() == before {
                break;
            }
        }
        Ok(None)
    }

    /// Takes the next position of a layer that has to be expanded.
    fn take(
        &mut self,
        game: &mut Game,
        at: usize,
        by: usize,
        similar_first: bool,
        mut refuter: Option<&mut Refuter>,
        budget: &mut Budget,
    ) -> Result<Option<usize>, Why> {
        loop {
            let layer = &mut self.layers[at];
            let Some((waiting, is_similar)) = layer.pop(by, similar_first) else { return Ok(None) };
            let Waiting { parent, abstract_key, play, .. } = waiting;
            if !is_similar && layer.abstract_keys.contains(&abstract_key) {
                layer.similar[by].push(waiting);
                continue;
            }
            let play = Play::from_bits(play);
            let mut state = self.nodes[parent as usize].state;
            game.play(&mut state, play, &mut ());
            let entry = self.seen.entry(game.key(&state) << LAYER_BITS).1;
            if *entry & LAYER != at as u128 + 1 {
                // It was met in an earlier layer meanwhile, or is done.
                continue;
            }
            *entry |= DONE;
            layer.abstract_keys.insert(abstract_key);
            if let Some(refuter) = &mut refuter
                && refuter.refutes(game, &state, budget)?
            {
                continue;
            }
            self.nodes.push(Node { state, parent, play });
            return Ok(Some(self.nodes.len() - 1));
        }
    }

    /// Puts the successors of a position into their layers; returns `true` if the position is won.
    fn expand(
        &mut self,
        game: &mut Game,
        number: usize,
        mut refuter: Option<&mut Refuter>,
        budget: &mut Budget,
    ) -> Result<bool, Why> {
        let state = self.nodes[number].state;
        self.most_up = self.most_up.max(game.cards_up(&state));
        if state.reserve == 0 && state.stock == 0 {
            let raised = game.all_raised(&state);
            if raised.columns == [0; 4] {
                return Ok(true);
            }
        }
        if game.columns.len() > Columns::LIMIT - NEW_COLUMNS {
            return Err(Why::Memory);
        }
        self.plays.clear();
        game.delayed_moves(&state, &mut self.plays);
        self.children.clear();
        for &play in &self.plays {
            budget.spend_node()?;
            let mut child = state;
            game.play(&mut child, play, &mut ());
            self.children.push((child, play));
        }
        // One look-up straight after the other: the processor then fetches several slots at the same time.
        self.children.retain(|(child, _)| {
            let at = layer(child) as u128;
            let entry = self.seen.entry(game.key(child) << LAYER_BITS).1;
            let is_new = *entry & (LAYER & !DONE) <= at;
            if is_new {
                *entry = *entry & !LAYER | (at + 1);
            }
            is_new
        });
        for (child, play) in &self.children {
            if let Some(refuter) = refuter.as_deref_mut()
                && refuter.refutes_at_once(game, child, budget)?
            {
                continue;
            }
            let raised = game.all_raised(child);
            let values = self.values.of(game, child, &raised);
            let abstract_key = abstract_key(game, child, &raised);
            self.count += 1;
            let (order, parent, play) = (Reverse(self.count), number as u32, play.bits());
            let layer = &mut self.layers[layer(child)];
            let queues = match layer.abstract_keys.contains(&abstract_key) {
                true => &mut layer.similar,
                false => &mut layer.waiting,
            };
            for (queue, value) in queues.iter_mut().zip(values) {
                queue.push(Waiting { value, order, parent, abstract_key, play });
            }
        }
        Ok(false)
    }

    /// The bytes in use while a list next grows.
    fn bytes(&self) -> usize {
        let layers: usize = self.layers.iter().map(Layer::bytes).sum();
        // One list after another grows.
        let copy = self.layers.iter().map(Layer::bytes).max().unwrap_or(0) * 2;
        self.seen.peak_bytes_after(NEW_STATES) + list_bytes(&self.nodes, (self.width)(0)) + layers + copy
    }

    fn check_memory(&self, game: &Game, refuter: Option<&mut Refuter>, budget: &Budget) -> Result<(), Why> {
        let own = self.bytes() + game.columns.bytes();
        if let Some(refuter) = refuter {
            let memory = budget.limits.memory;
            if own + refuter.bytes() > memory || refuter.bytes() > memory / 4 {
                refuter.forget();
            }
            refuter.set_room(memory.saturating_sub(own));
        }
        budget.check_memory(own)
    }

    /// The moves to a position; at the end everything that is left goes up.
    fn line(&self, game: &Game, end: usize) -> Vec<Play> {
        let mut line = vec![Play::new(Kind::RaisesOnly, NONE, 0, 0).after([game.layout.ranks; 4])];
        let mut at = end;
        while at != 0 {
            line.push(self.nodes[at].play);
            at = self.nodes[at].parent as usize;
        }
        line.reverse();
        line
    }
}

/// The number of redeals left, and of cards not drawn in this pass through the stock: it never increases.
fn layer(state: &State) -> usize {
    usize::from(state.redeals) * 64 + (state.stock & !below(state.waste_end)).count_ones() as usize
}

/// The key of an abstraction that keeps everything but the columns, and of those the ranks of the top cards,
/// after raising what can be raised. It is a hash: if two of these keys are equal by chance, one position
/// merely waits longer.
fn abstract_key(game: &Game, state: &State, raised: &Raised) -> u32 {
    let mut tops = raised.columns.map(|column| game.columns.top(column) >> 2);
    tops.sort_unstable();
    let tops = tops.iter().fold(0, |key, &top| key << 4 | u64::from(top));
    let up = raised.up.iter().fold(0, |key, &up| key << 4 | u64::from(up));
    let rest = (tops << 16 | up) << 16 | u64::from(state.reserve) << 8 | u64::from(state.redeals);
    let mixed = (state.stock ^ rest.wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    ((mixed ^ mixed >> 29).wrapping_mul(0x94D0_49BB_1331_11EB) >> 32) as u32
}
