//! Baselines that do not think: a random player and one that plays the first legal move.

use crate::{Record, Strategy};
use talon_cards::Generator;
use talon_rules::{Move, View};

/// Plays a random legal move, but never takes a card back from a foundation.
pub struct Random {
    generator: Generator,
    moves: Vec<Move>,
}

impl Default for Random {
    fn default() -> Random {
        Random { generator: Generator::new(0), moves: Vec::with_capacity(128) }
    }
}

impl Strategy for Random {
    fn begin(&mut self, _: View<'_>, seed: u64) {
        self.generator = Generator::new(seed);
    }

    fn choose(&mut self, view: View<'_>, _: &Record) -> Option<Move> {
        self.moves.clear();
        let moves = &mut self.moves;
        view.each_forward_move(|m| moves.push(m));
        match self.moves.len() {
            0 => None,
            n => Some(self.moves[self.generator.below(n as u64) as usize]),
        }
    }
}

/// Plays the first legal move in the engine's order that does not undo the previous one.
///
/// It never takes a card back from a foundation, and has no more ideas when its `patience` ends.
#[derive(Default)]
pub struct First;

impl Strategy for First {
    fn begin(&mut self, _: View<'_>, _: u64) {}

    fn choose(&mut self, view: View<'_>, record: &Record) -> Option<Move> {
        if record.moves_without_progress >= patience(view, record) {
            return None;
        }
        let mut first = None;
        view.each_forward_move(|m| {
            if first.is_none() && !undoes(m, record.last) {
                first = Some(m);
            }
        });
        first
    }
}

/// The number of moves without progress after which a simple player has no more ideas: a whole pass through the
/// stock and two more, or one move for each column if there is no waste.
pub(crate) fn patience(view: View<'_>, record: &Record) -> u32 {
    if record.pass_length > 0 { record.pass_length + 2 } else { u32::from(view.rules().columns) }
}

/// Whether `m` moves the cards back that `last` moved.
pub(crate) fn undoes(m: Move, last: Option<Move>) -> bool {
    match (m, last) {
        (
            Move::Carry { from, to, count },
            Some(Move::Carry { from: last_from, to: last_to, count: last_count }),
        ) => (from, to, count) == (last_to, last_from, last_count),
        _ => false,
    }
}
