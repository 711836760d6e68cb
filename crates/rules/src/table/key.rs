//! A position written as bytes, so that two positions are the same game exactly when the bytes are.

use super::*;
use crate::{Count, Stock};

/// Ends a pile in a key; no card is written like this.
const END: u8 = 0xff;
/// Marks a face-down card in a key.
const DOWN: u8 = 0x40;

impl Table {
    /// Writes the canonical key: equal keys, by the same rules and base rank, mean that the same
    /// games can follow.
    ///
    /// It is injective up to what cannot matter: the order of columns (where no row is still to be
    /// dealt), of cells and of foundations, the redeals used where they are unlimited, and what the
    /// player has seen.
    pub fn key(&self, key: &mut Vec<u8>) {
        let rules = &self.plan.rules;
        key.clear();
        if let Count::Of(_) = rules.redeals {
            key.extend(self.redeals_used.to_le_bytes());
        }
        // A foundation is its suit and height; sorted, because they are interchangeable.
        let mut foundations = [0u8; 8];
        for (f, entry) in foundations.iter_mut().enumerate() {
            if let Some(top) = self.top_at(FOUNDATION + f) {
                *entry = top.suit().index() << 6 | self.len[FOUNDATION + f];
            }
        }
        foundations.sort_unstable();
        key.extend(&foundations[8 - usize::from(rules.foundations())..]);
        if rules.cells > 0 {
            let mut cells = [END; 8];
            for (cell, entry) in cells.iter_mut().enumerate() {
                if let Some(&card) = self.pile(CELL + cell).first() {
                    *entry = card;
                }
            }
            cells.sort_unstable();
            key.extend(&cells[..usize::from(rules.cells)]);
        }
        if rules.reserve > 0 {
            self.write(RESERVE, 0, key);
        }
        if rules.stock != Stock::None {
            self.write(STOCK, 0, key);
        }
        if rules.has_waste() {
            self.write(WASTE, 0, key);
        }
        let columns = usize::from(rules.columns);
        let mut order: [u8; COLUMNS] = std::array::from_fn(|c| c as u8);
        if !rules.stock.is_rows() || self.len[STOCK] == 0 {
            order[..columns].sort_unstable_by(|&a, &b| {
                let (a, b) = (usize::from(a), usize::from(b));
                (self.pile(COLUMN + a), self.down[a]).cmp(&(self.pile(COLUMN + b), self.down[b]))
            });
        }
        for &c in &order[..columns] {
            self.write(COLUMN + usize::from(c), self.down[usize::from(c)], key);
        }
    }

    fn write(&self, pile: usize, down: u8, key: &mut Vec<u8>) {
        let cards = self.pile(pile);
        key.extend(cards.iter().enumerate().map(|(i, &card)| {
            let down = if i < usize::from(down) { DOWN } else { 0 };
            card & CARD | down
        }));
        key.push(END);
    }
}
