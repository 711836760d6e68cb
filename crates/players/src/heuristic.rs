//! Players that judge positions by weighted features: one move ahead, or over a whole closure.

use crate::closure::{Closure, Options};
use crate::plan::Plan;
use crate::strategy::stir;
use crate::{Blind, Course, Features, Strategy, Weights, sight};
use cards::Generator;
use rules::{Event, Events, Move, Pile, Table, View};
use std::collections::HashSet;

/// Makes the move whose position is worth most, never going back to a sight it has had.
pub struct Heuristic {
    weights: Weights,
    seed: u64,
    seen: HashSet<u64>,
    moves: Vec<Move>,
}

impl Heuristic {
    /// The player of these weights.
    pub fn new(weights: Weights) -> Heuristic {
        Heuristic { weights, seed: 0, seen: HashSet::new(), moves: Vec::new() }
    }
}

impl Strategy for Heuristic {
    fn begin(&mut self, _: View<'_>, seed: u64) {
        self.seed = seed;
        self.seen.clear();
    }

    fn choose(&mut self, view: View<'_>, so_far: &Course) -> Option<Move> {
        if so_far.fruitless > 2 * so_far.pass + 40 {
            return None;
        }
        self.seen.insert(sight(view));
        let mut world = view.imagine(&mut Generator::new(stir(self.seed, u64::from(so_far.moves))));
        let mut events = Events::new();
        self.moves.clear();
        let moves = &mut self.moves;
        view.each_move(|m| moves.push(m));
        let mut best: Option<(f64, Move)> = None;
        // Where the stock can be turned instead, a move that brings nothing must at least make the
        // position better: the waste changes the sight, so there are always sights not had yet, and
        // carrying cards to and fro would cost less than a draw for ever.
        let idle = if view.rules().has_waste() {
            self.weights.value(&Features::of(&world, Blind::default()))
        } else {
            f64::NEG_INFINITY
        };
        for &m in &self.moves {
            let value = match m {
                Move::Deal => {
                    let blind = Blind { deals: true, ..Blind::default() };
                    self.weights.value(&Features::of(&world, blind))
                }
                Move::Draw | Move::Redeal => {
                    let blind = Blind { draws: true, ..Blind::default() };
                    self.weights.value(&Features::of(&world, blind))
                }
                Move::Carry { from, to, .. } => {
                    world.play_legal(m, &mut events);
                    let blind = blind(&events);
                    let back = !blind.reveals && self.seen.contains(&sight(world.view()));
                    let value = self.weights.value(&Features::of(&world, blind));
                    world.undo(&events);
                    let brings = blind.reveals
                        || matches!(to, Pile::Foundation(_))
                        || !matches!(from, Pile::Column(_) | Pile::Foundation(_));
                    if back || (!brings && value <= idle) {
                        continue;
                    }
                    value
                }
            };
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, m));
            }
        }
        best.map(|(_, m)| m)
    }
}

fn blind(events: &Events) -> Blind {
    let mut blind = Blind::default();
    for event in events.iter() {
        if let Event::TurnedUp(pile) = event {
            blind.reveals = true;
            if let Pile::Column(c) = pile {
                blind.columns |= 1 << c;
            }
        }
    }
    blind
}

/// Explores the closure of moves that bring nothing, takes the best way out of it by the weights,
/// and solves the game once nothing is hidden.
pub struct Planner {
    weights: Weights,
    cap: usize,
    plan: Plan,
    closure: Closure,
}

impl Planner {
    /// The planner of these weights, with closures of at most `cap` positions.
    pub fn new(weights: Weights, cap: usize) -> Planner {
        Planner { weights, cap, plan: Plan::default(), closure: Closure::default() }
    }
}

impl Strategy for Planner {
    fn begin(&mut self, _: View<'_>, seed: u64) {
        self.plan = Plan::new(seed);
    }

    fn choose(&mut self, view: View<'_>, so_far: &Course) -> Option<Move> {
        if let Some(m) = self.plan.next(view) {
            return Some(m);
        }
        let world = view.imagine(&mut Generator::new(self.plan.chance(so_far)));
        let options = Options { cap: self.cap, distinct: 0, takes: 0 };
        self.closure.explore(&world, options, Some(&self.weights));
        let mut best: Option<usize> = None;
        for (i, way) in self.closure.ways.iter().enumerate() {
            if best.is_none_or(|best| way.value > self.closure.ways[best].value) {
                best = Some(i);
            }
        }
        match best {
            Some(best) => self.plan.follow(self.closure.moves(&self.closure.ways[best])),
            None => cash_in(&world),
        }
    }
}

/// When nothing is left to be done, a card up is still a card up.
pub(crate) fn cash_in(world: &Table) -> Option<Move> {
    let mut up = None;
    world.each_move(|m| {
        if up.is_none()
            && matches!(m, Move::Carry { to: Pile::Foundation(_), from, .. }
                if !matches!(from, Pile::Foundation(_)))
        {
            up = Some(m);
        }
    });
    up
}
