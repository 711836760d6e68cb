//! The generic solver: any game, through its rules alone.
//!
//! It searches [`Table`] itself and knows no game by name, so it plays by the rules exactly. It answers for every
//! set of rules that has no packed solver, and it checks the packed solvers.
//!
//! # The state
//!
//! The position is one [`Table`], which a cursor (module `cursor`) carries from one position of the search to
//! the next by playing and taking back moves. Beside it, the module `columns` keeps what the search needs of each
//! column, and reads again only the columns that a move touched. The constants of a search (which card goes on
//! which, the prunings) are in a `Game`.
//!
//! # The moves
//!
//! A step is a move of the rules engine, after as many draws and redeals as bring its card up (module `steps`).
//! Everything that happens by itself belongs to the move, as on the table. Safe moves to the foundations that
//! follow a step belong to it as well.
//!
//! # The normal form
//!
//! Positions that differ only in the order of the cells, of the foundations or, once no row is left to deal, of
//! the columns are equivalent: every move has a counterpart with the piles renamed. The key of a position (module
//! `key`) writes such piles in a fixed order, except columns with face-down cards, and the steps use only one of
//! several empty ones. A key is exact: within one search, different classes have different keys. It is short
//! because the start is known: piles whose order never changes are written as their length.
//!
//! # The prunings
//!
//! Each has its claim and proof, and its precondition as a predicate over [`Rules`], in the module `prunings`,
//! whose page has a table of all:
//! - Of interchangeable piles only one is used.
//! - Draws and redeals wait until a card that they turn up is played.
//! - If every stock card can be had at any time, the order of the stock is forgotten.
//! - Safe cards are raised at once.
//! - Dead positions are given up: a relaxation shows that some card can never be raised.
//!
//! # The search
//!
//! Best-first search by three heuristic values in turn (module `heuristic`), because no single one is good for
//! every game. A position stands in one open list for each value and is expanded once (module `open_lists`). The
//! transposition table (module `transposition`) holds every position met. If rows are left to deal, a first
//! search leaves out the steps that only exchange columns; if it finds no win, a second one includes them. On
//! several threads (module `parallel`) the search proceeds in rounds, and its result does not depend on the
//! number of threads.
//!
//! # What is exact, and how it is checked
//!
//! - A loss means that the open lists ran empty: every position that was not pruned by a proof was expanded. A hit
//!   in the transposition table compares whole keys.
//! - A win is the list of moves that the cursor played, which [`crate::Solver`] replays before it is reported.
//! - The rules fuzzer (`talon_reference::fuzz`) compares the verdicts, on one thread and split, with brute force
//!   of an independent model, under random rules that use the whole vocabulary. `cargo xtask fuzz rules` runs it
//!   for as long as it is told. Planted faults (module `faults`) show that such a comparison notices them.

mod columns;
mod cursor;
#[cfg(test)]
mod faults;
mod game;
pub(crate) mod heuristic;
mod key;
pub(crate) mod open_lists;
mod parallel;
pub(crate) mod prunings;
mod search;
mod steps;
mod transposition;

use crate::{Budget, Report, Verdict, Why};
use game::Game;
use talon_rules::{Move, Rules, Table};
use transposition::Transpositions;

/// Decides whether a position of any game can be won.
pub fn solve(table: &Table, budget: &mut Budget) -> Report {
    solve_game(&Game::new(table), table, budget)
}

/// Decides a position by several threads; the report does not depend on their number.
pub fn solve_split(table: &Table, threads: usize, budget: &mut Budget) -> Report {
    let found = parallel::search(&Game::new(table), table, threads, budget);
    report(found, budget)
}

/// The names of the prunings that are on under these rules.
pub(crate) fn prunings(rules: &Rules) -> Vec<&'static str> {
    prunings::Prunings::of(rules).names()
}

fn solve_game(game: &Game, table: &Table, budget: &mut Budget) -> Report {
    let mut found = Ok(None);
    if game.orders_columns && game.rows_left(table) {
        // Columns hardly ever have to be exchanged before a row is dealt, so a search without that comes first.
        let without = Game { orders_columns: false, ..game.clone() };
        found = search::search(&without, table, &mut Transpositions::new(), budget);
    }
    if found == Ok(None) {
        found = search::search(game, table, &mut Transpositions::new(), budget);
    }
    report(found, budget)
}

fn report(found: Result<Option<Vec<Move>>, Why>, budget: &Budget) -> Report {
    let verdict = match found {
        Ok(Some(line)) => Verdict::Winnable(line),
        Ok(None) => Verdict::Unwinnable,
        Err(why) => Verdict::Unknown(why),
    };
    // The node that exceeds the budget was not examined.
    let nodes = budget.progress.nodes.min(budget.limits.nodes);
    Report::new(verdict, nodes, budget.progress.states)
}
