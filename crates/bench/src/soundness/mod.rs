//! Soundness campaigns: the solvers against slow, plain models, and against each other.
//!
//! The tests of `talon-solve` run short forms of these campaigns. Every campaign prints how many deals it
//! compared and fails on the first difference, or counts the differences and fails at the end. The campaign under
//! random rules is `cargo xtask fuzz rules`.

mod agree;
mod canfield;
mod klondike;
mod spider;

use anyhow::{Context, Result};
use clap::Subcommand;
use std::ops::Range;

/// Which solver is compared with what.
#[derive(Subcommand)]
pub enum Soundness {
    /// The Klondike solver against exhaustive search of a plain model, and against other prunings.
    Klondike(klondike::Klondike),
    /// The Canfield solver against exhaustive search of a plain model, and against other prunings.
    Canfield(canfield::Canfield),
    /// The Spider solver against exhaustive search of a plain model.
    Spider(spider::Spider),
    /// The packed solver of a game against the generic one.
    Agree(agree::Agree),
}

impl Soundness {
    /// Runs the campaign; `false` if a verdict was wrong.
    pub fn run(self) -> Result<bool> {
        match self {
            Soundness::Klondike(campaign) => campaign.run(),
            Soundness::Canfield(campaign) => campaign.run(),
            Soundness::Spider(campaign) => campaign.run(),
            Soundness::Agree(campaign) => campaign.run(),
        }
    }
}

/// The verdicts of a solver on many positions, beside the true ones.
#[derive(Default)]
struct Comparison {
    positions: u64,
    winnable: u64,
    wrong: u64,
    unknown: u64,
}

impl Comparison {
    /// Adds a position; `None` stands for a verdict that is unknown.
    fn add(&mut self, position: &impl std::fmt::Debug, found: Option<bool>, truth: Option<bool>) {
        self.positions += 1;
        let (Some(found), Some(truth)) = (found, truth) else {
            self.unknown += 1;
            return;
        };
        self.winnable += u64::from(truth);
        if found != truth {
            self.wrong += 1;
            if self.wrong <= 5 {
                println!("WRONG: {found} instead of {truth}: {position:?}");
            }
        }
    }

    /// Prints the counts and returns the number of wrong verdicts.
    fn print(&self, what: &str) -> u64 {
        let Comparison { positions, winnable, wrong, unknown } = self;
        println!("{what}: {positions} positions, {winnable} winnable, {wrong} wrong, {unknown} undecided");
        self.wrong
    }
}

/// Reads a range of numbers, `A..B`, whose end is not included.
fn range(text: &str) -> Result<Range<u64>> {
    let parsed = text.split_once("..").and_then(|(a, b)| Some(a.parse().ok()?..b.parse().ok()?));
    parsed.with_context(|| format!("{text:?} is not a range of numbers such as 1..1001"))
}
