//! The normal form of a state: what can be raised at no cost is raised.

use super::card_set;
use super::config::{Config, Fault};
use super::game::Game;
use super::moves::Step;
use super::state::State;

impl Game {
    /// Brings a state to a normal form, and calls `trace` with each step.
    ///
    /// A card is raised if this cannot lose a win:
    /// - With take-backs, a free card: taking it back undoes this, because its host is still bare.
    /// - A [safe](Game::safe) card that is free or locked: leaving a column only uncovers cards.
    /// - A stock card that [leaves the rest of the stock within reach](Game::free_to_take). On the foundation
    ///   it can do all that it could do in the stock, since it can be taken back whenever it could have been
    ///   laid down. But it keeps the next lower card of its suit on the foundation, so that one must be safe
    ///   or there must be none; without take-backs, the card itself must be safe.
    ///
    /// The normal form is not unique: two twins that compete for one host cannot both be raised.
    #[inline]
    pub fn normalize(&self, state: &mut State, config: &Config, mut trace: impl FnMut(Step)) {
        loop {
            let tableau = self.tableau(state);
            let free = tableau & !state.locked;
            let next = self.next_up(state.up);
            let barable = next & Game::barable(tableau, free) & tableau;
            let mut safe = if config.safe_moves { self.safe(state.up) } else { 0 };
            if self.fault == Some(Fault::EverythingSafe) {
                safe = !0;
            }
            let reversible = if self.take_back { !0 } else { safe };
            let raisable = barable & (free & reversible | state.locked & safe);
            if raisable != 0 {
                let bit = raisable.trailing_zeros() as u8;
                if state.locked >> bit & 1 == 1 {
                    self.unlock(state, bit);
                }
                self.raise(state, bit);
                trace(Step::up(bit));
                continue;
            }
            let mut harmless = if self.take_back { card_set::higher(safe) | self.aces } else { safe };
            if self.fault == Some(Fault::StockAlwaysSafe) {
                harmless = !0;
            }
            let stock = next & harmless & self.free_to_take(state);
            if config.safe_moves && stock != 0 {
                let bit = stock.trailing_zeros() as u8;
                self.take_stock(state, bit);
                self.raise(state, bit);
                trace(Step::up(bit));
                continue;
            }
            return;
        }
    }

    /// Returns `true` if the game is won or can be finished by raising cards alone.
    ///
    /// If no card is face down and every stock card can be reached, then the lowest card that is not raised
    /// can be raised next, because only lower cards could lie on it.
    #[inline]
    pub fn is_won(&self, state: &State) -> bool {
        state.face_down == 0 && (state.stock == 0 || self.stock_is_open(state))
    }
}
