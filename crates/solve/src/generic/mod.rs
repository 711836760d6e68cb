//! The generic solver: any game, by its rules alone.
//!
//! A best-first search over [`Table`] with several orders in turn (`frontier`, `judge`), one store of
//! all positions with exact codes (`store`, `code`), stock presses folded into steps (`step`), moves
//! that lose nothing played at once (`forced`), and positions left out that cannot be won
//! (`hopeless`). When the frontier runs empty every position that could matter was looked at, so the
//! loss is proved.
//!
//! It knows no game by name and plays by [`Table`] alone.

mod code;
mod columns;
mod facts;
#[cfg(test)]
mod faults;
mod forced;
mod frontier;
mod hopeless;
mod judge;
mod search;
mod split;
mod step;
mod store;
mod walk;

use crate::{Effort, Report, Verdict, Why};
use facts::Facts;
use rules::{Move, Table};
use store::Store;

/// Searches a position of any game.
pub fn solve(table: &Table, effort: &mut Effort) -> Report {
    solve_by(&Facts::new(table), table, effort)
}

/// Searches a position by several threads; the report does not depend on their number.
pub fn solve_split(table: &Table, threads: usize, effort: &mut Effort) -> Report {
    let found = split::search(&Facts::new(table), table, threads, effort);
    report(found, effort)
}

fn solve_by(facts: &Facts, table: &Table, effort: &mut Effort) -> Report {
    let mut found = Ok(None);
    if facts.shifts && facts.rows_left(table) {
        // Columns hardly ever have to change places for the rows to come: try without.
        let still = Facts { shifts: false, ..facts.clone() };
        found = search::search(&still, table, &mut Store::new(), effort);
    }
    if found == Ok(None) {
        found = search::search(facts, table, &mut Store::new(), effort);
    }
    report(found, effort)
}

fn report(found: Result<Option<Vec<Move>>, Why>, effort: &Effort) -> Report {
    let verdict = match found {
        Ok(Some(line)) => Verdict::Winnable(line),
        Ok(None) => Verdict::Unwinnable,
        Err(why) => Verdict::Unknown(why),
    };
    // The node that breaks the budget was not looked at.
    let nodes = effort.progress.nodes.min(effort.limits.nodes);
    Report { verdict, nodes, states: effort.progress.states }
}
