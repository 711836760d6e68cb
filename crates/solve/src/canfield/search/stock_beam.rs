//! Stock-ordered beam: a beam search with a layer for each number of cards left to draw.
//!
//! It is for games in which one card is drawn at a time and redeals are limited. States compare well if the
//! same number of cards is left to draw, so there is a layer for each place in the stock, in each pass. A layer
//! is searched best first for a given number of states; states that a move leads to are put into the layer
//! that they belong to. The last layer has nothing left to draw.
//!
//! *Dominance.* A state is dropped if the same piles were met with at least as many cards left to draw. Proof:
//! the player may draw (and redeal) without playing a card, so the earlier state leads to the later one.
//!
//! *Losses.* If no layer had to leave a state out, then every state was searched or dominated, and a loss is
//! proved.
//!
//! Many states differ only in the suits of cards inside the columns. Of the states in a layer that are
//! [similar](abstract_key), the best is taken first; the others are deferred until no other state is left.

use super::heuristic;
use crate::canfield::layout::Layout;
use crate::canfield::moves::Play;
use crate::canfield::search::transposition::Transpositions;
use crate::canfield::state::{Game, State};
use crate::canfield::stock::below;
use crate::{Budget, Why};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

pub(in crate::canfield) use super::End;

/// The stock-ordered beam and its buffers.
pub(in crate::canfield) struct StockBeam {
    /// The states taken, with the moves that led to them.
    nodes: Vec<Node>,
    /// The states that wait, by [layer].
    layers: Vec<BinaryHeap<Open>>,
    /// The [abstract keys](abstract_key) of the states taken in this layer.
    abstract_keys: HashSet<u64>,
    /// The deferred states of this layer, best first.
    similar: Vec<Open>,
    seen: Transpositions,
    plays: Vec<Play>,
    /// The most cards on the foundations in any position met.
    pub(in crate::canfield) most_up: u8,
}

struct Node {
    state: State,
    parent: u32,
    play: Play,
}

/// A state that waits, given by the move that leads to it. Of equal values, the one generated first comes
/// first.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Open {
    value: i32,
    order: Reverse<u32>,
    parent: u32,
    play: u64,
}

/// The value bits of the table: the first layer in which the state was met, plus one.
const VALUE_BITS: u32 = 20;
const LAYER: u128 = (1 << VALUE_BITS) - 1;

impl StockBeam {
    pub(in crate::canfield) fn new() -> StockBeam {
        StockBeam {
            nodes: Vec::new(),
            layers: Vec::new(),
            abstract_keys: HashSet::new(),
            similar: Vec::new(),
            seen: Transpositions::new(VALUE_BITS),
            plays: Vec::new(),
            most_up: 0,
        }
    }

    /// Returns `true` if one card is drawn at a time and redeals are limited.
    pub(in crate::canfield) fn applies(layout: &Layout) -> bool {
        layout.draws.draw() == 1 && !layout.unlimited
    }

    /// Searches for a win and takes at most `width` states in each layer.
    pub(in crate::canfield) fn run(
        &mut self,
        game: &mut Game,
        start: State,
        width: usize,
        budget: &mut Budget,
    ) -> Result<End, Why> {
        self.nodes.clear();
        self.seen.clear(VALUE_BITS);
        let mut state = start;
        game.normalize(&mut state, &mut ());
        let first = layer(&state);
        self.layers.clear();
        self.layers.resize_with(first + 1, BinaryHeap::new);
        self.nodes.push(Node { state, parent: 0, play: Play::NONE });
        let mut order = 0;
        if self.expand(game, 0, &mut order, budget)? {
            return Ok(End::Won(self.line(0)));
        }
        let mut complete = true;
        for at in (0..=first).rev() {
            let mut left = width;
            self.abstract_keys.clear();
            self.similar.clear();
            let mut similar_taken = 0;
            loop {
                let waiting = self.layers[at].pop();
                let Some(open) = waiting.or_else(|| self.similar.get(similar_taken).copied()) else { break };
                similar_taken += usize::from(waiting.is_none());
                if left == 0 {
                    complete = false;
                    break;
                }
                let mut state = self.nodes[open.parent as usize].state;
                let play = Play::from_bits(open.play);
                game.play(&mut state, play, &mut ());
                let entry = *self.seen.entry(game.key(&state) << VALUE_BITS).1;
                if entry & LAYER != at as u128 + 1 {
                    // Since then it was met with more cards left to draw.
                    continue;
                }
                if waiting.is_some() && !self.abstract_keys.insert(abstract_key(game, &state)) {
                    self.similar.push(open);
                    continue;
                }
                left -= 1;
                if left.is_multiple_of(256) || self.seen.is_full_after(64) {
                    self.check_memory(game, budget)?;
                }
                if self.seen.is_full_after(64) {
                    self.seen.grow_watched(budget)?;
                }
                let node = self.nodes.len();
                self.nodes.push(Node { state, parent: open.parent, play });
                if self.expand(game, node, &mut order, budget)? {
                    return Ok(End::Won(self.line(node)));
                }
            }
            self.layers[at] = BinaryHeap::new();
        }
        Ok(if complete { End::Exhausted } else { End::Incomplete })
    }

    /// Puts the successors of a node into their layers. Returns `true` if the node is won.
    fn expand(
        &mut self,
        game: &mut Game,
        node: usize,
        order: &mut u32,
        budget: &mut Budget,
    ) -> Result<bool, Why> {
        let state = self.nodes[node].state;
        self.most_up = self.most_up.max(game.cards_up(&state));
        if game.is_won(&state) {
            return Ok(true);
        }
        self.plays.clear();
        game.table_moves(&state, &mut self.plays);
        game.stock_moves(&state, game.reachable(&state), &mut self.plays);
        game.reversible_moves(&state, &mut self.plays);
        for at in 0..self.plays.len() {
            let play = self.plays[at];
            budget.spend_node()?;
            let mut child = state;
            game.play(&mut child, play, &mut ());
            let at = layer(&child);
            let entry = self.seen.entry(game.key(&child) << VALUE_BITS).1;
            if *entry & LAYER < at as u128 + 1 {
                *entry = *entry & !LAYER | (at as u128 + 1);
                let value = heuristic::value(game, &child);
                *order += 1;
                let open = Open { value, order: Reverse(*order), parent: node as u32, play: play.bits() };
                self.layers[at].push(open);
            }
        }
        Ok(false)
    }

    fn check_memory(&self, game: &Game, budget: &Budget) -> Result<(), Why> {
        // While a list grows, its old and its new memory are both in use.
        let nodes = self.nodes.capacity() + self.nodes.capacity() / 2;
        let waiting = self.layers.iter().map(BinaryHeap::capacity).sum::<usize>() + self.similar.capacity();
        let waiting = waiting * size_of::<Open>() + self.abstract_keys.capacity() * 2 * size_of::<u64>();
        let own = self.seen.peak_bytes_after(64) + nodes * size_of::<Node>() + waiting + game.columns.bytes();
        budget.check_memory(own)
    }

    /// The moves that lead to a node.
    fn line(&self, node: usize) -> Vec<Play> {
        let mut line = Vec::new();
        let mut at = node;
        while at != 0 {
            line.push(self.nodes[at].play);
            at = self.nodes[at].parent as usize;
        }
        line.reverse();
        line
    }
}

/// The number of a state's layer: the redeals left, and the cards left to draw in this pass. No move makes it
/// larger.
pub(in crate::canfield) fn layer(state: &State) -> usize {
    usize::from(state.redeals) * 64 + (state.stock & !below(state.waste_end)).count_ones() as usize
}

/// A hash of the abstraction that keeps everything but the cards under the top cards of the columns.
///
/// Two abstract states may have the same hash. This changes the order in which states are taken, but leaves
/// none out.
fn abstract_key(game: &Game, state: &State) -> u64 {
    let mut columns = state
        .columns
        .map(|column| game.columns.cards(column).count_ones() << 6 | u32::from(game.columns.top(column)));
    columns.sort_unstable();
    let up = state.up.iter().fold(0, |key, &up| key << 4 | u64::from(up));
    let rest = up << 16 | u64::from(state.reserve) << 8 | u64::from(state.redeals);
    let words = columns.iter().map(|&column| u64::from(column)).chain([rest]);
    words.fold(state.stock, |key, word| {
        let mixed = (key ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) ^ mixed >> 32
    })
}
