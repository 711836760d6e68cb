//! Players that do not think: chance, and the first move there is.

use crate::{Course, Strategy};
use cards::Generator;
use rules::{Move, View};

/// Plays any legal move, each with the same chance; foundation cards stay where they are.
///
/// It gives up when ten moves in a row brought nothing.
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

    fn choose(&mut self, view: View<'_>, so_far: &Course) -> Option<Move> {
        if so_far.fruitless >= 10 {
            return None;
        }
        self.moves.clear();
        let moves = &mut self.moves;
        view.each_forward_move(|m| moves.push(m));
        match self.moves.len() {
            0 => None,
            n => Some(self.moves[self.generator.below(n as u64) as usize]),
        }
    }
}

/// How many moves in a row may bring nothing before a simple player gives up: a whole pass through
/// the stock and two more, or as many as there are columns.
pub(crate) fn patience(view: View<'_>, so_far: &Course) -> u32 {
    if so_far.pass > 0 { so_far.pass + 2 } else { u32::from(view.rules().columns) }
}

/// Plays the first legal move in the engine's fixed order that is not the last one undone, and
/// gives up when a pass through
/// the stock brought nothing.
#[derive(Default)]
pub struct First;

impl Strategy for First {
    fn begin(&mut self, _: View<'_>, _: u64) {}

    fn choose(&mut self, view: View<'_>, so_far: &Course) -> Option<Move> {
        if so_far.fruitless >= patience(view, so_far) {
            return None;
        }
        let mut first = None;
        view.each_forward_move(|m| {
            if first.is_none() && !undoes(m, so_far.last) {
                first = Some(m);
            }
        });
        first
    }
}

/// Does `m` carry back what `last` carried?
pub(crate) fn undoes(m: Move, last: Option<Move>) -> bool {
    match (m, last) {
        (
            Move::Carry { from, to, count },
            Some(Move::Carry { from: last_from, to: last_to, count: last_count }),
        ) => (from, to, count) == (last_to, last_from, last_count),
        _ => false,
    }
}
