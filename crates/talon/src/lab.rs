//! `talon lab`: campaigns of players, reports on them, and what solvers count.

pub mod bench;
mod peek;
mod report;
mod results;
mod run;
mod train;
mod tune;
mod winnability;

use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;

/// Measure players: campaigns, reports, winnability, tuning.
#[derive(Args)]
pub struct Lab {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Play a campaign: players on a range of deals, rows written as they are done.
    Run(run::Run),
    /// Join the files of shards into one.
    Merge(report::Merge),
    /// Say what rows files show.
    Report(report::Report),
    /// Count the deals that can be won with all cards known.
    Winnability(winnability::Winnability),
    /// Improve weights by trial.
    Tune(tune::Tune),
    /// Teach the nets of the learned Spider player.
    Train(train::Train),
    /// Write the results page from rows files.
    Results(results::Results),
    /// Show that no player's choice depends on a hidden card.
    NoPeek(peek::NoPeek),
}

impl Lab {
    /// Runs the command.
    pub fn run(self) -> Result<()> {
        match self.what {
            What::Run(command) => command.run(),
            What::Merge(command) => command.run(),
            What::Report(command) => command.run(),
            What::Winnability(command) => command.run(),
            What::Tune(command) => command.run(),
            What::Train(command) => command.run(),
            What::Results(command) => command.run(),
            What::NoPeek(command) => command.run(),
        }
    }
}

/// A bar on a terminal, nothing elsewhere.
fn progress_bar(deals: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(deals);
    let style = "{bar:40} {pos}/{len} deals, {per_sec}, {elapsed}, {eta} to go";
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    bar
}

/// Reads weights from a file.
fn weights(path: &std::path::Path) -> Result<players::Weights> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    players::Weights::read(&text).with_context(|| format!("{}", path.display()))
}
