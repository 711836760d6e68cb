//! Which cards of stock and waste can be reached, and what is left after one is taken.
//!
//! The `n` cards of waste and stock keep their order for ever; only the number `w` of them that
//! lie in the waste changes. A draw makes `w` into `min(w + draw, n)`, a redeal (at `w = n`) 0, and
//! taking the card at rank `q` (1-based) needs `w = q` and leaves `w = q - 1` of `n - 1`.

use super::config::Fault;
use super::deal::{Deal, State, UNLIMITED};

/// The ranks that whole draws from an empty waste stop at, and every rank's remainder.
#[derive(Copy, Clone, Debug)]
pub(super) struct Rhythm {
    /// Bit `q - 1` for every multiple `q` of the draw.
    every: u32,
    /// `q` modulo the draw.
    pub remainder: [u8; 32],
}

impl Rhythm {
    pub fn new(draw: u8) -> Rhythm {
        let mut rhythm = Rhythm { every: 0, remainder: [0; 32] };
        for rank in 0..32u8 {
            rhythm.remainder[rank as usize] = rank % draw;
            if rank > 0 && rank.is_multiple_of(draw) {
                rhythm.every |= 1 << (rank - 1);
            }
        }
        rhythm
    }
}

impl Deal {
    /// The ranks within reach before the next redeal; bit `q - 1` for rank `q`.
    #[inline]
    pub fn this_pass(&self, state: &State, len: u32) -> u32 {
        let waste = u32::from(state.waste);
        let every = self.rhythm.every;
        let ahead = if waste == 0 { every } else { every << waste | 1 << (waste - 1) };
        (ahead | 1 << len >> 1) & ((1 << len) - 1)
    }

    /// All ranks within reach.
    #[inline]
    pub fn reach(&self, state: &State, len: u32) -> u32 {
        let again = if state.redeals > 0 { self.rhythm.every & ((1 << len) - 1) } else { 0 };
        self.this_pass(state, len) | again
    }

    /// The stock cards that can be taken without any other coming out of reach.
    ///
    /// Draw 1 without a limit: all. Draw 1, or in the last pass: the top card of the waste; what
    /// lies ahead stays ahead, and the card below it is won. (With a draw of 2 or more and another
    /// pass to come, a card taken shifts all behind it.)
    #[inline]
    pub fn at_no_cost(&self, state: &State) -> u64 {
        if self.draw == 1 && state.redeals == UNLIMITED {
            state.stock
        } else if state.waste > 0 && (self.draw == 1 || state.redeals == 0) {
            let mut order = state.order;
            for _ in 1..state.waste {
                order &= order - 1;
            }
            1 << self.stock_card[order.trailing_zeros() as usize]
        } else {
            0
        }
    }

    /// The waste to write down when `waste` cards lie there.
    ///
    /// With unlimited redeals a full waste, or one that whole draws from the start lead to, reaches
    /// exactly what an empty one does.
    #[inline]
    pub fn waste_after(&self, state: &State, waste: u8) -> u8 {
        let full = u32::from(waste) == state.order.count_ones();
        let whole = self.rhythm.remainder[waste as usize] == 0;
        if state.redeals == UNLIMITED && (full || whole) { 0 } else { waste }
    }

    /// Does a state with this waste reach all that another, otherwise equal one reaches, always?
    ///
    /// * Same residue, earlier, no fewer redeals: what the later one reaches lies ahead of the
    ///   earlier one, and after the same play both stand at the same place.
    /// * A later waste that whole draws from the start lead to (or a full one, which reaches the
    ///   last card only, as everybody does) is reached from anywhere by a redeal.
    #[inline]
    pub fn dominates(&self, mine: (u8, u8), other: (u8, u8), len: u8) -> bool {
        let ((waste, redeals), (other_waste, other_redeals)) = (mine, other);
        if redeals < other_redeals && self.fault != Some(Fault::RedealsIgnored) {
            return false;
        }
        if other_waste == len || mine == other {
            return true;
        }
        let remainder = |waste: u8| self.rhythm.remainder[waste as usize];
        let alike = remainder(waste) == remainder(other_waste) || self.fault == Some(Fault::RemainderIgnored);
        let same = waste <= other_waste && alike;
        let spare = redeals == UNLIMITED || redeals > other_redeals;
        same || (spare && remainder(other_waste) == 0)
    }
}
