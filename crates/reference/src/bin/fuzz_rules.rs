//! The long form of the rules fuzzer: `cargo xtask fuzz rules`.

use std::process::ExitCode;
use std::time::{Duration, Instant};
use talon_reference::fuzz::{Case, Checker};

const HELP: &str = "\
cargo xtask fuzz rules [--deals N] [--seed S] [--minutes M] [--first CASE] [--keep-going]
    Compares the engine and the solvers with the plain model, under random rules.
    --deals N      stop after N deals (100000)
    --seed S       the seed of the random rules (1)
    --minutes M    stop after M minutes
    --first CASE   begin with this case; with the seed, its number determines the rules and the deals
    --keep-going   print differences and go on; otherwise the first one ends the run";

/// The number of deals for each set of rules.
const DEALS: u64 = 10;

fn main() -> ExitCode {
    let Some(campaign) = Campaign::read(std::env::args().skip(1)) else {
        eprintln!("{HELP}");
        return ExitCode::from(2);
    };
    if campaign.run() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

struct Campaign {
    deals: u64,
    seed: u64,
    minutes: Option<f64>,
    first: u64,
    keep_going: bool,
}

impl Campaign {
    fn read(mut words: impl Iterator<Item = String>) -> Option<Campaign> {
        let mut campaign = Campaign { deals: 100_000, seed: 1, minutes: None, first: 0, keep_going: false };
        while let Some(word) = words.next() {
            match word.as_str() {
                "--deals" => campaign.deals = words.next()?.parse().ok()?,
                "--seed" => campaign.seed = words.next()?.parse().ok()?,
                "--minutes" => campaign.minutes = Some(words.next()?.parse().ok()?),
                "--first" => campaign.first = words.next()?.parse().ok()?,
                "--keep-going" => campaign.keep_going = true,
                _ => return None,
            }
        }
        Some(campaign)
    }

    /// Runs the campaign and returns the number of differences.
    fn run(&self) -> u64 {
        let start = Instant::now();
        let mut shown = start;
        let mut checker = Checker::new();
        let mut differences = 0;
        let mut number = self.first;
        let over = |start: Instant| self.minutes.is_some_and(|m| start.elapsed().as_secs_f64() >= m * 60.0);
        while checker.tally.deals < self.deals && !over(start) {
            if let Err(failure) = (Case { seed: self.seed, number, deals: DEALS }).run(&mut checker) {
                println!("\nDIFFERENCE in case {number} of seed {}\n{failure}", self.seed);
                differences += 1;
                if !self.keep_going {
                    break;
                }
            }
            number += 1;
            if shown.elapsed() > Duration::from_secs(30) {
                shown = Instant::now();
                let rate = checker.tally.deals as f64 / start.elapsed().as_secs_f64();
                let [won, lost, undecided] = checker.tally.decided;
                println!(
                    "case {number}: {} deals, {rate:.0} a second; brute force {won} won, {lost} lost, \
                     {undecided} undecided; {differences} differences",
                    checker.tally.deals
                );
            }
        }
        let seconds = start.elapsed().as_secs_f64();
        println!("\nseed {}, cases {}..{number}, {seconds:.0} s", self.seed, self.first);
        println!("{}\n{differences} differences", checker.tally);
        differences
    }
}
