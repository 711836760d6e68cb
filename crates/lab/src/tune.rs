//! Tuning of weights: the cross-entropy method on common deals, checked on held-out deals.
//!
//! In each round, candidates are drawn around the best weights so far and all play the same deals. The next
//! round is drawn around the best quarter. The result is judged only by its play on deals that were not
//! used for tuning.

use crate::engine::Problem;
use crate::summary::Pair;
use std::convert::Infallible;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use talon_cards::Generator;
use talon_players::{FEATURES, Game, Weights};
use talon_rules::{Rules, Table};
use talon_solve::parallel;

/// The task of a tuning.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The game.
    pub rules: Rules,
    /// The player that uses weights, with its settings.
    pub spec: String,
    /// The weights to start with.
    pub start: Weights,
    /// The deals to tune on; each round uses its share of them.
    pub deals: Range<u64>,
    /// The held-out deals.
    pub held_out: Range<u64>,
    /// The number of rounds.
    pub rounds: usize,
    /// The number of candidates in a round.
    pub tries: usize,
    /// The random seed.
    pub seed: u64,
    /// The number of threads.
    pub jobs: usize,
}

/// The result of a tuning.
#[derive(Clone, Debug)]
pub struct Tuned {
    /// The weights.
    pub weights: Weights,
    /// Games won on the held-out deals before and after, and the number of deals.
    pub held_out: (u64, u64, u64),
    /// The comparison deal by deal: the new weights are the first player, the old ones the second.
    pub pair: Pair,
    /// Whether all rounds were completed.
    pub complete: bool,
}

/// Returns the value of a game for the tuning: a win above all, then how far the game came.
fn worth(game: &Game, total: f64) -> f64 {
    f64::from(u8::from(game.won)) + 0.3 * f64::from(game.cards_up) / total
}

/// Tunes weights; `progress` gets the round and the mean value of its best candidates.
///
/// # Errors
/// If the player does not use weights or does not play the game.
pub fn tune(
    tuning: &Tuning,
    stop: &AtomicBool,
    mut progress: impl FnMut(usize, f64),
) -> Result<Tuned, Problem> {
    talon_players::find(&tuning.spec, &tuning.rules, Some(&tuning.start))
        .map_err(|error| Problem(error.to_string()))?;
    if tuning.tries < 4 || tuning.rounds == 0 || tuning.deals.is_empty() || tuning.held_out.is_empty() {
        return Err(Problem("tuning needs at least 4 tries, 1 round and some deals of both kinds".into()));
    }
    if tuning.deals.start < tuning.held_out.end && tuning.held_out.start < tuning.deals.end {
        return Err(Problem("the held-out deals overlap the deals to tune on".into()));
    }
    let total = tuning.rules.deck().len() as f64;
    let mut generator = Generator::new(tuning.seed);
    let mut centre = tuning.start.values.clone();
    let mut spread: Vec<f64> = centre.iter().map(|value| 0.5 * value.abs() + 0.1).collect();
    let share = ((tuning.deals.end - tuning.deals.start) / tuning.rounds as u64).max(1);
    let mut done = 0;
    for round in 0..tuning.rounds {
        let first = tuning.deals.start + share * round as u64;
        let deals = first..(first + share).min(tuning.deals.end).max(first + 1);
        let mut tries: Vec<Weights> = vec![Weights { values: centre.clone() }];
        while tries.len() < tuning.tries {
            let values = centre.iter().zip(&spread).map(|(c, s)| c + s * normal(&mut generator)).collect();
            tries.push(Weights { values });
        }
        let scores = play_all(tuning, &tries, &deals, stop, |game| worth(game, total));
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let mut order: Vec<usize> = (0..tries.len()).collect();
        order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
        let elite = &order[..(tries.len() / 4).max(2)];
        for i in 0..FEATURES.len() {
            let n = elite.len() as f64;
            let mean = elite.iter().map(|&e| tries[e].values[i]).sum::<f64>() / n;
            let variance = elite.iter().map(|&e| (tries[e].values[i] - mean).powi(2)).sum::<f64>() / n;
            // Half the old centre is kept, so that one lucky round does not move it too far.
            centre[i] = 0.5 * centre[i] + 0.5 * mean;
            spread[i] = 0.5 * spread[i] + 0.5 * variance.sqrt();
        }
        done += 1;
        let games = (deals.end - deals.start) as f64;
        progress(round + 1, elite.iter().map(|&e| scores[e]).sum::<f64>() / elite.len() as f64 / games);
    }
    let rounded = centre.iter().map(|value| (value * 1000.0).round() / 1000.0).collect();
    let weights = Weights { values: rounded };
    let both = [weights.clone(), tuning.start.clone()];
    let wins: Vec<Vec<bool>> = both.iter().map(|one| wins(tuning, one)).collect();
    let count = |list: &[bool]| list.iter().filter(|won| **won).count() as u64;
    let mut pair = Pair { deals: wins[0].len() as u64, ..Pair::default() };
    for (new, old) in wins[0].iter().zip(&wins[1]) {
        pair.first += u64::from(*new && !*old);
        pair.second += u64::from(*old && !*new);
    }
    Ok(Tuned {
        weights,
        held_out: (count(&wins[1]), count(&wins[0]), pair.deals),
        pair,
        complete: done == tuning.rounds,
    })
}

/// Returns the sum of `value` over the deals, for each candidate.
fn play_all(
    tuning: &Tuning,
    tries: &[Weights],
    deals: &Range<u64>,
    stop: &AtomicBool,
    value: impl Fn(&Game) -> f64 + Sync,
) -> Vec<f64> {
    let play = |at: u64| {
        let mut player = talon_players::find(&tuning.spec, &tuning.rules, Some(&tries[at as usize]))
            .expect("the player was made once already");
        let mut sum = 0.0;
        for deal in deals.clone() {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let mut table = Table::numbered(&tuning.rules, deal).expect("checked rules");
            sum += value(&talon_players::play(&mut table, &mut player, deal));
        }
        Some(sum)
    };
    let mut scores = vec![0.0; tries.len()];
    let keep = |first: u64, sums: Vec<f64>| {
        scores[first as usize..][..sums.len()].copy_from_slice(&sums);
        Ok::<(), Infallible>(())
    };
    let Ok(_) = parallel::ordered(0..tries.len() as u64, tuning.jobs, stop, || (), |(), at| play(at), keep);
    scores
}

/// Returns which of the held-out deals these weights win.
fn wins(tuning: &Tuning, weights: &Weights) -> Vec<bool> {
    let mut player = talon_players::find(&tuning.spec, &tuning.rules, Some(weights))
        .expect("the player was made once already");
    let games = tuning.held_out.clone().map(|deal| {
        let mut table = Table::numbered(&tuning.rules, deal).expect("checked rules");
        talon_players::play(&mut table, &mut player, deal).won
    });
    games.collect()
}

/// Returns a normally distributed value, by the method of Box and Muller.
fn normal(generator: &mut Generator) -> f64 {
    let radius = (-2.0 * (1.0 - generator.unit()).ln()).sqrt();
    radius * (std::f64::consts::TAU * generator.unit()).cos()
}
