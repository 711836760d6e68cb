//! The normal form of a position: what follows a move without choice.

use super::columns::{Column, NONE};
use super::position::Fill;
use super::state::{Ground, Log, Mode, State, TO_GAP};
use super::talon::Talon;

impl Ground {
    /// What follows without choice: gaps filled, safe cards up, reversible moves settled one way, the
    /// columns in order.
    pub(super) fn settle(&mut self, state: &mut State, log: &mut impl Log) {
        let columns = self.layout.columns;
        'again: loop {
            if self.layout.rules.fill != Fill::Free && state.reserve > 0 {
                // By hand as well: nothing else can fill the gap, from there the card can go
                // wherever it could from the reserve, and the next one shows.
                for at in 0..columns {
                    let card = self.reserve_top(state);
                    if state.cols[at] == 0 && card != NONE && self.fills_by_itself(card) {
                        state.reserve -= 1;
                        state.cols[at] = self.columns.push(0, card);
                        if self.layout.rules.fill == Fill::ByHand {
                            log.step(card, TO_GAP);
                        }
                    }
                }
            }
            if self.mode == Mode::Exact {
                self.ringed |= self.has_ring(state);
            } else {
                self.closes |= self.could_close_a_ring(state);
            }
            if self.mode == Mode::Pool {
                for at in 0..columns {
                    let column = state.cols[at];
                    if self.columns.below(column) != 0 && self.joins_pool(state, self.columns.tail(column)) {
                        state.cols[at] = self.columns.below(column);
                        continue 'again;
                    }
                }
            } else if self.prunings.safe {
                for at in 0..columns {
                    let card = self.columns.tail(state.cols[at]);
                    if self.goes_up(state, card) && self.is_safe(state, card) {
                        self.raise_tail(state, at, log);
                        continue 'again;
                    }
                }
                let card = self.reserve_top(state);
                if self.goes_up(state, card) && self.is_safe(state, card) {
                    self.raise_reserve(state, log);
                    continue 'again;
                }
                if self.mode == Mode::Lazy {
                    for suit in 0..4u8 {
                        let card = state.up[usize::from(suit)] * 4 + suit;
                        if state.up[usize::from(suit)] < self.layout.ranks
                            && self.is_free(state, card)
                            && self.is_safe(state, card)
                        {
                            self.take_from_stock(state, card);
                            self.put_up(state, card, log);
                            continue 'again;
                        }
                    }
                }
            }
            if self.prunings.merges && self.layout.gap_open(state.reserve) && self.merge_once(state, log) {
                continue 'again;
            }
            if self.prunings.twins && self.settle_twins(state, log) {
                continue 'again;
            }
            break;
        }
        sort(&mut state.cols);
        if self.mode == Mode::Exact {
            let waste = Talon::waste(state.stock, state.cut);
            if waste == 0 || self.layout.unlimited && waste.is_multiple_of(self.layout.talon.draw()) {
                // Turning over leaves the stops where they are: as good as nothing drawn.
                state.cut = 0;
            }
        } else {
            state.cut = 0;
        }
    }

    /// Does this card of the reserve fill a gap without asking? By hand, a base card may not be put
    /// into a column at all where the rules say so.
    fn fills_by_itself(&self, card: u8) -> bool {
        self.layout.rules.fill == Fill::AtOnce || self.layout.fills >> card & 1 == 1
    }

    /// Moves one whole column onto a card it fits, where that can be undone at any time: part runs
    /// move, and a gap takes anything and stays.
    fn merge_once(&mut self, state: &mut State, log: &mut impl Log) -> bool {
        let columns = self.layout.columns;
        for to in 0..columns {
            let fits = self.layout.fits[usize::from(self.columns.tail(state.cols[to]))];
            if fits == 0 {
                continue;
            }
            // The smallest head of all that fit: the choice must not depend on the columns' order.
            let from = (0..columns)
                .filter(|&from| from != to && fits >> self.columns.head(state.cols[from]) & 1 == 1)
                .min_by_key(|&from| self.columns.head(state.cols[from]));
            if let Some(from) = from {
                self.carry(state, from, 0, to, log);
                return true;
            }
        }
        false
    }

    /// Of two bare-or-covered twins the one with the smaller number keeps the cards: moving a tail
    /// between them can be undone at any time.
    fn settle_twins(&mut self, state: &mut State, log: &mut impl Log) -> bool {
        let columns = self.layout.columns;
        let mut moved = false;
        for bare in 0..columns {
            let tail = self.columns.tail(state.cols[bare]);
            let twin = tail ^ 2;
            if tail == NONE || tail & 2 != 0 {
                continue;
            }
            for covered in 0..columns {
                let column = state.cols[covered];
                if covered != bare
                    && self.columns.mask(column) >> twin & 1 == 1
                    && self.columns.tail(column) != twin
                {
                    let under = self.columns.up_to(column, twin);
                    self.carry(state, covered, under, bare, log);
                    moved = true;
                    break;
                }
            }
        }
        moved
    }
}

/// Columns are interchangeable: largest number first.
#[inline]
fn sort(cols: &mut [Column; 4]) {
    for (a, b) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
        if cols[a] < cols[b] {
            cols.swap(a, b);
        }
    }
}
