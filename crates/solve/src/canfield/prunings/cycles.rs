//! Cyclic columns: the exception to the exchange arguments.
//!
//! Three prunings rest on the same argument: the targets of two moves can be exchanged. They are that parts of
//! columns move only to free a card ([`Game::uncovers`]), that one of two twins carries the cards, and that
//! columns are merged (both in the [normal form](crate::canfield::normal_form)). The argument fails if a
//! column can be put on its own end: all ranks are in it, and its bottom card fits its top card. Such a
//! column is called cyclic.

use crate::canfield::prunings::Prunings;
use crate::canfield::state::{Game, Mode, State};
use talon_rules::Take;

impl Game {
    /// Returns `true` if a column is cyclic.
    ///
    /// *Claim.* A search that met no cyclic column has lost nothing by the exchange arguments. *Proof.* An
    /// argument says that the same moves can be made with the cards on two targets exchanged. This fails for
    /// one sequence of moves only: a part is taken off its column, and then the rest of that column is put on
    /// the part (or the column that the part went to is put where the part came from). Before the exchange
    /// fails, the column that would be put on its own part is cyclic, and the search has that state before it.
    ///
    /// A search that met a cyclic column and found no win is repeated without these prunings; see
    /// [`Game::drop_exchange_prunings`].
    #[inline]
    pub(in crate::canfield) fn has_cycle(&self, state: &State) -> bool {
        self.take == Take::Run
            && self.layout.variant.build_on_base
            && state.columns.iter().any(|&column| {
                let fits = self.layout.fits[usize::from(self.columns.top(column))];
                fits >> self.columns.bottom(column) & 1 == 1
            })
    }

    /// In a relaxation: returns `true` if stock cards put on a column could make it cyclic.
    ///
    /// In a relaxation, stock cards move only as [chains](crate::canfield::relax), so a column may become cyclic
    /// and be used within one move. Before that move, the column and the cards of the chain are in this state.
    /// Each rank is considered by itself, so the answer may be `true` without need, in which case the relaxation
    /// proves nothing. It is never `false` by mistake.
    pub(in crate::canfield) fn could_close_cycle(&self, state: &State) -> bool {
        if self.take != Take::Run || !self.layout.variant.build_on_base {
            return false;
        }
        let free = self.free_cards(state);
        state.columns.iter().filter(|&&column| column != 0).any(|&column| {
            let bottom = self.columns.bottom(column);
            let mut target = self.columns.top(column);
            // Which cards fit depends on the rank and colour (or suit) of the target, so any card that fits
            // stands for all.
            for _ in 0..2 * self.layout.ranks {
                let fits = self.layout.fits[usize::from(target)];
                if fits >> bottom & 1 == 1 {
                    return true;
                }
                if fits & free == 0 {
                    return false;
                }
                target = (fits & free).trailing_zeros() as u8;
            }
            false
        })
    }

    /// Returns `true` if the card-pool relaxation is not worth its cost, because its chains wrap around the
    /// ranks and are too many: parts move, and cards are put on base cards. Without the relaxation,
    /// canfield-gnome takes a thirtieth of the time.
    pub(in crate::canfield) fn pool_chains_wrap(&self, state: &State) -> bool {
        self.relaxation.mode == Mode::CardPool
            && self.relaxation.take == Take::Run
            && self.layout.variant.build_on_base
            && state.up.contains(&0)
    }

    /// Switches off the prunings that cyclic columns refute, before the search is repeated.
    pub(in crate::canfield) fn drop_exchange_prunings(&mut self) {
        self.all_parts = true;
        self.prunings = Prunings { twins: false, merges: false, relaxations: false, ..self.prunings };
    }
}
