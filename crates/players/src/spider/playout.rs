//! The learned player, which late in the game plays close ways to their end in imagined worlds.
//!
//! While three rows or more are left, the ways the nets like are all alike: what comes of them differs
//! by less than hundreds of worlds can tell. Later they differ by one or two games in a hundred, and what
//! the nets are told of a position does not say which is better. Playing on to the end may, in enough
//! worlds: so many that such a game has to take half a millisecond, by one net with little thought.

use super::mind::{Mind, Way, open};
use super::net::Nets;
use super::player::{follow, shipped, two_packs};
use super::world::World;
use crate::strategy::stir;
use crate::{Course, Strategy};
use cards::Generator;
use rules::{Move, Rules, View};
use solve::packed::spider::{Game, Position, Reach, Run, Scorer, State, Step};
use std::ops::Range;

/// When and how far the player plays on.
#[derive(Clone, Debug)]
pub struct Playing {
    /// The closure of a decision.
    pub reach: Reach,
    /// The closures of the games played on.
    pub inner: Reach,
    /// How many of the nets play on.
    pub nets: usize,
    /// Imagined worlds of a decision, if it stays close so long.
    pub worlds: usize,
    /// Ways compared.
    pub ways: usize,
    /// How many ways that show the same next are compared.
    pub alike: usize,
    /// Ways worth less than the best by more than this are not compared.
    pub margin: f32,
    /// Only when at most so many rows are left.
    pub rows: u8,
    /// Only when the nets' hope of a win is in here.
    pub doubt: Range<f32>,
    /// What the nets think counts as so many worlds.
    pub prior: f32,
}

impl Default for Playing {
    fn default() -> Playing {
        Playing {
            reach: Reach { cap: 4000, choices: 200, ..Reach::default() },
            inner: Reach { cap: 30, choices: 16, ..Reach::default() },
            nets: 1,
            worlds: 800,
            ways: 8,
            alike: 3,
            margin: 0.08,
            rows: 2,
            doubt: 0.05..0.975,
            prior: 150.0,
        }
    }
}

/// Worlds between two looks at who is behind; the first is after two times as many.
const LOOK: usize = 20;

/// One way under comparison.
pub(super) struct Trial {
    way: Way,
    /// What it is thought to be worth before anything is played.
    worth: f32,
    values: Vec<f32>,
    sum: f32,
}

/// Plays Spider by nets, and late in the game by games played on.
pub struct Playout {
    nets: Nets,
    playing: Playing,
    minds: Option<(Mind, Mind)>,
    plan: Vec<Move>,
    seed: u64,
    decisions: u64,
}

impl Playout {
    /// The player of these rules.
    ///
    /// # Errors
    /// Says why it does not play these rules.
    pub fn new(rules: &Rules, playing: Playing) -> Result<Playout, String> {
        two_packs(rules)?;
        let nets = shipped(rules.deck().suits);
        Ok(Playout { nets, playing, minds: None, plan: Vec::new(), seed: 0, decisions: 0 })
    }

    /// The path to play in what is seen.
    fn decide(&mut self, view: View<'_>, game: &Game, seen: &State) -> Option<Vec<Step>> {
        let Playing { ways, alike, margin, rows, .. } = self.playing;
        let (outer, _) = self.minds.as_mut().expect("made before");
        if open(game, seen) {
            return outer.finish(game, seen);
        }
        let ways = outer.ways(game, seen, ways, margin, alike);
        let best = ways.first()?;
        if ways.len() == 1 || seen.left() > rows || !self.playing.doubt.contains(&best.hope.win) {
            return Some(best.path.clone());
        }
        let trials = ways.into_iter().map(|way| Trial::new(way.hope.value(), way)).collect();
        let (_, inner) = self.minds.as_mut().expect("made before");
        let worlds = Worlds { seed: self.seed, decision: self.decisions, most: self.playing.worlds };
        compare(view, inner, trials, worlds, self.playing.prior)
    }
}

/// The imagined worlds of a decision.
#[derive(Copy, Clone, Debug)]
pub(super) struct Worlds {
    /// The player's own seed.
    pub seed: u64,
    /// The number of the decision.
    pub decision: u64,
    /// So many, if it stays close so long.
    pub most: usize,
}

/// Plays the ways on in the same worlds as this mind would, `prior` worlds counting for what they are
/// thought to be worth; the path of the best.
pub(super) fn compare(
    view: View<'_>,
    inner: &mut Mind,
    mut trials: Vec<Trial>,
    worlds: Worlds,
    prior: f32,
) -> Option<Vec<Step>> {
    // The face-down cards of an imagined world.
    let mut coming: Vec<Run> = Vec::new();
    for number in 1..=worlds.most {
        let mut chance = Generator::new(stir(worlds.seed, worlds.decision << 20 | number as u64));
        let world = view.imagine(&mut chance);
        let (truth, start) = Position::of(&world).and_then(|position| Game::pack(&position))?;
        let blind = truth.blind();
        coming.clear();
        let columns = 0..usize::from(truth.columns);
        columns.for_each(|c| coming.extend_from_slice(&start.column(c)[..start.down(c)]));
        for trial in &mut trials {
            let mut state = start;
            let mut world = World { game: &truth, blind: &blind, coming: &coming, turned: 0 };
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
    Some(trials.swap_remove(leader).way.path)
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

impl Strategy for Playout {
    fn begin(&mut self, _: View<'_>, seed: u64) {
        self.plan.clear();
        self.seed = seed;
        self.decisions = 0;
    }

    fn choose(&mut self, view: View<'_>, _: &Course) -> Option<Move> {
        let mut plan = std::mem::take(&mut self.plan);
        let chosen = follow(&mut plan, view, |game, seen| {
            if self.minds.is_none() {
                let deck = view.rules().deck();
                let few = Nets(self.nets.0.iter().take(self.playing.nets).cloned().collect());
                self.minds = Some((
                    Mind::new(deck, self.nets.clone(), Scorer::plain(game), self.playing.reach),
                    Mind::new(deck, few, Scorer::plain(game), self.playing.inner),
                ));
            }
            self.decisions += 1;
            self.decide(view, game, seen)
        });
        self.plan = plan;
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spider::Hope;

    fn trial(win: f32, values: &[f32]) -> Trial {
        let way = Way { path: Vec::new(), hope: Hope { win, progress: 0.0 } };
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
