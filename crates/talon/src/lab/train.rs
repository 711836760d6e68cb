//! `talon lab train`.

use crate::game::GameArgs;
use crate::interrupt::{self, Interrupted};
use anyhow::{Context, Result, bail};
use clap::Args;
use lab::train::{Recipe, Round, go_on, play};
use players::spider::Nets;
use solve::packed::spider::Reach;
use std::io::Write;
use std::path::PathBuf;

/// The first deal of the check; trainings play deals from 10,000,000 on.
const CHECK_DEAL: u64 = 6_000_000;

/// Teach the nets of the learned Spider player, from nothing, by the recipe of the shipped ones.
#[derive(Args)]
pub struct Train {
    #[command(flatten)]
    game: GameArgs,
    /// The file for the nets; it must not be there yet.
    #[arg(long, value_name = "FILE.bin")]
    out: PathBuf,
    /// Play only this share of the games.
    #[arg(long, value_name = "SHARE", default_value_t = 1.0)]
    share: f64,
    /// Go on from these nets of a round before.
    #[arg(long, value_name = "FILE.bin", requires = "round")]
    from: Option<PathBuf>,
    /// The round to go on with; it must learn from its own games alone.
    #[arg(long, value_name = "N", requires = "from")]
    round: Option<usize>,
    /// Then play so many deals nothing was learned from, with the thought of the fast player.
    #[arg(long, value_name = "DEALS", default_value_t = 2000)]
    check: u64,
    /// The seed of the nets.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads that play; each net learns on a thread of its own.
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,
}

impl Train {
    /// Trains, and writes the nets after every round.
    pub fn run(self) -> Result<()> {
        if self.out.exists() {
            bail!("{} is there already: nothing was written", self.out.display());
        }
        if !(self.share > 0.0 && self.share <= 100.0) || self.jobs == 0 {
            bail!("--share is above 0 and at most 100, --jobs at least 1");
        }
        let rules = self.game.rules()?;
        // Asks the player whether it plays these rules at all.
        players::find("spider-learned", &rules, None)?;
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
                        "--round {start}: the recipe has no such round, or it needs the games of one before"
                    );
                }
                let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
                Nets::read(&bytes).with_context(|| path.display().to_string())?
            }
            None => Nets::default(),
        };
        let stop = interrupt::flag();
        let mut written = Ok(());
        let mut done = 0;
        let mut out = std::io::stdout().lock();
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
                writeln!(out, "{} has the nets of round {done}", self.out.display())?;
            }
            if done > 0 && can_begin(&recipe, next) {
                writeln!(out, "--from {} --round {next} goes on, into another file", self.out.display())?;
            }
            let rounds = rounds as u64;
            return Err(Interrupted { noun: "round", done: done as u64, total: rounds, kept: false }.into());
        };
        writeln!(out, "{} is written", self.out.display())?;
        if self.check > 0 {
            let deals = CHECK_DEAL..CHECK_DEAL.saturating_add(self.check);
            let reach = Reach { cap: 3000, choices: 200, ..Reach::default() };
            let tally = play(recipe.suits, deals.clone(), &nets, &reach, None, self.jobs, &stop).tally;
            if tally.games < self.check {
                let cut = Interrupted { noun: "deal", done: tally.games, total: self.check, kept: false };
                return Err(cut.into());
            }
            let (low, high) = lab::statistics::wilson(tally.won, tally.games);
            writeln!(
                out,
                "deals {}..{}: {} of {} won, {:.2} % [{:.2}, {:.2}], {:.1} CPU ms a game",
                deals.start,
                deals.end,
                tally.won,
                tally.games,
                100.0 * tally.won as f64 / tally.games as f64,
                100.0 * low,
                100.0 * high,
                1000.0 * tally.seconds / tally.games as f64,
            )?;
        }
        Ok(())
    }
}

/// Can a training begin with this round, counted from 1? Only if none from there on learns from games
/// before it.
fn can_begin(recipe: &Recipe, start: usize) -> bool {
    let whole = |(at, round): (usize, &Round)| at + 1 < start || round.keep <= at + 2 - start;
    (2..=recipe.rounds.len()).contains(&start) && recipe.rounds.iter().enumerate().all(whole)
}

fn say(out: &mut impl Write, number: usize, rounds: usize, news: &lab::train::News) -> std::io::Result<()> {
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
