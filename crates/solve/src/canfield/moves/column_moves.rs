//! The moves of cards in the columns, the reserve and the foundations.

use super::{Kind, Play};
use crate::canfield::columns::NONE;
use crate::canfield::state::{Game, State};
use talon_rules::{Fill, Take, TakeBack};

impl Game {
    /// Adds the moves of cards in the columns and the reserve, except those that [can be
    /// reversed](Game::reversible_moves).
    pub(in crate::canfield) fn table_moves(&mut self, state: &State, out: &mut Vec<Play>) {
        let layout = &self.layout;
        let columns = layout.columns;
        let tops: [u8; 4] = std::array::from_fn(|at| self.columns.top(state.columns[at]));
        for (at, &card) in tops.iter().enumerate() {
            if self.is_next(state, card) {
                out.push(Play::new(Kind::RaiseColumn, card, at, 0));
            }
        }
        let top = self.reserve_top(state);
        if self.is_next(state, top) {
            out.push(Play::new(Kind::RaiseReserve, top, 0, 0));
        }
        let empty = (0..columns).find(|&at| state.columns[at] == 0);
        if self.take == Take::Run {
            self.uncovers(state, empty, out);
        }
        if top != NONE {
            for (at, &target) in tops.iter().enumerate() {
                if layout.fits[usize::from(target)] >> top & 1 == 1 {
                    out.push(Play::new(Kind::Reserve, top, 0, at));
                }
            }
            // There is an empty column only if the player fills them.
            if let Some(empty) = empty
                && layout.fits_empty >> top & 1 == 1
            {
                out.push(Play::new(Kind::Reserve, top, 0, empty));
            }
        }
        for from in 0..columns {
            let bottom = self.columns.bottom(state.columns[from]);
            if bottom == NONE {
                continue;
            }
            for (to, &target) in tops.iter().enumerate() {
                if to != from && layout.fits[usize::from(target)] >> bottom & 1 == 1 {
                    out.push(Play::new(Kind::Merge, bottom, from, to));
                }
            }
        }
    }

    /// Adds the moves that later moves can reverse. They come last on the list, so that depth-first search
    /// does not move cards back and forth first.
    pub(in crate::canfield) fn reversible_moves(&self, state: &State, out: &mut Vec<Play>) {
        let empty = (0..self.layout.columns).find(|&at| state.columns[at] == 0);
        if self.take == Take::TopOrWhole {
            self.single_cards(state, empty, out);
        }
        if self.all_parts {
            self.parts(state, empty, out);
        }
        if self.layout.takes_back() {
            self.take_backs(state, empty, out);
        }
    }

    /// Adds every move of a part of a column.
    fn parts(&self, state: &State, empty: Option<usize>, out: &mut Vec<Play>) {
        let layout = &self.layout;
        for from in 0..layout.columns {
            let mut run = state.columns[from];
            while self.columns.below(run) != 0 {
                let first = self.columns.top(run);
                run = self.columns.below(run);
                let under = self.columns.top(run);
                for to in 0..layout.columns {
                    let target = self.columns.top(state.columns[to]);
                    if to != from && layout.fits[usize::from(target)] >> first & 1 == 1 {
                        out.push(Play::new(Kind::Part, under, from, to));
                    }
                }
                if let Some(empty) = empty
                    && layout.empty_column_is_open(state.reserve)
                    && layout.variant.fill == Fill::Anything
                    && layout.fits_empty >> first & 1 == 1
                {
                    out.push(Play::new(Kind::Part, under, from, empty));
                }
            }
        }
    }

    /// Adds the moves of parts of columns, each only together with the raising of the card that it uncovers.
    ///
    /// *Claim.* No other moves of parts are needed, unless a [cyclic column](Game::has_cycle) is met. *Proof.* A
    /// part moves from one target to another that takes the same cards. Suppose that a line moves it and does
    /// not raise the uncovered card. Then the line can be followed without this move, with the roles of the two
    /// targets exchanged: whatever is put on the one is put on the other. An empty column counts as a target
    /// that takes every card.
    fn uncovers(&self, state: &State, empty: Option<usize>, out: &mut Vec<Play>) {
        let layout = &self.layout;
        for suit in 0..4u8 {
            let rank = state.up[usize::from(suit)];
            let card = rank * 4 + suit;
            if rank >= layout.ranks {
                continue;
            }
            for from in 0..layout.columns {
                let column = state.columns[from];
                if self.columns.cards(column) >> card & 1 == 0 || self.columns.top(column) == card {
                    continue;
                }
                let first = self.columns.above(column, card);
                for to in 0..layout.columns {
                    let target = self.columns.top(state.columns[to]);
                    if to != from && layout.fits[usize::from(target)] >> first & 1 == 1 {
                        out.push(Play::new(Kind::Uncover, card, from, to));
                    }
                }
                if let Some(empty) = empty
                    && layout.empty_column_is_open(state.reserve)
                    && layout.variant.fill == Fill::Anything
                    && layout.fits_empty >> first & 1 == 1
                {
                    out.push(Play::new(Kind::Uncover, card, from, empty));
                }
            }
        }
    }

    /// Adds every move of a single top card. The [exchange](Game::uncovers) of two targets needs moves of parts,
    /// so none of these moves can be left out.
    fn single_cards(&self, state: &State, empty: Option<usize>, out: &mut Vec<Play>) {
        let layout = &self.layout;
        for from in 0..layout.columns {
            let column = state.columns[from];
            if self.columns.below(column) == 0 {
                // A column of one card is a whole column.
                continue;
            }
            let card = self.columns.top(column);
            for to in 0..layout.columns {
                let target = self.columns.top(state.columns[to]);
                if to != from && layout.fits[usize::from(target)] >> card & 1 == 1 {
                    out.push(Play::new(Kind::Top, card, from, to));
                }
            }
            if let Some(empty) = empty
                && layout.empty_column_is_open(state.reserve)
                && layout.variant.fill == Fill::Anything
                && layout.fits_empty >> card & 1 == 1
            {
                out.push(Play::new(Kind::Top, card, from, empty));
            }
        }
    }

    /// Adds the moves of cards from the foundations to the columns.
    fn take_backs(&self, state: &State, empty: Option<usize>, out: &mut Vec<Play>) {
        let layout = &self.layout;
        for suit in 0..4u8 {
            let up = state.up[usize::from(suit)];
            // The base card stays, and so does a card that would be raised again at once because it is safe.
            if up < 2 || layout.all >> suit & 1 == 0 {
                continue;
            }
            let card = (up - 1) * 4 + suit;
            let mut before = *state;
            before.up[usize::from(suit)] -= 1;
            if self.prunings.safe_moves && self.is_safe(&before, card) {
                continue;
            }
            for to in 0..layout.columns {
                if layout.fits[usize::from(self.columns.top(state.columns[to]))] >> card & 1 == 1 {
                    out.push(Play::new(Kind::TakeBack, card, 0, to));
                }
            }
            if let Some(empty) = empty
                && layout.variant.take_back == TakeBack::Anywhere
                && layout.empty_column_is_open(state.reserve)
                && layout.variant.fill == Fill::Anything
            {
                out.push(Play::new(Kind::TakeBack, card, 0, empty));
            }
        }
    }
}
