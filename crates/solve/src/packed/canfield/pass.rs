//! A beam along the stock: the most promising positions for each number of cards drawn. It wins
//! where passes are few and depth-first search loses its way; and where it had to leave nothing out,
//! it has proved a loss.
//!
//! Positions compare well when as many cards have been drawn; so there is a layer for every place in
//! the stock (and every redeal left), each of them searched best first for so many positions, what
//! needs more draws waiting in its own layer. One may always draw on (and turn over), so a position
//! met before with as much undrawn, or more, has nothing new.
//!
//! Many positions differ only in which suits lie deep inside the columns. Of those that look alike
//! from above only the most promising is taken at first; the others wait until no unlike one is left.

use super::heaps::Heaps;
use super::late::Lifted;
use super::layout::Layout;
use super::moves::Play;
use super::promise::second_promise;
use super::state::{Ground, State};
use super::table::Table;
use super::talon::below;
use crate::{Effort, Why};
use std::collections::{BinaryHeap, HashSet};

/// The positions looked at and those waiting.
pub(super) struct Pass {
    nodes: Vec<Node>,
    layers: Vec<BinaryHeap<Open>>,
    /// What the positions taken in this layer look like from above.
    looks: HashSet<u64>,
    /// Positions of this layer that look like one taken, in the order they came up.
    alike: Vec<Open>,
    seen: Table,
    plays: Vec<Play>,
    /// The most cards on the foundations in any position met.
    pub(super) most_up: u8,
}

struct Node {
    state: State,
    parent: u32,
    play: Play,
}

/// A position not made yet: the move that leads to it, and how much is hoped of it. Of equals the
/// one met first comes first.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Open {
    promise: i32,
    order: std::cmp::Reverse<u32>,
    parent: u32,
    play: u64,
}

/// How a beam ended.
pub(super) enum Ended {
    /// With these moves to a win.
    Won(Vec<Play>),
    /// Nothing was left out, and there is no win.
    Lost,
    /// Positions were left out.
    Cut,
}

/// The positions that asking the heap game about one position may cost: what it does not answer is
/// not lost, for what it found out is kept and the next questions are much the same.
const HEAPS_ALLOWED: u64 = 5;

/// The bits kept besides the name: the first layer in which the position was met, plus one.
const KEPT: u32 = 20;
const LAYER: u128 = (1 << KEPT) - 1;

impl Pass {
    pub(super) fn new() -> Pass {
        Pass {
            nodes: Vec::new(),
            layers: Vec::new(),
            looks: HashSet::new(),
            alike: Vec::new(),
            seen: Table::new(KEPT),
            plays: Vec::new(),
            most_up: 0,
        }
    }

    /// Is there a stock to go along under these rules? One card at a time, a limited number of times.
    pub(super) fn applies(layout: &Layout) -> bool {
        layout.talon.draw() == 1 && !layout.unlimited
    }

    /// The moves of a win, if `width` positions a layer find one.
    pub(super) fn run(
        &mut self,
        ground: &mut Ground,
        start: State,
        width: usize,
        mut heaps: Option<&mut Heaps>,
        effort: &mut Effort,
    ) -> Result<Ended, Why> {
        self.nodes.clear();
        self.seen.clear(KEPT);
        let mut state = start;
        ground.settle(&mut state, &mut ());
        let first = layer(&state);
        self.layers.clear();
        self.layers.resize_with(first + 1, BinaryHeap::new);
        self.nodes.push(Node { state, parent: 0, play: Play::NONE });
        let mut order = 0;
        if self.expand(ground, 0, &mut order, effort)? {
            return Ok(Ended::Won(self.path(0)));
        }
        let mut whole = true;
        for at in (0..=first).rev() {
            let mut left = width;
            self.looks.clear();
            self.alike.clear();
            let mut taken_up = 0;
            loop {
                let unlike = self.layers[at].pop();
                let Some(open) = unlike.or_else(|| self.alike.get(taken_up).copied()) else { break };
                taken_up += usize::from(unlike.is_none());
                if left == 0 {
                    whole = false;
                    break;
                }
                let mut state = self.nodes[open.parent as usize].state;
                let play = Play::from_bits(open.play);
                ground.play(&mut state, play, &mut ());
                let entry = *self.seen.entry(ground.name(&state) << KEPT).1;
                if entry & LAYER != at as u128 + 1 {
                    // Met meanwhile with more cards undrawn.
                    continue;
                }
                if unlike.is_some() && !self.looks.insert(look(ground, &state)) {
                    self.alike.push(open);
                    continue;
                }
                if let Some(heaps) = &mut heaps
                    && heaps.refutes(&ground.layout, &state, ground.tableau(&state), HEAPS_ALLOWED, effort)?
                {
                    continue;
                }
                left -= 1;
                if left.is_multiple_of(256) {
                    self.check_memory(ground, heaps.as_deref_mut(), effort)?;
                }
                let number = self.nodes.len();
                self.nodes.push(Node { state, parent: open.parent, play });
                if self.expand(ground, number, &mut order, effort)? {
                    return Ok(Ended::Won(self.path(number)));
                }
            }
            self.layers[at] = BinaryHeap::new();
        }
        Ok(if whole { Ended::Lost } else { Ended::Cut })
    }

    /// Puts all children of a position into their layers; is it won?
    fn expand(
        &mut self,
        ground: &mut Ground,
        number: usize,
        order: &mut u32,
        effort: &mut Effort,
    ) -> Result<bool, Why> {
        let state = self.nodes[number].state;
        self.most_up = self.most_up.max(ground.cards_up(&state));
        if ground.is_won(&state) {
            return Ok(true);
        }
        self.plays.clear();
        ground.table_moves(&state, &mut self.plays);
        ground.stock_moves(&state, ground.reachable(&state), &mut self.plays);
        ground.idle_moves(&state, &mut self.plays);
        for at in 0..self.plays.len() {
            let play = self.plays[at];
            effort.node()?;
            let mut child = state;
            ground.play(&mut child, play, &mut ());
            let at = layer(&child);
            let entry = self.seen.entry(ground.name(&child) << KEPT).1;
            if *entry & LAYER < at as u128 + 1 {
                *entry = *entry & !LAYER | (at as u128 + 1);
                let promise = second_promise(ground, &child, &Lifted::of(&child));
                *order += 1;
                let open = Open {
                    promise,
                    order: std::cmp::Reverse(*order),
                    parent: number as u32,
                    play: play.bits(),
                };
                self.layers[at].push(open);
            }
        }
        Ok(false)
    }

    fn check_memory(&self, ground: &Ground, heaps: Option<&mut Heaps>, effort: &Effort) -> Result<(), Why> {
        // A list that grows is there twice for a while.
        let nodes = self.nodes.capacity() + self.nodes.capacity() / 2;
        let waiting = self.layers.iter().map(BinaryHeap::capacity).sum::<usize>() + self.alike.capacity();
        let waiting = waiting * size_of::<Open>() + self.looks.capacity() * 2 * size_of::<u64>();
        let own = self.seen.next_bytes() + nodes * size_of::<Node>() + waiting + ground.columns.bytes();
        if let Some(heaps) = heaps
            && own + heaps.bytes() > effort.limits.memory
        {
            // The refutations found can be found again.
            heaps.forget();
        }
        effort.memory(own)
    }

    fn path(&self, end: usize) -> Vec<Play> {
        let mut path = Vec::new();
        let mut at = end;
        while at != 0 {
            path.push(self.nodes[at].play);
            at = self.nodes[at].parent as usize;
        }
        path.reverse();
        path
    }
}

/// Redeals left and cards not drawn in this pass: what can only become less.
pub(super) fn layer(state: &State) -> usize {
    usize::from(state.redeals) * 64 + (state.stock & !below(state.cut)).count_ones() as usize
}

/// What a position looks like from above: all but the cards in the columns under the top ones. Two that
/// look different may by chance have one number; then one of them waits with those that look alike.
fn look(ground: &Ground, state: &State) -> u64 {
    let mut columns = state
        .cols
        .map(|column| ground.columns.mask(column).count_ones() << 6 | u32::from(ground.columns.tail(column)));
    columns.sort_unstable();
    let up = state.up.iter().fold(0, |key, &up| key << 4 | u64::from(up));
    let rest = up << 16 | u64::from(state.reserve) << 8 | u64::from(state.redeals);
    let words = columns.iter().map(|&column| u64::from(column)).chain([rest]);
    words.fold(state.stock, |look, word| {
        let mixed = (look ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) ^ mixed >> 32
    })
}
