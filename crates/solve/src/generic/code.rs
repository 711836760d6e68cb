//! A position as a short byte string that no other position of the same search has.
//!
//! Shorter than [`Table::key`] because the start is known: what never changes its order (hidden cards,
//! reserve, rows of the stock, with single copies also the turned cards) is told by its length, the
//! cards that lie nowhere else being there. Columns without hidden cards, cells and foundations are
//! interchangeable and written in a fixed order; columns are not while rows are still to be dealt.

use super::facts::Facts;
use rules::{Count, Goal, Pile, Table};

/// Marks the last card of a column.
const LAST: u8 = 0x40;
/// An empty column.
const EMPTY: u8 = 0x7f;
/// Marks a column that keeps its place because it has hidden cards.
const HIDDEN: u8 = 0x80;
/// An empty cell, and the end of a spelt-out pile.
const END: u8 = 0xff;

/// Writes codes; keeps its buffers.
pub struct Coder {
    code: Vec<u8>,
    columns: Vec<u8>,
    /// For each column, where it begins and ends in `columns`.
    spans: Vec<(u16, u16)>,
}

impl Coder {
    /// A coder with room for every position.
    pub fn new() -> Coder {
        Coder {
            code: Vec::with_capacity(256),
            columns: Vec::with_capacity(256),
            spans: Vec::with_capacity(20),
        }
    }

    /// The code of a position.
    pub fn write(&mut self, facts: &Facts, table: &Table) -> &[u8] {
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
        self.write_columns(facts, table);
        &self.code
    }

    fn write_columns(&mut self, facts: &Facts, table: &Table) {
        self.columns.clear();
        self.spans.clear();
        let in_place = facts.rows_left(table);
        for c in 0..facts.rules.columns {
            let pile = Pile::Column(c);
            let first = self.columns.len();
            let down = table.face_down(pile);
            if down > 0 {
                self.columns.push(HIDDEN | c);
                self.columns.push(down as u8);
            }
            let len = table.len(pile);
            if len == 0 {
                self.columns.push(EMPTY);
            } else {
                self.columns.extend(table.cards(pile).skip(down).map(|card| card.index()));
                if let Some(last) = self.columns.last_mut() {
                    *last |= LAST;
                }
            }
            self.spans.push((first as u16, self.columns.len() as u16));
        }
        let columns = &self.columns;
        if !in_place {
            self.spans.sort_unstable_by(|a, b| {
                columns[usize::from(a.0)..usize::from(a.1)].cmp(&columns[usize::from(b.0)..usize::from(b.1)])
            });
        }
        for &(first, end) in &self.spans {
            self.code.extend_from_slice(&columns[usize::from(first)..usize::from(end)]);
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
