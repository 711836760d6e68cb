//! Safe foundation moves: cards that no win needs in the tableau.
//!
//! *Claim.* A card of rank k is safe if the foundations of the other colour have reached rank k - 2 and the
//! other foundation of its own colour has reached rank k - 3. If such a card can be raised and the position
//! can be won, then it can be won after raising it.
//!
//! *Proof.* Only the cards of rank k - 1 and the other colour can lie on the safe card. All that can lie on
//! those and may not be raised yet is the card of rank k - 2 in the other suit of the safe card's colour; and
//! all that could lie on that one, the cards of rank k - 3 and the other colour, is raised. So no further card
//! that is not raised ever needs one of these cards, or a lower one, as a host. Each of these cards is raised
//! or the next one of its foundation. A winning line can therefore raise each of them when it would first move
//! it, after those that lie on it, and leave out all take-backs of these and lower cards. Taking a card from
//! the stock leaves the same stock whether the card is raised or placed. This holds for every draw, redeal
//! limit and take-back rule.

use crate::klondike::card_set;
use crate::klondike::game::Game;
use crate::klondike::state::State;

impl Game {
    /// The cards that are safe to raise; see the [module page](self).
    #[inline]
    pub fn safe(&self, up: u64) -> u64 {
        let done = card_set::other_colour(card_set::pairs(card_set::both(up | !self.all)));
        (done << 8 | 0xFF) & (done << 12 | 0xFFF)
    }

    /// The stock cards that can be taken so that every card within reach stays within reach.
    ///
    /// - Draw 1 with unlimited redeals: every card.
    /// - Draw 1, or the last pass through the stock: the top card of the waste. The cards ahead stay ahead,
    ///   and the card below it in the waste becomes playable.
    ///
    /// With a draw of 2 or more and another pass to come, taking a card shifts all cards behind it.
    #[inline]
    pub fn free_to_take(&self, state: &State) -> u64 {
        if self.stock_is_open(state) {
            state.stock
        } else if state.waste > 0 && (self.draw == 1 || state.redeals == 0) {
            let mut places = state.stock_places;
            for _ in 1..state.waste {
                places &= places - 1;
            }
            1 << self.stock_card[places.trailing_zeros() as usize]
        } else {
            0
        }
    }
}
