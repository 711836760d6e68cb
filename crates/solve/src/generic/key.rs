//! The key of a position: a short byte string that only equivalent positions of the same search share.
//!
//! It is shorter than [`Table::key`] because the start of the search is known. A pile whose cards never change
//! their order (face-down cards, the reserve, rows of the stock and, if the deck has no copies, the cards of stock
//! and waste) is written as its length: it has the cards that lie nowhere else. Columns without face-down cards,
//! cells and foundations are interchangeable and are written in a fixed order, except for columns while rows are
//! left to deal.

use super::columns::Column;
use super::game::Game;
use talon_rules::{Count, Goal, Pile, Sizes, Table};

/// Stands for an empty cell and for the end of a pile.
const END: u8 = 0xff;

/// Writes keys, and keeps its buffer.
pub struct KeyWriter {
    key: Vec<u8>,
}

impl KeyWriter {
    /// A writer with room for every key.
    pub fn new() -> KeyWriter {
        KeyWriter { key: Vec::with_capacity(256) }
    }

    /// The key of a position, whose columns are given as well.
    pub fn write(&mut self, game: &Game, table: &Table, columns: &[Column]) -> &[u8] {
        let rules = &game.rules;
        let key = &mut self.key;
        key.clear();
        if let Count::Of(1..) = rules.redeals {
            // No more redeals are used than the rules allow, and that number is a byte.
            key.push(table.redeals_used() as u8);
        }
        foundations(game, table, key);
        if rules.cells > 0 {
            let mut cells = [END; 8];
            for cell in 0..rules.cells {
                if let Some(card) = table.top(Pile::Cell(cell)) {
                    cells[usize::from(cell)] = card.index();
                }
            }
            let used = &mut cells[..usize::from(rules.cells)];
            used.sort_unstable();
            // Empty cells come last. The first of them, or the number of cells, ends the list.
            for &card in used.iter() {
                key.push(card);
                if card == END {
                    break;
                }
            }
        }
        if rules.reserve > 0 {
            key.push(table.len(Pile::Reserve) as u8);
        }
        if rules.stock.is_rows() {
            key.push(table.len(Pile::Stock) as u8);
        } else if rules.has_waste() && !game.prunings.open_stock {
            if game.lists_stock {
                key.extend(table.cards(Pile::Stock).map(|card| card.index()));
                key.push(END);
                key.extend(table.cards(Pile::Waste).map(|card| card.index()));
                key.push(END);
            } else {
                key.push(table.len(Pile::Waste) as u8);
            }
        }
        self.write_columns(game, table, columns);
        &self.key
    }

    /// Writes the columns: from left to right while rows are left to deal, and in a fixed order after that.
    fn write_columns(&mut self, game: &Game, table: &Table, columns: &[Column]) {
        if game.rows_left(table) {
            for column in columns {
                self.key.extend_from_slice(column.key());
            }
            return;
        }
        // The first bytes of two columns differ unless the deck has copies, or both columns are empty and
        // therefore equal.
        let mut order = [0u16; Sizes::MOST];
        let order = &mut order[..columns.len()];
        for (c, column) in columns.iter().enumerate() {
            order[c] = u16::from(column.key()[0]) << 8 | c as u16;
        }
        order.sort_unstable();
        if game.rules.copies > 1 {
            order.sort_by_key(|&entry| columns[usize::from(entry & 0xff)].key());
        }
        for &entry in order.iter() {
            self.key.extend_from_slice(columns[usize::from(entry & 0xff)].key());
        }
    }
}

/// Writes the foundations, whose order does not matter.
fn foundations(game: &Game, table: &Table, key: &mut Vec<u8>) {
    let rules = &game.rules;
    let count = usize::from(rules.foundations());
    if rules.goal == Goal::RunsStay {
        return;
    }
    if rules.goal == Goal::Foundations && rules.copies == 1 {
        let mut heights = 0u16;
        for f in 0..rules.foundations() {
            if let Some(top) = table.top(Pile::Foundation(f)) {
                heights |= (table.len(Pile::Foundation(f)) as u16) << (4 * top.suit().index());
            }
        }
        key.extend(heights.to_le_bytes());
        return;
    }
    let mut entries = [0u8; 8];
    for (f, entry) in entries[..count].iter_mut().enumerate() {
        let pile = Pile::Foundation(f as u8);
        if let Some(top) = table.top(pile) {
            *entry = top.suit().index() << 4 | table.len(pile) as u8;
        }
    }
    entries[..count].sort_unstable();
    key.extend(&entries[..count]);
}
