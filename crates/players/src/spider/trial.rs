//! Close ways played to their end in the same imagined worlds.
//!
//! Late in the game ways that look alike to the nets differ by one or two games in a hundred, and what the
//! nets are told of a position does not say which is better. Playing on to the end may, in enough worlds:
//! so many that such a game has to take half a millisecond, by one net with little thought.

use super::mind::{Mind, Way};
use super::world::World;
use cards::Generator;
use solve::packed::spider::{Game, Run, State, Step};

/// Worlds between two looks at who is behind; the first is after two times as many.
const LOOK: usize = 20;

/// One way under comparison.
pub(super) struct Trial {
    pub way: Way,
    /// What it is thought to be worth before anything is played.
    pub worth: f32,
    values: Vec<f32>,
    sum: f32,
}

/// Plays the ways on as this mind would, in up to `most` worlds that look like this one; `prior` worlds
/// count for what they are thought to be worth. The path of the best.
pub(super) fn compare(
    (truth, state): (&Game, &State),
    inner: &mut Mind,
    mut trials: Vec<Trial>,
    most: usize,
    prior: f32,
    chance: &mut Generator,
) -> Option<Vec<Step>> {
    let blind = truth.blind();
    // The face-down cards of an imagined world.
    let mut coming: Vec<Run> = Vec::new();
    for number in 1..=most {
        let (game, start) = truth.dealt_anew(state, chance);
        coming.clear();
        let columns = 0..usize::from(game.columns);
        columns.for_each(|c| coming.extend_from_slice(&start.column(c)[..start.down(c)]));
        for trial in &mut trials {
            let mut state = start;
            let mut world = World { game: &game, blind: &blind, coming: &coming, turned: 0 };
            trial.way.path.iter().for_each(|&step| world.play(&mut state, step));
            let value = inner.play_on(&mut world, state);
            trial.values.push(value);
            trial.sum += value;
        }
        if number > LOOK && number.is_multiple_of(LOOK) && drop_losers(&mut trials, prior) == 1 {
            break;
        }
    }
    let leader = leader(&trials, prior);
    (leader < trials.len()).then(|| trials.swap_remove(leader).way.path)
}

impl Trial {
    /// A way to be tried, and what it is thought to be worth.
    pub(super) fn new(worth: f32, way: Way) -> Trial {
        Trial { way, worth, values: Vec::new(), sum: 0.0 }
    }

    /// Worlds won, and what was thought before as so many worlds more.
    fn merit(&self, prior: f32) -> f32 {
        self.sum + prior * self.worth
    }
}

/// The best way so far; of equals the one that was named first.
fn leader(trials: &[Trial], prior: f32) -> usize {
    let merits = trials.iter().map(|trial| trial.merit(prior)).enumerate();
    merits.reduce(|best, other| if other.1 > best.1 { other } else { best }).map_or(0, |(at, _)| at)
}

/// Drops the ways that are behind the leader by more than chance; how many are left?
fn drop_losers(trials: &mut Vec<Trial>, prior: f32) -> usize {
    let leader = leader(trials, prior);
    let merit = trials[leader].merit(prior);
    let best = std::mem::take(&mut trials[leader].values);
    trials.retain(|trial| {
        let apart = |(a, b): (&f32, &f32)| (a - b) * (a - b);
        // Without values it is the leader, and behind by nothing.
        let squares: f32 = best.iter().zip(&trial.values).map(apart).sum();
        let behind = merit - trial.merit(prior);
        behind * behind <= 4.0 * (squares + 2.0)
    });
    if let Some(leader) = trials.iter_mut().find(|trial| trial.values.is_empty()) {
        leader.values = best;
    }
    trials.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spider::Hope;

    fn trial(win: f32, values: &[f32]) -> Trial {
        let way =
            Way { path: Vec::new(), hope: Hope { win, progress: 0.0 }, sketch: [0; crate::spider::SIZE] };
        Trial { values: values.to_vec(), sum: values.iter().sum(), ..Trial::new(win, way) }
    }

    #[test]
    fn worlds_outvote_the_nets_when_there_are_enough_of_them() {
        let trials = |worlds| [trial(0.9, &vec![0.5; worlds]), trial(0.8, &vec![0.6; worlds])];
        assert_eq!(leader(&trials(100), 150.0), 0);
        assert_eq!(leader(&trials(200), 150.0), 1);
        assert_eq!(leader(&[trial(0.9, &[1.0]), trial(0.9, &[1.0])], 150.0), 0, "equals: as the nets do");
    }

    #[test]
    fn only_who_is_far_behind_is_dropped_and_the_leader_keeps_its_values() {
        let close = [vec![1.0; 36], vec![0.0; 4]].concat();
        let mut trials = vec![trial(0.9, &[0.0; 40]), trial(0.9, &[1.0; 40]), trial(0.9, &close)];
        assert_eq!(drop_losers(&mut trials, 150.0), 2);
        assert_eq!((trials[0].values.as_slice(), trials[1].sum), ([1.0; 40].as_slice(), 36.0));
    }
}
