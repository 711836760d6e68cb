//! The moves of cards of the stock and the waste.

use super::{Kind, Play};
use crate::canfield::state::{Game, State};

impl Game {
    /// The places of the stock cards that can come to the top of the waste.
    #[inline]
    pub(in crate::canfield) fn reachable(&self, state: &State) -> u64 {
        let draws = &self.layout.draws;
        let ahead = draws.ahead(state.stock, state.waste_end);
        if self.layout.unlimited || state.redeals > 0 { ahead | draws.fresh(state.stock) } else { ahead }
    }

    /// Adds the moves of the stock cards at these places.
    pub(in crate::canfield) fn stock_moves(&self, state: &State, places: u64, out: &mut Vec<Play>) {
        let layout = &self.layout;
        let empty = (0..layout.columns)
            .find(|&at| state.columns[at] == 0)
            .filter(|_| layout.empty_column_is_open(state.reserve));
        let targets: [u64; 4] =
            std::array::from_fn(|at| layout.fits[usize::from(self.columns.top(state.columns[at]))]);
        let places = self.not_passing_safe(state, places);
        // Raising comes first. The last cards of the pass come first, because playing an early card changes the
        // stops after it.
        let mut rest = places;
        while rest != 0 {
            let bit = 63 - rest.leading_zeros();
            rest ^= 1 << bit;
            if self.is_next(state, layout.stock_card[bit as usize]) {
                out.push(Play::new(Kind::RaiseStock, layout.stock_card[bit as usize], 0, 0));
            }
        }
        let mut rest = places;
        while rest != 0 {
            let bit = 63 - rest.leading_zeros();
            rest ^= 1 << bit;
            let card = layout.stock_card[bit as usize];
            for (to, fits) in targets.iter().enumerate() {
                if fits >> card & 1 == 1 {
                    out.push(Play::new(Kind::Stock, card, 0, to));
                }
            }
            if let Some(empty) = empty
                && layout.fits_empty >> card & 1 == 1
            {
                out.push(Play::new(Kind::Stock, card, 0, empty));
            }
        }
    }

    /// These places without those that are drawn after a card that can be raised safely.
    ///
    /// *Precondition.* One card is drawn at a time, and redeals are limited. *Claim.* Nothing is lost. *Proof.*
    /// The safe card comes to the top of the waste before the later ones do, and raising it then loses nothing,
    /// because it is [safe](Game::is_safe). The later cards can still be reached after that.
    #[inline]
    pub(in crate::canfield) fn not_passing_safe(&self, state: &State, places: u64) -> u64 {
        if self.layout.unlimited || self.layout.draws.draw() > 1 || !self.prunings.safe_moves {
            return places;
        }
        let ahead = places & self.layout.draws.ahead(state.stock, state.waste_end);
        let mut rest = ahead;
        while rest != 0 {
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            let card = self.layout.stock_card[bit as usize];
            if self.is_next(state, card) && self.is_safe(state, card) {
                return ahead & !rest;
            }
        }
        places
    }
}
