//! The learned player, looking further where the choice is close.
//!
//! Where the nets are not sure, the ways they like are played on in imagined worlds by the same
//! nets with less thought: for some decisions, or to the end. All ways are tried in the same
//! worlds, and one that falls behind by more than chance is dropped.

use super::mind::{Mind, Way, World, open};
use super::net::Nets;
use super::player::{shipped, two_packs};
use crate::order::fill_before_row;
use crate::strategy::stir;
use crate::{Course, Strategy};
use cards::Generator;
use rules::{Move, Rules, View};
use solve::packed::spider::{Game, Position, Reach, Run, Scorer, State, Step, sight};

/// How far the player looks.
#[derive(Copy, Clone, Debug)]
pub struct Rolling {
    /// The closure of a decision.
    pub reach: Reach,
    /// The closures of the games played on.
    pub inner: Reach,
    /// How many of the nets play on.
    pub nets: usize,
    /// Imagined worlds of a decision.
    pub worlds: usize,
    /// Ways compared.
    pub ways: usize,
    /// How many ways that show the same next are compared.
    pub alike: usize,
    /// Ways worth less than the best by more than this are not compared.
    pub margin: f32,
    /// Decisions a world is played on for.
    pub depth: usize,
    /// Where the nets are surer of a win than this, they decide alone.
    pub sure: f32,
    /// What the nets think counts as so many worlds.
    pub prior: f32,
}

impl Default for Rolling {
    fn default() -> Rolling {
        Rolling {
            reach: Reach { cap: 4000, choices: 200, ..Reach::default() },
            inner: Reach { cap: 300, choices: 60, ..Reach::default() },
            nets: 2,
            worlds: 96,
            ways: 6,
            alike: 3,
            margin: 0.025,
            depth: 3,
            sure: 0.9,
            prior: 12.0,
        }
    }
}

/// One way under comparison.
struct Trial {
    way: Way,
    values: Vec<f32>,
    alive: bool,
}

impl Trial {
    fn sum(&self) -> f32 {
        self.values.iter().sum()
    }
}

/// Plays Spider by nets, and by games played on where they are not sure.
pub struct Rollout {
    nets: Nets,
    rolling: Rolling,
    minds: Option<(Mind, Mind)>,
    plan: Vec<Move>,
    /// The face-down cards of an imagined world.
    coming: Vec<Run>,
    seed: u64,
    decisions: u64,
}

impl Rollout {
    /// The player of these rules.
    ///
    /// # Errors
    /// Says why it does not play these rules.
    pub fn new(rules: &Rules, rolling: Rolling) -> Result<Rollout, String> {
        two_packs(rules)?;
        let nets = shipped(rules.deck().suits);
        Ok(Rollout {
            nets,
            rolling,
            minds: None,
            plan: Vec::new(),
            coming: Vec::new(),
            seed: 0,
            decisions: 0,
        })
    }

    /// The same player with other nets.
    pub fn with(self, nets: Nets) -> Rollout {
        Rollout { nets, minds: None, ..self }
    }

    /// The path to play in what is seen.
    fn decide(&mut self, view: View<'_>, game: &Game, seen: &State) -> Option<Vec<Step>> {
        let Rolling { worlds, ways, alike, margin, depth, sure, prior, .. } = self.rolling;
        let (outer, inner) = self.minds.as_mut().expect("made before");
        if open(game, seen) {
            return outer.finish(game, seen);
        }
        let ways = outer.ways(game, seen, ways, margin, alike);
        let best = ways.first()?;
        if ways.len() == 1 || best.hope.win > sure {
            return Some(best.path.clone());
        }
        let mut trials: Vec<Trial> = ways
            .iter()
            .map(|way| Trial { way: way.clone(), values: Vec::with_capacity(worlds), alive: true })
            .collect();
        for number in 0..worlds {
            let mut chance = Generator::new(stir(self.seed, self.decisions << 20 | number as u64));
            let world = view.imagine(&mut chance);
            let (truth, start) = Position::of(&world).and_then(|position| Game::pack(&position))?;
            let blind = truth.blind();
            self.coming.clear();
            let columns = 0..usize::from(truth.columns);
            columns.for_each(|c| self.coming.extend_from_slice(&start.column(c)[..start.down(c)]));
            for trial in trials.iter_mut().filter(|trial| trial.alive) {
                let mut state = start;
                let mut world = World { game: &truth, blind: &blind, coming: &self.coming, turned: 0 };
                trial.way.path.iter().for_each(|&step| world.play(&mut state, step));
                trial.values.push(inner.play_on(&mut world, state, depth).value());
            }
            if number >= 11 && drop_losers(&mut trials) == 1 {
                break;
            }
        }
        let merit = |trial: &Trial| {
            (trial.sum() + prior * trial.way.hope.value()) / (prior + trial.values.len() as f32)
        };
        trials
            .into_iter()
            .filter(|trial| trial.alive)
            .reduce(|best, other| if merit(&other) > merit(&best) { other } else { best })
            .map(|trial| trial.way.path)
    }
}

/// Drops the ways that are behind the leader by more than chance; how many are left?
fn drop_losers(trials: &mut [Trial]) -> usize {
    let leader = trials
        .iter()
        .enumerate()
        .filter(|(_, trial)| trial.alive)
        .max_by(|(i, a), (j, b)| a.sum().total_cmp(&b.sum()).then(j.cmp(i)))
        .map_or(0, |(at, _)| at);
    let best = std::mem::take(&mut trials[leader].values);
    for (_, trial) in trials.iter_mut().enumerate().filter(|(at, trial)| *at != leader && trial.alive) {
        let (mut sum, mut squares) = (0.0, 0.0);
        for (best, value) in best.iter().zip(&trial.values) {
            sum += best - value;
            squares += (best - value) * (best - value);
        }
        trial.alive = sum * sum <= 6.25 * squares;
    }
    trials[leader].values = best;
    trials.iter().filter(|trial| trial.alive).count()
}

impl Strategy for Rollout {
    fn begin(&mut self, _: View<'_>, seed: u64) {
        self.plan.clear();
        self.seed = seed;
        self.decisions = 0;
    }

    fn choose(&mut self, view: View<'_>, _: &Course) -> Option<Move> {
        if self.plan.is_empty() {
            let (game, seen) = sight(view)?;
            if self.minds.is_none() {
                let deck = view.rules().deck();
                let few = Nets(self.nets.0.iter().take(self.rolling.nets).cloned().collect());
                self.minds = Some((
                    Mind::new(deck, self.nets.clone(), Scorer::plain(&game), self.rolling.reach),
                    Mind::new(deck, few, Scorer::plain(&game), self.rolling.inner),
                ));
            }
            self.decisions += 1;
            let Some(path) = self.decide(view, &game, &seen) else {
                return fill_before_row(view).map(|(_, m)| m);
            };
            self.plan = path.into_iter().rev().map(|step| step.plain()).collect();
        }
        self.plan.pop()
    }
}
