//! Which cards of stock and waste can be reached, and what is left after one is taken.
//!
//! The `n` cards of waste and stock keep their order for ever; only the number `w` of them that
//! lie in the waste changes. A draw makes `w` into `min(w + draw, n)`, a redeal (at `w = n`) 0, and
//! taking the card at rank `q` (1-based) needs `w = q` and leaves `w = q - 1` of `n - 1`.

use super::deal::{Deal, State, UNLIMITED};

impl Deal {
    /// Can the card at this rank be reached without a redeal?
    #[inline]
    pub fn this_pass(&self, state: &State, rank: u8) -> bool {
        let len = state.order.count_ones() as u8;
        rank == len || (rank >= state.waste && (rank - state.waste).is_multiple_of(self.draw) && rank > 0)
    }

    /// Can the card at this rank be reached at all?
    #[inline]
    pub fn reaches(&self, state: &State, rank: u8) -> bool {
        self.this_pass(state, rank) || (state.redeals > 0 && rank.is_multiple_of(self.draw))
    }

    /// The waste to write down when `waste` cards lie there.
    ///
    /// With unlimited redeals a full waste, or one that whole draws from the start lead to, reaches
    /// exactly what an empty one does.
    #[inline]
    pub fn waste_after(&self, state: &State, waste: u8) -> u8 {
        let full = u32::from(waste) == state.order.count_ones();
        if state.redeals == UNLIMITED && (full || waste.is_multiple_of(self.draw)) { 0 } else { waste }
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
        if redeals < other_redeals {
            return false;
        }
        if other_waste == len || mine == other {
            return true;
        }
        let same = waste <= other_waste && (other_waste - waste).is_multiple_of(self.draw);
        let spare = redeals == UNLIMITED || redeals > other_redeals;
        same || (spare && other_waste.is_multiple_of(self.draw))
    }
}
