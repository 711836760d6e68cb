//! The normal form of a state.
//!
//! Every state is brought into its normal form after each move, by steps that need no choice: they are forced
//! by the rules, or safe, or they can be reversed at any time and so lead to an equivalent state.

use crate::canfield::columns::{Column, NONE};
use crate::canfield::state::{Game, Mode, State, TO_EMPTY_COLUMN, Trace};
use crate::canfield::stock::Draws;
use talon_rules::ReserveFills;

impl Game {
    /// Brings a state into its normal form:
    ///
    /// 1. The reserve fills empty columns.
    /// 2. Safe cards are raised. In the card-pool relaxation, top cards go to the pool instead.
    /// 3. Whole columns are [merged](Game::merge_once), and of two [twins](Game::order_twins) a fixed one carries
    ///    cards.
    /// 4. The columns are sorted, because they are interchangeable.
    /// 5. With unlimited redeals, a waste of which the size is a multiple of the draw becomes an empty one: the
    ///    same cards can be reached from both.
    pub(super) fn normalize(&mut self, state: &mut State, trace: &mut impl Trace) {
        let columns = self.layout.columns;
        'again: loop {
            if self.layout.variant.reserve_fills != ReserveFills::Never && state.reserve > 0 {
                // Also if the player fills empty columns. Then nothing else may go there, the card can go
                // from there wherever it could go from the reserve, and the next one can be played.
                for at in 0..columns {
                    let card = self.reserve_top(state);
                    if state.columns[at] == 0 && card != NONE && self.fills_by_itself(card) {
                        state.reserve -= 1;
                        state.columns[at] = self.columns.push(0, card);
                        if self.layout.variant.reserve_fills == ReserveFills::ByHand {
                            trace.step(card, TO_EMPTY_COLUMN);
                        }
                    }
                }
            }
            if self.mode == Mode::Exact {
                self.met_cycle |= self.has_cycle(state);
            } else {
                self.met_possible_cycle |= self.could_close_cycle(state);
            }
            if self.mode == Mode::CardPool {
                for at in 0..columns {
                    let column = state.columns[at];
                    if self.columns.below(column) != 0 && self.joins_pool(state, self.columns.top(column)) {
                        state.columns[at] = self.columns.below(column);
                        continue 'again;
                    }
                }
            } else if self.prunings.safe_moves {
                for at in 0..columns {
                    let card = self.columns.top(state.columns[at]);
                    if self.is_next(state, card) && self.is_safe(state, card) {
                        self.raise_top(state, at, trace);
                        continue 'again;
                    }
                }
                let card = self.reserve_top(state);
                if self.is_next(state, card) && self.is_safe(state, card) {
                    self.raise_reserve(state, trace);
                    continue 'again;
                }
                if self.mode == Mode::OpenStock {
                    for suit in 0..4u8 {
                        let card = state.up[usize::from(suit)] * 4 + suit;
                        if state.up[usize::from(suit)] < self.layout.ranks
                            && self.is_free(state, card)
                            && self.is_safe(state, card)
                        {
                            self.remove_stock_card(state, card);
                            self.raise(state, card, trace);
                            continue 'again;
                        }
                    }
                }
            }
            if self.prunings.merges
                && self.layout.empty_column_is_open(state.reserve)
                && self.merge_once(state, trace)
            {
                continue 'again;
            }
            if self.prunings.twins && self.order_twins(state, trace) {
                continue 'again;
            }
            break;
        }
        sort(&mut state.columns);
        if self.mode == Mode::Exact {
            let waste = Draws::waste(state.stock, state.waste_end);
            if waste == 0 || self.layout.unlimited && waste.is_multiple_of(self.layout.draws.draw()) {
                // With no waste, or after a redeal, the stops are the same.
                state.waste_end = 0;
            }
        } else {
            state.waste_end = 0;
        }
    }

    /// Returns `true` if this card of the reserve may fill an empty column. If the player does it, the rules
    /// may forbid base cards there.
    fn fills_by_itself(&self, card: u8) -> bool {
        self.layout.variant.reserve_fills == ReserveFills::Itself || self.layout.fits_empty >> card & 1 == 1
    }

    /// Puts one whole column onto a top card that it fits; `false` if there is none.
    ///
    /// *Precondition.* Parts of columns move, an empty column takes anything, and the reserve does not fill it.
    /// *Claim.* The states before and after are equivalent. *Proof.* The column can be moved back into the empty
    /// column at any time; see [`Game::has_cycle`] for the exception.
    fn merge_once(&mut self, state: &mut State, trace: &mut impl Trace) -> bool {
        let columns = self.layout.columns;
        for to in 0..columns {
            let fits = self.layout.fits[usize::from(self.columns.top(state.columns[to]))];
            if fits == 0 {
                continue;
            }
            // Of the columns that fit, the one with the smallest bottom card: the choice must not depend on
            // the order of the columns.
            let from = (0..columns)
                .filter(|&from| from != to && fits >> self.columns.bottom(state.columns[from]) & 1 == 1)
                .min_by_key(|&from| self.columns.bottom(state.columns[from]));
            if let Some(from) = from {
                self.carry(state, from, 0, to, trace);
                return true;
            }
        }
        false
    }

    /// Moves the cards on a twin onto the other twin if that is a top card and has the smaller number.
    ///
    /// *Precondition.* Parts of columns move, and colours alternate, so that twins take the same cards. *Claim.*
    /// The states before and after are equivalent. *Proof.* The cards can be moved back at any time; see
    /// [`Game::has_cycle`] for the exception.
    fn order_twins(&mut self, state: &mut State, trace: &mut impl Trace) -> bool {
        let columns = self.layout.columns;
        let mut moved = false;
        for bare in 0..columns {
            let card = self.columns.top(state.columns[bare]);
            let twin = card ^ 2;
            if card == NONE || card & 2 != 0 {
                continue;
            }
            for covered in 0..columns {
                let column = state.columns[covered];
                if covered != bare
                    && self.columns.cards(column) >> twin & 1 == 1
                    && self.columns.top(column) != twin
                {
                    let under = self.columns.up_to(column, twin);
                    self.carry(state, covered, under, bare, trace);
                    moved = true;
                    break;
                }
            }
        }
        moved
    }
}

/// Sorts the columns, the largest number first.
#[inline]
fn sort(columns: &mut [Column; 4]) {
    for (a, b) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
        if columns[a] < columns[b] {
            columns.swap(a, b);
        }
    }
}
