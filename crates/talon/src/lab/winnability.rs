//! `talon lab winnability`.

use super::progress_bar;
use crate::game::GameArgs;
use crate::interrupt::{self, Interrupted};
use anyhow::{Result, bail};
use clap::Args;
use lab::{Deals, published, statistics};
use rules::plural;
use std::io::Write;
use std::path::PathBuf;

/// Count the deals that can be won with all cards known, beside the published figure.
#[derive(Args)]
pub struct Winnability {
    #[command(flatten)]
    game: GameArgs,
    /// The deals from A to B, B not included; A..=B includes it.
    #[arg(long, value_name = "A..B")]
    deals: String,
    /// Threads.
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,
    /// At most so many nodes a deal; what is not decided then is unknown.
    #[arg(long, value_name = "N", default_value_t = 100_000_000)]
    nodes: u64,
    /// At most so many CPU seconds a deal; verdicts then depend on the machine.
    #[arg(long, value_name = "S")]
    time: Option<f64>,
    /// The rows file (CSV); an interrupted count goes on from it.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Only part i of n of the deals.
    #[arg(long, value_name = "i/n")]
    shard: Option<String>,
}

impl Winnability {
    /// Counts and prints.
    pub fn run(self) -> Result<()> {
        if self.jobs == 0 {
            bail!("--jobs 0 would never end: give at least 1");
        }
        if self.time.is_some_and(|time| !(time > 0.0 && time.is_finite())) {
            bail!("--time wants a number of seconds above 0");
        }
        let rules = self.game.rules()?;
        let mut deals = Deals::read(&self.deals)?;
        if let Some(shard) = &self.shard {
            deals = deals.shard(shard)?;
        }
        let range = deals.range();
        let total = range.end - range.start;
        let asked = lab::Winnability { rules, deals, nodes: self.nodes, time: self.time, memory: 2 << 30 };
        let stop = interrupt::flag();
        let bar = progress_bar(total);
        let mut counts = [0; 3];
        let version = env!("CARGO_PKG_VERSION");
        let sink = |rows: &str| lab::tally(rows, &mut counts);
        let kept = self.out.is_some();
        let done =
            lab::winnability(&asked, version, self.out, self.jobs, &stop, sink, |n| bar.set_position(n))?;
        bar.finish_and_clear();
        let mut out = std::io::stdout().lock();
        let cut = Interrupted { noun: "deal", done: done.deals, total, kept };
        if done.deals == 0 {
            return Err(cut.into());
        }
        if !done.complete {
            writeln!(out, "{cut}")?;
        }
        let [wins, losses, unknown] = counts;
        let games = wins + losses + unknown;
        let changes = games::difference(&rules);
        writeln!(
            out,
            "{}{}{changes}: {}, {wins} won, {losses} lost, {unknown} unknown",
            rules.title,
            if changes.is_empty() { "" } else { ", " },
            plural(games, "deal")
        )?;
        let percent = |part: f64| 100.0 * part;
        let (low, _) = statistics::wilson(wins, games);
        let (_, high) = statistics::wilson(wins + unknown, games);
        let rate = wins as f64 / games.max(1) as f64;
        write!(out, "winnable: {:.3} %", percent(rate))?;
        if unknown > 0 {
            write!(
                out,
                " to {:.3} %, as the unknown deals fall",
                percent((wins + unknown) as f64 / games as f64)
            )?;
        }
        writeln!(out, ", 95 % interval [{:.3}, {:.3}]", percent(low), percent(high))?;
        match published::figure(&rules) {
            Some(figure) => {
                let inside = percent(low) <= figure.percent + figure.spread
                    && figure.percent - figure.spread <= percent(high);
                writeln!(
                    out,
                    "published: {figure}: {}",
                    if inside { "the intervals meet" } else { "the intervals do NOT meet" }
                )?;
            }
            None => writeln!(out, "published: no figure for these rules")?,
        }
        if done.complete { Ok(()) } else { Err(cut.into()) }
    }
}
