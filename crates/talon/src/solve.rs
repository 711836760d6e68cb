//! `talon solve`: can it be won, with all cards known?

pub mod measure;
pub mod source;
pub mod tally;

use crate::game::GameArgs;
use crate::interrupt::{self, Interrupted};
use anyhow::{Result, bail};
use clap::Args;
use cpu_time::{ProcessTime, ThreadTime};
use indicatif::{ProgressBar, ProgressStyle};
use rules::{Rules, Table};
use solve::{Limits, Progress, Report, Verdict, Why};
use source::{Deals, Source};
use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;
use tally::Tally;

/// Solve deals with all cards known: won with a line, lost for certain, or not known and why.
#[derive(Args)]
pub struct Solve {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    source: Source,
    /// Solve so many deals at a time; results do not depend on it.
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,
    /// At most so many nodes a deal.
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// At most so many seconds of CPU time a deal.
    #[arg(long, value_name = "S")]
    time: Option<f64>,
    /// At most so much memory a deal: bytes, or with K, M or G.
    #[arg(long, value_name = "M", default_value = "1G", value_parser = memory)]
    memory: usize,
    /// One JSON object a line: id, game, rules (what is changed), verdict, why, nodes, states, cpu_ms,
    /// length (how many moves the win has) and moves: with --moves the list of them, else their number;
    /// with --shortest at_least (no win has fewer) and shortest (is that proved?).
    #[arg(long)]
    json: bool,
    /// Show the moves of wins.
    #[arg(long)]
    moves: bool,
    /// Look for the shortest win: in Klondike it is proved within --time, --nodes and --memory (every
    /// draw, redeal and carried card or run counts one); in all other games a win found is shortened,
    /// not proved shortest.
    #[arg(long)]
    shortest: bool,
    /// Search each deal by all --jobs threads together, for single hard deals: Klondike, and all
    /// games of the generic solver (Canfield and Spider go by one thread).
    #[arg(long)]
    split: bool,
    /// Use the generic solver even where a faster one knows the game.
    #[arg(long)]
    generic: bool,
}

/// What one deal came to.
struct Row {
    report: Report,
    /// Where the shortest win was looked for: no win has fewer moves.
    at_least: Option<usize>,
    cpu_ms: f64,
}

impl Solve {
    /// Solves the deals and prints a line for each.
    pub fn run(self) -> Result<()> {
        if self.jobs == 0 {
            bail!("--jobs 0 would never end: give at least 1");
        }
        if self.time.is_some_and(|time| !(time > 0.0 && time.is_finite())) {
            bail!("--time wants a number of seconds above 0");
        }
        let (rules, deals) = self.source.deals(&self.game)?;
        let stop = interrupt::flag();
        let (tally, complete) = self.solve_all(&rules, &deals, &stop)?;
        let cut = Interrupted { noun: "deal", done: tally.deals(), total: deals.len() as u64, kept: false };
        if deals.len() > 1 && tally.deals() > 0 {
            // The summary must not get among the lines of JSON.
            if self.json {
                tally.print(&mut std::io::stderr().lock())?;
            } else {
                let mut out = std::io::stdout().lock();
                if !complete {
                    writeln!(out, "{cut}")?;
                }
                tally.print(&mut out)?;
            }
        }
        if complete { Ok(()) } else { Err(cut.into()) }
    }

    fn solve_all(&self, rules: &Rules, deals: &Deals, stop: &AtomicBool) -> Result<(Tally, bool)> {
        let bar = progress_bar(deals.len());
        let next = AtomicUsize::new(0);
        let (send, receive) = mpsc::channel::<(usize, Row)>();
        let mut tally = Tally::default();
        std::thread::scope(|scope| -> Result<()> {
            let together = if self.split { 1 } else { self.jobs };
            for _ in 0..together.min(deals.len()) {
                let (send, next) = (send.clone(), &next);
                scope.spawn(move || {
                    let mut solver = solve::Solver::default();
                    while !stop.load(Ordering::Relaxed) {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        if at >= deals.len() {
                            break;
                        }
                        // Lists were checked, and both ends of a range: what lies between can be dealt.
                        let Ok(table) = deals.table(rules, at) else { break };
                        let row = self.solve_one(&mut solver, &table, stop);
                        if row.report.verdict == Verdict::Unknown(Why::Cancelled)
                            || send.send((at, row)).is_err()
                        {
                            break;
                        }
                    }
                });
            }
            drop(send);
            let result = self.print_in_order(rules, deals, &receive, &bar, &mut tally);
            // A closed pipe, say: the others need not go on.
            if result.is_err() {
                stop.store(true, Ordering::Relaxed);
            }
            result
        })?;
        bar.finish_and_clear();
        let complete = tally.deals() == deals.len() as u64;
        Ok((tally, complete))
    }

    /// Lines come in the order of the deals, whatever thread is first; what waits for an earlier deal
    /// when the search is interrupted is printed at the end.
    fn print_in_order(
        &self,
        rules: &Rules,
        deals: &Deals,
        receive: &mpsc::Receiver<(usize, Row)>,
        bar: &ProgressBar,
        tally: &mut Tally,
    ) -> Result<()> {
        let mut waiting = BTreeMap::new();
        let mut printed = 0;
        let mut print = |at: usize, row: Row| -> Result<()> {
            tally.add(&row.report, row.cpu_ms);
            let mut line = Vec::new();
            self.write(&mut line, rules, &deals.id(at), &row)?;
            bar.suspend(|| std::io::stdout().lock().write_all(&line))?;
            bar.inc(1);
            Ok(())
        };
        for (at, row) in receive {
            waiting.insert(at, row);
            while let Some(row) = waiting.remove(&printed) {
                print(printed, row)?;
                printed += 1;
            }
        }
        for (at, row) in waiting {
            print(at, row)?;
        }
        Ok(())
    }

    fn solve_one(&self, solver: &mut solve::Solver, table: &Table, stop: &AtomicBool) -> Row {
        let (thread, process) = (ThreadTime::now(), ProcessTime::now());
        // Where all threads work on one deal, all their time counts.
        let spent = || if self.split { process.elapsed() } else { thread.elapsed() };
        let limit = self.time.map(Duration::from_secs_f64);
        let mut watch = |_: Progress| {
            if stop.load(Ordering::Relaxed) {
                return Some(Why::Cancelled);
            }
            limit.is_some_and(|limit| spent() > limit).then_some(Why::Time)
        };
        let limits = Limits { nodes: self.nodes.unwrap_or(u64::MAX), memory: self.memory };
        let mut report = if self.split && self.generic {
            solve::solve_generic_split(table, limits, self.jobs, &mut watch)
        } else if self.split {
            solve::solve_split(table, limits, self.jobs, &mut watch)
        } else if self.generic {
            solve::solve_generic(table, limits, &mut watch)
        } else {
            solver.solve(table, limits, &mut watch)
        };
        let mut at_least = None;
        if self.shortest
            && let Verdict::Winnable(line) = &mut report.verdict
        {
            let short = solve::shortest(table, line, limits, &mut watch);
            at_least = Some(short.at_least);
            report.nodes += short.nodes;
            *line = short.line;
        }
        Row { report, at_least, cpu_ms: spent().as_secs_f64() * 1000.0 }
    }

    fn write(&self, out: &mut impl Write, rules: &Rules, id: &str, row: &Row) -> Result<()> {
        let Row { report, at_least, cpu_ms } = row;
        let (verdict, why, line) = match &report.verdict {
            Verdict::Winnable(line) => ("win", None, Some(line)),
            Verdict::Unwinnable => ("loss", None, None),
            Verdict::Unknown(why) => ("unknown", Some(why.to_string()), None),
        };
        if self.json {
            let changed = games::difference(rules);
            let mut object = serde_json::json!({
                "id": id, "game": rules.name, "rules": changed, "verdict": verdict, "why": why,
                "nodes": report.nodes, "states": report.states,
                "cpu_ms": (cpu_ms * 10_000.0).round() / 10_000.0,
                "length": line.map(Vec::len), "moves": line.map(Vec::len),
            });
            if let Some(line) = line
                && self.moves
            {
                let moves: Vec<String> = line.iter().map(ToString::to_string).collect();
                object["moves"] = serde_json::json!(moves);
            }
            if let (Some(at_least), Some(line)) = (at_least, line) {
                object["at_least"] = serde_json::json!(at_least);
                object["shortest"] = serde_json::json!(*at_least == line.len());
            }
            writeln!(out, "{object}")?;
            return Ok(());
        }
        write!(
            out,
            "{id:>8} {verdict:<7} {cpu_ms:>11.3} ms {:>11} nodes {:>10} states",
            report.nodes, report.states
        )?;
        if let Some(why) = why {
            write!(out, "  {why}")?;
        }
        if let Some(line) = line {
            write!(out, "  {}", rules::plural(line.len() as u64, "move"))?;
            match at_least {
                Some(at_least) if *at_least == line.len() => write!(out, ", the shortest")?,
                Some(at_least) if *at_least > 0 => write!(out, ", at least {at_least}")?,
                Some(_) => write!(out, ", shortened, not proved shortest")?,
                None => {}
            }
        }
        writeln!(out)?;
        if let Some(line) = line
            && self.moves
        {
            let text: Vec<String> = line.iter().map(ToString::to_string).collect();
            writeln!(out, "{}", text.join(" "))?;
        }
        Ok(())
    }
}

/// A bar on a terminal, nothing elsewhere.
fn progress_bar(deals: usize) -> ProgressBar {
    if deals < 2 || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(deals as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} deals, {elapsed}, {eta} to go") {
        bar.set_style(style);
    }
    bar
}

/// Reads `512M`, `1G` or plain bytes.
fn memory(text: &str) -> Result<usize, String> {
    let (digits, unit) = match text.trim().to_ascii_uppercase().trim_end_matches(['B', 'I']) {
        text if text.ends_with('K') => (text.trim_end_matches('K').to_string(), 10),
        text if text.ends_with('M') => (text.trim_end_matches('M').to_string(), 20),
        text if text.ends_with('G') => (text.trim_end_matches('G').to_string(), 30),
        text => (text.to_string(), 0),
    };
    let number: usize =
        digits.trim().parse().map_err(|_| format!("{text:?} is no size: write 512M, 1G or bytes"))?;
    number.checked_mul(1 << unit).ok_or_else(|| format!("{text:?} is more than this machine can count"))
}
