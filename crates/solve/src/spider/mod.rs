//! The solver of the Spider family, and the honest player's view of it.
//!
//! Spider, Spiderette, Will o' the Wisp, Simple Simon and Mrs Mop are one game with different data: up to 13
//! columns and 104 cards, any deal, any number of ranks, a stock dealt in rows or no stock. [`recognises`]
//! has the exact condition. Most deals of these games can be won, so the solver is built to find wins; losses
//! are proved where few positions can be reached.
//!
//! # The state
//!
//! A [`Position`] lists the cards. The search packs it into a [`State`]: each column is a stack of [`Run`]s,
//! which are descending cards of one suit in 16 bits. Runs are joined, split and removed as cards move. The
//! constants of the search (rules, stock) are in a [`Game`].
//!
//! The exact key of a state is the position written out column by column; exhaustive search compares whole
//! keys. The 64-bit hash is for what proves no loss: beam searches, shortening a win, and honest play.
//!
//! # The moves
//!
//! A [`Step`] deals a row or carries the tail of a top run; every step is one move of the rules engine. A
//! face-down card that is uncovered is turned up, and a complete run leaves, as part of the step. [`carries`]
//! generates the carries that are worth trying. How freely it takes runs apart is set by [`Splits`]: beam
//! searches mostly use [`Splits::Gains`], exhaustive search uses [`Splits::Every`].
//!
//! # The normal form
//!
//! Once the stock is empty, positions that differ only in the order of their columns are equivalent, because
//! no rule then depends on the position of a column. Hash keys then ignore the order of the columns,
//! exhaustive search sorts them, and carries that only exchange columns are left out. While rows are left the
//! order matters, because it decides which card is dealt on which column. Exhaustive search then keeps the
//! order and all carries; beam searches leave out carries that exchange columns anyway.
//!
//! # The prunings
//!
//! Two tests recognise lost positions without a search. They hold for every position of the family, and their
//! documentation has the proofs:
//! - [`has_uneven_suits`]: every completed run removes one card of each rank of a suit, so a suit of which
//!   the ranks are not equally many can never be cleared.
//! - [`is_dead`]: a delete relaxation (facts, once true, stay true) deals all rows and lets every rank that
//!   was once uncovered stay available. A win must first empty a column or complete a run. If even this
//!   game can do neither, the position is lost.
//!
//! All other cuts are made by beam searches, which prove nothing.
//!
//! # The search
//!
//! [`solve`] runs a portfolio: beam searches ([`BeamSearch`]) of growing width, ordered by a [`Heuristic`]
//! learned from wins or by one of several others, alternate with exhaustive searches ([`exhaust`]) with a
//! growing bound. The module `search` lists the order. A win is shortened (module `line`).
//!
//! # What is exact, and how it is checked
//!
//! - A loss comes from a dead test or from [`exhaust`], which compares whole positions and leaves out nothing
//!   but dead positions and exchanges of interchangeable columns. No proof of a loss uses
//!   hash keys.
//! - A win is a list of plain moves. [`Solver`](crate::Solver) replays it on the table before it is reported.
//! - Tests play the packed state, the rules engine and a naive model of `talon-reference` side by side, plant
//!   faults in the naive model to show that a difference is noticed, and compare verdicts with brute force on
//!   small decks. `cargo xtask bench soundness spider` does the same on all 40,320 deals of eight cards and
//!   on larger decks.
//!
//! # Honest play
//!
//! Players that do not see hidden cards use the same state, moves and heuristic through [`observation`].

mod heuristic;
mod line;
mod moves;
pub mod observation;
mod pack;
mod position;
mod prunings;
mod run;
mod search;
mod state;

pub use heuristic::{Evaluation, Heuristic};
pub use moves::{Splits, Step, carries, reveals};
pub use pack::{pack, recognises};
pub use position::{Column, Position, Variant};
pub use prunings::{has_uneven_suits, is_dead};
pub use run::Run;
pub use search::{BeamOptions, BeamSearch, Exhaustion, exhaust};
pub use state::{CARDS, COLUMNS, Game, State};

use crate::{Budget, Estimate, Family, Limits, Report, Verdict, Watch, unwatched};
use talon_rules::{Rules, Table};

/// Decides whether a position can be won.
///
/// A loss is proved; see the [module page](self). The verdict depends on the clock only if the watch does.
pub fn solve(position: &Position, limits: Limits, watch: &mut Watch<'_>) -> Report {
    let mut budget = Budget::new(limits, watch);
    let verdict = search::search(position, &mut budget).unwrap_or_else(Verdict::Unknown);
    Report::new(verdict, budget.progress.nodes, budget.progress.states)
}

/// The solver of the Spider family. It keeps no buffers.
#[derive(Copy, Clone, Debug, Default)]
pub struct Solver;

/// The names of the prunings that are on for a table of this family: all, under all rules of the family.
pub(crate) fn prunings(table: &Table) -> Option<Vec<&'static str>> {
    recognises(table.rules()).then(|| vec!["uneven suits", "dead test"])
}

impl Family for Solver {
    fn recognises(rules: &Rules) -> bool {
        recognises(rules)
    }

    fn solve(&mut self, table: &Table, limits: Limits, watch: &mut Watch<'_>) -> Option<Report> {
        Some(solve(&pack(table)?, limits, watch))
    }

    fn estimate(&mut self, table: &Table, limits: Limits) -> Option<Estimate> {
        let report = solve(&pack(table)?, limits, &mut unwatched);
        Some(Estimate { answer: report.verdict.answer(), most_up: table.cards_up() })
    }
}
