//! The canonical key of a position: positions with equal keys can be continued in the same ways.

use super::*;
use crate::{Count, Stock};

/// The end of a pile in a key. No card is written as this byte.
const END: u8 = 0xff;
/// The mark of a face-down card in a key.
const DOWN: u8 = 0x40;

impl Table {
    /// Writes the canonical key of the position: under the same rules and base rank, positions with equal
    /// keys can be continued in the same ways.
    ///
    /// The key determines the position except for what cannot matter: the order of the cells, of the
    /// foundations and, if no row is left to deal, of the columns; the number of redeals used if they are
    /// unlimited; and which cards the player has seen.
    pub fn key(&self, key: &mut Vec<u8>) {
        let rules = &self.plan.rules;
        key.clear();
        if let Count::Of(_) = rules.redeals {
            key.extend(self.redeals_used.to_le_bytes());
        }
        // A foundation is determined by its suit and height. Their order does not matter.
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
