//! `talon lab plan`, `work`, `status` and `collect`: campaigns for many machines.

use super::run::Settings;
use super::winnability::{Effort, describe};
use super::{heading, progress_bar, seconds};
use crate::game::GameArgs;
use crate::interrupt::{self, Interrupted};
use crate::output;
use crate::threads;
use anyhow::Result;
use clap::{ArgGroup, Args};
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;
use talon_lab::Deals;
use talon_lab::ledger::{Crew, Job, Keep, Ledger, Manifest, Progress};
use talon_rules::plural;

/// The version that plans ledgers and works on them.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Plan a campaign for many machines: a ledger of chunks in a folder
///
/// Any number of `talon lab work FOLDER`, on any machines that share the folder, do the chunks. `talon lab collect`
/// makes the file that an undivided run would have written.
#[derive(Args)]
#[command(
    group(ArgGroup::new("job").required(true).args(["player", "winnability"])),
    after_help = "Examples:\n  talon lab plan ledger spider --player spider-fast --deals 1..1000001\n  talon lab plan ledger klondike --set draw=3 --winnability --nodes 1000000 --retries 3 --deals 1..100001"
)]
pub struct Plan {
    /// The folder of the ledger, empty or new
    folder: PathBuf,
    #[command(flatten)]
    game: GameArgs,
    /// The players, as of `talon lab run`
    #[arg(long, value_name = "P,Q", value_delimiter = ',')]
    player: Vec<String>,
    /// Let the solver decide the deals, as `talon lab winnability` does
    #[arg(long)]
    winnability: bool,
    #[command(flatten)]
    effort: Effort,
    /// The deals from A up to, but not including, B; A..=B includes it
    #[arg(long, value_name = "A..B")]
    deals: String,
    /// The number of chunks; without it, some deals are tried to find it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    chunks: Option<u64>,
    /// The seconds that a chunk should take on one core
    #[arg(long, value_name = "S", default_value_t = 30.0, value_parser = seconds, conflicts_with = "chunks")]
    chunk_seconds: f64,
    /// Keep only how often each result occurred, not a row a game
    #[arg(long)]
    counts: bool,
    #[command(flatten)]
    settings: Settings,
}

impl Plan {
    /// Writes the manifest.
    pub fn run(self) -> Result<()> {
        let rules = self.game.rules()?;
        let deals = Deals::read(&self.deals)?;
        let count = deals.all.end - deals.all.start;
        let job = if self.winnability {
            Job::Verdicts(self.effort.of(rules, deals))
        } else {
            Job::Games(self.settings.campaign(rules, &self.player, deals)?)
        };
        let (chunks, measured) = match self.chunks {
            Some(chunks) => (chunks, None),
            None => {
                talon_lab::ledger::chunks_of(&job, self.chunk_seconds).map(|(n, each)| (n, Some(each)))?
            }
        };
        let keep = if self.counts { Keep::Counts } else { Keep::Rows };
        let manifest = Manifest::new(VERSION, job, chunks, keep)?;
        let ledger = Ledger::plan(&self.folder, manifest).map_err(crate::failed)?;
        let chunks = ledger.manifest().chunks;
        let measured = measured.map_or_else(String::new, |each| format!(", {each:.3} s a deal here"));
        writeln!(
            output::stdout(),
            "{}: {} in {}{measured}; `talon lab work {}` does them",
            heading(ledger.manifest().rules()),
            plural(count, "deal"),
            plural(chunks, "chunk"),
            self.folder.display()
        )?;
        Ok(())
    }
}

/// Work on a ledger together with any number of other processes, until all is done
///
/// A worker that is killed loses only the chunk it was working on: its claim expires, and another worker takes over.
#[derive(Args)]
#[command(after_help = "Examples:\n  talon lab work ledger --jobs 8\n  talon lab work ledger --check")]
pub struct Work {
    /// The folder of the ledger
    folder: PathBuf,
    /// The number of threads, each of which works on a chunk of its own
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads::read)]
    jobs: usize,
    /// How long a claim to a chunk is valid if its worker no longer renews it
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    lease: f64,
    /// Remove damaged parts first, so that they are computed again
    #[arg(long)]
    check: bool,
    /// End when others work on all that is left, instead of waiting to take over if they die
    #[arg(long)]
    no_wait: bool,
}

impl Work {
    /// Works until all is done, or Ctrl-C.
    pub fn run(self) -> Result<()> {
        let ledger = Ledger::open(&self.folder).map_err(crate::failed)?;
        ledger.check_version(VERSION).map_err(crate::failed)?;
        if self.check {
            for name in ledger.remove_damaged().map_err(crate::failed)? {
                output::note(format_args!("removed {name}, which was damaged"));
            }
        }
        let crew = Crew { jobs: self.jobs, lease: Duration::from_secs_f64(self.lease), wait: !self.no_wait };
        let stop = interrupt::flag();
        let bar = progress_bar(0);
        let mut last = None;
        let progress = |progress: Progress| {
            let is_new = last.is_none_or(|last: Progress| last.round != progress.round);
            bar.set_length(progress.deals);
            bar.set_position(progress.done);
            if is_new {
                // The rate is that of this run and this round.
                bar.reset_eta();
            }
            last = Some(progress);
        };
        let complete = ledger.work(&crew, &stop, progress).map_err(crate::failed)?;
        bar.finish_and_clear();
        let folder = self.folder.display();
        if complete {
            writeln!(
                output::stdout(),
                "all is done; `talon lab collect {folder} --out rows.csv` writes the table"
            )?;
        } else if stop.load(Ordering::Relaxed) {
            let (done, total) = last.map_or((0, 0), |last| (last.done, last.deals));
            return Err(Interrupted { noun: "deal", done, total, kept: true }.into());
        } else {
            writeln!(output::stdout(), "others work on what is left; `talon lab status {folder}` shows it")?;
        }
        Ok(())
    }
}

/// Show how far a ledger is, who works on it, and the time that is left
#[derive(Args)]
#[command(after_help = "Examples:\n  talon lab status ledger")]
pub struct Status {
    /// The folder of the ledger
    folder: PathBuf,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

impl Status {
    /// Prints the status.
    pub fn run(self) -> Result<()> {
        let ledger = Ledger::open(&self.folder).map_err(crate::failed)?;
        let status = ledger.status().map_err(crate::failed)?;
        let mut out = output::stdout();
        if self.json {
            writeln!(out, "{}", serde_json::to_string_pretty(&status)?)?;
            return Ok(());
        }
        let heading = heading(ledger.manifest().rules());
        writeln!(out, "{heading}: {} of {} done", status.done, plural(status.deals, "deal"))?;
        let chunks = format!("{} of {} done", status.chunks_done, plural(status.chunks, "chunk"));
        match status.round {
            0 => writeln!(out, "{chunks}")?,
            round => writeln!(out, "unknown deals, searched again ({round}): {chunks}")?,
        }
        if let Some(rate) = status.rate {
            write!(out, "{rate:.2} deals a second")?;
            match status.left {
                Some(left) => writeln!(out, ", {} left", span(left))?,
                None => writeln!(out)?,
            }
        }
        for claim in &status.claims {
            let expired = if claim.expired { ", expired" } else { "" };
            writeln!(out, "{}: {}, renewed {} ago{expired}", claim.task, claim.worker, span(claim.age))?;
        }
        for name in &status.foreign {
            writeln!(out, "parts/{name} is not a part; it is left alone")?;
        }
        for name in &status.differing {
            writeln!(out, "parts/{name} differs from another part of the same chunk")?;
        }
        Ok(())
    }
}

/// Formats a duration in its largest unit.
fn span(seconds: f64) -> String {
    match seconds {
        s if s < 120.0 => format!("{s:.0} s"),
        s if s < 7_200.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.1} h", s / 3600.0),
        s => format!("{:.1} days", s / 86_400.0),
    }
}

/// Write the table of a complete ledger: the file that an undivided run would have written
#[derive(Args)]
#[command(after_help = "Examples:\n  talon lab collect ledger --out rows.parquet")]
pub struct Collect {
    /// The folder of the ledger
    folder: PathBuf,
    /// The file to write: .csv, .parquet or .jsonl; it must not exist yet
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl Collect {
    /// Writes the table, and what it says of winnability.
    pub fn run(self) -> Result<()> {
        let ledger = Ledger::open(&self.folder).map_err(crate::failed)?;
        let collected = ledger.collect(&self.out).map_err(crate::failed)?;
        let mut out = output::stdout();
        if let Some(counts) = collected.verdicts {
            describe(&mut out, ledger.manifest().rules(), counts)?;
        }
        writeln!(
            out,
            "{} in {}, SHA-256 {}",
            plural(collected.rows, "row"),
            self.out.display(),
            collected.digest
        )?;
        Ok(())
    }
}
