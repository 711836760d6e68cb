//! A position as a short byte string that no other position of the same search has.
//!
//! Shorter than [`Table::key`] because the start is known: what never changes its order (hidden cards,
//! reserve, rows of the stock, with single copies also the turned cards) is told by its length, the
//! cards that lie nowhere else being there. Columns without hidden cards, cells and foundations are
//! interchangeable and written in a fixed order; columns are not while rows are still to be dealt.

use super::columns::Column;
use super::facts::Facts;
use rules::{Count, Goal, Pile, Sizes, Table};

/// An empty cell, and the end of a spelt-out pile.
const END: u8 = 0xff;

/// Writes codes; keeps its buffers.
pub struct Coder {
    code: Vec<u8>,
}

impl Coder {
    /// A coder with room for every position.
    pub fn new() -> Coder {
        Coder { code: Vec::with_capacity(256) }
    }

    /// The code of a position.
    pub fn write(&mut self, facts: &Facts, table: &Table, columns: &[Column]) -> &[u8] {
        let rules = &facts.rules;
        let code = &mut self.code;
        code.clear();
        if let Count::Of(1..) = rules.redeals {
            // `Of` holds a byte, and no more redeals than it are used.
            code.push(table.redeals_used() as u8);
        }
        foundations(facts, table, code);
        if rules.cells > 0 {
            let mut cells = [END; 8];
            for cell in 0..rules.cells {
                if let Some(card) = table.top(Pile::Cell(cell)) {
                    cells[usize::from(cell)] = card.index();
                }
            }
            let used = &mut cells[..usize::from(rules.cells)];
            used.sort_unstable();
            // Empty cells come last; the first of them, or the number of cells, ends the list.
            for &card in used.iter() {
                code.push(card);
                if card == END {
                    break;
                }
            }
        }
        if rules.reserve > 0 {
            code.push(table.len(Pile::Reserve) as u8);
        }
        if rules.stock.is_rows() {
            code.push(table.len(Pile::Stock) as u8);
        } else if rules.has_waste() && !facts.free_stock {
            if facts.spell_stock {
                code.extend(table.cards(Pile::Stock).map(|card| card.index()));
                code.push(END);
                code.extend(table.cards(Pile::Waste).map(|card| card.index()));
                code.push(END);
            } else {
                code.push(table.len(Pile::Waste) as u8);
            }
        }
        self.write_columns(facts, table, columns);
        &self.code
    }

    /// Columns in a fixed order; in their places while rows are still to be dealt.
    fn write_columns(&mut self, facts: &Facts, table: &Table, columns: &[Column]) {
        if facts.rows_left(table) {
            for column in columns {
                self.code.extend_from_slice(column.code());
            }
            return;
        }
        // The first byte decides unless there are twins among the cards, or columns are empty and
        // so equal anyway.
        let mut order = [0u16; Sizes::MOST];
        let order = &mut order[..columns.len()];
        for (c, column) in columns.iter().enumerate() {
            order[c] = u16::from(column.code()[0]) << 8 | c as u16;
        }
        order.sort_unstable();
        if facts.rules.copies > 1 {
            order.sort_by_key(|&entry| columns[usize::from(entry & 0xff)].code());
        }
        for &entry in order.iter() {
            self.code.extend_from_slice(columns[usize::from(entry & 0xff)].code());
        }
    }
}

fn foundations(facts: &Facts, table: &Table, code: &mut Vec<u8>) {
    let rules = &facts.rules;
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
        code.extend(heights.to_le_bytes());
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
    code.extend(&entries[..count]);
}
