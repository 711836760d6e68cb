//! `talon lab`: campaigns of players, reports on them, and counts of winnable deals.

pub mod bench;
mod check_bot;
mod ledger;
mod peek;
mod report;
mod results;
mod run;
mod train;
mod tune;
mod winnability;

use crate::input;
use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use talon_rules::Rules;

/// Measure players: campaigns, reports, winnability, training
#[derive(Args)]
#[command(
    after_help = "Examples:\n  talon lab run klondike --player greedy,closure --deals 1..1001 --out rows.csv\n  talon lab report rows.csv\n  talon lab winnability klondike --deals 1..1001"
)]
pub struct Lab {
    #[command(subcommand)]
    what: What,
}

// The help of each is that of its arguments: a sentence here would hide all that follows their first line.
#[derive(Subcommand)]
enum What {
    Run(run::Run),
    Merge(report::Merge),
    Report(report::Report),
    Winnability(winnability::Winnability),
    Plan(ledger::Plan),
    Work(ledger::Work),
    Status(ledger::Status),
    Collect(ledger::Collect),
    Tune(tune::Tune),
    Train(train::Train),
    Results(results::Results),
    CheckBot(check_bot::CheckBot),
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
            What::Plan(command) => command.run(),
            What::Work(command) => command.run(),
            What::Status(command) => command.run(),
            What::Collect(command) => command.run(),
            What::Tune(command) => command.run(),
            What::Train(command) => command.run(),
            What::Results(command) => command.run(),
            What::CheckBot(command) => command.run(),
            What::NoPeek(command) => command.run(),
        }
    }
}

/// Returns a progress bar on a terminal, and nothing elsewhere.
fn progress_bar(deals: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(deals);
    let style = "{bar:40} {pos}/{len} deals, {per_sec}, {elapsed}, {eta} left";
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    bar
}

/// Returns the title of a game, and which of its rules are changed.
fn heading(rules: &Rules) -> String {
    let changes = talon_games::difference(rules);
    if changes.is_empty() { rules.title.to_string() } else { format!("{}, {changes}", rules.title) }
}

/// Reads a time limit in seconds.
fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| (0.001..=86_400.0).contains(seconds));
    seconds.ok_or_else(|| "give a number of seconds from 0.001 to 86400".into())
}

/// A file of weights is a page of text.
const MOST_WEIGHTS: u64 = 1 << 20;

/// Reads weights from a file.
fn weights(path: &std::path::Path) -> Result<talon_players::Weights> {
    let text = input::read_text(path, MOST_WEIGHTS, "file of weights")?;
    talon_players::Weights::read(&text).with_context(|| format!("{}", path.display())).map_err(crate::failed)
}
