//! From steps back to moves at the table.

use super::game::{BOTTOM, CELL, UP};
use super::moves::Step;
use talon_rules::{Move, Pile, Table};

/// The moves of these steps; `None` if they are not possible, which would be a bug.
pub fn moves(table: &Table, steps: &[Step]) -> Option<Vec<Move>> {
    let mut piles = Piles::new(table);
    let mut line = Vec::with_capacity(steps.len());
    for &step in steps {
        line.push(piles.play(step)?);
    }
    Some(line)
}

/// Where the cards lie, by pile.
struct Piles {
    columns: Vec<Vec<u8>>,
    cells: Vec<Option<u8>>,
    /// The foundation of each suit, if it is known.
    foundations: [Option<u8>; 4],
    /// The foundations that have no suit yet.
    vacant: Vec<u8>,
    /// The cards that are being moved.
    moving: Vec<u8>,
}

impl Piles {
    fn new(table: &Table) -> Piles {
        let rules = table.rules();
        let mut foundations = [None; 4];
        let mut vacant = Vec::new();
        for f in 0..rules.foundations() {
            let started = table.top(Pile::Foundation(f)).map(|card| card.suit());
            match started.or(rules.foundation_suit(f)) {
                Some(suit) => foundations[usize::from(suit.index())] = Some(f),
                None => vacant.push(f),
            }
        }
        vacant.reverse();
        let column = |c| {
            let mut column = Vec::with_capacity(20);
            column.extend(table.cards(Pile::Column(c)).map(|card| card.index()));
            column
        };
        Piles {
            columns: (0..rules.columns).map(column).collect(),
            cells: (0..rules.cells)
                .map(|cell| table.top(Pile::Cell(cell)).map(|card| card.index()))
                .collect(),
            foundations,
            vacant,
            moving: Vec::with_capacity(20),
        }
    }

    /// Plays a step, and returns it as a move.
    fn play(&mut self, step: Step) -> Option<Move> {
        let from = self.find(step.card)?;
        let to = match step.to {
            UP => Pile::Foundation(self.foundation(step.card & 3)?),
            CELL => Pile::Cell(self.cells.iter().position(Option::is_none)? as u8),
            BOTTOM => Pile::Column(self.columns.iter().position(Vec::is_empty)? as u8),
            host => Pile::Column(self.columns.iter().position(|column| column.last() == Some(&host))? as u8),
        };
        self.moving.clear();
        match from {
            Pile::Column(c) => {
                let column = &mut self.columns[usize::from(c)];
                let at = column.iter().rposition(|&card| card == step.card)?;
                self.moving.extend(column.drain(at..));
            }
            Pile::Cell(cell) => self.moving.extend(self.cells[usize::from(cell)].take()),
            _ => return None,
        }
        let count = self.moving.len() as u8;
        match to {
            Pile::Column(c) => self.columns[usize::from(c)].extend(&self.moving),
            Pile::Cell(cell) => self.cells[usize::from(cell)] = Some(step.card),
            _ => {}
        }
        Some(Move::Carry { from, to, count })
    }

    fn find(&self, card: u8) -> Option<Pile> {
        if let Some(cell) = self.cells.iter().position(|&held| held == Some(card)) {
            return Some(Pile::Cell(cell as u8));
        }
        self.columns.iter().position(|column| column.contains(&card)).map(|c| Pile::Column(c as u8))
    }

    fn foundation(&mut self, suit: u8) -> Option<u8> {
        let known = &mut self.foundations[usize::from(suit)];
        if known.is_none() {
            *known = self.vacant.pop();
        }
        *known
    }
}
