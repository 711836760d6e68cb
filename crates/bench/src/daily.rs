//! The deal of the day: for how many days of each game it is proved winnable, and what the proofs take.

use anyhow::Result;
use clap::Args;
use std::time::{Duration, Instant};
use talon_session::{Aim, Day, Sought, Verdict, seek};

/// Show for how many days the deal of the day is proved winnable.
#[derive(Args)]
pub struct Daily {
    /// The number of days, from 1 November 2026 on.
    #[arg(default_value_t = 30)]
    days: u64,
    /// The games; all if none is named.
    games: Vec<String>,
}

/// The first second of 1 November 2026.
const FIRST: u64 = 1_793_491_200;

impl Daily {
    /// Looks for the deals and prints a line for each game.
    pub fn run(self) -> Result<()> {
        println!("{:<22} proved   tried  nodes, most   seconds, mean and most", "game");
        let chosen = |name: &str| self.games.is_empty() || self.games.iter().any(|chosen| chosen == name);
        for rules in talon_games::ALL.iter().filter(|rules| chosen(rules.name.as_str())) {
            let (mut proved, mut tried, mut most_nodes) = (0, 0, 0);
            let (mut time, mut most_time) = (Duration::ZERO, Duration::ZERO);
            for day in 0..self.days {
                let aim = Aim::Day(Day::from_unix(FIRST + 86_400 * day));
                let (start, mut nodes) = (Instant::now(), 0);
                let sought = seek(rules, aim, 0, 0, &mut |table, limits| {
                    let found = Verdict::with_effort(table, limits, |_| None);
                    tried += 1;
                    nodes += found.1;
                    Ok(found)
                });
                proved += u64::from(matches!(sought, Sought::Found(_)));
                most_nodes = most_nodes.max(nodes);
                time += start.elapsed();
                most_time = most_time.max(start.elapsed());
            }
            println!(
                "{:<22} {proved:>3}/{:<3} {tried:>6} {most_nodes:>12}   {:>8.3} {:>8.3}",
                rules.name,
                self.days,
                time.as_secs_f64() / self.days as f64,
                most_time.as_secs_f64()
            );
        }
        Ok(())
    }
}
