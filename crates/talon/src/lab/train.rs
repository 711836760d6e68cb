//! `talon lab train`.

use crate::Failure;
use crate::game::GameArgs;
use crate::input;
use crate::interrupt::{self, Interrupted};
use crate::output;
use crate::threads;
use anyhow::{Context, Result, bail};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use talon_lab::train::{Recipe, Round, go_on, play};
use talon_players::spider::Ensemble;
use talon_solve::spider::observation::ClosureOptions;

/// The first deal of the check; training uses deals from 10,000,000 onwards.
const CHECK_DEAL: u64 = 6_000_000;

/// The size limit of a file of nets; the shipped nets have 150 KB.
const MOST_NETS: u64 = 64 << 20;

/// Train the nets of the learned Spider players from scratch, by the recipe of the shipped ones
#[derive(Args)]
#[command(after_help = "Examples:\n  talon lab train spider --out nets.bin --share 0.01")]
pub struct Train {
    #[command(flatten)]
    game: GameArgs,
    /// The file for the nets; it must not exist yet
    #[arg(long, value_name = "FILE.bin")]
    out: PathBuf,
    /// Play only this share of the games
    #[arg(long, value_name = "SHARE", default_value_t = 1.0)]
    share: f64,
    /// Continue from these nets of an earlier round
    #[arg(long, value_name = "FILE.bin", requires = "round")]
    from: Option<PathBuf>,
    /// The round to continue with; it must learn from its own games alone
    #[arg(long, value_name = "N", requires = "from", value_parser = crate::numbers::whole::<usize>)]
    round: Option<usize>,
    /// The number of deals for the final check; nothing was learned from them, and the budget is that of
    /// the fast player
    #[arg(long, value_name = "DEALS", default_value_t = 2000, value_parser = crate::numbers::whole::<u64>)]
    check: u64,
    /// The random seed of the nets
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = crate::numbers::whole::<u64>)]
    seed: u64,
    /// The number of threads that play; each net learns on a thread of its own
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads::read)]
    jobs: usize,
}

impl Train {
    /// Trains, and writes the nets after every round.
    pub fn run(self) -> Result<()> {
        if self.out.exists() {
            return Err(Failure(format!("{} already exists; nothing was written", self.out.display())).into());
        }
        if !(self.share > 0.0 && self.share <= 100.0) {
            bail!("--share must be above 0 and at most 100");
        }
        let rules = self.game.rules()?;
        // Check whether the player plays these rules at all.
        talon_players::find("spider-learned", &rules, None)?;
        let mut recipe = Recipe::shipped(rules.deck().suits);
        recipe.seed = self.seed;
        for round in &mut recipe.rounds {
            round.games = ((round.games as f64 * self.share) as u64).max(1);
        }
        let rounds = recipe.rounds.len();
        let start = self.round.unwrap_or(1);
        let nets = match &self.from {
            Some(path) => {
                if !can_begin(&recipe, start) {
                    bail!(
                        "--round {start}: the recipe has no such round, or the round needs games of an earlier one"
                    );
                }
                let bytes = input::read_file(path, MOST_NETS, "file of nets")?;
                Ensemble::read(&bytes).with_context(|| path.display().to_string()).map_err(crate::failed)?
            }
            None => Ensemble::default(),
        };
        let stop = interrupt::flag();
        let mut written = Ok(());
        let mut done = 0;
        let mut out = output::stdout();
        let nets = go_on(&recipe, start - 1, nets, self.jobs, &stop, |number, news, nets| {
            done = number + 1;
            if written.is_ok() {
                written = std::fs::write(&self.out, nets.write())
                    .with_context(|| format!("cannot write {}", self.out.display()))
                    .and_then(|()| Ok(say(&mut out, number, rounds, news)?));
            }
        });
        written?;
        let Some(nets) = nets else {
            let next = done + 1;
            if done > 0 {
                writeln!(out, "{} contains the nets of round {done}", self.out.display())?;
            }
            if done > 0 && can_begin(&recipe, next) {
                writeln!(
                    out,
                    "to continue into another file, use --from {} --round {next}",
                    self.out.display()
                )?;
            }
            let rounds = rounds as u64;
            return Err(Interrupted { noun: "round", done: done as u64, total: rounds, kept: false }.into());
        };
        writeln!(out, "wrote {}", self.out.display())?;
        if self.check > 0 {
            let deals = CHECK_DEAL..CHECK_DEAL.saturating_add(self.check);
            let reach = ClosureOptions { cap: 3000, choices: 200, ..ClosureOptions::default() };
            let tally = play(recipe.suits, deals.clone(), &nets, &reach, None, self.jobs, &stop).tally;
            if tally.games < self.check {
                let cut = Interrupted { noun: "deal", done: tally.games, total: self.check, kept: false };
                return Err(cut.into());
            }
            let interval = talon_stats::wilson(tally.won, tally.games).in_percent();
            writeln!(
                out,
                "deals {}..{}: {} of {} won, {:.2} % [{:.2}, {:.2}], {:.1} CPU ms a game",
                deals.start,
                deals.end,
                tally.won,
                tally.games,
                100.0 * tally.won as f64 / tally.games as f64,
                interval.low,
                interval.high,
                1000.0 * tally.seconds / tally.games as f64,
            )?;
        }
        Ok(())
    }
}

/// Returns `true` if a training can begin with this round, counted from 1: if no round from there on learns
/// from games of earlier rounds.
fn can_begin(recipe: &Recipe, start: usize) -> bool {
    let whole = |(at, round): (usize, &Round)| at + 1 < start || round.keep <= at + 2 - start;
    (2..=recipe.rounds.len()).contains(&start) && recipe.rounds.iter().enumerate().all(whole)
}

fn say(
    out: &mut impl Write,
    number: usize,
    rounds: usize,
    news: &talon_lab::train::News,
) -> std::io::Result<()> {
    let played = news.played;
    let loss = news.losses.iter().sum::<f64>() / news.losses.len().max(1) as f64;
    writeln!(
        out,
        "round {} of {rounds}: {} of {} games won ({:.2} %), {:.1} CPU ms a game; learned {} positions, loss {loss:.4}",
        number + 1,
        played.won,
        played.games,
        100.0 * played.won as f64 / played.games.max(1) as f64,
        1000.0 * played.seconds / played.games.max(1) as f64,
        news.samples,
    )?;
    out.flush()
}
