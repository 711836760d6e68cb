//! One card deep into the unknown: every way out of the closure, every card it might turn up.

use crate::closure::{Closure, Options};
use crate::heuristic::cash_in;
use crate::plan::Plan;
use crate::{Course, Strategy, Weights};
use cards::Generator;
use rules::{Events, Move, Table, View};

/// For the best ways out of the closure, imagines what comes to light several times, and takes the
/// way after which the best position of the next closure is worth most on average.
pub struct Expectimax {
    weights: Weights,
    cap: usize,
    inner: usize,
    ways: usize,
    samples: usize,
    plan: Plan,
    closure: Closure,
    next: Closure,
}

impl Expectimax {
    /// The player of these weights: closures of `cap` positions, `ways` of them looked at deeper,
    /// `samples` times each, with closures of `inner` positions.
    pub fn new(weights: Weights, cap: usize, ways: usize, samples: usize, inner: usize) -> Expectimax {
        Expectimax {
            weights,
            cap,
            inner,
            ways,
            samples,
            plan: Plan::default(),
            closure: Closure::default(),
            next: Closure::default(),
        }
    }

    /// The value of a way in one world.
    fn look(&mut self, world: &Table, moves: &[Move]) -> f64 {
        let mut world = world.clone();
        let mut events = Events::new();
        for &m in moves {
            world.play_legal(m, &mut events);
        }
        if world.is_won() {
            return 1e6;
        }
        let options = Options { cap: self.inner, distinct: 0, takes: 0 };
        self.next.explore(&world, options, Some(&self.weights));
        self.next.ways.iter().map(|way| way.value).fold(-1e6, f64::max)
    }
}

impl Strategy for Expectimax {
    fn begin(&mut self, _: View<'_>, seed: u64) {
        self.plan = Plan::new(seed);
    }

    fn choose(&mut self, view: View<'_>, so_far: &Course) -> Option<Move> {
        if let Some(m) = self.plan.next(view) {
            return Some(m);
        }
        let mut generator = Generator::new(self.plan.chance(so_far));
        let worlds: Vec<Table> = (0..self.samples.max(1)).map(|_| view.imagine(&mut generator)).collect();
        let options = Options { cap: self.cap, distinct: 0, takes: 0 };
        self.closure.explore(&worlds[0], options, Some(&self.weights));
        let mut ways = self.closure.ways.clone();
        // A stable sort: of equal ways the first found stays first.
        ways.sort_by(|a, b| b.value.total_cmp(&a.value));
        ways.truncate(self.ways.max(1));
        let lines: Vec<Vec<Move>> = ways.iter().map(|way| self.closure.moves(way)).collect();
        let mut best: Option<(f64, usize)> = None;
        for (i, line) in lines.iter().enumerate() {
            let value = if lines.len() == 1 {
                0.0
            } else {
                worlds.iter().map(|world| self.look(world, line)).sum::<f64>() / worlds.len() as f64
            };
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, i));
            }
        }
        match best {
            Some((_, best)) => self.plan.follow(lines[best].clone()),
            None => cash_in(&worlds[0]),
        }
    }
}
