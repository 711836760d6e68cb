//! The solver of FreeCell and its relatives: every card lies in a column or a cell, and one deck is in play.
//!
//! FreeCell, Baker's Game, Eight Off, Seahaven Towers, King Albert, Raglan, the castles, Fan, Baker's Dozen, Yukon
//! and its relatives are one game with different data. [`recognises`] has the exact condition.
//!
//! # The state
//!
//! A position says for each card what it lies on: a card, the bottom of a column, a cell or its foundation. A card
//! lies on one of at most four hosts or on what it lay on when the search began, so its place has three bits and a
//! position 156 (module `game`). The number is exact, and the order of columns and cells does not enter it. If the
//! card below was face down when the search began, returning to it has the code of a host, so that the number also
//! says which cards are face down. A state (module `state`) is the number with what follows from it: tops, cells,
//! and the counts of the heuristic, which change only where a card moves.
//!
//! # The moves
//!
//! A step is a legal move of the rules engine, without moves to equivalent places (module `moves`). The cards that
//! are raised after it belong to it.
//!
//! # The prunings
//!
//! They are those of the generic solver, under its preconditions (module `prunings`): piles of one kind are
//! interchangeable, safe cards are raised at once, and dead positions are given up where no cell takes cards.
//!
//! # The search
//!
//! Best first, by the heuristic values of the generic solver in turn (module `search`). Unless columns are built in
//! suit, an *eager* search of up to three million nodes comes first: it raises whatever can be raised, takes
//! positions for equal that differ only in the suits of their cards, and does not move a card twice in a row. It
//! finds most wins with few nodes, and its failure proves nothing. In games with cells, a *quick* one of 5,000 nodes
//! with other weights precedes it: the few deals that are hard with one set of weights are mostly easy with another.
//! The exact search follows.
//!
//! The state of a node is not stored. It is unpacked from the key, or, if the parent is one of the last three nodes
//! that were taken, made from the parent's state by one step.
//!
//! # What is exact, and how it is checked
//!
//! - A loss is an exhausted exact search, whose table compares whole keys.
//! - A win is written out as plain moves (module `line`), which [`crate::Solver`] replays on the table.
//! - The rules fuzzer compares the verdicts with brute force under random rules, and tests compare them with the
//!   generic solver, on small decks and on full ones.

mod game;
mod line;
mod moves;
mod pack;
mod prunings;
mod search;
mod state;
#[cfg(test)]
mod tests;
mod weights;

pub use pack::recognises;

use crate::{Answer, Budget, Estimate, Family, Limits, Report, Verdict, Watch, Why, unwatched};
use moves::Step;
use prunings::Prunings;
use search::Search;
use talon_rules::{Rules, Table};

/// The solver of the FreeCell family. It keeps its buffers from one position to the next.
#[derive(Debug, Default)]
pub struct Solver {
    /// The buffers, made when they are needed first: most solvers never see a game of this family.
    search: Option<Box<Search>>,
}

impl Solver {
    /// The steps of a win; `None` if the rules are not recognised.
    fn search(&mut self, table: &Table, budget: &mut Budget) -> Option<Result<Option<Vec<Step>>, Why>> {
        let (game, start) = pack::pack(table)?;
        Some(self.search.get_or_insert_default().win(&game, &start, budget))
    }
}

/// The names of the prunings that are on for a table of this family.
pub(crate) fn prunings(table: &Table) -> Option<Vec<&'static str>> {
    recognises(table.rules()).then(|| Prunings::of(table.rules()).names())
}

impl Family for Solver {
    fn recognises(rules: &Rules) -> bool {
        recognises(rules)
    }

    fn solve(&mut self, table: &Table, limits: Limits, watch: &mut Watch<'_>) -> Option<Report> {
        let mut budget = Budget::new(limits, watch);
        let verdict = match self.search(table, &mut budget)? {
            Ok(Some(steps)) => match line::moves(table, &steps) {
                Some(line) => Verdict::Winnable(line),
                None => Verdict::Unknown(Why::Rejected),
            },
            Ok(None) => Verdict::Unwinnable,
            Err(why) => Verdict::Unknown(why),
        };
        // The node that exceeds the budget was not examined.
        let nodes = budget.progress.nodes.min(limits.nodes);
        Some(Report::new(verdict, nodes, budget.progress.states))
    }

    fn estimate(&mut self, table: &Table, limits: Limits) -> Option<Estimate> {
        let mut watch = unwatched;
        let found = self.search(table, &mut Budget::new(limits, &mut watch))?;
        let answer = Answer::from(found.map(|steps| steps.is_some()));
        Some(Estimate { answer, most_up: table.cards_up() })
    }
}
