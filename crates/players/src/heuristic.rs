//! Players that judge positions by weighted features: one move ahead, or over a whole closure.

use crate::closure::{Closure, ClosureOptions};
use crate::plan::{Plan, any_card_up};
use crate::view_hash::derive_seed;
use crate::{Features, Record, Reveals, Strategy, Weights, view_hash};
use std::collections::HashSet;
use talon_cards::Generator;
use talon_rules::{Events, Move, Pile, View};

/// Makes the move that leads to the position with the highest value, and never returns to an earlier view.
pub struct Heuristic {
    weights: Weights,
    seed: u64,
    seen: HashSet<u64>,
    moves: Vec<Move>,
}

impl Heuristic {
    /// The player with these weights.
    pub fn new(weights: Weights) -> Heuristic {
        Heuristic { weights, seed: 0, seen: HashSet::new(), moves: Vec::new() }
    }
}

impl Strategy for Heuristic {
    fn begin(&mut self, _: View<'_>, seed: u64) {
        self.seed = seed;
        self.seen.clear();
    }

    fn choose(&mut self, view: View<'_>, record: &Record) -> Option<Move> {
        if record.moves_without_progress > 2 * record.pass_length + 40 {
            return None;
        }
        self.seen.insert(view_hash(view));
        let mut world = view.imagine(&mut Generator::new(derive_seed(self.seed, u64::from(record.moves))));
        let mut events = Events::new();
        self.moves.clear();
        let moves = &mut self.moves;
        view.each_move(|m| moves.push(m));
        let mut best: Option<(f64, Move)> = None;
        // If the stock can be turned, a move within the columns must improve the position. Every turn of the
        // stock changes the view, so the rule against earlier views does not stop the player from moving
        // cards to and fro for ever, which costs less than a draw.
        let least = if view.rules().has_waste() {
            self.weights.value(&Features::of(&world, Reveals::NOTHING))
        } else {
            f64::NEG_INFINITY
        };
        for &m in &self.moves {
            let value = match m {
                Move::Deal => self.weights.value(&Features::of(&world, Reveals::DEAL)),
                Move::Draw | Move::Redeal => self.weights.value(&Features::of(&world, Reveals::DRAW)),
                Move::Carry { from, to, .. } => {
                    world.play_legal(m, &mut events);
                    let reveals = Reveals::turned_up(&events);
                    let repeats = !reveals.turns_up && self.seen.contains(&view_hash(world.view()));
                    let value = self.weights.value(&Features::of(&world, reveals));
                    world.undo(&events);
                    let advances = reveals.turns_up
                        || matches!(to, Pile::Foundation(_))
                        || !matches!(from, Pile::Column(_) | Pile::Foundation(_));
                    if repeats || (!advances && value <= least) {
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

/// Explores the [closure](crate::Closure) of the position and takes the choice with the highest value. Once
/// every card is known it asks the solver.
pub struct ClosurePlanner {
    weights: Weights,
    cap: usize,
    plan: Plan,
    closure: Closure,
}

impl ClosurePlanner {
    /// The player with these weights and closures of at most `cap` positions.
    pub fn new(weights: Weights, cap: usize) -> ClosurePlanner {
        ClosurePlanner { weights, cap, plan: Plan::default(), closure: Closure::default() }
    }
}

impl Strategy for ClosurePlanner {
    fn begin(&mut self, _: View<'_>, seed: u64) {
        self.plan = Plan::new(seed);
    }

    fn choose(&mut self, view: View<'_>, record: &Record) -> Option<Move> {
        if let Some(m) = self.plan.next(view) {
            return Some(m);
        }
        let world = view.imagine(&mut Generator::new(self.plan.seed(record)));
        let options = ClosureOptions { cap: self.cap, distinct: 0, takes: 0 };
        self.closure.explore(&world, options, Some(&self.weights));
        // Of equal choices the first one found.
        let better = |a: usize, b: usize| {
            if self.closure.choices[b].value > self.closure.choices[a].value { b } else { a }
        };
        match (0..self.closure.choices.len()).reduce(better) {
            Some(best) => self.plan.follow(self.closure.moves(&self.closure.choices[best])),
            None => any_card_up(&world),
        }
    }
}
