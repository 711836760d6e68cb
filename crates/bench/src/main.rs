//! `cargo xtask bench`: measurements and soundness campaigns, as one command.
//!
//! These programs are for the people who work on Talon. They take minutes to hours and print figures that
//! the documents quote. What every user may want to measure is in `talon bench`. `cargo xtask bench
//! instructions` is not here but in `xtask`: CI runs it, and this program takes long to compile.

mod answers;
mod cancel;
mod daily;
mod decided;
mod field;
mod grades;
mod hard;
mod learn_spider;
mod load;
mod memory;
mod signature;
mod soundness;
mod winnability;

use anyhow::Result;
use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Measurements and soundness campaigns.
#[derive(Parser)]
#[command(name = "cargo xtask bench", arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Compare the solvers with slow, plain models and with each other.
    #[command(subcommand)]
    Soundness(soundness::Soundness),
    /// Print the nodes that the solvers take on fixed sets of deals, beside the committed ones.
    Signature(signature::Signature),
    /// Print how many deals of each game are decided in a given time.
    Decided(decided::Decided),
    /// Print our figures beside those of other programs.
    Field(field::Field),
    /// Print the winnability of every game beside the published figures.
    Winnability(winnability::Winnability),
    /// Learn the feature costs of Spider's beam search from its own wins.
    LearnSpider(learn_spider::LearnSpider),
    /// Show how the difficulty grades of many deals are distributed.
    Grades(grades::Grades),
    /// Show for how many days the deal of the day is proved winnable.
    Daily(daily::Daily),
    /// Measure how fast the terminal answers keys, hints and verdicts.
    Answers(answers::Answers),
    /// Measure the memory that the solvers use, beside what they were allowed.
    Memory(memory::Memory),
    /// Measure how soon a search ends when it is cancelled.
    Cancel(cancel::Cancel),
    /// Put load on the page's server on this machine, and print the rate and the latency.
    Load(load::Load),
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("bench: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs a command; `false` means that a check failed.
fn run(command: Command) -> Result<bool> {
    match command {
        Command::Soundness(soundness) => soundness.run(),
        Command::Signature(signature) => signature.run(),
        Command::Decided(decided) => decided.run().map(|()| true),
        Command::Field(field) => field.run().map(|()| true),
        Command::Winnability(winnability) => winnability.run().map(|()| true),
        Command::LearnSpider(learn) => learn.run().map(|()| true),
        Command::Grades(grades) => grades.run().map(|()| true),
        Command::Daily(daily) => daily.run().map(|()| true),
        Command::Answers(answers) => answers.run().map(|()| true),
        Command::Memory(memory) => memory.run(),
        Command::Cancel(cancel) => cancel.run().map(|()| true),
        Command::Load(load) => load.run().map(|()| true),
    }
}
