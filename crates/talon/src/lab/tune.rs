//! `talon lab tune`.

use super::weights;
use crate::Failure;
use crate::game::GameArgs;
use crate::interrupt::{self, Interrupted};
use crate::output;
use crate::threads;
use anyhow::{Context, Result};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use talon_lab::Deals;
use talon_players::Weights;

/// Tune the weights of a player on common deals, and check them on held-out deals
#[derive(Args)]
#[command(after_help = "Examples:\n  talon lab tune klondike --rounds 5 --out weights.toml")]
pub struct Tune {
    #[command(flatten)]
    game: GameArgs,
    /// The player that uses weights, with its settings
    #[arg(long, value_name = "P", default_value = "heuristic")]
    player: String,
    /// The weights to start with; the standard weights if none are given
    #[arg(long, value_name = "FILE.toml")]
    weights: Option<PathBuf>,
    /// The deals to tune on, divided among the rounds
    #[arg(long, value_name = "A..B", default_value = "1000001..1002001")]
    deals: String,
    /// The held-out deals, on which the old and the new weights are compared
    #[arg(long, value_name = "A..B", default_value = "2000001..2001001")]
    held_out: String,
    /// The number of rounds
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = crate::numbers::whole::<usize>)]
    rounds: usize,
    /// The number of candidates in a round
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = crate::numbers::whole::<usize>)]
    tries: usize,
    /// The random seed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = crate::numbers::whole::<u64>)]
    seed: u64,
    /// The number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads::read)]
    jobs: usize,
    /// The file for the new weights; it must not exist yet
    #[arg(long, value_name = "FILE.toml")]
    out: PathBuf,
}

impl Tune {
    /// Tunes the weights, checks them and writes them.
    pub fn run(self) -> Result<()> {
        if self.out.exists() {
            return Err(Failure(format!("{} already exists; nothing was written", self.out.display())).into());
        }
        let rules = self.game.rules()?;
        let start = match &self.weights {
            Some(path) => weights(path)?,
            None => Weights::standard(&rules),
        };
        talon_players::find(&self.player, &rules, Some(&start))?;
        let tuning = talon_lab::Tuning {
            rules,
            spec: self.player.clone(),
            start,
            deals: Deals::read(&self.deals)?.all,
            held_out: Deals::read(&self.held_out)?.all,
            rounds: self.rounds,
            tries: self.tries,
            seed: self.seed,
            jobs: self.jobs,
        };
        let stop = interrupt::flag();
        let mut rounds = 0;
        let tuned = talon_lab::tune(&tuning, &stop, |round, worth| {
            rounds = round as u64;
            output::note(format_args!(
                "round {round} of {}: the best weights score {worth:.4} per game",
                self.rounds
            ));
        })
        .map_err(crate::failed)?;
        let (before, after) = (tuned.before, tuned.after);
        let p = talon_stats::mcnemar(tuned.pair.first, tuned.pair.second);
        let (gain, gain_p) = tuned.gain.map_or((0.0, 1.0), |(mean, p)| (mean.value, p));
        let better = (p < 0.05 && after.won > before.won) || (gain_p < 0.05 && gain > 0.0);
        let shown = if better { "better" } else { "not shown to be better" };
        let verdict = format!(
            "held-out deals {}: {} of {} won before, {} after ({} only after, {} only before, p = {p:.4}); cards up {:.2} \
             before, {:.2} after; face-down cards left {:.2} before, {:.2} after; worth {:.4} before, {:.4} after \
             (p = {gain_p:.4}): {shown}",
            self.held_out,
            before.won,
            tuned.pair.deals,
            after.won,
            tuned.pair.first,
            tuned.pair.second,
            before.cards_up,
            after.cards_up,
            before.face_down,
            after.face_down,
            before.worth,
            after.worth
        );
        let command = format!(
            "talon lab tune {} --player {} --deals {} --held-out {} --rounds {} --tries {} --seed {}",
            rules.name, self.player, self.deals, self.held_out, self.rounds, self.tries, self.seed
        );
        let cut = Interrupted { noun: "round", done: rounds, total: self.rounds as u64, kept: false };
        // The file of an incomplete tuning says that it is incomplete.
        let note = if tuned.complete { String::new() } else { format!("\n{cut}") };
        let text = tuned.weights.write(&format!("{command}\n{verdict}{note}"));
        std::fs::write(&self.out, text).with_context(|| format!("cannot write {}", self.out.display()))?;
        writeln!(output::stdout(), "{verdict}\nwrote {}", self.out.display())?;
        if tuned.complete { Ok(()) } else { Err(cut.into()) }
    }
}
