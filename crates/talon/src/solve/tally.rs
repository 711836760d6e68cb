//! The summary of many verdicts: counts, times and memory.

use std::io::{Result, Write};
use talon_solve::{Answer, Report, Verdict};

/// The tally of many deals.
#[derive(Default)]
pub struct Tally {
    /// Wins, losses, unknown.
    pub counts: [u64; 3],
    /// Nodes of all deals together: the signature.
    pub nodes: u64,
    states: u64,
    millis: Vec<f64>,
    moves: u64,
}

impl Tally {
    /// Adds a deal.
    pub fn add(&mut self, report: &Report, cpu_ms: f64) {
        if let Verdict::Winnable(line) = &report.verdict {
            self.moves += line.len() as u64;
        }
        self.counts[match report.verdict.answer() {
            Answer::Winnable => 0,
            Answer::Unwinnable => 1,
            Answer::Unknown(_) => 2,
        }] += 1;
        self.nodes += report.nodes;
        self.states += report.states;
        self.millis.push(cpu_ms);
    }

    /// Returns the number of deals that were added.
    pub fn deals(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the total CPU time in milliseconds.
    pub fn total_ms(&self) -> f64 {
        self.millis.iter().sum()
    }

    /// Returns the times: median, mean, 95th and 99th percentile, maximum.
    pub fn times(&self) -> [f64; 5] {
        if self.millis.is_empty() {
            return [0.0; 5];
        }
        let mut sorted = self.millis.clone();
        sorted.sort_by(f64::total_cmp);
        let at = |part: f64| talon_stats::quantile(&sorted, part).unwrap_or_default();
        [at(0.5), self.total_ms() / sorted.len() as f64, at(0.95), at(0.99), at(1.0)]
    }

    /// Returns the number of different positions per second.
    pub fn states_per_second(&self) -> f64 {
        self.states as f64 / (self.total_ms() / 1000.0).max(1e-9)
    }

    /// Prints the summary.
    pub fn print(&self, out: &mut impl Write) -> Result<()> {
        let [wins, losses, unknown] = self.counts;
        let deals = self.deals().max(1) as f64;
        let share = |n: u64| 100.0 * n as f64 / deals;
        writeln!(
            out,
            "{}: {wins} won ({:.2} %), {losses} lost ({:.2} %), {unknown} unknown ({:.2} %)",
            talon_rules::plural(self.deals(), "deal"),
            share(wins),
            share(losses),
            share(unknown)
        )?;
        let [median, mean, p95, p99, most] = self.times();
        writeln!(
            out,
            "CPU ms per deal: median {median:.3}, mean {mean:.3}, 95 % {p95:.3}, 99 % {p99:.3}, maximum {most:.3}; total {:.3} s",
            self.total_ms() / 1000.0
        )?;
        let rate = self.states_per_second();
        write!(out, "{} nodes, {} states, {rate:.0} states/s", self.nodes, self.states)?;
        if wins > 0 {
            write!(out, ", {:.1} moves per win", self.moves as f64 / wins as f64)?;
        }
        if let Some(peak) = peak_memory() {
            write!(out, ", peak memory {:.1} MB", peak as f64 / 1e6)?;
        }
        writeln!(out)
    }
}

/// Returns the peak memory of this process in bytes, if the system reports it.
pub fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}
