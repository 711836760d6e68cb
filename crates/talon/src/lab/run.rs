//! `talon lab run`.

use super::{progress_bar, weights};
use crate::game::GameArgs;
use crate::interrupt::{self, Interrupted};
use anyhow::{Result, bail};
use clap::Args;
use lab::{Campaign, Deals, Seat};
use rules::plural;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Play a campaign: players on a range of deals, rows written as they are done.
///
/// The file does not depend on the number of threads; a run that was interrupted is taken up where it
/// stopped. CPU times are kept beside it, in FILE.times.
#[derive(Args)]
pub struct Run {
    #[command(flatten)]
    game: GameArgs,
    /// The players: NAME, NAME+setting=number, NAME@weights.toml; several with commas.
    #[arg(long, value_name = "P,Q", value_delimiter = ',', required = true)]
    player: Vec<String>,
    /// The deals from A to B, B not included; A..=B includes it.
    #[arg(long, value_name = "A..B")]
    deals: String,
    /// Threads.
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,
    /// The rows file: CSV, or JSON Lines with the ending .jsonl. Without it only the report is shown.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Only part i of n of the deals.
    #[arg(long, value_name = "i/n")]
    shard: Option<String>,
}

impl Run {
    /// Plays the campaign and reports.
    pub fn run(self) -> Result<()> {
        if self.jobs == 0 {
            bail!("--jobs 0 would never end: give at least 1");
        }
        let rules = self.game.rules()?;
        let mut deals = Deals::read(&self.deals)?;
        if let Some(shard) = &self.shard {
            deals = deals.shard(shard)?;
        }
        let seats = self.player.iter().map(|text| seat(text)).collect::<Result<_>>()?;
        let campaign = Campaign { rules, seats, deals };
        let range = campaign.deals.range();
        let total = range.end - range.start;
        let stop = interrupt::flag();
        let bar = progress_bar(total);
        // Without a file the rows still have to be kept somewhere to report on.
        let (file, temporary) = match &self.out {
            Some(file) => (file.clone(), false),
            None => {
                let name = format!("talon-lab-{}.csv", std::process::id());
                (std::env::temp_dir().join(name), true)
            }
        };
        let version = env!("CARGO_PKG_VERSION");
        let mut begun = false;
        let progress = |done: u64| {
            if !std::mem::replace(&mut begun, true) {
                // The rate is of this run: what was there already took no time.
                bar.set_position(done);
                bar.reset_eta();
            }
            bar.set_position(done);
        };
        let done = lab::run(&campaign, version, Some(file.clone()), self.jobs, &stop, |_| {}, progress);
        bar.finish_and_clear();
        let result = done.map_err(anyhow::Error::from).and_then(|done| {
            let cut = Interrupted { noun: "deal", done: done.deals, total, kept: !temporary };
            if done.complete && done.resumed == total {
                eprintln!("all done already: {}", plural(total, "deal"));
            } else if done.complete && done.resumed > 0 {
                eprintln!("went on after {}", plural(done.resumed, "deal"));
            }
            if done.deals > 0 {
                let report = lab::text(&lab::report(std::slice::from_ref(&file))?);
                let mut out = std::io::stdout().lock();
                if !done.complete {
                    // Whoever keeps the report sees that it is not the whole of it.
                    writeln!(out, "{cut}")?;
                }
                out.write_all(report.as_bytes())?;
            }
            if done.complete { Ok(()) } else { Err(cut.into()) }
        });
        if temporary {
            // Our own files in the system's folder for such.
            let _ = std::fs::remove_file(&file);
            let _ = std::fs::remove_file(lab::rows::times_of(&file));
        }
        result
    }
}

/// A player as typed: `name`, `name+setting=number`, `name@weights.toml`.
pub(super) fn seat(text: &str) -> Result<Seat> {
    let Some((spec, path)) = text.split_once('@') else {
        return Ok(Seat { name: text.into(), spec: text.into(), weights: None });
    };
    let path = Path::new(path);
    let stem = path.file_stem().map_or("weights".into(), |stem| stem.to_string_lossy().into_owned());
    Ok(Seat { name: format!("{spec}@{stem}"), spec: spec.into(), weights: Some(weights(path)?) })
}
