//! Compact states of the three great families, each kept equal to `rules::Table` by machine.

pub mod canfield;
pub mod klondike;
pub mod spider;

use crate::{Limits, Report, Watch};
use rules::Table;

/// The packed solvers that keep their buffers from one question to the next.
#[derive(Debug, Default)]
pub(crate) struct Solvers {
    klondike: klondike::Solver,
}

impl Solvers {
    /// Solvers that search one position by several threads, where they can.
    pub fn split(threads: usize) -> Solvers {
        Solvers { klondike: klondike::Solver::default().split(threads) }
    }

    /// Asks the packed solver that knows this game; `None` where none does.
    pub fn solve(&mut self, table: &Table, limits: Limits, watch: &mut Watch<'_>) -> Option<Report> {
        if let Some(report) = self.klondike.solve_table(table, limits, watch) {
            return Some(report);
        }
        if let Some(position) = canfield::pack(table) {
            return Some(canfield::solve(&position, limits, watch));
        }
        spider::Position::of(table).map(|position| spider::solve(&position, limits, watch))
    }
}
