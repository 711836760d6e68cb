//! `talon bench solve`: fixed sets of deals, their total nodes (the signature), and the table of how
//! much of each game is decided in a given time.

use super::tally::{Tally, peak_memory};
use anyhow::{Context, Result, bail};
use clap::Args;
use cpu_time::ThreadTime;
use rules::{Rules, Table};
use solve::{Limits, Progress, Why};
use std::io::Write;
use std::time::Duration;

/// The games of the table.
const TABLE: &[&str] = &[
    "freecell",
    "bakers-game",
    "eight-off",
    "seahaven-towers",
    "simple-simon",
    "yukon",
    "east-haven",
    "raglan",
    "king-albert",
    "beleaguered-castle",
    "spiderette",
];

/// Fixed sets of deals: total nodes, or with --table how much is decided in a given time.
#[derive(Args)]
pub struct BenchSolve {
    /// How much of each game is decided: a Markdown table.
    #[arg(long)]
    table: bool,
    /// The games of the table, each with changed rules after colons if need be, as in
    /// `klondike:redeals=2:take_back=never`; a usual selection when none is named.
    #[arg(value_name = "GAME[:FIELD=VALUE]", requires = "table")]
    games: Vec<String>,
    /// Klondike by every limit of redeals, draw 1 and 3, with and without take-backs.
    #[arg(long, requires = "table", conflicts_with = "games")]
    redeals: bool,
    /// Deals of each game in the table: our own numbers from 1 on.
    #[arg(long, value_name = "N", default_value_t = 100, requires = "table")]
    deals: u64,
    /// Seconds of CPU time a deal in the table.
    #[arg(long, value_name = "S", default_value_t = 10.0, requires = "table")]
    time: f64,
}

impl BenchSolve {
    /// Runs the sets and prints.
    pub fn run(self) -> Result<()> {
        if self.table { self.print_table() } else { signature() }
    }

    fn print_table(&self) -> Result<()> {
        if !(self.time > 0.0 && self.time.is_finite()) {
            bail!("--time wants a number of seconds above 0");
        }
        let chosen: Vec<(String, Rules)> = self.rows()?;
        let mut out = std::io::stdout().lock();
        writeln!(
            out,
            "Our own deals 1 to {}, {} s of CPU time a deal, one thread; times in milliseconds.\n",
            self.deals, self.time
        )?;
        writeln!(
            out,
            "| game | won | lost | unknown | decided | median | mean | 95 % | 99 % | most | states/s |"
        )?;
        writeln!(out, "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|")?;
        for (title, rules) in &chosen {
            let mut tally = Tally::default();
            let mut solver = solve::Solver::default();
            for number in 1..=self.deals {
                let table = Table::numbered(rules, number)?;
                let start = ThreadTime::now();
                let limit = Duration::from_secs_f64(self.time);
                let mut watch = |_: Progress| (start.elapsed() > limit).then_some(Why::Time);
                let report = solver.solve(&table, Limits::default(), &mut watch);
                tally.add(&report, start.elapsed().as_secs_f64() * 1000.0);
            }
            let [won, lost, unknown] = tally.counts;
            let decided = 100.0 * (won + lost) as f64 / self.deals.max(1) as f64;
            let [median, mean, p95, p99, most] = tally.times();
            writeln!(
                out,
                "| {title} | {won} | {lost} | {unknown} | {decided:.1} % | {median:.3} | {mean:.0} | {p95:.0} | {p99:.0} | {most:.0} | {:.0} |",
                tally.states_per_second()
            )?;
            out.flush()?;
        }
        if let Some(peak) = peak_memory() {
            writeln!(out, "\nPeak memory {:.0} MB.", peak as f64 / 1e6)?;
        }
        Ok(())
    }

    /// The rows of the table, each with its name.
    fn rows(&self) -> Result<Vec<(String, Rules)>> {
        let names: Vec<String> = if self.redeals {
            klondikes()
        } else if self.games.is_empty() {
            TABLE.iter().map(ToString::to_string).collect()
        } else {
            self.games.clone()
        };
        names.iter().map(|name| row(name)).collect()
    }
}

/// A game with its changed rules, and what to call it.
fn row(name: &str) -> Result<(String, Rules)> {
    let mut parts = name.split(':');
    let game = games::find(parts.next().unwrap_or_default())?;
    let changes: Vec<&str> = parts.collect();
    let rules = games::set(game, &changes)?;
    let title = std::iter::once(game.title.as_str()).chain(changes);
    Ok((title.collect::<Vec<_>>().join(", "), rules))
}

/// Every limit that can make a difference: with 24 cards in the stock the 24th redeal would bring
/// nothing new, as between two of them at least one card must be played.
fn klondikes() -> Vec<String> {
    let limits = (0..24).map(|limit: u8| limit.to_string()).chain(["unlimited".to_string()]);
    let limits: Vec<String> = limits.collect();
    let mut rows = Vec::new();
    for game in ["klondike", "klondike-draw3"] {
        for take_back in ["anywhere", "never"] {
            rows.extend(limits.iter().map(|limit| format!("{game}:redeals={limit}:take_back={take_back}")));
        }
    }
    rows
}

/// Runs the sets of `solve::SIGNATURE` and prints them anew, in the same form.
fn signature() -> Result<()> {
    let mut out = std::io::stdout().lock();
    let mut total = 0;
    for line in solve::SIGNATURE.lines() {
        if line.starts_with('#') || line.trim().is_empty() {
            writeln!(out, "{line}")?;
            continue;
        }
        let set = solve::Set::parse(line).context("a line of the signature file")?;
        let rules = games::find(set.game)?;
        let mut nodes = 0;
        let mut counts = [0u64; 3];
        for number in set.first..set.end {
            let table = Table::numbered(rules, number)?;
            let report = set.solve(&table);
            nodes += report.nodes;
            counts[report.verdict.column()] += 1;
        }
        total += nodes;
        writeln!(out, "{}", solve::Set { nodes, counts, ..set })?;
        out.flush()?;
    }
    drop(out);
    eprintln!("{total} nodes in all");
    Ok(())
}
