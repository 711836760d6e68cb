//! Rings: columns that could go on their own end, all ranks being in them. They refute arguments that
//! prunings rest on, so whoever uses those must see a ring coming.

use super::position::Take;
use super::state::{Ground, Mode, Prunings, State};

impl Ground {
    /// Is there a ring: a column whose bottom card fits its own top card, all ranks being in it?
    ///
    /// The arguments that part runs need not move but to free a card, that a tail may lie on either
    /// of two twins and that columns may be joined all say: the same moves can be made with the guests
    /// of two hosts exchanged. That fails for one kind of move only: a run is taken off its column, and
    /// then what is left of that column is put on the run (or the column it went to is put where it
    /// came from). Before the exchange fails, the column that was to be put on its own run, or on its
    /// own kind, is a ring, and the search has it before its eyes. So a search that met no ring has
    /// missed nothing; one that did, and found no win, is done again without those prunings.
    #[inline]
    pub(super) fn has_ring(&self, state: &State) -> bool {
        self.take == Take::Part
            && self.layout.rules.on_base
            && state.cols.iter().any(|&column| {
                let fits = self.layout.fits[usize::from(self.columns.tail(column))];
                fits >> self.columns.head(column) & 1 == 1
            })
    }

    /// In an easier game: could talon cards laid on a column make it a ring? There they are laid only
    /// as chains under something else, so a ring may be closed and used within one move; before that
    /// move the column and the chain's cards lie here. Each rank is looked for by itself, so this
    /// may say yes without need (a search that does so proves nothing), but never no.
    pub(super) fn could_close_a_ring(&self, state: &State) -> bool {
        if self.take != Take::Part || !self.layout.rules.on_base {
            return false;
        }
        let free = self.free_cards(state);
        state.cols.iter().filter(|&&column| column != 0).any(|&column| {
            let head = self.columns.head(column);
            let mut host = self.columns.tail(column);
            // Who fits a card depends on its rank and colour (or suit), so any guest speaks for all.
            for _ in 0..2 * self.layout.ranks {
                let fits = self.layout.fits[usize::from(host)];
                if fits >> head & 1 == 1 {
                    return true;
                }
                if fits & free == 0 {
                    return false;
                }
                host = (fits & free).trailing_zeros() as u8;
            }
            false
        })
    }

    /// Is the pool hardly worth asking? Where part runs move and cards lie on base cards, its chains go
    /// around the ranks and there are too many: without it canfield-gnome takes a thirtieth of the time.
    pub(super) fn pool_chains_wrap(&self, state: &State) -> bool {
        self.easier.mode == Mode::Pool
            && self.easier.take == Take::Part
            && self.layout.rules.on_base
            && state.up.contains(&0)
    }

    /// Begins again without the prunings that rings refute.
    pub(super) fn loosen(&mut self) {
        self.all_parts = true;
        self.prunings = Prunings { twins: false, merges: false, relaxed: false, ..self.prunings };
    }
}
