//! `talon lab run`.

use super::{progress_bar, weights};
use crate::game::GameArgs;
use crate::interrupt::{self, Interrupted};
use crate::output;
use crate::threads;
use anyhow::Result;
use clap::Args;
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;
use talon_lab::rows::Format;
use talon_lab::{Campaign, Deals, Seat};
use talon_rules::{Rules, plural};

/// Run a campaign: players on a range of deals, with rows written as they are done
///
/// The file does not depend on the number of threads, and an interrupted run is resumed where it stopped.
/// CPU times are kept beside it, in FILE.times.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  talon lab run klondike --player greedy,closure --deals 1..1001 --out rows.csv\n  talon lab run spider --player spider-fast --deals 1..101\n  talon lab run canfield --player greedy --deals 1..10001 --jobs 2 --shard 1/4 --out part1.csv"
)]
pub struct Run {
    #[command(flatten)]
    game: GameArgs,
    /// The players: NAME, NAME+setting=number, NAME@weights.toml, or exec:COMMAND for a program of your own
    ///
    /// They are separated by commas. `talon lab check-bot` describes how a program is spoken to.
    #[arg(long, value_name = "P,Q", value_delimiter = ',', required = true)]
    player: Vec<String>,
    /// The deals from A up to, but not including, B; A..=B includes it
    #[arg(long, value_name = "A..B")]
    deals: String,
    /// The number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads::read)]
    jobs: usize,
    /// The rows file: .csv, .parquet, or .jsonl for JSON Lines; `-` prints the rows instead of the report
    ///
    /// A file with fewer deals is extended, unless it is Parquet, which is written as a whole at the end. Without a file, only the report is printed.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Only part i of n of the deals
    #[arg(long, value_name = "i/n")]
    shard: Option<String>,
    #[command(flatten)]
    settings: Settings,
}

/// What a campaign depends on beside its game, players and deals.
#[derive(Args)]
pub(super) struct Settings {
    /// A number on which the randomness of the players depends
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = crate::numbers::whole::<u64>)]
    salt: u64,
    /// Deal decks that no player can know by their numbers: from a key of 32 hexadecimal digits, or a new one
    ///
    /// The key stands in the rows file. To resume a campaign, or to play it again, give its key.
    #[arg(long, value_name = "KEY", num_args = 0..=1, default_missing_value = "new", value_parser = key)]
    secret_decks: Option<u128>,
    /// The seconds that a program of your own has for each answer
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = super::seconds)]
    answer_seconds: f64,
}

impl Settings {
    /// Returns the campaign of these players.
    pub(super) fn campaign(&self, rules: Rules, players: &[String], deals: Deals) -> Result<Campaign> {
        let seats = players.iter().map(|text| seat(text)).collect::<Result<_>>()?;
        Ok(Campaign {
            salt: self.salt,
            secret: self.secret_decks,
            answer_limit: Duration::from_secs_f64(self.answer_seconds),
            ..Campaign::new(rules, seats, deals)
        })
    }
}

impl Run {
    /// Runs the campaign and prints the report.
    pub fn run(self) -> Result<()> {
        let rules = self.game.rules()?;
        let mut deals = Deals::read(&self.deals)?;
        if let Some(shard) = &self.shard {
            deals = deals.shard(shard)?;
        }
        let campaign = self.settings.campaign(rules, &self.player, deals)?;
        let range = campaign.deals.range();
        let total = range.end - range.start;
        let stop = interrupt::flag();
        let bar = progress_bar(total);
        let prints_rows = self.out.as_deref() == Some(Path::new("-"));
        // Without a file, the rows are kept in a temporary one for the report.
        let (file, temporary) = match &self.out {
            Some(file) if !prints_rows => (file.clone(), false),
            _ => {
                let name = format!("talon-lab-{}.csv", std::process::id());
                (std::env::temp_dir().join(name), true)
            }
        };
        let version = env!("CARGO_PKG_VERSION");
        let mut begun = false;
        let progress = |done: u64| {
            if !std::mem::replace(&mut begun, true) {
                // The rate is that of this run; rows that existed before took no time.
                bar.set_position(done);
                bar.reset_eta();
            }
            bar.set_position(done);
        };
        let mut out = output::stdout();
        let mut failed = None;
        if prints_rows {
            out.write_all(campaign.head(version).write(Format::Csv).as_bytes())?;
        }
        let print = |rows: &str| {
            if prints_rows && let Err(error) = out.write_all(rows.as_bytes()) {
                stop.store(true, Ordering::Relaxed);
                failed = Some(error);
            }
        };
        let done = talon_lab::run(&campaign, version, Some(file.clone()), self.jobs, &stop, print, progress);
        bar.finish_and_clear();
        if let Some(error) = failed {
            return Err(error.into());
        }
        // A player that does not exist is the fault of the command line.
        let is_usage = done.is_err() && campaign.names().is_err();
        let done = done.map_err(|error| if is_usage { error.into() } else { crate::failed(error) });
        let result = done.and_then(|done| {
            let cut = Interrupted { noun: "deal", done: done.deals, total, kept: !temporary };
            if done.complete && done.resumed == total {
                output::note(format_args!("nothing to do: all of {} are done", plural(total, "deal")));
            } else if done.complete && done.resumed > 0 {
                output::note(format_args!("resumed after {}", plural(done.resumed, "deal")));
            }
            if done.deals > 0 && !prints_rows {
                let report = talon_lab::report(&[talon_lab::rows_of_run(&file)]).map_err(crate::failed)?;
                let report = talon_lab::text(&report);
                if !done.complete {
                    // The saved report says that it is not complete.
                    writeln!(out, "{cut}")?;
                }
                out.write_all(report.as_bytes())?;
            }
            if done.complete { Ok(()) } else { Err(cut.into()) }
        });
        if temporary {
            // The files are our own, in the system's temporary folder.
            let _ = std::fs::remove_file(&file);
            let _ = std::fs::remove_file(talon_lab::rows::times_of(&file));
        }
        result
    }
}

/// Reads the key of secret decks: 32 hexadecimal digits, or `new`.
fn key(text: &str) -> Result<u128, String> {
    if text == "new" {
        // The standard library seeds its hash maps from the operating system's source of randomness.
        let random = || u128::from(RandomState::new().hash_one(0));
        return Ok(random() << 64 | random());
    }
    let digits = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let wrong = || "a key has 32 hexadecimal digits; without one, a new key is made".to_string();
    digits.then(|| u128::from_str_radix(text, 16).ok()).flatten().ok_or_else(wrong)
}

/// Reads a player as typed: `name`, `name+setting=number`, `name@weights.toml`.
pub(super) fn seat(text: &str) -> Result<Seat> {
    let own_program = text.starts_with(talon_lab::bot::PREFIX);
    let Some((spec, path)) = text.split_once('@').filter(|_| !own_program) else {
        return Ok(Seat::named(text));
    };
    let path = Path::new(path);
    let stem = path.file_stem().map_or("weights".into(), |stem| stem.to_string_lossy().into_owned());
    Ok(Seat::weighted(&format!("{spec}@{stem}"), spec, weights(path)?))
}
