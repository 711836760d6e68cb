//! The packed solver of a game against the generic one, deal by deal.

use super::range;
use anyhow::{Result, ensure};
use clap::Args;
use std::ops::Range;
use talon_rules::Table;
use talon_solve::{Answer, Limits, Solver, unwatched};

/// Compare the packed solver of a game with the generic one; the first difference ends the run.
#[derive(Args)]
pub struct Agree {
    /// The game.
    game: String,
    /// The deals to compare.
    #[arg(long, value_parser = range, default_value = "1..1001")]
    deals: Range<u64>,
    /// The node limit of the generic solver for each deal.
    #[arg(long, default_value_t = 100_000)]
    nodes: u64,
}

impl Agree {
    /// Runs the comparison.
    pub fn run(self) -> Result<bool> {
        let rules = talon_games::find(&self.game)?;
        let (mut generic, mut packed) = (Solver::new().generic_only(), Solver::new());
        let (mut both, mut wins) = (0, 0);
        for deal in self.deals.clone() {
            let table = Table::numbered(rules, deal)?;
            let limits = Limits { nodes: self.nodes, ..Limits::default() };
            let first = generic.solve(&table, limits, &mut unwatched).verdict.answer();
            if matches!(first, Answer::Unknown(_)) {
                continue;
            }
            let limits = Limits { nodes: 50_000_000, ..Limits::default() };
            let second = packed.solve(&table, limits, &mut unwatched).verdict.answer();
            if matches!(second, Answer::Unknown(_)) {
                continue;
            }
            ensure!(first == second, "{} {deal}: generic {first:?}, packed {second:?}", self.game);
            both += 1;
            wins += u64::from(second == Answer::Winnable);
        }
        let deals = self.deals.end - self.deals.start;
        println!("{}: {deals} deals, {both} decided by both ({wins} won), no difference", self.game);
        Ok(true)
    }
}
