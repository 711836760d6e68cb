//! Solvers that prove whether a solitaire position can be won.
//!
//! A [`Solver`] answers for any position of any game. A win comes with its moves, which [`certify`]
//! has replayed on the table. A loss is proved by exhaustive search with exact keys, or by a proved test of
//! the position. Every other result is [`Verdict::Unknown`] with its reason.
//!
//! # Example
//!
//! ```
//! use talon_rules::Table;
//! use talon_solve::{Limits, Solver, Verdict, certify, unwatched};
//!
//! let klondike = talon_games::find("klondike")?;
//! let table = Table::numbered(klondike, 1)?;
//! let report = Solver::new().solve(&table, Limits::default(), &mut unwatched);
//! match report.verdict {
//!     Verdict::Winnable(line) => certify(&table, &line)?,
//!     Verdict::Unwinnable => println!("deal 1 cannot be won"),
//!     Verdict::Unknown(why) => println!("unknown: {why}"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it is organised
//!
//! - [`family`] is the only dispatch: it finds the solver for a set of rules.
//! - [`klondike`], [`canfield`], [`spider`] and [`freecell`] are packed solvers: they search compact states and have a
//!   module page each that explains the state, the moves, the prunings, whose proofs are beside the code, and
//!   the search.
//! - [`generic`] searches any game through its rules alone.
//!
//! The crate does not know players or hidden cards: a solver sees every card. It reads no clocks or files and
//! prints nothing.
//!
//! The crate has no optional features.

pub mod budget;
pub mod canfield;
mod certify;
mod exact;
pub mod family;
pub mod freecell;
pub mod generic;
pub mod klondike;
pub mod parallel;
pub mod spider;
mod verdict;

pub use budget::{Budget, Limits, Progress, Watch, unwatched};
pub use certify::{NotAWin, Shortest, certify, shorten};
pub use family::{ChoiceOptions, Family, Settings};
pub use verdict::{Answer, Choice, Estimate, Report, Verdict, Why};

use family::Families;
use talon_rules::{Move, Rules, Table};

/// Decides whether positions can be won.
///
/// A solver keeps its buffers from one position to the next, so one solver for many positions is faster
/// than a new one for each. The answers do not depend on what it solved before.
#[derive(Debug, Default)]
pub struct Solver {
    families: Families,
    settings: Settings,
    generic_only: bool,
}

impl Solver {
    /// A solver with the standard settings.
    pub fn new() -> Solver {
        Solver::default()
    }

    /// A solver with these settings.
    pub fn with_settings(settings: Settings) -> Solver {
        Solver { families: Families::new(settings), settings, generic_only: false }
    }

    /// A solver that searches one position by `threads` threads. Its reports do not depend on their
    /// number.
    ///
    /// Klondike and all games of the generic solver are split. The packed solvers of Canfield, FreeCell and
    /// Spider use one thread: they are far faster that way than the generic solver with any number of threads.
    pub fn parallel(threads: usize) -> Solver {
        Solver::with_settings(Settings { threads: threads.max(1), ..Settings::default() })
    }

    /// This solver, restricted to the generic search.
    #[must_use]
    pub fn generic_only(self) -> Solver {
        Solver { generic_only: true, ..self }
    }

    /// Decides whether the position on the table can be won.
    ///
    /// Every win is replayed on the table before it is reported. If the win of a packed solver fails the
    /// replay, the generic solver decides with the rest of the limits, and [`Report::rejected`] says why. If
    /// the win of the generic solver fails, the verdict is [`Why::Rejected`].
    pub fn solve(&mut self, table: &Table, limits: Limits, watch: &mut Watch<'_>) -> Report {
        let threads = self.settings.threads;
        solve_checked(self.family(table.rules()), threads, table, limits, watch)
    }

    /// Decides whether the position can be won, without a winning line.
    ///
    /// This is for callers that ask about thousands of positions a second. A win reported here was not
    /// replayed.
    pub fn estimate(&mut self, table: &Table, limits: Limits) -> Estimate {
        if let Some(estimate) = self.family(table.rules()).and_then(|family| family.estimate(table, limits)) {
            return estimate;
        }
        let mut watch = unwatched;
        let report = generic::solve(table, &mut Budget::new(limits, &mut watch));
        Estimate { answer: report.verdict.answer(), most_up: table.cards_up() }
    }

    /// The decisions of a player who knows the order of the stock but no other hidden card, each as a
    /// sequence of moves; `None` if the game has no family that can list them.
    ///
    /// Nothing is learned before a card is turned up, so in Klondike a decision is a whole way to the
    /// next card turned up. The choices do not depend on face-down cards.
    pub fn choices(&mut self, table: &Table, options: ChoiceOptions) -> Option<Vec<Choice>> {
        self.family(table.rules())?.choices(table, options)
    }

    /// Shortens a win as far as the limits allow, and states what is proved about its length.
    ///
    /// For Klondike with a waste this is a search that proves the shortest win if it is not cut short.
    /// For other games the result may be shorter than `line`, but nothing is proved.
    ///
    /// The result has been replayed. If `line` does not win, it is returned as it is.
    pub fn shortest(
        &mut self,
        table: &Table,
        line: &[Move],
        limits: Limits,
        watch: &mut Watch<'_>,
    ) -> Shortest {
        if certify(table, line).is_err() {
            return Shortest { line: line.to_vec(), at_least: 0, nodes: 0, cut_short: None };
        }
        let found = self.family(table.rules()).and_then(|family| family.shortest(table, line, limits, watch));
        match found {
            Some(found) if certify(table, &found.line).is_ok() => found,
            rejected => Shortest {
                line: shorten(table, line),
                at_least: 0,
                nodes: rejected.map_or(0, |found| found.nodes),
                cut_short: None,
            },
        }
    }

    fn family(&mut self, rules: &Rules) -> Option<&mut dyn Family> {
        if self.generic_only { None } else { self.families.of(rules) }
    }
}

/// Decides a position by the solver of its family, if it has one, and by the generic solver otherwise or if
/// the family's win fails its replay.
fn solve_checked(
    family: Option<&mut dyn Family>,
    threads: usize,
    table: &Table,
    limits: Limits,
    watch: &mut Watch<'_>,
) -> Report {
    let packed = family.and_then(|family| family.solve(table, limits, watch));
    let rejected = match &packed {
        Some(report) => rejection(table, &report.verdict),
        None => None,
    };
    let (spent, rejected) = match (packed, rejected) {
        (Some(report), None) => return report,
        (Some(report), Some(error)) => (report.nodes, Some(error)),
        (None, _) => (0, None),
    };
    let limits = Limits { nodes: limits.nodes.saturating_sub(spent), ..limits };
    let mut budget = Budget::new(limits, watch);
    let mut report = match threads {
        0 => generic::solve(table, &mut budget),
        threads => generic::solve_split(table, threads, &mut budget),
    };
    report.nodes += spent;
    report.rejected = rejected;
    if let Some(error) = rejection(table, &report.verdict) {
        report.verdict = Verdict::Unknown(Why::Rejected);
        report.rejected = Some(error);
    }
    report
}

/// Why the win in a verdict must be rejected; `None` if there is nothing to reject.
fn rejection(table: &Table, verdict: &Verdict) -> Option<NotAWin> {
    match verdict {
        Verdict::Winnable(line) => certify(table, line).err(),
        Verdict::Unknown(Why::Rejected) => Some(NotAWin::NoLine),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A family whose solver always answers the same.
    #[derive(Debug)]
    struct Fixed(Verdict);

    impl Family for Fixed {
        fn recognises(_: &Rules) -> bool {
            true
        }

        fn solve(&mut self, _: &Table, _: Limits, _: &mut Watch<'_>) -> Option<Report> {
            Some(Report::new(self.0.clone(), 10, 10))
        }

        fn estimate(&mut self, _: &Table, _: Limits) -> Option<Estimate> {
            None
        }
    }

    #[test]
    fn a_packed_win_that_fails_the_replay_is_answered_by_the_generic_solver() {
        let freecell = talon_games::find("freecell").unwrap();
        let table = Table::numbered(freecell, 1).unwrap();
        let solve = |verdict: Verdict, nodes: u64| {
            let limits = Limits { nodes, ..Limits::default() };
            solve_checked(Some(&mut Fixed(verdict)), 0, &table, limits, &mut unwatched)
        };
        let report = solve(Verdict::Winnable(Vec::new()), u64::MAX);
        assert_eq!(report.rejected, Some(NotAWin::NotWon));
        let Verdict::Winnable(line) = report.verdict else { panic!("{:?}", report.verdict) };
        assert_eq!(certify(&table, &line), Ok(()));

        let report = solve(Verdict::Winnable(vec![Move::Draw]), 30);
        assert!(matches!(report.rejected, Some(NotAWin::Illegal { at: 0, m: Move::Draw, .. })));
        assert_eq!((report.verdict, report.nodes), (Verdict::Unknown(Why::Nodes), 30));

        let report = solve(Verdict::Unknown(Why::Rejected), 30);
        assert_eq!(report.rejected, Some(NotAWin::NoLine));

        let report = solve(Verdict::Unwinnable, 30);
        assert_eq!((report.verdict, report.nodes, report.rejected), (Verdict::Unwinnable, 10, None));
    }
}
