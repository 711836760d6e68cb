//! Moves with the raises they need, and no others: for one pass through the stock where any suit goes
//! on any.
//!
//! **Late.** A card on top of a column that could go up may as well wait there: nothing can be done
//! with it up that could not be done by raising it first. So a card of a column is raised only just
//! before something that needs it gone: a card put on what lay under it or moved from there, a card of
//! the reserve or the talon that goes up after it, a column emptied for the reserve's next card (or,
//! the reserve being gone, for any card).
//!
//! *Why nothing is missed.* Take a win, and in it the first move that is no raise from a column (an
//! empty column that the reserve fills counts as one). Of the raises before it some are needed for it:
//! there is one smallest set, because what a raise needs (the card of its suit before it, the cards
//! on it) is always the same. Make only those, then the move: the others can be made afterwards as
//! before, for the move put nothing on their cards (else those were needed) and a whole column takes
//! them along. What is left is a win with one such move less. The cards that nobody can miss go
//! up at once all the same (see `Layout::is_safe_in_any_suit`); by this and that reason such a position
//! and the one before it are worth the same.

use super::columns::{Column, NONE};
use super::moves::{Kind, Play};
use super::position::Take;
use super::state::{Ground, Log, State};

/// Columns and foundations while cards are raised.
#[derive(Copy, Clone)]
pub(super) struct Lifted {
    pub(super) cols: [Column; 4],
    pub(super) up: [u8; 4],
}

impl Lifted {
    pub(super) fn of(state: &State) -> Lifted {
        Lifted { cols: state.cols, up: state.up }
    }

    /// Puts a card up if it is next; is it?
    #[inline]
    pub(super) fn put_up(&mut self, card: u8) -> bool {
        let up = &mut self.up[usize::from(card & 3)];
        let next = *up == card >> 2;
        *up += u8::from(next);
        next
    }

    pub(super) fn cards_up(&self) -> i32 {
        self.up.iter().map(|&up| i32::from(up)).sum()
    }
}

impl Ground {
    /// Do the moves here hold for these rules?
    pub(super) fn is_late(&self) -> bool {
        self.prunings.late && !self.layout.unlimited
    }

    /// Raises a card from the columns after all that must go before it; can it be done? `busy` are the
    /// cards that wait for it.
    fn lift(&self, lifted: &mut Lifted, card: u8, busy: u64) -> bool {
        let (rank, suit) = (card >> 2, usize::from(card & 3));
        if busy >> card & 1 == 1 {
            return false;
        }
        let Some(at) = (0..4).find(|&at| self.columns.mask(lifted.cols[at]) >> card & 1 == 1) else {
            return false;
        };
        let busy = busy | 1 << card;
        loop {
            let tail = self.columns.tail(lifted.cols[at]);
            if tail == card {
                break;
            }
            if !self.lift(lifted, tail, busy) {
                return false;
            }
        }
        while lifted.up[suit] < rank {
            if !self.lift(lifted, lifted.up[suit] * 4 + suit as u8, busy) {
                return false;
            }
        }
        lifted.cols[at] = self.columns.below(lifted.cols[at]);
        lifted.up[suit] += 1;
        true
    }

    /// Raises all of a suit below this card.
    fn lift_before(&self, lifted: &mut Lifted, card: u8) -> bool {
        let suit = usize::from(card & 3);
        while lifted.up[suit] < card >> 2 {
            if !self.lift(lifted, lifted.up[suit] * 4 + suit as u8, 0) {
                return false;
            }
        }
        true
    }

    /// Raises every card of the columns that can go up.
    pub(super) fn lift_all(&self, lifted: &mut Lifted) {
        let mut again = true;
        while again {
            again = false;
            for at in 0..self.layout.columns {
                loop {
                    let tail = self.columns.tail(lifted.cols[at]);
                    if tail == NONE || !lifted.put_up(tail) {
                        break;
                    }
                    lifted.cols[at] = self.columns.below(lifted.cols[at]);
                    again = true;
                }
            }
        }
    }

    /// Does raising leave a gap that the reserve would have filled?
    fn leaves_gap(&self, state: &State, lifted: &Lifted) -> bool {
        state.reserve > 0 && lifted.cols[..self.layout.columns].contains(&0)
    }

    /// Raises from the columns up to these numbers.
    pub(super) fn raise_to(&mut self, state: &mut State, up: [u8; 4], log: &mut impl Log) {
        let mut again = true;
        while again {
            again = false;
            for at in 0..self.layout.columns {
                let tail = self.columns.tail(state.cols[at]);
                if self.goes_up(state, tail) && tail >> 2 < up[usize::from(tail & 3)] {
                    self.raise_tail(state, at, log);
                    again = true;
                }
            }
        }
    }

    /// All moves, each with the raises it needs.
    pub(super) fn late_moves(&self, state: &State, out: &mut Vec<Play>) {
        let layout = &self.layout;
        let columns = layout.columns;
        let start = Lifted::of(state);
        let top = self.reserve_top(state);
        let reach = self.not_passing_safe(state, self.reachable(state));
        let mut reach_cards = 0u64;
        let mut rest = reach;
        while rest != 0 {
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            reach_cards |= 1 << layout.stock[bit as usize];
        }
        // Up from the reserve and the talon.
        let open = reach_cards | if top == NONE { 0 } else { 1 << top };
        for suit in 0..4u8 {
            let mut lifted = start;
            let mut rest = open & layout.up_masks[usize::from(suit)][usize::from(layout.ranks)];
            while rest != 0 {
                let card = rest.trailing_zeros() as u8;
                rest &= rest - 1;
                // Ever higher ones: what the lower ones needed these need too.
                if !self.lift_before(&mut lifted, card) || self.leaves_gap(state, &lifted) {
                    break;
                }
                let kind = if card == top { Kind::RaiseReserve } else { Kind::RaiseStock };
                out.push(Play::new(kind, card, 0, 0).after(lifted.up));
            }
        }
        let gap = (0..columns).find(|&at| state.cols[at] == 0);
        let open_gap = layout.gap_open(state.reserve);
        for to in 0..columns {
            let mut lifted = start;
            loop {
                let host = self.columns.tail(lifted.cols[to]);
                if host == NONE {
                    if open_gap {
                        // Of several gaps one will do.
                        if gap.is_none_or(|gap| gap == to) {
                            self.late_guests(&lifted, to, reach_cards & layout.fills, out);
                        }
                    } else {
                        // The reserve fills it.
                        out.push(Play::new(Kind::Lift, NONE, to, 0).after(lifted.up));
                    }
                    break;
                }
                let fits = layout.fits[usize::from(host)];
                if top != NONE && fits >> top & 1 == 1 {
                    out.push(Play::new(Kind::Reserve, top, 0, to).after(lifted.up));
                }
                self.late_guests(&lifted, to, fits & reach_cards, out);
                for from in 0..columns {
                    let head = self.columns.head(lifted.cols[from]);
                    if from != to && fits >> head & 1 == 1 {
                        out.push(Play::new(Kind::Merge, head, from, to).after(lifted.up));
                    }
                }
                if !self.lift(&mut lifted, host, 0)
                    || state.reserve > 0 && (0..columns).any(|at| at != to && lifted.cols[at] == 0)
                {
                    break;
                }
            }
        }
        if self.take == Take::TopOrWhole {
            self.late_tops(state, gap, out);
        }
    }

    /// Talon cards onto this column, or into it when it is empty.
    fn late_guests(&self, lifted: &Lifted, to: usize, guests: u64, out: &mut Vec<Play>) {
        let mut rest = guests;
        while rest != 0 {
            let card = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            out.push(Play::new(Kind::Stock, card, 0, to).after(lifted.up));
        }
    }

    /// Every move of a single top card.
    fn late_tops(&self, state: &State, gap: Option<usize>, out: &mut Vec<Play>) {
        let columns = self.layout.columns;
        let open_gap = self.layout.gap_open(state.reserve);
        for from in 0..columns {
            let mut lifted = Lifted::of(state);
            // A column of one card is a whole column.
            while self.columns.below(lifted.cols[from]) != 0 {
                let card = self.columns.tail(lifted.cols[from]);
                for to in 0..columns {
                    if to == from {
                        continue;
                    }
                    let mut both = lifted;
                    loop {
                        let host = self.columns.tail(both.cols[to]);
                        if host == NONE {
                            if open_gap && gap.is_none_or(|gap| gap == to) {
                                out.push(Play::new(Kind::Top, card, from, to).after(both.up));
                            }
                            break;
                        }
                        if self.layout.fits[usize::from(host)] >> card & 1 == 1 {
                            out.push(Play::new(Kind::Top, card, from, to).after(both.up));
                        }
                        if !self.lift(&mut both, host, 1 << card) || self.leaves_gap(state, &both) {
                            break;
                        }
                    }
                }
                if !self.lift(&mut lifted, card, 0) || self.leaves_gap(state, &lifted) {
                    break;
                }
            }
        }
    }
}
