//! How many deals can be won with all cards known: counted by the solver, unknown ones apart.

use crate::campaign::Deals;
use crate::engine::{self, Done, Problem, Work};
use crate::results::SOLVER;
use crate::rows::{Format, Head};
use cpu_time::ThreadTime;
use rules::{Rules, Table};
use solve::{Limits, Progress, Verdict, Why};
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What is asked.
#[derive(Clone, Debug)]
pub struct Winnability {
    /// The game.
    pub rules: Rules,
    /// The deals.
    pub deals: Deals,
    /// Nodes a deal, at most.
    pub nodes: u64,
    /// CPU seconds a deal, at most. The verdicts then depend on the machine.
    pub time: Option<f64>,
    /// Bytes a deal, at most.
    pub memory: usize,
}

/// Wins, losses and unknown deals of a file's rows.
pub fn tally(rows: &str, counts: &mut [u64; 3]) {
    for line in rows.lines() {
        match line.split(',').nth(2) {
            Some("win") => counts[0] += 1,
            Some("loss") => counts[1] += 1,
            _ => counts[2] += 1,
        }
    }
}

/// Solves the deals; rows go to the file, where there is one, and in order to `sink`.
///
/// # Errors
/// When the file is another's or cannot be written.
pub fn winnability(
    asked: &Winnability,
    version: &str,
    file: Option<PathBuf>,
    jobs: usize,
    stop: &AtomicBool,
    sink: impl FnMut(&str),
    progress: impl FnMut(u64),
) -> Result<Done, Problem> {
    asked.rules.validate().map_err(|error| Problem(error.to_string()))?;
    let limit = match asked.time {
        Some(time) => format!("{} nodes, {time} CPU seconds, {} bytes", asked.nodes, asked.memory),
        None => format!("{} nodes, {} bytes", asked.nodes, asked.memory),
    };
    let mut entries = asked.deals.opening(&asked.rules, version);
    entries.push(("players".into(), SOLVER.into()));
    entries.push(("solver knows".into(), "EVERY card".into()));
    entries.push(("limits".into(), limit));
    let players = vec![SOLVER.to_string()];
    let work = Work {
        head: Head { entries, columns: "verdict,nodes,moves".into() },
        deals: asked.deals.range(),
        players: &players,
        file,
        format: Format::Csv,
        jobs,
    };
    let make = || {
        move |deal: u64, rows: &mut String, times: &mut String| {
            let table = Table::numbered(&asked.rules, deal).expect("the rules were checked");
            let start = ThreadTime::now();
            let most = asked.time.map(Duration::from_secs_f64);
            let mut watch = |_: Progress| {
                if stop.load(Ordering::Relaxed) {
                    return Some(Why::Cancelled);
                }
                most.is_some_and(|most| start.elapsed() > most).then_some(Why::Time)
            };
            let limits = Limits { nodes: asked.nodes, memory: asked.memory };
            let report = solve::solve(&table, limits, &mut watch);
            let (word, moves) = match &report.verdict {
                Verdict::Winnable(line) => ("win", line.len()),
                Verdict::Unwinnable => ("loss", 0),
                // Nothing is known of it yet: a row would stand for good.
                Verdict::Unknown(Why::Cancelled) => return false,
                Verdict::Unknown(_) => ("unknown", 0),
            };
            let _ = writeln!(rows, "{deal},solver,{word},{},{moves}", report.nodes);
            let _ = writeln!(times, "{deal},solver,{}", start.elapsed().as_micros());
            true
        }
    };
    engine::work(&work, stop, make, sink, progress)
}
