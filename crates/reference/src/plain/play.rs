//! Playing a move, with everything that happens by itself afterwards.

use super::{Game, Position};
use talon_cards::Card;
use talon_rules::{Goal, Move, Pile, ReserveFills};

impl Game {
    /// The position after a legal move.
    pub fn play(&self, position: &Position, m: Move) -> Position {
        let mut after = position.clone();
        match m {
            Move::Draw => self.turn(&mut after),
            Move::Redeal => {
                // "The waste becomes the stock again, in the same order."
                after.stock = std::mem::take(&mut after.waste);
                after.stock.reverse();
                after.redeals_used += 1;
                if self.rules.redeal_draws {
                    self.turn(&mut after);
                }
            }
            Move::Deal => {
                // "One card is dealt face up to each column, as far as they go."
                for column in &mut after.columns {
                    column.cards.extend(after.stock.pop());
                }
            }
            Move::Carry { from, to, count } => {
                let cards = take(&mut after, from, usize::from(count));
                match to {
                    Pile::Foundation(f) => after.foundations[usize::from(f)].extend(cards),
                    Pile::Cell(cell) => after.cells[usize::from(cell)] = cards.first().copied(),
                    Pile::Column(c) => after.columns[usize::from(c)].cards.extend(cards),
                    Pile::Stock | Pile::Waste | Pile::Reserve => unreachable!("nothing is put there"),
                }
            }
        }
        self.settle(&mut after);
        after
    }

    /// Turns the next cards of the stock to the waste.
    pub(super) fn turn(&self, position: &mut Position) {
        for _ in 0..self.rules.draw {
            position.waste.extend(position.stock.pop());
        }
    }

    /// Does what happens by itself: top cards of columns are turned up, finished runs leave, and empty columns
    /// are filled from the reserve, always the leftmost column first.
    pub(super) fn settle(&self, position: &mut Position) {
        for column in &mut position.columns {
            loop {
                if column.down > 0 && column.down == column.cards.len() {
                    column.down -= 1;
                }
                // "A finished run leaves by itself."
                let Some(below) = self.below_run(column).filter(|_| self.rules.goal == Goal::Runs) else {
                    break;
                };
                let empty = position.foundations.iter_mut().find(|foundation| foundation.is_empty());
                let empty = empty.expect("there is a foundation for every run");
                empty.extend(column.cards.drain(below..));
            }
        }
        // "An empty column is filled from the reserve at once, by itself."
        if self.rules.reserve_fills == ReserveFills::Itself {
            for column in position.columns.iter_mut().filter(|column| column.cards.is_empty()) {
                column.cards.extend(position.reserve.pop());
            }
        }
    }
}

/// Removes the top `count` cards of a pile.
fn take(position: &mut Position, from: Pile, count: usize) -> Vec<Card> {
    let pile = match from {
        Pile::Stock => &mut position.stock,
        Pile::Waste => &mut position.waste,
        Pile::Reserve => &mut position.reserve,
        Pile::Foundation(f) => &mut position.foundations[usize::from(f)],
        Pile::Cell(cell) => return position.cells[usize::from(cell)].take().into_iter().collect(),
        Pile::Column(c) => &mut position.columns[usize::from(c)].cards,
    };
    pile.split_off(pile.len() - count)
}
