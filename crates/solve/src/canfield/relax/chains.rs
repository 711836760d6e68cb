//! The moves of the relaxations, in which stock cards go onto columns only in chains.
//!
//! A chain is a sequence of stock cards that are put on a column, one on the other, so that another card can be
//! put on the last of them in the same move. The [module page](super) has the proof that no other moves of stock
//! cards are needed.

use crate::canfield::columns::NONE;
use crate::canfield::moves::{Kind, Play};
use crate::canfield::state::{Game, Mode, State};
use talon_rules::{Fill, Take};

/// A chain. The ranks of its cards follow from the target, so it is a list of suits.
#[derive(Copy, Clone, Default)]
pub(in crate::canfield) struct Chain {
    /// The number of cards.
    pub(in crate::canfield) len: u8,
    /// The suits, two bits for each, the lowest card of the column first.
    pub(in crate::canfield) suits: u64,
}

impl Chain {
    /// The length of the longest chain that a move has room for.
    pub(in crate::canfield) const LIMIT: u8 = 20;

    /// The chain with one more card.
    fn with(self, suit: u8) -> Chain {
        debug_assert!(self.len < Chain::LIMIT);
        Chain { len: self.len + 1, suits: self.suits | u64::from(suit) << (2 * self.len) }
    }
}

impl Game {
    /// Adds all moves of the relaxation.
    pub(in crate::canfield) fn relaxed_moves(&mut self, state: &State, out: &mut Vec<Play>) {
        let columns = self.layout.columns;
        let targets: [u8; 4] = std::array::from_fn(|at| self.columns.top(state.columns[at]));
        let top = self.reserve_top(state);
        let empty = (0..columns).find(|&at| state.columns[at] == 0);
        let stock = self.free_cards(state);
        // The first card of each suit that is neither raised nor a free stock card.
        let mut next = [NONE; 4];
        for suit in 0..4u8 {
            let mut card = state.up[usize::from(suit)] * 4 + suit;
            while stock >> card & 1 == 1 {
                card += 4;
            }
            if card < 4 * self.layout.ranks {
                next[usize::from(suit)] = card;
            }
        }
        for (at, &target) in targets.iter().enumerate() {
            if target != NONE && next[usize::from(target & 3)] == target {
                out.push(Play::new(Kind::RaiseColumn, target, at, 0));
            }
        }
        if top != NONE && next[usize::from(top & 3)] == top {
            out.push(Play::new(Kind::RaiseReserve, top, 0, 0));
        }
        if self.take == Take::Run {
            for card in next {
                if card == NONE {
                    continue;
                }
                for from in 0..columns {
                    let column = state.columns[from];
                    if self.columns.cards(column) >> card & 1 == 0 || targets[from] == card {
                        continue;
                    }
                    let first = self.columns.above(column, card);
                    // The chain must not use stock cards that are raised before the card.
                    let rest = stock & !self.layout.up_masks[usize::from(card & 3)][usize::from(card >> 2)];
                    for (to, &target) in targets.iter().enumerate() {
                        if to != from {
                            self.chains(rest, target, first, Play::new(Kind::Uncover, card, from, to), out);
                        }
                    }
                    if let Some(empty) = empty
                        && self.layout.empty_column_is_open(state.reserve)
                        && self.layout.variant.fill == Fill::Anything
                        && self.layout.fits_empty >> first & 1 == 1
                    {
                        out.push(Play::new(Kind::Uncover, card, from, empty));
                    }
                }
            }
        }
        if top != NONE {
            for (to, &target) in targets.iter().enumerate() {
                self.chains(stock, target, top, Play::new(Kind::Reserve, top, 0, to), out);
            }
            if let Some(empty) = empty
                && self.layout.fits_empty >> top & 1 == 1
            {
                out.push(Play::new(Kind::Reserve, top, 0, empty));
            }
        }
        if state.locked > 0 && state.stock.count_ones() > u32::from(state.locked) {
            self.unlocks(state, stock, &targets, empty, out);
        }
        for from in 0..columns {
            let bottom = self.columns.bottom(state.columns[from]);
            for (to, &target) in targets.iter().enumerate() {
                if bottom != NONE && to != from {
                    self.chains(stock, target, bottom, Play::new(Kind::Merge, bottom, from, to), out);
                }
            }
        }
    }

    /// Adds the moves of the first free stock card. They are needed even if nothing is put on the card, because
    /// they free the last locked card.
    fn unlocks(
        &mut self,
        state: &State,
        stock: u64,
        targets: &[u8; 4],
        empty: Option<usize>,
        out: &mut Vec<Play>,
    ) {
        let mut bits = state.stock;
        for _ in 0..state.locked {
            bits &= bits - 1;
        }
        let card = self.layout.stock_card[bits.trailing_zeros() as usize];
        let before = self.layout.up_masks[usize::from(card & 3)][usize::from(card >> 2)]
            & !self.layout.up_masks[usize::from(card & 3)][usize::from(state.up[usize::from(card & 3)])];
        if before & !stock == 0 {
            out.push(Play::new(Kind::RaiseStock, card, 0, 0));
        }
        for (to, &target) in targets.iter().enumerate() {
            self.chains(stock & !(1 << card), target, card, Play::new(Kind::Stock, card, 0, to), out);
        }
        if let Some(empty) = empty
            && self.layout.empty_column_is_open(state.reserve)
            && self.layout.fits_empty >> card & 1 == 1
        {
            out.push(Play::new(Kind::Stock, card, 0, empty));
        }
    }

    /// The set of free stock cards; in the card-pool relaxation, the pool.
    #[inline]
    pub(in crate::canfield) fn free_cards(&self, state: &State) -> u64 {
        if self.mode == Mode::CardPool {
            return self.layout.all
                & !self.tableau(state)
                & !self.layout.reserve_masks[usize::from(state.reserve)];
        }
        let mut gone = self.tableau(state);
        for suit in 0..4 {
            gone |= self.layout.up_masks[suit][usize::from(state.up[suit])];
        }
        let mut bits = state.stock;
        for _ in 0..state.locked {
            gone |= 1 << self.layout.stock_card[bits.trailing_zeros() as usize];
            bits &= bits - 1;
        }
        self.layout.stock_cards & !gone
    }

    /// Adds `play` after each chain on `target` whose last card takes `card`.
    #[inline]
    fn chains(&mut self, stock: u64, target: u8, card: u8, play: Play, out: &mut Vec<Play>) {
        if target == NONE {
            return;
        }
        let ranks = self.layout.ranks;
        let mut links = (target / 4 + 2 * ranks - card / 4 - 1) % ranks;
        // A chain may wrap around the ranks once or more.
        while self.may_reach(stock, target, links) {
            if links > Chain::LIMIT {
                self.overflow = true;
                return;
            }
            self.link(stock, target, card, links, Chain::default(), play, out);
            links += ranks;
        }
    }

    /// Returns `true` if there may be a chain of so many cards: a stock card of a possible suit for each rank.
    /// This test is quick; it may be `true` without need.
    #[inline]
    fn may_reach(&self, stock: u64, target: u8, links: u8) -> bool {
        let mut target = target;
        for _ in 0..links {
            let fits = self.layout.fits[usize::from(target)] & stock;
            if fits == 0 {
                return false;
            }
            target = fits.trailing_zeros() as u8;
        }
        self.layout.fits[usize::from(target)] != 0
    }

    /// Extends `chain` by `links` cards in all possible ways.
    #[allow(clippy::too_many_arguments)]
    fn link(
        &self,
        stock: u64,
        target: u8,
        card: u8,
        links: u8,
        chain: Chain,
        play: Play,
        out: &mut Vec<Play>,
    ) {
        let fits = self.layout.fits[usize::from(target)];
        if links == 0 {
            if fits >> card & 1 == 1 {
                out.push(play.over(chain));
            }
            return;
        }
        let mut fits = fits & stock;
        while fits != 0 {
            let next = fits.trailing_zeros() as u8;
            fits &= fits - 1;
            self.link(stock & !(1 << next), next, card, links - 1, chain.with(next & 3), play, out);
        }
    }
}
