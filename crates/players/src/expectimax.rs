//! One card deep into the unknown: every way out of the closure, every card it might turn up.

use crate::closure::{Closure, Options};
use crate::heuristic::cash_in;
use crate::strategy::stir;
use crate::worlds::{Known, known};
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
    seed: u64,
    plan: Vec<Move>,
    known: Known,
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
            seed: 0,
            plan: Vec::new(),
            known: Known::default(),
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
        self.seed = seed;
        self.plan.clear();
        self.known = Known::default();
    }

    fn choose(&mut self, view: View<'_>, so_far: &Course) -> Option<Move> {
        if let Some(m) = self.plan.pop() {
            return Some(m);
        }
        if let Some(line) = known(view, &mut self.known) {
            self.plan = line;
            return self.plan.pop();
        }
        let mut generator = Generator::new(stir(self.seed, u64::from(so_far.moves)));
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
            Some((_, best)) => {
                self.plan = lines[best].clone();
                self.plan.reverse();
                self.plan.pop()
            }
            None => cash_in(&worlds[0]),
        }
    }
}
