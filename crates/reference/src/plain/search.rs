//! Brute force: whether a position can be won, and whether it is stuck.

use super::{Game, Position};
use std::collections::HashSet;
use talon_cards::Card;
use talon_rules::{Count, Move, Rules};

impl Game {
    /// The moves of a win, or that there is none; undecided if more than `most` positions are met.
    pub fn decide(&self, start: &Position, most: usize) -> Decision {
        if self.is_won(start) {
            return Decision::Won(Vec::new());
        }
        let mut known = HashSet::from([self.key(start)]);
        // Depth first: on each level a position, its moves that were not tried yet, and the move to it.
        let mut levels = vec![(start.clone(), self.moves(start), None)];
        while let Some((position, moves, _)) = levels.last_mut() {
            let Some(m) = moves.pop() else {
                levels.pop();
                continue;
            };
            let after = self.play(position, m);
            let key = self.key(&after);
            if known.contains(&key) {
                continue;
            }
            if self.is_won(&after) {
                let line = levels.iter().filter_map(|(_, _, m)| *m).chain([m]);
                return Decision::Won(line.collect());
            }
            if known.len() >= most {
                return Decision::Undecided;
            }
            known.insert(key);
            let moves = self.moves(&after);
            levels.push((after, moves, Some(m)));
        }
        Decision::Lost
    }

    /// Whether no sequence of moves makes progress; `None` if more than `most` positions are met.
    pub fn is_stuck(&self, start: &Position, most: usize) -> Option<bool> {
        let mut known = HashSet::from([self.key(start)]);
        let mut open = vec![start.clone()];
        while let Some(position) = open.pop() {
            for m in self.moves(&position) {
                let after = self.play(&position, m);
                if self.is_progress(start, &after) {
                    return Some(false);
                }
                if known.insert(self.key(&after)) {
                    if known.len() > most {
                        return None;
                    }
                    open.push(after);
                }
            }
        }
        Some(true)
    }

    /// Returns `true` if a position is progress compared with an earlier one: a card was turned up in a
    /// column; a card left the reserve, the stock and waste, or a cell that is never refilled; a foundation
    /// has a card that none had before; or the game is won.
    fn is_progress(&self, before: &Position, after: &Position) -> bool {
        let face_down = |at: &Position| at.columns.iter().map(|column| column.down).sum::<usize>();
        let in_cells = |at: &Position| at.cells.iter().flatten().count();
        let waiting = |at: &Position| at.stock.len() + at.waste.len();
        let up = |at: &Position, card: Card| at.foundations.iter().flatten().filter(|c| **c == card).count();
        let risen = || after.foundations.iter().flatten().any(|&card| up(after, card) > up(before, card));
        face_down(after) < face_down(before)
            || after.reserve.len() < before.reserve.len()
            || waiting(after) < waiting(before)
            || (!self.rules.cells_take && in_cells(after) < in_cells(before))
            || risen()
            || self.is_won(after)
    }

    /// The position in bytes, without what cannot matter: the order of the cells, of the foundations of equal
    /// suits, and of the columns once no row is left to deal; and the number of redeals if it is not limited.
    fn key(&self, position: &Position) -> Vec<u8> {
        let rules: &Rules = &self.rules;
        let mut key = Vec::with_capacity(64);
        if let Count::Of(_) = rules.redeals {
            key.extend(position.redeals_used.to_le_bytes());
        }
        let write = |key: &mut Vec<u8>, cards: &[Card]| {
            key.push(cards.len() as u8);
            key.extend(cards.iter().map(|card| card.index()));
        };
        for pile in [&position.stock, &position.waste, &position.reserve] {
            write(&mut key, pile);
        }
        let mut foundations: Vec<&Vec<Card>> = position.foundations.iter().collect();
        foundations.sort();
        for foundation in foundations {
            write(&mut key, foundation);
        }
        let mut cells = position.cells.clone();
        cells.sort();
        key.extend(cells.iter().map(|cell| cell.map_or(255, |card| card.index())));
        let mut columns: Vec<_> = position.columns.iter().collect();
        if !rules.stock.is_rows() || position.stock.is_empty() {
            columns.sort();
        }
        for column in columns {
            key.push(column.down as u8);
            write(&mut key, &column.cards);
        }
        key
    }

    /// Replays moves, each of which must be legal, and returns `true` if the game is won at the end.
    ///
    /// # Errors
    /// The number of the first illegal move.
    pub fn replay(&self, start: &Position, line: &[Move]) -> Result<bool, usize> {
        let mut position = start.clone();
        for (i, &m) in line.iter().enumerate() {
            let mut legal = false;
            self.each_move(&position, |other| {
                legal |= other == m;
                legal
            });
            if !legal {
                return Err(i);
            }
            position = self.play(&position, m);
        }
        Ok(self.is_won(&position))
    }
}

/// The result of brute force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// These moves win.
    Won(Vec<Move>),
    /// No moves win.
    Lost,
    /// There are too many positions.
    Undecided,
}
