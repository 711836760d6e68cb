//! The winnability of every game with all cards known, beside the published figures, as one Markdown table.

use anyhow::{Context, Result};
use clap::Args;
use std::io::Write;
use std::sync::atomic::AtomicBool;
use talon_lab::{Deals, Winnability as Count, published};
use talon_rules::Rules;
use talon_stats::{Interval, wilson_with_unknown};

/// Print the winnability of every game beside the published figures.
///
/// Deals that are not decided within the limits have their own column, and the interval allows for them.
#[derive(Args)]
pub struct Winnability {
    /// The games; all if none is named.
    games: Vec<String>,
    /// The number of deals of each game: the deals 1 to N.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    deals: u64,
    /// The limit of nodes for each deal.
    #[arg(long, value_name = "N", default_value_t = 3_000_000)]
    nodes: u64,
    /// The number of threads.
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,
}

impl Winnability {
    /// Counts the deals and prints the table.
    pub fn run(self) -> Result<()> {
        let games: Vec<Rules> = match &self.games[..] {
            [] => talon_games::ALL.to_vec(),
            names => names.iter().map(|name| talon_games::find(name).copied()).collect::<Result<_, _>>()?,
        };
        let mut out = std::io::stdout().lock();
        writeln!(out, "Deals 1 to {}, at most {} nodes a deal.\n", self.deals, self.nodes)?;
        writeln!(out, "| game | won | lost | unknown | winnable, % | published, % |")?;
        writeln!(out, "|---|---:|---:|---:|---|---|")?;
        for rules in &games {
            writeln!(out, "{}", self.row(rules)?)?;
            out.flush()?;
        }
        Ok(())
    }

    /// Counts the deals of one game and returns its line.
    fn row(&self, rules: &Rules) -> Result<String> {
        let deals = Deals::read(&format!("1..{}", self.deals + 1))?;
        let nodes = self.nodes;
        let asked = Count { rules: *rules, deals, nodes, retries: 0, time: None, memory: 1 << 30 };
        let mut counts = [0; 3];
        let sink = |rows: &str| talon_lab::tally(rows, &mut counts);
        let version = env!("CARGO_PKG_VERSION");
        talon_lab::winnability(&asked, version, None, self.jobs, &AtomicBool::new(false), sink, |_| {})
            .with_context(|| format!("the count of {} failed", rules.name))?;
        let [won, lost, unknown] = counts;
        let Interval { low, high } = wilson_with_unknown(won, unknown, self.deals).in_percent();
        let percent = |part: u64| 100.0 * part as f64 / self.deals.max(1) as f64;
        let share = match unknown {
            0 => format!("{:.2}", percent(won)),
            _ => format!("{:.2} to {:.2}", percent(won), percent(won + unknown)),
        };
        let published = match published::figure(rules) {
            Some(figure) if figure.spread > 0.0 => format!("{} ± {}", figure.percent, figure.spread),
            Some(figure) => figure.percent.to_string(),
            None => "none".into(),
        };
        let name = rules.name;
        Ok(format!("| {name} | {won} | {lost} | {unknown} | {share} [{low:.2}, {high:.2}] | {published} |"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_count_has_a_line_for_every_game() {
        let short = Winnability { games: Vec::new(), deals: 2, nodes: 500, jobs: 1 };
        for rules in talon_games::ALL {
            let line = short.row(rules).unwrap();
            assert!(line.starts_with(&format!("| {} |", rules.name)) && line.ends_with(" |"), "{line}");
        }
    }
}
