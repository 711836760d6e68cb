//! Proofs: winnable with a line, not winnable, or not known and why.
//!
//! [`solve`] answers for any position of any game. It asks a packed solver first, where one knows the
//! game, and the [`generic`] one otherwise. Every win is replayed by [`certify`] before it is reported.

mod crew;
mod effort;
pub mod generic;
mod line;
pub mod packed;
mod signature;
mod verdict;

pub use effort::{Effort, Limits, Progress, Watch, unwatched};
pub use line::{NoWin, Shortest, certify, shorten};
pub use signature::{SIGNATURE, Set};
pub use verdict::{Report, Verdict, Why};

use rules::{Move, Table};

/// Can this position be won? For many positions in a row a [`Solver`] is cheaper.
///
/// # Panics
/// When a win does not stand the replay: a bug in a solver, which must never be reported as a win.
pub fn solve(table: &Table, limits: Limits, watch: &mut Watch<'_>) -> Report {
    Solver::default().solve(table, limits, watch)
}

/// Answers many questions and keeps its buffers between them; the answers do not depend on that.
#[derive(Debug, Default)]
pub struct Solver {
    packed: packed::Solvers,
}

impl Solver {
    /// Can this position be won?
    ///
    /// # Panics
    /// As [`solve`].
    pub fn solve(&mut self, table: &Table, limits: Limits, watch: &mut Watch<'_>) -> Report {
        match self.packed.solve(table, limits, watch) {
            Some(report) => certified(table, report),
            None => solve_generic(table, limits, watch),
        }
    }
}

/// The same by the generic solver alone.
///
/// # Panics
/// As [`solve`].
pub fn solve_generic(table: &Table, limits: Limits, watch: &mut Watch<'_>) -> Report {
    let mut effort = Effort::new(limits, watch);
    certified(table, generic::solve(table, &mut effort))
}

/// The same by several threads, for one hard position: the report does not depend on their number.
///
/// Klondike is split by its packed solver. The packed solvers of Canfield and Spider go alone: they
/// are far faster so than the generic one by any number of threads. All other games are split by
/// the generic solver.
///
/// # Panics
/// As [`solve`].
pub fn solve_split(table: &Table, limits: Limits, threads: usize, watch: &mut Watch<'_>) -> Report {
    match packed::Solvers::split(threads).solve(table, limits, watch) {
        Some(report) => certified(table, report),
        None => solve_generic_split(table, limits, threads, watch),
    }
}

/// The same by the generic solver alone.
///
/// # Panics
/// As [`solve`].
pub fn solve_generic_split(table: &Table, limits: Limits, threads: usize, watch: &mut Watch<'_>) -> Report {
    let mut effort = Effort::new(limits, watch);
    certified(table, generic::solve_split(table, threads, &mut effort))
}

/// Makes a win as short as the limits allow, and says what is proved of its length.
///
/// For Klondike with a waste a search that proves the shortest win if it comes to its end; for
/// other games a shorter line at best, and nothing proved.
///
/// # Panics
/// As [`solve`], and when `line` is no win.
pub fn shortest(table: &Table, line: &[Move], limits: Limits, watch: &mut Watch<'_>) -> Shortest {
    let found = packed::klondike::shortest_on(table, line, limits, watch);
    let found = found.unwrap_or_else(|| Shortest { line: shorten(table, line), at_least: 0, nodes: 0 });
    if let Err(error) = certify(table, &found.line) {
        panic!("a shortened win of {} does not stand the replay: {error}", table.rules().name);
    }
    found
}

/// Replays a win; everything else passes.
fn certified(table: &Table, report: Report) -> Report {
    let Verdict::Winnable(line) = &report.verdict else { return report };
    if let Err(error) = certify(table, line) {
        panic!("a solver's win of {} does not stand the replay: {error}", table.rules().name);
    }
    report
}
