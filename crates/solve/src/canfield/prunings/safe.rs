//! Safe cards: cards that can be raised at once without turning a win into a loss.

use crate::canfield::state::{Game, State};
use talon_rules::Build;

impl Game {
    /// Returns `true` if the card, which is the next one of its foundation, is safe.
    ///
    /// *Claim.* If the position can be won, it can be won after raising the card.
    ///
    /// *Proof.* Let the card have k ranks above the base rank. In a column, it is of use only under a card x of
    /// rank k − 1.
    ///
    /// 1. If every such x is raised, the card is of no use, unless x can be taken back.
    /// 2. Let colours alternate and k ≥ 2, and let every such x be raised or the next card of its foundation. A
    ///    line that puts x on the card can raise x instead. Then x is missing under the cards y of rank k − 2
    ///    and the colour of the first card. The y of the same suit is raised. The other one must be raised or the
    ///    next card of its foundation, so that it can be raised instead; and what may lie on it, the cards of
    ///    rank k − 3 and the colour of x, is raised.
    ///
    /// Ranks wrap around: a card of the highest rank may lie on a base card, unless the rules forbid to build on
    /// base cards. So a base card (k = 0) needs complete suits in the first case; and in the second case with
    /// k = 2, where y is a base card, y itself must be raised.
    ///
    /// With take-backs, x may be taken back onto the card in order to carry y, so for k ≥ 2 the second case must
    /// hold even if every x is raised. Base cards are never taken back, so k = 1 needs no more than the first
    /// case. All other cards that might be taken back onto the card or onto x can carry raised cards only.
    #[inline]
    pub(in crate::canfield) fn is_safe(&self, state: &State, card: u8) -> bool {
        let variant = &self.layout.variant;
        let (rank, suit) = (card >> 2, usize::from(card & 3));
        // The height of the foundations on which every card that may lie on this one is raised.
        let wanted = if rank == 0 {
            if !variant.build_on_base {
                return true;
            }
            self.layout.ranks
        } else {
            if rank == 1 && !variant.base_into_columns {
                return true;
            }
            rank
        };
        match variant.build {
            Build::AltColour => {
                let least = state.up[suit ^ 1].min(state.up[suit ^ 3]);
                let twin = state.up[suit ^ 2];
                let y_is_harmless = twin + 2 >= rank && (rank > 2 || !variant.build_on_base || twin > 0);
                let case_1 = least >= wanted && (rank == 1 || !self.layout.takes_back());
                let case_2 = rank >= 2 && least + 1 >= rank && y_is_harmless;
                case_1 || case_2
            }
            // Only the card before it in its own suit may lie on it, and that is raised.
            Build::SameSuit => rank > 0,
            Build::AnySuit => self.layout.is_safe_in_any_suit(&state.up, card),
            Build::SameColour | Build::OtherSuit => false,
        }
    }
}
