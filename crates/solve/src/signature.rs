//! Fixed sets of deals and the nodes they took: how the solvers behave, in a few numbers.
//!
//! A change that should not change the search leaves every number as it was. `talon bench solve` prints
//! the file anew.

use crate::{Limits, Report, solve, solve_generic, unwatched};
use rules::Table;
use std::fmt;

/// The sets with what they took last, one a line.
pub const SIGNATURE: &str = include_str!("../signature.txt");

/// One set: deals of a game, a budget, and what came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Set<'a> {
    /// `generic` for the generic solver, `best` for the best that knows the game.
    pub solver: &'a str,
    /// The game.
    pub game: &'a str,
    /// The first of our own deals.
    pub first: u64,
    /// The deal after the last.
    pub end: u64,
    /// Nodes a deal at most.
    pub limit: u64,
    /// Nodes they took in all.
    pub nodes: u64,
    /// Won, lost, unknown.
    pub counts: [u64; 3],
}

impl<'a> Set<'a> {
    /// Reads what `Display` writes; numbers that are missing at the end are 0.
    pub fn parse(line: &'a str) -> Option<Set<'a>> {
        let mut words = line.split_whitespace();
        let solver = words.next()?;
        let game = words.next()?;
        let (first, end) = words.next()?.split_once("..")?;
        let limit = words.next()?.parse().ok()?;
        let rest: Vec<u64> = words.map(str::parse).collect::<Result<_, _>>().ok()?;
        let at = |i: usize| rest.get(i).copied().unwrap_or(0);
        Some(Set {
            solver,
            game,
            first: first.parse().ok()?,
            end: end.parse().ok()?,
            limit,
            nodes: at(0),
            counts: [at(1), at(2), at(3)],
        })
    }
}

impl Set<'_> {
    /// Solves a deal of the set.
    pub fn solve(&self, table: &Table) -> Report {
        let limits = Limits { nodes: self.limit, ..Limits::default() };
        let mut watch = unwatched;
        match self.solver {
            "generic" => solve_generic(table, limits, &mut watch),
            _ => solve(table, limits, &mut watch),
        }
    }
}

impl fmt::Display for Set<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [won, lost, unknown] = self.counts;
        let deals = format!("{}..{}", self.first, self.end);
        write!(
            f,
            "{:<7} {:<20} {deals:>8} {:>8} {:>10} {won:>5} {lost:>5} {unknown:>5}",
            self.solver, self.game, self.limit, self.nodes
        )
    }
}
