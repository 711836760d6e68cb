//! Tuning of weights: the cross-entropy method on common deals, checked on held-out deals.
//!
//! In each round, candidates are drawn around the best weights so far and all play the same deals. The next
//! round is drawn around the best quarter. The result is judged only by its play on deals that were not
//! used for tuning.
//!
//! What is maximised is the [worth](worth) of the games. It has a gradient even where nothing is won: cards turned up
//! count a little, cards on the foundations more, and a win most.

use crate::ladder::dealt_down;
use crate::problem::{Problem, Request};
use crate::summary::Pair;
use std::convert::Infallible;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use talon_cards::Generator;
use talon_players::{FEATURES, Game, Weights};
use talon_rules::{Rules, Table};
use talon_solve::parallel;
use talon_stats::Mean;

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
    /// The play on the held-out deals with the weights it started from.
    pub before: HeldOut,
    /// The play on the held-out deals with the new weights.
    pub after: HeldOut,
    /// The comparison deal by deal: the new weights are the first player, the old ones the second.
    pub pair: Pair,
    /// The mean gain in worth, deal by deal, and its *p*-value.
    pub gain: Option<(Mean, f64)>,
    /// Whether all rounds were completed.
    pub complete: bool,
}

/// How a player did on the held-out deals.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct HeldOut {
    /// Games won.
    pub won: u64,
    /// The mean number of cards on the foundations.
    pub cards_up: f64,
    /// The mean number of face-down cards left in the columns.
    pub face_down: f64,
    /// The mean worth of a game.
    pub worth: f64,
}

/// Returns the value of a game for the tuning: 1 for a win, and besides 0.3 for all cards on the foundations and 0.1 for
/// all face-down cards turned up. `deck` is the number of cards, `down` how many are dealt face down to the columns.
fn worth(game: &Game, deck: f64, down: f64) -> f64 {
    let turned = 1.0 - f64::from(game.face_down) / down.max(1.0);
    f64::from(u8::from(game.won)) + 0.3 * f64::from(game.cards_up) / deck + 0.1 * turned
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
    talon_players::find(&tuning.spec, &tuning.rules, Some(&tuning.start))?;
    if tuning.tries < 4 || tuning.rounds == 0 || tuning.deals.is_empty() || tuning.held_out.is_empty() {
        return Err(Request::TooLittleTuning.into());
    }
    if tuning.deals.start < tuning.held_out.end && tuning.held_out.start < tuning.deals.end {
        return Err(Request::HeldOutOverlap.into());
    }
    let (deck, down) = (tuning.rules.deck().len() as f64, dealt_down(&tuning.rules));
    let worth = |game: &Game| worth(game, deck, down);
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
        let scores = play_all(tuning, &tries, &deals, stop, worth);
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
    let new = held_out(tuning, &weights);
    let old = held_out(tuning, &tuning.start);
    let mut pair = Pair { deals: new.len() as u64, ..Pair::default() };
    let (mut sum, mut squares) = (0.0, 0.0);
    for (new, old) in new.iter().zip(&old) {
        pair.first += u64::from(new.won && !old.won);
        pair.second += u64::from(old.won && !new.won);
        let gain = worth(new) - worth(old);
        sum += gain;
        squares += gain * gain;
    }
    let summary = |games: &[Game]| {
        let mean = |of: &dyn Fn(&Game) -> f64| games.iter().map(of).sum::<f64>() / games.len() as f64;
        HeldOut {
            won: games.iter().filter(|game| game.won).count() as u64,
            cards_up: mean(&|game| f64::from(game.cards_up)),
            face_down: mean(&|game| f64::from(game.face_down)),
            worth: mean(&worth),
        }
    };
    Ok(Tuned {
        weights,
        before: summary(&old),
        after: summary(&new),
        gain: talon_stats::paired_difference(pair.deals, sum, squares),
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

/// Plays the held-out deals with these weights.
fn held_out(tuning: &Tuning, weights: &Weights) -> Vec<Game> {
    let mut player = talon_players::find(&tuning.spec, &tuning.rules, Some(weights))
        .expect("the player was made once already");
    let games = tuning.held_out.clone().map(|deal| {
        let mut table = Table::numbered(&tuning.rules, deal).expect("checked rules");
        talon_players::play(&mut table, &mut player, deal)
    });
    games.collect()
}

/// Returns a normally distributed value, by the method of Box and Muller.
fn normal(generator: &mut Generator) -> f64 {
    let radius = (-2.0 * (1.0 - generator.unit()).ln()).sqrt();
    radius * (std::f64::consts::TAU * generator.unit()).cos()
}

#[cfg(test)]
mod tests {
    use super::*;
    use talon_players::End;

    #[test]
    fn the_worth_of_a_game_rises_with_every_step_towards_a_win() {
        let game = |won, cards_up, face_down| Game {
            won,
            points: 0,
            cards_up,
            moves: 100,
            deals: 5,
            face_down,
            first_empty: None,
            end: if won { End::Won } else { End::Stuck },
        };
        let steps =
            [(false, 0, 44), (false, 0, 43), (false, 13, 43), (false, 13, 0), (false, 91, 0), (true, 104, 0)];
        let worths = steps.map(|(won, up, down)| worth(&game(won, up, down), 104.0, 44.0));
        assert!(worths.windows(2).all(|pair| pair[1] > pair[0]), "{worths:?}");
        assert!(worths[0].abs() < 1e-9 && (worths[5] - 1.4).abs() < 1e-9, "{worths:?}");
    }
}
