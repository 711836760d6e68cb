//! Dominance between states with the same cards in the same places and different positions in the stock.
//!
//! *Claim.* If [`Game::dominates`] holds, then every line that wins from the other state can be followed from
//! this one.
//!
//! *Proof.* Let w and v be the numbers of cards in the waste of this state and of the other one.
//! - Same remainder modulo the draw, w ≤ v, and no fewer redeals: what the other state can reach in this pass
//!   lies ahead of this state too. After the same card is taken, both have the same waste.
//! - v is a number at which draws from an empty waste stop, and this state has a redeal more: a redeal and
//!   draws lead from this state to the other one.
//! - v is the number of all cards in waste and stock: the other state reaches the last card, which every
//!   state reaches, and after that only what a redeal gives.

use crate::klondike::config::Fault;
use crate::klondike::game::Game;
use crate::klondike::state::UNLIMITED;

impl Game {
    /// Returns `true` if a state dominates another one with the same cards; see the [module page](self). Both
    /// are given as waste and redeals, and `len` is the number of cards in waste and stock.
    #[inline]
    pub fn dominates(&self, (waste, redeals): (u8, u8), other: (u8, u8), len: u8) -> bool {
        let (other_waste, other_redeals) = other;
        if redeals < other_redeals && self.fault != Some(Fault::RedealsIgnored) {
            return false;
        }
        if other_waste == len || (waste, redeals) == other {
            return true;
        }
        let remainder = |waste: u8| self.draws.remainder[waste as usize];
        let same_remainder =
            remainder(waste) == remainder(other_waste) || self.fault == Some(Fault::RemainderIgnored);
        let earlier = waste <= other_waste && same_remainder;
        let has_spare_redeal = redeals == UNLIMITED || redeals > other_redeals;
        earlier || (has_spare_redeal && remainder(other_waste) == 0)
    }
}
