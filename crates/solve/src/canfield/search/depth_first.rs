//! Depth-first search with a transposition table. If it is exhausted without a win, it has proved a loss.

use crate::canfield::moves::Play;
use crate::canfield::search::End;
use crate::canfield::search::refutation::Relaxations;
use crate::canfield::search::transposition::Transpositions;
use crate::canfield::state::{Game, State};
use crate::canfield::stock::Draws;
use crate::exact::list_bytes;
use crate::{Budget, Why};
use talon_cards::Generator;

/// The depth-first search and its buffers.
pub(in crate::canfield) struct DepthFirst {
    table: Transpositions,
    /// The states from the start to the current one.
    frames: Vec<Frame>,
    /// The moves that are still to be tried, those of the deepest frame last.
    plays: Vec<Play>,
    /// The most cards on the foundations in any position met since the last [`clear`](DepthFirst::clear).
    pub(in crate::canfield) most_up: u8,
}

struct Frame {
    state: State,
    /// The move that led here.
    play: Play,
    /// The number of moves on the list that belong to earlier frames.
    plays: usize,
}

/// The value bits of the transposition table. With unlimited redeals, there are six bits for each remainder
/// but 0 of the size of the waste divided by the draw: the smallest waste with which the state was visited,
/// plus one; 0 if there was none. With limited redeals and draw 1, the value is the smallest
/// [cost](DepthFirst::visit) plus one.
const VALUE_BITS: u32 = 24;
/// With limited redeals and a larger draw, the redeals and the waste belong to the key, and the value is not
/// used.
const VALUE_BITS_LIMITED: u32 = 10;

impl DepthFirst {
    pub(in crate::canfield) fn new() -> DepthFirst {
        DepthFirst {
            table: Transpositions::new(VALUE_BITS),
            frames: Vec::new(),
            plays: Vec::new(),
            most_up: 0,
        }
    }

    /// Forgets everything, before another search.
    pub(in crate::canfield) fn clear(&mut self, game: &Game) {
        let limited = !game.layout.unlimited && game.layout.draws.draw() > 1;
        self.table.clear(if limited { VALUE_BITS_LIMITED } else { VALUE_BITS });
        self.frames.clear();
        self.plays.clear();
        // The searches that follow do not count the memory that a deep search leaves.
        self.frames.shrink_to(1 << 12);
        self.plays.shrink_to(1 << 14);
        self.most_up = 0;
    }

    /// The number of states met.
    pub(in crate::canfield) fn states(&self) -> u64 {
        self.table.len() as u64
    }

    /// Searches for a win, but gives up after `most_states` different states.
    ///
    /// With an `order`, the moves of each state are shuffled; without, they are tried as they are generated.
    /// The search must have been [cleared](DepthFirst::clear).
    pub(in crate::canfield) fn run(
        &mut self,
        game: &mut Game,
        start: State,
        relaxations: &mut Relaxations,
        most_states: u64,
        mut order: Option<&mut Generator>,
        budget: &mut Budget,
    ) -> Result<End, Why> {
        let mut next = start;
        let mut play = Play::NONE;
        // The number of nodes at which memory is checked again.
        let mut next_check = 0;
        game.normalize(&mut next, &mut ());
        loop {
            budget.spend_node()?;
            if budget.progress.nodes >= next_check || self.table.is_full() {
                next_check = budget.progress.nodes + 1024;
                let lists = list_bytes(&self.frames, 1024) + list_bytes(&self.plays, 1 << 14);
                relaxations.check_memory(game, self.table.peak_bytes() + lists, budget)?;
                if self.table.is_full() {
                    self.table.grow_watched(budget)?;
                }
            }
            let plays = self.plays.len();
            self.most_up = self.most_up.max(game.cards_up(&next));
            if game.is_won(&next) {
                self.frames.push(Frame { state: next, play, plays });
                return Ok(End::Won(self.frames[1..].iter().map(|frame| frame.play).collect()));
            }
            if let Some(stock_cards) = self.visit(game, &next) {
                budget.progress.states = self.table.len() as u64;
                if budget.progress.states > most_states {
                    return Ok(End::Incomplete);
                }
                if !relaxations.refute(game, &next, budget)? {
                    game.table_moves(&next, &mut self.plays);
                    game.stock_moves(&next, stock_cards, &mut self.plays);
                    game.reversible_moves(&next, &mut self.plays);
                    match &mut order {
                        // The last move on the list is tried first.
                        None => self.plays[plays..].reverse(),
                        Some(order) => order.shuffle(&mut self.plays[plays..]),
                    }
                }
            }
            if self.plays.len() > plays {
                self.frames.push(Frame { state: next, play, plays });
            }
            loop {
                let Some(frame) = self.frames.last() else { return Ok(End::Exhausted) };
                if self.plays.len() > frame.plays {
                    break;
                }
                self.frames.pop();
            }
            play = self.plays.pop().expect("a frame with moves left was found");
            next = self.frames.last().expect("a frame with moves left was found").state;
            game.play(&mut next, play, &mut ());
        }
    }

    /// Records a visit, and returns the places of the stock cards whose moves have to be tried; `None` if the
    /// state needs no expansion.
    ///
    /// *Unlimited redeals.* Claim: a visit needs no expansion if the state was visited with a waste that is
    /// not larger and has the same remainder modulo the draw, and for remainder 0 if it was visited at all.
    /// Proof: from every waste, the player can reach the stops of a fresh pass. A waste of w cards, with w not
    /// a multiple of the draw, adds the stops w − 1 + k × draw. Of two visits with the same remainder, the one
    /// with the smaller w therefore has all stops of the other, and the same is true, move by move, of the
    /// states that follow.
    /// A move of a stock card leads to the same state from any waste, so the cards that earlier visits could
    /// reach need not be tried again. All other moves must be, because they keep the waste, and a stop may
    /// become useful only after them.
    ///
    /// *Limited redeals, draw 1.* Claim: a visit needs no expansion if the state was visited at a cost that
    /// is not higher, where the cost is the number of redeals spent and then the size of the waste. Proof:
    /// drawing leads from any waste to every larger one, and a redeal and drawing lead to all of them.
    ///
    /// *Limited redeals, larger draw.* Visits are equal only if the redeals and the waste are.
    fn visit(&mut self, game: &Game, state: &State) -> Option<u64> {
        let draws = &game.layout.draws;
        let reach = game.reachable(state);
        let waste = Draws::waste(state.stock, state.waste_end);
        let key = game.key(state);
        if !game.layout.unlimited {
            let spent = 255 - u128::from(state.redeals);
            if draws.draw() > 1 {
                let key = key << 14 | spent << 6 | u128::from(waste);
                let (new, _) = self.table.entry(key << VALUE_BITS_LIMITED);
                return new.then_some(reach);
            }
            let cost = spent << 6 | u128::from(waste);
            let (_, entry) = self.table.entry(key << VALUE_BITS);
            let least = *entry & 0xFF_FFFF;
            if least != 0 && least <= cost + 1 {
                return None;
            }
            *entry = key << VALUE_BITS | (cost + 1);
            return Some(reach);
        }
        let (new, entry) = self.table.entry(key << VALUE_BITS);
        let old = *entry;
        let remainder = waste % draws.draw();
        if remainder == 0 {
            return new.then_some(reach);
        }
        let shift = 6 * u32::from(remainder - 1);
        let seen = (old >> shift & 63) as u8;
        if seen != 0 && seen <= waste + 1 {
            return None;
        }
        *entry = old & !(63 << shift) | u128::from(waste + 1) << shift;
        if new {
            return Some(reach);
        }
        let mut tried = draws.fresh(state.stock);
        for remainder in 1..draws.draw() {
            let seen = (old >> (6 * (remainder - 1)) & 63) as u8;
            if seen != 0 {
                tried |= draws.ahead(state.stock, Draws::cut(state.stock, seen - 1));
            }
        }
        Some(reach & !tried)
    }
}
