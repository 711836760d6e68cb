//! The distribution of the difficulty grades over many deals.
//!
//! Prints how many deals of each game have each grade, and the quartiles of the share of losing moves along
//! the winning lines.

use anyhow::Result;
use clap::Args;
use talon_rules::Table;
use talon_session::{Grade, Level, Limits, Verdict};
use talon_stats::quantile;

/// Show how the difficulty grades of many deals are distributed.
#[derive(Args)]
pub struct Grades {
    /// The number of deals of each game.
    #[arg(default_value_t = 100)]
    deals: u64,
    /// The games; all of the usual selection if none is named.
    games: Vec<String>,
}

impl Grades {
    /// Grades the deals and prints a table.
    pub fn run(self) -> Result<()> {
        let games = ["klondike", "klondike-draw3", "canfield", "spider", "spider-1", "freecell"];
        let limits = Limits { nodes: 100_000, memory: 256 << 20 };
        println!("{:<16} easy medium hard dead unknown   losing moves in a thousand, quartiles", "game");
        for game in games
            .into_iter()
            .filter(|game| self.games.is_empty() || self.games.iter().any(|chosen| chosen == game))
        {
            let mut counts = [0; 5];
            let mut shares = Vec::new();
            for deal in 1..=self.deals {
                let table = Table::numbered(talon_games::find(game)?, deal)?;
                let grade = Grade::of(&table, |table| Verdict::with_effort(table, limits, |_| None));
                counts[match grade.level {
                    Some(Level::Easy) => 0,
                    Some(Level::Medium) => 1,
                    Some(Level::Hard) => 2,
                    Some(Level::Impossible) => 3,
                    None => 4,
                }] += 1;
                shares.extend((1000 * grade.losing).checked_div(grade.proved));
            }
            shares.sort_unstable();
            let at = |part| quantile(&shares, part).unwrap_or(0);
            let [easy, medium, hard, dead, unknown] = counts;
            println!(
                "{game:<16} {easy:>4} {medium:>6} {hard:>4} {dead:>4} {unknown:>7}   {} {} {}",
                at(0.25),
                at(0.5),
                at(0.75)
            );
        }
        Ok(())
    }
}
