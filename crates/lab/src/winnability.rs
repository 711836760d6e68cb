//! Counts how many deals can be won with all cards known; undecided deals are counted separately.

use crate::campaign::Deals;
use crate::engine::{self, Done, Problem, Work};
use crate::results::SOLVER;
use crate::rows::{self, Format, Head};
use cpu_time::ThreadTime;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use talon_rules::{Rules, Table};
use talon_solve::{Limits, Progress, Verdict, Why};

/// The task of a count.
#[derive(Clone, Debug)]
pub struct Winnability {
    /// The game.
    pub rules: Rules,
    /// The deals.
    pub deals: Deals,
    /// The node limit per deal.
    pub nodes: u64,
    /// The limit of CPU seconds per deal; with it, the verdicts depend on the machine.
    pub time: Option<f64>,
    /// The memory limit per deal, in bytes.
    pub memory: usize,
}

/// Adds the wins, losses and unknown deals of some rows to `counts`.
pub fn tally(text: &str, counts: &mut [u64; 3]) {
    for line in text.lines() {
        match rows::fields(line).as_ref().and_then(|fields| fields.get(2)) {
            Some("win") => counts[0] += 1,
            Some("loss") => counts[1] += 1,
            _ => counts[2] += 1,
        }
    }
}

/// Solves the deals. Rows go to the file, if there is one, and in order to `sink`.
///
/// # Errors
/// If the file belongs to another campaign or cannot be written.
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
        move |deal: u64, text: &mut String, times: &mut String| {
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
            let report = talon_solve::Solver::new().solve(&table, limits, &mut watch);
            let (word, moves) = match &report.verdict {
                Verdict::Winnable(line) => ("win", line.len()),
                Verdict::Unwinnable => ("loss", 0),
                // The deal was not finished, and its row would be permanent.
                Verdict::Unknown(Why::Cancelled) => return false,
                Verdict::Unknown(_) => ("unknown", 0),
            };
            rows::push_csv(text, (deal, SOLVER, word, report.nodes, moves));
            rows::push_csv(times, (deal, SOLVER, start.elapsed().as_micros() as u64));
            true
        }
    };
    engine::work(&work, stop, make, sink, progress)
}
