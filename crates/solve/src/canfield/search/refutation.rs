//! Refutation of single states: the queries of the searches to the relaxations.
//!
//! Each query may cost only so many nodes. A query that is not answered within them leaves the state open; the
//! verdicts found meanwhile are kept and help the next query.

use crate::canfield::columns::Columns;
use crate::canfield::relax::{Finding, Refuter};
use crate::canfield::state::{Game, Mode, State};
use crate::{Budget, Why};

/// The relaxations that a search queries.
pub(in crate::canfield) struct Relaxations<'a> {
    /// The open-stock or the card-pool relaxation, if the game has one.
    relaxed: Option<&'a mut Refuter>,
    allowance: Allowance,
}

impl<'a> Relaxations<'a> {
    pub(in crate::canfield) fn new(relaxed: Option<&'a mut Refuter>) -> Relaxations<'a> {
        Relaxations { relaxed, allowance: Allowance::default() }
    }

    /// Returns `true` if a relaxation proves that the state is lost. This is for depth-first search.
    pub(in crate::canfield) fn refute(
        &mut self,
        game: &mut Game,
        state: &State,
        budget: &mut Budget,
    ) -> Result<bool, Why> {
        let allowed = self.allowance.next(game);
        let Some(relaxed) = self.relaxed.as_deref_mut().filter(|_| !game.overflow && allowed > 0) else {
            return Ok(false);
        };
        let before = budget.progress.nodes;
        let finding = relaxed.refute(game, state, allowed, budget)?;
        self.allowance.spent += budget.progress.nodes - before;
        Ok(finding == Finding::Lost)
    }

    /// Returns `true` if the open-stock or card-pool relaxation proves within `allowed` nodes that the state
    /// is lost. This is for beams, whose queries resemble each other.
    pub(in crate::canfield) fn refute_within(
        &mut self,
        game: &mut Game,
        state: &State,
        allowed: u64,
        budget: &mut Budget,
    ) -> Result<bool, Why> {
        check_columns(game)?;
        match self.relaxed.as_deref_mut() {
            Some(relaxed) if !game.overflow => {
                Ok(relaxed.refute(game, state, allowed, budget)? == Finding::Lost)
            }
            _ => Ok(false),
        }
    }

    /// Checks the memory limit for `bytes` of the search itself, the columns and the relaxations.
    ///
    /// If memory runs short, the relaxations forget what they have proved, because it can be proved again.
    pub(in crate::canfield) fn check_memory(
        &mut self,
        game: &Game,
        bytes: usize,
        budget: &Budget,
    ) -> Result<(), Why> {
        check_columns(game)?;
        let own = bytes + game.columns.bytes();
        if own + self.bytes() > budget.limits.memory {
            self.clear();
        }
        if let Some(relaxed) = self.relaxed.as_deref_mut() {
            relaxed.room = budget.limits.memory.saturating_sub(own);
        }
        budget.check_memory(own)
    }

    fn bytes(&self) -> usize {
        self.relaxed.as_ref().map_or(0, |relaxed| relaxed.bytes())
    }

    fn clear(&mut self) {
        if let Some(relaxed) = self.relaxed.as_deref_mut() {
            relaxed.clear();
        }
    }
}

/// Checks that there are numbers left for the columns that can be met before the next check.
pub(in crate::canfield) fn check_columns(game: &Game) -> Result<(), Why> {
    if game.columns.len() > Columns::LIMIT - 1024 * 64 { Err(Why::Memory) } else { Ok(()) }
}

/// The nodes that depth-first search may spend on queries.
#[derive(Default)]
struct Allowance {
    queries: u64,
    spent: u64,
}

impl Allowance {
    /// The nodes that the next query may cost.
    ///
    /// A query to the open-stock relaxation rarely costs more than it saves. The card-pool relaxation refutes
    /// less, so all its queries together have a limit.
    fn next(&mut self, game: &Game) -> u64 {
        self.queries += 1;
        match game.relaxation.mode {
            Mode::CardPool => (5_000 + 20 * self.queries).saturating_sub(self.spent),
            // Beams follow, so that less has to be spent here.
            _ if game.needs_beams() => 1_000 + self.queries,
            _ => 20_000 + self.queries,
        }
    }
}
