//! Expectimax, one choice deep: the best choices are tried with several cards that they may turn up.

use crate::closure::{Closure, ClosureOptions};
use crate::plan::{Plan, any_card_up};
use crate::{Record, Strategy, Weights};
use talon_cards::Generator;
use talon_rules::{Events, Move, Table, View};

/// How an [`Expectimax`] player thinks.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ExpectimaxSettings {
    /// The largest number of positions of a closure.
    pub cap: usize,
    /// The number of choices that are tried, the best by their own value.
    pub choices: usize,
    /// The number of worlds in which each of them is tried.
    pub samples: usize,
    /// The largest number of positions of the closures after them.
    pub inner_cap: usize,
}

impl Default for ExpectimaxSettings {
    fn default() -> ExpectimaxSettings {
        ExpectimaxSettings { cap: 100, choices: 6, samples: 6, inner_cap: 20 }
    }
}

/// Tries the best choices of the closure in several sampled worlds, and takes the one after which the best
/// choice of the next closure has the highest value on average.
pub struct Expectimax {
    weights: Weights,
    settings: ExpectimaxSettings,
    plan: Plan,
    closure: Closure,
    next: Closure,
}

impl Expectimax {
    /// The player with these weights and settings.
    pub fn new(weights: Weights, settings: ExpectimaxSettings) -> Expectimax {
        Expectimax {
            weights,
            settings,
            plan: Plan::default(),
            closure: Closure::default(),
            next: Closure::default(),
        }
    }

    /// The value of the best choice in a world after these moves.
    fn value_after(&mut self, world: &Table, moves: &[Move]) -> f64 {
        let mut world = world.clone();
        let mut events = Events::new();
        for &m in moves {
            world.play_legal(m, &mut events);
        }
        if world.is_won() {
            return 1e6;
        }
        let options = ClosureOptions { cap: self.settings.inner_cap, distinct: 0, takes: 0 };
        self.next.explore(&world, options, Some(&self.weights));
        self.next.choices.iter().map(|choice| choice.value).fold(-1e6, f64::max)
    }
}

impl Strategy for Expectimax {
    fn begin(&mut self, _: View<'_>, seed: u64) {
        self.plan = Plan::new(seed);
    }

    fn choose(&mut self, view: View<'_>, record: &Record) -> Option<Move> {
        if let Some(m) = self.plan.next(view) {
            return Some(m);
        }
        let ExpectimaxSettings { cap, choices, samples, .. } = self.settings;
        let mut generator = Generator::new(self.plan.seed(record));
        let worlds: Vec<Table> = (0..samples.max(1)).map(|_| view.imagine(&mut generator)).collect();
        let options = ClosureOptions { cap, distinct: 0, takes: 0 };
        self.closure.explore(&worlds[0], options, Some(&self.weights));
        let mut best_first = self.closure.choices.clone();
        // A stable sort: of equal choices the first one found stays first.
        best_first.sort_by(|a, b| b.value.total_cmp(&a.value));
        best_first.truncate(choices.max(1));
        let lines: Vec<Vec<Move>> = best_first.iter().map(|choice| self.closure.moves(choice)).collect();
        let mut best: Option<(f64, usize)> = None;
        for (i, line) in lines.iter().enumerate() {
            let value = if lines.len() == 1 {
                0.0
            } else {
                worlds.iter().map(|world| self.value_after(world, line)).sum::<f64>() / worlds.len() as f64
            };
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, i));
            }
        }
        match best {
            Some((_, best)) => self.plan.follow(lines[best].clone()),
            None => any_card_up(&worlds[0]),
        }
    }
}
