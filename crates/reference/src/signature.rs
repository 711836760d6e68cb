//! The committed behaviour of the solvers: the nodes that fixed sets of deals take.
//!
//! A change that is not meant to change a search leaves every number of `crates/solve/signature.txt` as it
//! was. A test of `talon-solve` compares them; `cargo xtask bench signature --write` renews the file.

use std::fmt;
use talon_rules::Table;
use talon_solve::{Answer, Limits, Solver, unwatched};

/// The committed file: comments that begin with `#`, and one set a line.
pub const COMMITTED: &str = include_str!("../../solve/signature.txt");

/// A set of deals of one game, and the result of solving them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Set<'a> {
    /// `generic` for the generic solver, `best` for the solver that the game's family has.
    pub solver: &'a str,
    /// The identifier of the game.
    pub game: &'a str,
    /// The number of the first deal.
    pub first: u64,
    /// The number after the last deal.
    pub end: u64,
    /// The node limit of each deal.
    pub limit: u64,
    /// The nodes of all deals together.
    pub nodes: u64,
    /// The numbers of deals that are won, lost and unknown.
    pub counts: [u64; 3],
}

impl<'a> Set<'a> {
    /// Reads a line as `Display` writes it; `None` if it is not a set.
    pub fn parse(line: &'a str) -> Option<Set<'a>> {
        let mut words = line.split_whitespace();
        let (solver, game) = (words.next()?, words.next()?);
        let (first, end) = words.next()?.split_once("..")?;
        let (first, end) = (first.parse().ok()?, end.parse().ok()?);
        let numbers: Vec<u64> = words.map(str::parse).collect::<Result<_, _>>().ok()?;
        let [limit, nodes, won, lost, unknown] = numbers[..] else { return None };
        Some(Set { solver, game, first, end, limit, nodes, counts: [won, lost, unknown] })
    }

    /// Solves the deals of the set and returns it with the result of today.
    ///
    /// # Panics
    /// If the game is not one of `talon_games::ALL`.
    pub fn measure(&self) -> Set<'a> {
        let rules = talon_games::find(self.game).expect("a set names a game of this program");
        let limits = Limits { nodes: self.limit, ..Limits::default() };
        let (mut nodes, mut counts) = (0, [0; 3]);
        for number in self.first..self.end {
            let table = Table::numbered(rules, number).expect("every game has numbered deals");
            let solver = Solver::new();
            let mut solver = if self.solver == "generic" { solver.generic_only() } else { solver };
            let report = solver.solve(&table, limits, &mut unwatched);
            nodes += report.nodes;
            counts[match report.verdict.answer() {
                Answer::Winnable => 0,
                Answer::Unwinnable => 1,
                Answer::Unknown(_) => 2,
            }] += 1;
        }
        Set { nodes, counts, ..*self }
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
