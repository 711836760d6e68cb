//! `talon lab tune`.

use super::weights;
use crate::game::GameArgs;
use crate::interrupt::{self, Interrupted};
use anyhow::{Context, Result, bail};
use clap::Args;
use lab::{Deals, statistics};
use players::Weights;
use std::io::Write;
use std::path::PathBuf;

/// Improve weights by trial on common deals, and check them on deals held out.
#[derive(Args)]
pub struct Tune {
    #[command(flatten)]
    game: GameArgs,
    /// The player that judges by weights, with its settings.
    #[arg(long, value_name = "P", default_value = "heuristic")]
    player: String,
    /// Where to start; the standard weights otherwise.
    #[arg(long, value_name = "FILE.toml")]
    weights: Option<PathBuf>,
    /// The deals to tune on, shared out among the rounds.
    #[arg(long, value_name = "A..B", default_value = "1000001..1002001")]
    deals: String,
    /// The deals held out, on which old and new weights are compared.
    #[arg(long, value_name = "A..B", default_value = "2000001..2001001")]
    held_out: String,
    /// Rounds.
    #[arg(long, value_name = "N", default_value_t = 10)]
    rounds: usize,
    /// Weights tried in a round.
    #[arg(long, value_name = "N", default_value_t = 32)]
    tries: usize,
    /// The seed of all chance.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads.
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,
    /// The file for the new weights; it must not be there yet.
    #[arg(long, value_name = "FILE.toml")]
    out: PathBuf,
}

impl Tune {
    /// Tunes, checks, writes.
    pub fn run(self) -> Result<()> {
        if self.out.exists() {
            bail!("{} is there already: nothing was written", self.out.display());
        }
        let rules = self.game.rules()?;
        let start = match &self.weights {
            Some(path) => weights(path)?,
            None => Weights::standard(&rules),
        };
        let tuning = lab::Tuning {
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
        let tuned = lab::tune(&tuning, &stop, |round, worth| {
            rounds = round as u64;
            eprintln!("round {round} of {}: the best are worth {worth:.4} a game", self.rounds);
        })?;
        let (before, after, games) = tuned.held_out;
        let p = statistics::mcnemar(tuned.pair.first, tuned.pair.second);
        let shown = if p < 0.05 && after > before { "better" } else { "not shown to be better" };
        let verdict = format!(
            "held-out deals {}: {before} of {games} won before, {after} after ({} only after, {} only before, p = {p:.4}): {shown}",
            self.held_out, tuned.pair.first, tuned.pair.second
        );
        let command = format!(
            "talon lab tune {} --player {} --deals {} --held-out {} --rounds {} --tries {} --seed {}",
            rules.name, self.player, self.deals, self.held_out, self.rounds, self.tries, self.seed
        );
        let cut = Interrupted { noun: "round", done: rounds, total: self.rounds as u64, kept: false };
        // Weights of fewer rounds are not what the command makes: their file says so.
        let note = if tuned.complete { String::new() } else { format!("\n{cut}") };
        let text = tuned.weights.write(&format!("{command}\n{verdict}{note}"));
        std::fs::write(&self.out, text).with_context(|| format!("cannot write {}", self.out.display()))?;
        writeln!(std::io::stdout(), "{verdict}\n{} is written", self.out.display())?;
        if tuned.complete { Ok(()) } else { Err(cut.into()) }
    }
}
