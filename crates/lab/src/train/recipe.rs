//! The rounds of a training, and the recipes that made the shipped nets.

use super::learn::{Lesson, learn};
use super::selfplay::{Exploring, Sample, Tally, play};
use std::sync::atomic::{AtomicBool, Ordering};
use talon_players::spider::Ensemble;
use talon_solve::spider::observation::ClosureOptions;

/// The first deal of the first round. Each round has a million deals of its own, and nothing else uses
/// numbers as high as these.
pub const FIRST_DEAL: u64 = 10_000_000;

/// One round: games, and then training.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Round {
    /// The number of games.
    pub games: u64,
    /// The largest number of positions of a closure.
    pub cap: usize,
    /// The probability of a random choice.
    pub stray: f64,
    /// See [`Exploring::lambda`].
    pub lambda: f32,
    /// The number of latest rounds whose games are used for training.
    pub keep: usize,
    /// The number of passes over the samples.
    pub passes: usize,
    /// The initial learning rate.
    pub rate: f32,
}

/// A whole training.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// The number of suits of the deck.
    pub suits: u8,
    /// The number of nets, which are trained independently.
    pub nets: usize,
    /// The random seed of the nets.
    pub seed: u64,
    /// The rounds; the first one plays without nets.
    pub rounds: Vec<Round>,
}

impl Recipe {
    /// Returns the recipe of the shipped nets for a deck with this number of suits: outcomes of games by
    /// the hand-made score, then TD(0.7) on games of the nets themselves.
    pub fn shipped(suits: u8) -> Recipe {
        let round = |games, cap, keep, passes, rate| Round {
            games,
            cap,
            stray: 0.03,
            lambda: 0.7,
            keep,
            passes,
            rate,
        };
        let first = |games, cap| Round { stray: 0.1, lambda: 1.0, ..round(games, cap, 1, 3, 0.002) };
        let rounds = match suits {
            1 => vec![
                first(30_000, 300),
                round(30_000, 1000, 1, 3, 0.001),
                round(30_000, 3000, 2, 2, 0.001),
                round(30_000, 3000, 1, 3, 0.0005),
            ],
            2 => vec![
                first(30_000, 500),
                round(30_000, 1000, 1, 3, 0.001),
                round(30_000, 2000, 2, 2, 0.001),
                round(30_000, 2000, 1, 3, 0.0005),
            ],
            _ => vec![
                first(45_000, 500),
                round(30_000, 1500, 1, 3, 0.001),
                round(30_000, 2500, 2, 2, 0.001),
                round(30_000, 3000, 1, 3, 0.0005),
            ],
        };
        Recipe { suits, nets: 6, seed: 1, rounds }
    }
}

/// The result of a round.
#[derive(Clone, Debug)]
pub struct News {
    /// The tally of its games.
    pub played: Tally,
    /// The number of samples.
    pub samples: usize,
    /// The mean loss of each net in the last pass.
    pub losses: Vec<f64>,
}

/// Trains nets; `after` is called with the result and the nets of each round. Returns `None` if `stop` is
/// set: complete rounds were passed to `after`, and an incomplete one is discarded.
pub fn train(
    recipe: &Recipe,
    jobs: usize,
    stop: &AtomicBool,
    after: impl FnMut(usize, &News, &Ensemble),
) -> Option<Ensemble> {
    go_on(recipe, 0, Ensemble::default(), jobs, stop, after)
}

/// Continues a training: `nets` are those of the rounds before round `from` (counted from 0). The result is
/// that of the whole training if no round from there on learns from games of earlier rounds.
pub fn go_on(
    recipe: &Recipe,
    from: usize,
    mut nets: Ensemble,
    jobs: usize,
    stop: &AtomicBool,
    mut after: impl FnMut(usize, &News, &Ensemble),
) -> Option<Ensemble> {
    let mut kept: Vec<Vec<Sample>> = Vec::new();
    for (number, round) in recipe.rounds.iter().enumerate().skip(from) {
        let first = FIRST_DEAL + 1_000_000 * number as u64;
        let reach = ClosureOptions { cap: round.cap, choices: 200, ..ClosureOptions::default() };
        let exploring = Exploring { stray: round.stray, among: 20, lambda: round.lambda };
        let deals = first..first + round.games;
        let played = play(recipe.suits, deals, &nets, &reach, Some(exploring), jobs, stop);
        kept.push(played.samples);
        kept.drain(..kept.len().saturating_sub(round.keep.max(1)));
        let samples = kept.concat();
        let lesson = Lesson {
            nets: recipe.nets,
            passes: round.passes,
            rate: round.rate,
            batch: 256,
            seed: recipe.seed + 1 + number as u64,
        };
        let (taught, losses) = learn(&samples, &nets, &lesson, jobs, stop);
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        nets = taught;
        after(number, &News { played: played.tally, samples: samples.len(), losses }, &nets);
    }
    Some(nets)
}
