//! The moves of the easier games in `relaxed`: talon cards are laid only as chains under something
//! else.

use super::columns::NONE;
use super::moves::{Kind, Play};
use super::position::{Gap, Take};
use super::state::{Ground, Mode, State};

/// Talon cards put under the moved cards first, in a lazy search: at most twenty, by suit.
#[derive(Copy, Clone, Default)]
pub(super) struct Chain {
    pub(super) len: u8,
    pub(super) suits: u64,
}

impl Chain {
    /// The longest chain.
    pub(super) const LIMIT: u8 = 20;

    fn with(self, suit: u8) -> Chain {
        debug_assert!(self.len < Chain::LIMIT);
        Chain { len: self.len + 1, suits: self.suits | u64::from(suit) << (2 * self.len) }
    }
}

impl Ground {
    /// All moves of a lazy search (see `relaxed`).
    pub(super) fn lazy_moves(&mut self, state: &State, out: &mut Vec<Play>) {
        let columns = self.layout.columns;
        let tails: [u8; 4] = std::array::from_fn(|at| self.columns.tail(state.cols[at]));
        let top = self.reserve_top(state);
        let gap = (0..columns).find(|&at| state.cols[at] == 0);
        let stock = self.free_cards(state);
        // The first card of each suit that is neither up nor in the talon.
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
        for (at, &tail) in tails.iter().enumerate() {
            if tail != NONE && next[usize::from(tail & 3)] == tail {
                out.push(Play::new(Kind::RaiseColumn, tail, at, 0));
            }
        }
        if top != NONE && next[usize::from(top & 3)] == top {
            out.push(Play::new(Kind::RaiseReserve, top, 0, 0));
        }
        if self.take == Take::Part {
            for card in next {
                if card == NONE {
                    continue;
                }
                for from in 0..columns {
                    let column = state.cols[from];
                    if self.columns.mask(column) >> card & 1 == 0 || tails[from] == card {
                        continue;
                    }
                    let first = self.columns.above(column, card);
                    // The chain must not use what goes up before the card.
                    let rest = stock & !self.layout.up_masks[usize::from(card & 3)][usize::from(card >> 2)];
                    for (to, &tail) in tails.iter().enumerate() {
                        if to != from {
                            self.chains(rest, tail, first, Play::new(Kind::Uncover, card, from, to), out);
                        }
                    }
                    if let Some(gap) = gap
                        && self.layout.gap_open(state.reserve)
                        && self.layout.rules.gap == Gap::Anything
                        && self.layout.fills >> first & 1 == 1
                    {
                        out.push(Play::new(Kind::Uncover, card, from, gap));
                    }
                }
            }
        }
        if top != NONE {
            for (to, &tail) in tails.iter().enumerate() {
                self.chains(stock, tail, top, Play::new(Kind::Reserve, top, 0, to), out);
            }
            if let Some(gap) = gap
                && self.layout.fills >> top & 1 == 1
            {
                out.push(Play::new(Kind::Reserve, top, 0, gap));
            }
        }
        if state.locked > 0 && state.stock.count_ones() > u32::from(state.locked) {
            self.unlocks(state, stock, &tails, gap, out);
        }
        for from in 0..columns {
            let head = self.columns.head(state.cols[from]);
            for (to, &tail) in tails.iter().enumerate() {
                if head != NONE && to != from {
                    self.chains(stock, tail, head, Play::new(Kind::Merge, head, from, to), out);
                }
            }
        }
    }

    /// The first free talon card goes anywhere it may, not for its own sake but for those before it.
    fn unlocks(
        &mut self,
        state: &State,
        stock: u64,
        tails: &[u8; 4],
        gap: Option<usize>,
        out: &mut Vec<Play>,
    ) {
        let mut bits = state.stock;
        for _ in 0..state.locked {
            bits &= bits - 1;
        }
        let card = self.layout.stock[bits.trailing_zeros() as usize];
        let before = self.layout.up_masks[usize::from(card & 3)][usize::from(card >> 2)]
            & !self.layout.up_masks[usize::from(card & 3)][usize::from(state.up[usize::from(card & 3)])];
        if before & !stock == 0 {
            out.push(Play::new(Kind::RaiseStock, card, 0, 0));
        }
        for (to, &tail) in tails.iter().enumerate() {
            self.chains(stock & !(1 << card), tail, card, Play::new(Kind::Stock, card, 0, to), out);
        }
        if let Some(gap) = gap
            && self.layout.gap_open(state.reserve)
            && self.layout.fills >> card & 1 == 1
        {
            out.push(Play::new(Kind::Stock, card, 0, gap));
        }
    }

    /// The free talon cards (or the pool) as a set of cards.
    #[inline]
    pub(super) fn free_cards(&self, state: &State) -> u64 {
        if self.mode == Mode::Pool {
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
            gone |= 1 << self.layout.stock[bits.trailing_zeros() as usize];
            bits &= bits - 1;
        }
        self.layout.stock_cards & !gone
    }

    /// Every way to lay talon cards on `host` so that `guest` fits the last.
    #[inline]
    fn chains(&mut self, stock: u64, host: u8, guest: u8, play: Play, out: &mut Vec<Play>) {
        if host == NONE {
            return;
        }
        let ranks = self.layout.ranks;
        let mut links = (host / 4 + 2 * ranks - guest / 4 - 1) % ranks;
        // Once around the ranks is one way; a chain may wrap and go around again.
        while self.links(stock, host, guest, links) {
            if links > Chain::LIMIT {
                self.overflow = true;
                return;
            }
            self.link(stock, host, guest, links, Chain::default(), play, out);
            links += ranks;
        }
    }

    /// Are there talon cards for the ranks between, of any suit that might do?
    #[inline]
    fn links(&self, stock: u64, host: u8, guest: u8, links: u8) -> bool {
        let mut host = host;
        for _ in 0..links {
            let fits = self.layout.fits[usize::from(host)] & stock;
            if fits == 0 {
                return false;
            }
            host = fits.trailing_zeros() as u8;
        }
        let _ = guest;
        self.layout.fits[usize::from(host)] != 0
    }

    #[allow(clippy::too_many_arguments)]
    fn link(
        &self,
        stock: u64,
        host: u8,
        guest: u8,
        links: u8,
        chain: Chain,
        play: Play,
        out: &mut Vec<Play>,
    ) {
        let fits = self.layout.fits[usize::from(host)];
        if links == 0 {
            if fits >> guest & 1 == 1 {
                out.push(play.over(chain));
            }
            return;
        }
        let mut fits = fits & stock;
        while fits != 0 {
            let card = fits.trailing_zeros() as u8;
            fits &= fits - 1;
            self.link(stock & !(1 << card), card, guest, links - 1, chain.with(card & 3), play, out);
        }
    }
}
