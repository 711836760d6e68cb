//! Which stock cards can be reached, and what is left after one is taken.
//!
//! The `n` cards of waste and stock keep their order for the whole game; only the number `w` of them that
//! lie in the waste changes. A draw turns `w` into `min(w + draw, n)`. A redeal is possible at `w = n` and
//! turns `w` into 0. The `q`-th card can be taken at `w = q`, and then the waste holds `q - 1` of `n - 1`
//! cards. Draws and redeals are therefore no steps of the search: a step takes a card, and the draws before it
//! follow.

use super::config::Fault;
use super::game::Game;
use super::state::{State, UNLIMITED};

/// The sizes of the waste at which draws from an empty waste stop.
#[derive(Copy, Clone, Debug)]
pub(super) struct Draws {
    /// Bit `q - 1` for every multiple `q` of the draw.
    stops: u32,
    /// Every size of the waste modulo the draw.
    pub remainder: [u8; 32],
}

impl Draws {
    pub fn new(draw: u8) -> Draws {
        let mut draws = Draws { stops: 0, remainder: [0; 32] };
        for waste in 0..32u8 {
            draws.remainder[waste as usize] = waste % draw;
            if waste > 0 && waste.is_multiple_of(draw) {
                draws.stops |= 1 << (waste - 1);
            }
        }
        draws
    }
}

impl Game {
    /// The cards that can be reached before the next redeal, with bit `q - 1` for the `q`-th card; `len` is
    /// the number of cards in stock and waste.
    #[inline]
    fn reachable_in_this_pass(&self, state: &State, len: u32) -> u32 {
        let waste = u32::from(state.waste);
        let stops = self.draws.stops;
        let ahead = if waste == 0 { stops } else { stops << waste | 1 << (waste - 1) };
        (ahead | 1 << len >> 1) & ((1 << len) - 1)
    }

    /// The cards that can be reached, with bit `q - 1` for the `q`-th card; `len` is the number of cards in
    /// stock and waste.
    #[inline]
    pub fn reachable(&self, state: &State, len: u32) -> u32 {
        let again = if state.redeals > 0 { self.draws.stops & ((1 << len) - 1) } else { 0 };
        self.reachable_in_this_pass(state, len) | again
    }

    /// The number of stock cards before this one.
    #[inline]
    pub fn stock_cards_before(&self, state: &State, bit: u8) -> u32 {
        let place = self.stock_place(bit);
        (state.stock_places & ((1 << place) - 1)).count_ones()
    }

    /// Takes a card from the stock that can be reached.
    #[inline]
    pub fn take_stock(&self, state: &mut State, bit: u8) {
        let place = self.stock_place(bit);
        let before = self.stock_cards_before(state, bit) as u8;
        if state.redeals != UNLIMITED
            && self.reachable_in_this_pass(state, state.stock_len()) >> before & 1 == 0
        {
            state.redeals -= 1;
        }
        state.stock_places &= !(1 << place);
        state.stock &= !(1 << bit);
        let waste = if self.fault == Some(Fault::WasteStays) { state.waste } else { before };
        state.waste = self.canonical_waste(state, waste);
    }

    /// The normal form of a waste of `waste` cards.
    ///
    /// With unlimited redeals, a waste that holds all cards, or that draws from an empty waste lead to,
    /// reaches exactly the cards that an empty waste reaches, so it is written as 0.
    #[inline]
    pub fn canonical_waste(&self, state: &State, waste: u8) -> u8 {
        let full = u32::from(waste) == state.stock_len();
        let at_stop = self.draws.remainder[waste as usize] == 0;
        if state.redeals == UNLIMITED && (full || at_stop) { 0 } else { waste }
    }
}
