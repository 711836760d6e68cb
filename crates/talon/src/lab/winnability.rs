//! `talon lab winnability`.

use super::{heading, progress_bar};
use crate::game::GameArgs;
use crate::interrupt::{self, Interrupted};
use crate::output;
use crate::threads;
use anyhow::{Result, bail};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use talon_lab::{Deals, published};
use talon_rules::{Rules, plural};
use talon_stats::{Interval, wilson_with_unknown};

/// Count the deals that can be won with all cards known, and compare with the published figure
#[derive(Args)]
#[command(
    after_help = "Examples:\n  talon lab winnability klondike --deals 1..1001\n  talon lab winnability canfield --set draw=1 --deals 1..1001 --jobs 2 --out canfield-1.csv"
)]
pub struct Winnability {
    #[command(flatten)]
    game: GameArgs,
    /// The deals from A up to, but not including, B; A..=B includes it
    #[arg(long, value_name = "A..B")]
    deals: String,
    /// The number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads::read)]
    jobs: usize,
    #[command(flatten)]
    effort: Effort,
    /// The limit of CPU seconds per deal; verdicts then depend on the machine
    #[arg(long, value_name = "S", value_parser = crate::numbers::seconds)]
    time: Option<f64>,
    /// The rows file (.csv or .parquet); an interrupted count is resumed from it
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Only part i of n of the deals
    #[arg(long, value_name = "i/n")]
    shard: Option<String>,
}

/// How hard the solver tries.
#[derive(Args)]
pub(super) struct Effort {
    /// The limit of nodes per deal; deals that are not decided are unknown
    #[arg(long, value_name = "N", default_value_t = 100_000_000, value_parser = crate::numbers::whole::<u64>)]
    nodes: u64,
    /// How often unknown deals are searched again, each time with ten times as many nodes
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=9))]
    retries: u32,
}

impl Effort {
    /// Returns the task of these deals.
    pub(super) fn of(&self, rules: Rules, deals: Deals) -> talon_lab::Winnability {
        let Effort { nodes, retries } = *self;
        talon_lab::Winnability { rules, deals, nodes, retries, time: None, memory: 2 << 30 }
    }
}

impl Winnability {
    /// Counts the deals and prints the result.
    pub fn run(self) -> Result<()> {
        if self.time.is_some_and(|time| !(time > 0.0 && time.is_finite())) {
            bail!("--time must be a number of seconds above 0");
        }
        let rules = self.game.rules()?;
        let mut deals = Deals::read(&self.deals)?;
        if let Some(shard) = &self.shard {
            deals = deals.shard(shard)?;
        }
        let range = deals.range();
        let total = range.end - range.start;
        let asked = talon_lab::Winnability { time: self.time, ..self.effort.of(rules, deals) };
        let stop = interrupt::flag();
        let bar = progress_bar(total);
        let mut counts = [0; 3];
        let version = env!("CARGO_PKG_VERSION");
        let sink = |rows: &str| talon_lab::tally(rows, &mut counts);
        let kept = self.out.is_some();
        let done = talon_lab::winnability(&asked, version, self.out, self.jobs, &stop, sink, |n| {
            bar.set_position(n)
        })
        .map_err(crate::failed)?;
        bar.finish_and_clear();
        let mut out = output::stdout();
        let cut = Interrupted { noun: "deal", done: done.deals, total, kept };
        if done.deals == 0 {
            return Err(cut.into());
        }
        if !done.complete {
            writeln!(out, "{cut}")?;
        }
        describe(&mut out, &rules, counts)?;
        if done.complete { Ok(()) } else { Err(cut.into()) }
    }
}

/// Writes the counts of wins, losses and unknown deals, the rate, and the published one.
pub(super) fn describe(out: &mut impl Write, rules: &Rules, counts: [u64; 3]) -> Result<()> {
    let [wins, losses, unknown] = counts;
    let games = wins + losses + unknown;
    writeln!(
        out,
        "{}: {}, {wins} won, {losses} lost, {unknown} unknown",
        heading(rules),
        plural(games, "deal")
    )?;
    let percent = |part: f64| 100.0 * part;
    let Interval { low, high } = wilson_with_unknown(wins, unknown, games).in_percent();
    let rate = wins as f64 / games.max(1) as f64;
    write!(out, "winnable: {:.3} %", percent(rate))?;
    if unknown > 0 {
        write!(
            out,
            " to {:.3} %, depending on the unknown deals",
            percent((wins + unknown) as f64 / games as f64)
        )?;
    }
    writeln!(out, ", 95 % interval [{low:.3}, {high:.3}]")?;
    match published::figure(rules) {
        Some(figure) => {
            let inside = low <= figure.percent + figure.spread && figure.percent - figure.spread <= high;
            writeln!(
                out,
                "published: {figure}: {}",
                if inside { "the intervals overlap" } else { "the intervals do NOT overlap" }
            )?;
        }
        None => writeln!(out, "published: no figure for these rules")?,
    }
    Ok(())
}
