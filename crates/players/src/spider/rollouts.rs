//! Rollouts: close choices are played to the end in the same sampled worlds.
//!
//! Late in the game, choices that look alike to the nets differ by one or two games in a hundred, and the
//! encoding of a position does not tell which is better. Rollouts do, if there are enough of them. A rollout
//! must therefore take only half a millisecond, which one net and a small closure achieve.

use super::policy::{Candidate, Policy};
use super::world::World;
use crate::racing;
use talon_cards::Generator;
use talon_solve::spider::{Game, Run, State, Step};

/// The number of worlds after which contenders that have fallen behind are dropped. The first time is after
/// twice as many.
const ROUND: usize = 20;

/// A candidate under comparison.
pub(super) struct Contender {
    pub candidate: Candidate,
    /// Its utility before any rollout.
    pub utility: f32,
    /// The results of its rollouts.
    results: Vec<f32>,
    sum: f32,
}

/// Plays the contenders on by a policy in up to `most` sampled worlds, and returns the path of the best one.
///
/// The utility before the rollouts counts as much as the results of `prior` worlds.
pub(super) fn compare(
    (truth, state): (&Game, &State),
    policy: &mut Policy,
    mut contenders: Vec<Contender>,
    most: usize,
    prior: f32,
    generator: &mut Generator,
) -> Option<Vec<Step>> {
    let observed = truth.observed();
    // The face-down cards of a world, in the order in which they turn up.
    let mut coming: Vec<Run> = Vec::new();
    for number in 1..=most {
        let (game, start) = truth.determinize(state, generator);
        coming.clear();
        let columns = 0..usize::from(game.columns);
        columns.for_each(|c| coming.extend_from_slice(&start.column(c)[..start.face_down(c)]));
        for contender in &mut contenders {
            let mut state = start;
            let mut world = World { game: &game, observed: &observed, coming: &coming, turned: 0 };
            contender.candidate.path.iter().for_each(|&step| world.play(&mut state, step));
            let result = policy.roll_out(&mut world, state);
            contender.results.push(result);
            contender.sum += result;
        }
        if number > ROUND && number.is_multiple_of(ROUND) {
            drop_behind(&mut contenders, prior);
            if contenders.len() == 1 {
                break;
            }
        }
    }
    let leader = leader(&contenders, prior);
    (leader < contenders.len()).then(|| contenders.swap_remove(leader).candidate.path)
}

impl Contender {
    /// A candidate without any rollouts yet.
    pub(super) fn new(utility: f32, candidate: Candidate) -> Contender {
        Contender { candidate, utility, results: Vec::new(), sum: 0.0 }
    }

    /// The number of worlds won, with the utility as `prior` more worlds.
    fn score(&self, prior: f32) -> f32 {
        self.sum + prior * self.utility
    }
}

/// The index of the best contender; of equal ones the first.
fn leader(contenders: &[Contender], prior: f32) -> usize {
    let scores = contenders.iter().map(|contender| contender.score(prior)).enumerate();
    scores.reduce(|best, other| if other.1 > best.1 { other } else { best }).map_or(0, |(at, _)| at)
}

/// Drops the contenders that are behind the leader by more than two standard deviations.
fn drop_behind(contenders: &mut Vec<Contender>, prior: f32) {
    let leader = leader(contenders, prior);
    let best = contenders[leader].score(prior);
    racing::drop_behind(
        contenders,
        leader,
        |contender| &mut contender.results,
        |lead, contender| {
            let squares: f32 = lead.iter().zip(&contender.results).map(|(a, b)| (a - b) * (a - b)).sum();
            let behind = best - contender.score(prior);
            behind * behind > 4.0 * (squares + 2.0)
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spider::{INPUTS, Value};

    fn contender(utility: f32, results: &[f32]) -> Contender {
        let value = Value { win: utility, progress: 0.0 };
        let candidate = Candidate { path: Vec::new(), value, encoding: [0; INPUTS] };
        Contender {
            results: results.to_vec(),
            sum: results.iter().sum(),
            ..Contender::new(utility, candidate)
        }
    }

    #[test]
    fn rollouts_outvote_the_nets_if_there_are_enough_of_them() {
        let contenders = |worlds| [contender(0.9, &vec![0.5; worlds]), contender(0.8, &vec![0.6; worlds])];
        assert_eq!(leader(&contenders(100), 150.0), 0);
        assert_eq!(leader(&contenders(200), 150.0), 1);
        assert_eq!(
            leader(&[contender(0.9, &[1.0]), contender(0.9, &[1.0])], 150.0),
            0,
            "of equals the first"
        );
    }

    #[test]
    fn contenders_far_behind_are_dropped() {
        let close = [vec![1.0; 36], vec![0.0; 4]].concat();
        let mut contenders =
            vec![contender(0.9, &[0.0; 40]), contender(0.9, &[1.0; 40]), contender(0.9, &close)];
        drop_behind(&mut contenders, 150.0);
        assert_eq!(contenders.len(), 2);
        assert_eq!((contenders[0].results.as_slice(), contenders[1].sum), ([1.0; 40].as_slice(), 36.0));
    }
}
