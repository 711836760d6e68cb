//! `talon solve`: decides whether deals can be won, with all cards known.

pub mod source;
pub mod tally;

use crate::game::GameArgs;
use crate::interrupt::{self, Interrupted};
use crate::output;
use crate::{numbers, threads};
use anyhow::Result;
use clap::Args;
use cpu_time::{ProcessTime, ThreadTime};
use indicatif::{ProgressBar, ProgressStyle};
use source::{Deals, Source};
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tally::Tally;
use talon_rules::{Rules, Table};
use talon_solve::{Limits, Progress, Report, Solver, Verdict, Why, parallel};

/// Solve deals with all cards known: won, with the moves, lost for certain, or unknown with the reason
#[derive(Args)]
#[command(
    after_help = "Examples:\n  talon solve klondike --deal 1 --moves\n  talon solve freecell --deal ms:617            Microsoft's FreeCell 617\n  talon solve canfield --deals 1..101 --time 10\n  talon solve klondike --deal 1 --shortest\n  talon solve --file board.txt --json"
)]
pub struct Solve {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    source: Source,
    /// The number of deals to solve at a time; results do not depend on it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads::read)]
    jobs: usize,
    /// The limit of nodes per deal
    #[arg(long, value_name = "N", value_parser = numbers::whole::<u64>)]
    nodes: Option<u64>,
    /// The limit of CPU time per deal, in seconds
    #[arg(long, value_name = "S", value_parser = numbers::seconds)]
    time: Option<f64>,
    /// The memory limit per deal: bytes, or with K, M or G. The program itself needs ten megabytes more
    #[arg(long, value_name = "M", default_value = "1G", value_parser = memory)]
    memory: usize,
    /// Print one JSON object per line: id, game, rules (what is changed), verdict, why, nodes, states,
    /// cpu_ms, length (the number of moves of a win) and moves (with --moves the list, otherwise the
    /// number); with --shortest also at_least (no win is shorter) and shortest (whether that is proved;
    /// if not, why says what ended the search)
    #[arg(long)]
    json: bool,
    /// Print the moves of wins
    #[arg(long)]
    moves: bool,
    /// Search for the shortest win. In Klondike it is proved within --time, --nodes and --memory, and every
    /// draw, redeal and carried card or run counts as one move; in all other games a win is only shortened
    #[arg(long)]
    shortest: bool,
    /// Search each deal with all --jobs threads together, for single hard deals: Klondike, and all games of
    /// the generic solver (Canfield and Spider use one thread)
    #[arg(long)]
    split: bool,
    /// Use the generic solver even if a faster one knows the game
    #[arg(long)]
    generic: bool,
}

/// The result for one deal.
struct Row {
    report: Report,
    /// If the shortest win was searched for: no win has fewer moves than this.
    at_least: Option<usize>,
    /// Why that search ended before it proved the shortest win, if it did.
    cut_short: Option<Why>,
    cpu_ms: f64,
}

impl Solve {
    /// Solves the deals and prints a line for each.
    pub fn run(self) -> Result<()> {
        let (rules, deals) = self.source.deals(&self.game)?;
        let stop = interrupt::flag();
        let (tally, complete) = self.solve_all(&rules, &deals, &stop)?;
        let cut = Interrupted { noun: "deal", done: tally.deals(), total: deals.len() as u64, kept: false };
        if deals.len() > 1 && tally.deals() > 0 {
            // The summary must not appear among the lines of JSON.
            if self.json {
                let _ = tally.print(&mut output::stderr());
            } else {
                let mut out = output::stdout();
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
        let mut tally = Tally::default();
        // Lists and both ends of a range were checked, so every deal in between can be dealt.
        let solve = |solver: &mut Solver, at: u64| {
            let table = deals.table(rules, at as usize).ok()?;
            let row = self.solve_one(solver, &table, stop);
            (row.report.verdict != Verdict::Unknown(Why::Cancelled)).then_some(row)
        };
        let print = |first: u64, rows: Vec<Row>| -> Result<()> {
            for (at, row) in (first..).zip(rows) {
                tally.add(&row.report, row.cpu_ms);
                if let Some(error) = &row.report.rejected {
                    let id = deals.id(at as usize);
                    let deck = deals.table(rules, at as usize)?;
                    bar.suspend(|| {
                        output::note(format_args!(
                            "deal {id} of {}: a solver's win failed its replay and was not counted: {error}. \
                             This is a bug; please report it with the rules and this deal:\n{deck}",
                            rules.name
                        ));
                    });
                }
                let mut line = Vec::new();
                self.write(&mut line, rules, &deals.id(at as usize), &row)?;
                bar.suspend(|| output::stdout().write_all(&line))?;
                bar.inc(1);
            }
            Ok(())
        };
        let threads = if self.split { 1 } else { self.jobs.min(deals.len()) };
        parallel::ordered(0..deals.len() as u64, threads, stop, || self.solver(), solve, print)?;
        bar.finish_and_clear();
        let complete = tally.deals() == deals.len() as u64;
        Ok((tally, complete))
    }

    /// Returns the solver that the options ask for.
    fn solver(&self) -> Solver {
        let solver = if self.split { Solver::parallel(self.jobs) } else { Solver::new() };
        if self.generic { solver.generic_only() } else { solver }
    }

    fn solve_one(&self, solver: &mut Solver, table: &Table, stop: &AtomicBool) -> Row {
        let (thread, process) = (ThreadTime::now(), ProcessTime::now());
        // If all threads work on one deal, their total time counts.
        let spent = || if self.split { process.elapsed() } else { thread.elapsed() };
        let limit = self.time.map(Duration::from_secs_f64);
        let mut watch = |_: Progress| {
            if stop.load(Ordering::Relaxed) {
                return Some(Why::Cancelled);
            }
            limit.is_some_and(|limit| spent() > limit).then_some(Why::Time)
        };
        let limits = Limits { nodes: self.nodes.unwrap_or(u64::MAX), memory: self.memory };
        let mut report = solver.solve(table, limits, &mut watch);
        let (mut at_least, mut cut_short) = (None, None);
        if self.shortest
            && let Verdict::Winnable(line) = &mut report.verdict
        {
            let short = solver.shortest(table, line, limits, &mut watch);
            at_least = Some(short.at_least);
            cut_short = short.cut_short;
            report.nodes += short.nodes;
            *line = short.line;
        }
        Row { report, at_least, cut_short, cpu_ms: spent().as_secs_f64() * 1000.0 }
    }

    fn write(&self, out: &mut impl Write, rules: &Rules, id: &str, row: &Row) -> Result<()> {
        let Row { report, at_least, cut_short, cpu_ms } = row;
        let (verdict, why, line) = match &report.verdict {
            Verdict::Winnable(line) => ("win", cut_short.map(|why| why.to_string()), Some(line)),
            Verdict::Unwinnable => ("loss", None, None),
            Verdict::Unknown(why) => ("unknown", Some(why.to_string()), None),
        };
        if self.json {
            let changed = talon_games::difference(rules);
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
        if let Some(why) = &why
            && line.is_none()
        {
            write!(out, "  {why}")?;
        }
        if let Some(line) = line {
            write!(out, "  {}", talon_rules::plural(line.len() as u64, "move"))?;
            match at_least {
                Some(at_least) if *at_least == line.len() => write!(out, ", the shortest")?,
                Some(at_least) if *at_least > 0 => {
                    write!(out, ", at least {at_least}")?;
                    if let Some(why) = &why {
                        write!(out, " ({why})")?;
                    }
                }
                Some(_) => write!(out, ", shortened, not proved to be the shortest")?,
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

/// Returns a progress bar on a terminal, and nothing elsewhere.
fn progress_bar(deals: usize) -> ProgressBar {
    if deals < 2 || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(deals as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} deals, {elapsed}, {eta} left") {
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
    let number: usize = digits
        .trim()
        .parse()
        .map_err(|_| format!("{text:?} is not a size; write 512M, 1G or a number of bytes"))?;
    number.checked_mul(1 << unit).ok_or_else(|| format!("{text:?} is more than this machine can address"))
}
