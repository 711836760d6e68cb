//! The rounds of a training, and the recipes that made the shipped nets.

use super::learn::{Lesson, learn};
use super::selfplay::{Exploring, Sample, Tally, play};
use players::spider::Nets;
use solve::packed::spider::Reach;
use std::sync::atomic::{AtomicBool, Ordering};

/// The first deal of the first round; each round has a million of its own, and nothing else uses
/// deals so high.
pub const FIRST_DEAL: u64 = 10_000_000;

/// One round: games, then a lesson.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Round {
    /// Games played.
    pub games: u64,
    /// Positions of a closure.
    pub cap: usize,
    /// The chance of a stray choice.
    pub stray: f64,
    /// See [`Exploring::lambda`].
    pub lambda: f32,
    /// The lesson is about the games of so many last rounds.
    pub keep: usize,
    /// How often every sample is seen.
    pub passes: usize,
    /// How far a step goes at first.
    pub rate: f32,
}

/// A whole training.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// Suits of the deck.
    pub suits: u8,
    /// How many nets learn side by side.
    pub nets: usize,
    /// The seed of the nets.
    pub seed: u64,
    /// The rounds; the first plays without nets.
    pub rounds: Vec<Round>,
}

impl Recipe {
    /// The recipe of the shipped nets for a deck of so many suits: outcomes of games by score, then
    /// TD(0.7) on games of the nets themselves.
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

/// What a round brought.
#[derive(Clone, Debug)]
pub struct News {
    /// How its games went.
    pub played: Tally,
    /// What was learned from.
    pub samples: usize,
    /// The mean loss of each net on the last pass.
    pub losses: Vec<f64>,
}

/// Trains nets; `after` hears what each round brought, and its nets. `None` when `stop` is set: what is
/// whole was heard of then, and half a round is worth nothing.
pub fn train(
    recipe: &Recipe,
    jobs: usize,
    stop: &AtomicBool,
    after: impl FnMut(usize, &News, &Nets),
) -> Option<Nets> {
    go_on(recipe, 0, Nets::default(), jobs, stop, after)
}

/// Goes on with a training: `nets` are those of the rounds before round `from` (counted from 0).
/// It ends as the whole training does if no round from there on learns from games before it.
pub fn go_on(
    recipe: &Recipe,
    from: usize,
    mut nets: Nets,
    jobs: usize,
    stop: &AtomicBool,
    mut after: impl FnMut(usize, &News, &Nets),
) -> Option<Nets> {
    let mut kept: Vec<Vec<Sample>> = Vec::new();
    for (number, round) in recipe.rounds.iter().enumerate().skip(from) {
        let first = FIRST_DEAL + 1_000_000 * number as u64;
        let reach = Reach { cap: round.cap, choices: 200, ..Reach::default() };
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
