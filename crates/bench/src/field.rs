//! The field: our solvers beside the figures of other programs, as one Markdown table.
//!
//! The other programs' figures are quoted. They were measured once, side by side with Talon 0.2.0 on the same deals
//! and the same machine, and are not measured again here; times on another machine or under load are not
//! comparable with them, but open deals and moves are.

use anyhow::{Result, bail};
use clap::Args;
use cpu_time::ThreadTime;
use std::io::Write;
use std::time::Duration;
use talon_deals::DealName;
use talon_rules::{Rules, Table};
use talon_solve::{Limits, Progress, Solver, Verdict, Why};
use talon_stats::quantile;

/// What one row measures, and what the other programs need for it.
struct Row {
    game: &'static str,
    /// Before the number in the [name](DealName) of a deal: the scheme of another program and a colon.
    scheme: &'static str,
    first: u64,
    deals: u64,
    shortest: bool,
    /// The other programs' figures.
    others: &'static str,
}

impl Row {
    const fn new(game: &'static str, deals: u64, others: &'static str) -> Row {
        Row { game, scheme: "", first: 1, deals, shortest: false, others }
    }
}

/// The versions of the other programs.
const OTHERS: &str = "The others: fc-solve 6 with the theme lg; Solvitaire of 2026 with smart streamliners; KSolve \
                      (A*); lonelybot of 2026; plspider by its author's count.";

/// The rows, in the order of issue 25.
const ROWS: &[Row] = &[
    Row { scheme: "ms:", ..Row::new("freecell", 1000, "fc-solve lg: 0.148 s, median 0.066 ms, 117 moves") },
    Row::new("streets-and-alleys", 150, "fc-solve: 5 open, mean 65 ms; Solvitaire: 0 of 50 open, 120 ms"),
    Row::new("beleaguered-castle", 100, "fc-solve: mean 32 ms"),
    Row::new("seahaven-towers", 100, "fc-solve: mean 2.6 ms"),
    Row::new("eight-off", 100, "fc-solve: mean 0.20 ms"),
    Row::new("king-albert", 50, "Solvitaire: 0 open, mean 176 ms"),
    Row::new("raglan", 50, "Solvitaire: 0 open, mean 163 ms"),
    Row::new("bakers-dozen", 150, "fc-solve: 40 open"),
    Row::new("yukon", 100, "Solvitaire: 24 open"),
    Row::new("forty-thieves", 20, "Solvitaire: 20 open"),
    Row::new("spiderette", 20, "Solvitaire: 19 open"),
    Row { shortest: true, ..Row::new("klondike", 30, "KSolve: 28 proved or lost") },
    Row { shortest: true, ..Row::new("klondike-draw3", 30, "KSolve: 24 proved or lost") },
    Row { first: 5_000_000, ..Row::new("klondike", 4000, "lonelybot: 50.9-67 s, median 0.0108 ms") },
    Row { first: 5_000_000, ..Row::new("klondike-draw3", 4000, "lonelybot: 171-252 s, median 0.030 ms") },
    Row { scheme: "pysol:", ..Row::new("spider", 32_000, "plspider: 2 open") },
];

/// Print our figures beside those of other programs.
#[derive(Args)]
pub struct Field {
    /// The games whose rows are printed; all if none is named.
    games: Vec<String>,
    /// At most this many deals of each row.
    #[arg(long, value_name = "N", default_value_t = u64::MAX)]
    deals: u64,
    /// The limit of CPU time for each deal, in seconds.
    #[arg(long, value_name = "S", default_value_t = 10.0)]
    time: f64,
    /// The limit of memory for each deal, in megabytes.
    #[arg(long, value_name = "MB", default_value_t = 1024)]
    memory: usize,
}

impl Field {
    /// Measures the rows and prints the table.
    pub fn run(self) -> Result<()> {
        if !(self.time > 0.0 && self.time.is_finite()) {
            bail!("--time needs a number of seconds above 0");
        }
        if let Some(unknown) = self.games.iter().find(|game| ROWS.iter().all(|row| row.game != *game)) {
            bail!("the table has no row for {unknown:?}");
        }
        let mut out = std::io::stdout().lock();
        writeln!(out, "{} s of CPU time and {} MB a deal, one thread.\n", self.time, self.memory)?;
        writeln!(
            out,
            "| game, deals | won | lost | open | total s | mean ms | median ms | moves | others |"
        )?;
        writeln!(out, "|---|---:|---:|---:|---:|---:|---:|---:|---|")?;
        for row in ROWS.iter().filter(|row| self.games.is_empty() || self.games.iter().any(|g| g == row.game))
        {
            writeln!(out, "{}", self.measure(row)?)?;
            out.flush()?;
        }
        writeln!(out, "\n{OTHERS}")?;
        Ok(())
    }

    /// Solves the deals of a row and returns its line.
    fn measure(&self, row: &Row) -> Result<String> {
        let rules = talon_games::find(row.game)?;
        let mut solver = Solver::new();
        let end = row.first + row.deals.min(self.deals);
        let (mut counts, mut times, mut moves) = ([0u64; 3], Vec::new(), 0);
        for number in row.first..end {
            let (verdict, seconds) = self.solve(&mut solver, row, rules, number)?;
            times.push(seconds * 1000.0);
            counts[match &verdict {
                Verdict::Winnable(line) => {
                    moves += line.len();
                    0
                }
                Verdict::Unwinnable => 1,
                Verdict::Unknown(_) => 2,
            }] += 1;
        }
        times.sort_by(f64::total_cmp);
        let total: f64 = times.iter().sum();
        let [won, lost, open] = counts;
        Ok(format!(
            "| {}{}, {}{}-{} | {won} | {lost} | {open} | {:.3} | {:.3} | {:.4} | {:.1} | {} |",
            rules.title,
            if row.shortest { ", shortest" } else { "" },
            row.scheme,
            row.first,
            end - 1,
            total / 1000.0,
            total / times.len().max(1) as f64,
            quantile(&times, 0.5).unwrap_or(0.0),
            moves as f64 / won.max(1) as f64,
            row.others
        ))
    }

    /// Solves a deal, and returns its verdict and the seconds of CPU time. A shortest win that is not proved counts
    /// as unknown.
    fn solve(&self, solver: &mut Solver, row: &Row, rules: &Rules, number: u64) -> Result<(Verdict, f64)> {
        let name: DealName = format!("{}{number}", row.scheme).parse()?;
        let table = Table::deal(rules, &name.cards(rules)?)?;
        let limit = Duration::from_secs_f64(self.time);
        let limits = Limits { memory: self.memory << 20, ..Limits::default() };
        let start = ThreadTime::now();
        let mut watch = |_: Progress| (start.elapsed() > limit).then_some(Why::Time);
        let mut verdict = solver.solve(&table, limits, &mut watch).verdict;
        if row.shortest
            && let Verdict::Winnable(line) = &verdict
        {
            let found = solver.shortest(&table, line, limits, &mut watch);
            verdict = match found.cut_short {
                None => Verdict::Winnable(found.line),
                Some(why) => Verdict::Unknown(why),
            };
        }
        Ok((verdict, start.elapsed().as_secs_f64()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_can_be_measured() {
        let short = Field { games: Vec::new(), deals: 1, time: 0.2, memory: 64 };
        for row in ROWS {
            let line = short.measure(row).unwrap();
            assert_eq!(line.matches('|').count(), 10, "{line}");
        }
    }
}
