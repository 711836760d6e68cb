//! Delayed raises: the moves of the search, each with the raises that it needs and no others.
//!
//! A card on top of a column that could go up may as well wait there. Everything that can be done with the
//! card up can be done by raising it first. So a card of a column is raised only just before a move that
//! needs it gone: a card is put on what lay under it or moved from there, a card of the reserve, the stock or
//! the waste goes up after it, or a column is emptied for the next card of the reserve (or for any card, once
//! the reserve is gone). All positions that differ only in raises that no move needs become one.
//!
//! *Claim.* A position that can be won can be won by such moves. *Proof.* Take a win, and in it the first
//! move that is not a raise from a column; a column that the reserve refills counts as one. Some of the
//! raises before it are needed for it. There is one smallest set of them, because what a raise needs (the
//! card of its suit below it, and the cards on it) is always the same. Make only those, then the move. The
//! other raises can be made afterwards as before: the move put nothing on their cards, since otherwise they
//! were needed, and a column that is moved as a whole takes them along. What remains is a win with one such
//! move fewer.
//!
//! Safe cards are nevertheless raised at once
//! ([`is_safe_in_any_suit`](crate::canfield::layout::Layout::is_safe_in_any_suit)), because raising them does
//! not change the verdict.

use crate::canfield::columns::{Column, NONE};
use crate::canfield::moves::{Kind, Play};
use crate::canfield::state::{Game, State, Trace};
use talon_rules::Take;

/// Columns and foundations while cards are raised.
#[derive(Copy, Clone)]
pub(super) struct Raised {
    pub(super) columns: [Column; 4],
    pub(super) up: [u8; 4],
}

impl Raised {
    /// The position with nothing raised yet.
    fn of(state: &State) -> Raised {
        Raised { columns: state.columns, up: state.up }
    }

    /// The number of cards on the foundations.
    pub(super) fn cards_up(&self) -> i32 {
        self.up.iter().map(|&up| i32::from(up)).sum()
    }

    /// Puts a card on its foundation if it is next there; returns whether it was.
    #[inline]
    pub(super) fn put_up(&mut self, card: u8) -> bool {
        let up = &mut self.up[usize::from(card & 3)];
        let is_next = *up == card >> 2;
        *up += u8::from(is_next);
        is_next
    }
}

impl Game {
    /// Raises a card from the columns after everything that has to go before it; returns `false` if that is
    /// impossible. `waiting` are the cards whose raises wait for this one.
    fn raise_card(&self, raised: &mut Raised, card: u8, waiting: u64) -> bool {
        if waiting >> card & 1 == 1 {
            return false;
        }
        let Some(at) = (0..4).find(|&at| self.columns.cards(raised.columns[at]) >> card & 1 == 1) else {
            return false;
        };
        let waiting = waiting | 1 << card;
        loop {
            let top = self.columns.top(raised.columns[at]);
            if top == card {
                break;
            }
            if !self.raise_card(raised, top, waiting) {
                return false;
            }
        }
        if !self.raise_below(raised, card, waiting) {
            return false;
        }
        raised.columns[at] = self.columns.below(raised.columns[at]);
        raised.up[usize::from(card & 3)] += 1;
        true
    }

    /// Raises all cards of a suit below this one.
    fn raise_below(&self, raised: &mut Raised, card: u8, waiting: u64) -> bool {
        let suit = card & 3;
        while raised.up[usize::from(suit)] < card >> 2 {
            if !self.raise_card(raised, raised.up[usize::from(suit)] * 4 + suit, waiting) {
                return false;
            }
        }
        true
    }

    /// Raises every card of the columns that can go up.
    pub(super) fn raise_all(&self, raised: &mut Raised) {
        let mut again = true;
        while again {
            again = false;
            for at in 0..self.layout.columns {
                loop {
                    let top = self.columns.top(raised.columns[at]);
                    if top == NONE || !raised.put_up(top) {
                        break;
                    }
                    raised.columns[at] = self.columns.below(raised.columns[at]);
                    again = true;
                }
            }
        }
    }

    /// The columns and foundations of a position after every card is raised that can be.
    pub(super) fn all_raised(&self, state: &State) -> Raised {
        let mut raised = Raised::of(state);
        self.raise_all(&mut raised);
        raised
    }

    /// Returns `true` if the raises empty a column that the reserve would have filled.
    fn leaves_gap(&self, state: &State, raised: &Raised) -> bool {
        state.reserve > 0 && raised.columns[..self.layout.columns].contains(&0)
    }

    /// Raises cards from the columns up to these numbers of cards on the foundations.
    pub(in crate::canfield) fn raise_to(&mut self, state: &mut State, up: [u8; 4], trace: &mut impl Trace) {
        let mut again = true;
        while again {
            again = false;
            for at in 0..self.layout.columns {
                let top = self.columns.top(state.columns[at]);
                if self.is_next(state, top) && top >> 2 < up[usize::from(top & 3)] {
                    self.raise_top(state, at, trace);
                    again = true;
                }
            }
        }
    }

    /// All moves, each with the raises it needs.
    pub(super) fn delayed_moves(&self, state: &State, out: &mut Vec<Play>) {
        let mut places = self.not_passing_safe(state, self.reachable(state));
        let mut reachable = 0;
        while places != 0 {
            reachable |= 1 << self.layout.stock_card[places.trailing_zeros() as usize];
            places &= places - 1;
        }
        self.foundation_moves(state, reachable, out);
        let gap = (0..self.layout.columns).find(|&at| state.columns[at] == 0);
        for to in 0..self.layout.columns {
            self.moves_onto(state, to, reachable, gap, out);
        }
        if self.take == Take::TopOrWhole {
            self.top_moves(state, gap, out);
        }
    }

    /// The raises from the reserve, the stock and the waste.
    fn foundation_moves(&self, state: &State, reachable: u64, out: &mut Vec<Play>) {
        let top = self.reserve_top(state);
        let open = reachable | if top == NONE { 0 } else { 1 << top };
        for suit in 0..4 {
            let mut raised = Raised::of(state);
            let mut rest = open & self.layout.up_masks[suit][usize::from(self.layout.ranks)];
            while rest != 0 {
                let card = rest.trailing_zeros() as u8;
                rest &= rest - 1;
                // From low to high: a card needs everything that a lower one needed.
                if !self.raise_below(&mut raised, card, 0) || self.leaves_gap(state, &raised) {
                    break;
                }
                let kind = if card == top { Kind::RaiseReserve } else { Kind::RaiseStock };
                out.push(Play::new(kind, card, 0, 0).after(raised.up));
            }
        }
    }

    /// The moves onto each card of one column that raising can bring to its top, and into the column when it
    /// is empty. `gap` is the first empty column.
    fn moves_onto(&self, state: &State, to: usize, reachable: u64, gap: Option<usize>, out: &mut Vec<Play>) {
        let layout = &self.layout;
        let top = self.reserve_top(state);
        let mut raised = Raised::of(state);
        let from_stock = |raised: &Raised, mut cards: u64, out: &mut Vec<Play>| {
            while cards != 0 {
                let card = cards.trailing_zeros() as u8;
                cards &= cards - 1;
                out.push(Play::new(Kind::Stock, card, 0, to).after(raised.up));
            }
        };
        loop {
            let host = self.columns.top(raised.columns[to]);
            if host == NONE {
                if !layout.empty_column_is_open(state.reserve) {
                    // The reserve fills it.
                    out.push(Play::new(Kind::RaisesOnly, NONE, to, 0).after(raised.up));
                } else if gap.is_none_or(|gap| gap == to) {
                    // Of several empty columns one is enough.
                    from_stock(&raised, reachable & layout.fits_empty, out);
                }
                return;
            }
            let fits = layout.fits[usize::from(host)];
            if top != NONE && fits >> top & 1 == 1 {
                out.push(Play::new(Kind::Reserve, top, 0, to).after(raised.up));
            }
            from_stock(&raised, fits & reachable, out);
            for from in 0..layout.columns {
                let bottom = self.columns.bottom(raised.columns[from]);
                if from != to && fits >> bottom & 1 == 1 {
                    out.push(Play::new(Kind::Merge, bottom, from, to).after(raised.up));
                }
            }
            if !self.raise_card(&mut raised, host, 0) {
                return;
            }
            let others = (0..layout.columns).filter(|&at| at != to);
            if state.reserve > 0 && others.into_iter().any(|at| raised.columns[at] == 0) {
                return;
            }
        }
    }

    /// The moves of single top cards.
    fn top_moves(&self, state: &State, gap: Option<usize>, out: &mut Vec<Play>) {
        let columns = self.layout.columns;
        let open_gap = self.layout.empty_column_is_open(state.reserve);
        for from in 0..columns {
            let mut raised = Raised::of(state);
            // A column of one card moves as a whole column.
            while self.columns.below(raised.columns[from]) != 0 {
                let card = self.columns.top(raised.columns[from]);
                for to in (0..columns).filter(|&to| to != from) {
                    let mut both = raised;
                    loop {
                        let host = self.columns.top(both.columns[to]);
                        let fits = match host {
                            NONE => open_gap && gap.is_none_or(|gap| gap == to),
                            _ => self.layout.fits[usize::from(host)] >> card & 1 == 1,
                        };
                        if fits {
                            out.push(Play::new(Kind::Top, card, from, to).after(both.up));
                        }
                        if host == NONE
                            || !self.raise_card(&mut both, host, 1 << card)
                            || self.leaves_gap(state, &both)
                        {
                            break;
                        }
                    }
                }
                if !self.raise_card(&mut raised, card, 0) || self.leaves_gap(state, &raised) {
                    break;
                }
            }
        }
    }
}
