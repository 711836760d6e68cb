//! Counts how many deals can be won with all cards known; undecided deals are counted separately.

use crate::campaign::Deals;
use crate::engine::{Done, Work};
use crate::problem::{Problem, Request};
use crate::results::SOLVER;
use crate::rows::{self, Format, Head};
use crate::whole;
use cpu_time::ThreadTime;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use talon_rules::{Rules, Table};
use talon_solve::{Limits, Progress, Verdict, Why};

/// The columns of the rows.
pub(crate) const COLUMNS: &str = "verdict,nodes,moves";

/// The task of a count.
#[derive(Clone, Debug)]
pub struct Winnability {
    /// The game.
    pub rules: Rules,
    /// The deals.
    pub deals: Deals,
    /// The node limit per deal.
    pub nodes: u64,
    /// How often a deal that is still unknown is searched again, each time with ten times as many nodes.
    pub retries: u32,
    /// The limit of CPU seconds per search; with it, the verdicts depend on the machine.
    pub time: Option<f64>,
    /// The memory limit per search, in bytes.
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
    asked.rules.validate()?;
    let format = Format::of_output(file.as_deref())?;
    if format == Format::JsonLines {
        return Err(Request::VerdictFormat.into());
    }
    let players = vec![SOLVER.to_string()];
    let work =
        Work { head: asked.head(version), deals: asked.deals.range(), players: &players, file, format, jobs };
    whole::work(work, stop, || asked.worker(0..asked.retries + 1, stop), sink, progress)
}

impl Winnability {
    /// Returns the head of the file.
    pub fn head(&self, version: &str) -> Head {
        let mut limit = format!("{} nodes", self.nodes);
        if self.retries > 0 {
            limit += &format!(", up to {} for deals that are unknown", self.nodes_of(self.retries));
        }
        if let Some(time) = self.time {
            limit += &format!(", {time} CPU seconds");
        }
        limit += &format!(", {} bytes", self.memory);
        let mut entries = self.deals.opening(&self.rules, version);
        entries.push(("players".into(), SOLVER.into()));
        entries.push(("solver knows".into(), "EVERY card".into()));
        entries.push(("limits".into(), limit));
        Head { entries, columns: COLUMNS.into() }
    }

    /// Returns the node limit of a round of searches.
    fn nodes_of(&self, round: u32) -> u64 {
        self.nodes.saturating_mul(10_u64.saturating_pow(round))
    }

    /// Returns what solves a deal in these rounds and writes its row and its time.
    pub(crate) fn worker<'a>(
        &'a self,
        rounds: Range<u32>,
        stop: &'a AtomicBool,
    ) -> impl FnMut(u64, &mut String, &mut String) -> bool + 'a {
        move |deal, text, times| {
            let table = Table::numbered(&self.rules, deal).expect("the rules were checked");
            let start = ThreadTime::now();
            let mut row = ("unknown", 0, 0);
            for round in rounds.clone() {
                let Some((word, nodes, moves)) = self.search(&table, round, stop) else { return false };
                row = (word, nodes, moves);
                if word != "unknown" {
                    break;
                }
            }
            let (word, nodes, moves) = row;
            rows::push_csv(text, (deal, SOLVER, word, nodes, moves));
            rows::push_csv(times, (deal, SOLVER, start.elapsed().as_micros() as u64));
            true
        }
    }

    /// Returns the verdict of one search with its nodes and moves; `None` if it was interrupted, since a row
    /// would be permanent.
    fn search(&self, table: &Table, round: u32, stop: &AtomicBool) -> Option<(&'static str, u64, usize)> {
        let start = ThreadTime::now();
        let most = self.time.map(Duration::from_secs_f64);
        let mut watch = |_: Progress| {
            if stop.load(Ordering::Relaxed) {
                return Some(Why::Cancelled);
            }
            most.is_some_and(|most| start.elapsed() > most).then_some(Why::Time)
        };
        let limits = Limits { nodes: self.nodes_of(round), memory: self.memory };
        let report = talon_solve::Solver::new().solve(table, limits, &mut watch);
        let (word, moves) = match &report.verdict {
            Verdict::Winnable(line) => ("win", line.len()),
            Verdict::Unwinnable => ("loss", 0),
            Verdict::Unknown(Why::Cancelled) => return None,
            Verdict::Unknown(_) => ("unknown", 0),
        };
        Some((word, report.nodes, moves))
    }
}
