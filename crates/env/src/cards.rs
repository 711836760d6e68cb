//! The information-state tensor: a position as numbers from 0 to 1, a row for each card.

use crate::Sight;
use talon_cards::{Card, Deck};
use talon_rules::{Count, Pile, Rules, Table};

/// The information-state tensor of a game: everything that the player knows, as numbers from 0 to 1.
///
/// There is a row for each card of the deck, in the order of [`Card::index`], and the copies of a card have
/// rows that follow each other. A row has
///
/// * a number for each pile, in the order stock, waste, reserve, foundations, cells, columns: 1 for the pile
///   on which the card lies, otherwise 0;
/// * the number of cards below it on this pile, and the number of cards above it, each as a share of the deck;
/// * 1 if the player has not seen the card, which happens with [`Sight::All`] only.
///
/// The row of a card whose place the player does not know is 0. Copies of a card are in the order of their
/// piles, and on one pile from bottom to top.
///
/// After the rows follow, for each pile, the share of the deck that lies on it and the share that lies on it
/// unseen; then 1 for the base rank among all ranks, and the share of the redeals that is used (0 if they are
/// unlimited). The numbers determine the [`View`](talon_rules::View), which remembers every card that was ever
/// seen. So two histories with the same tensor leave the player with the same knowledge of the cards.
#[derive(Clone, Debug)]
pub struct Cards {
    deck: Deck,
    redeals: Count,
    piles: Vec<Pile>,
    /// The first row of each card, by its index.
    rows: [u8; Card::COUNT],
}

/// The numbers of a row after those for the piles.
const EXTRA: usize = 3;

impl Cards {
    /// The tensor of a game with these rules, which must be [valid](Rules::validate).
    pub fn new(rules: &Rules) -> Cards {
        let deck = rules.deck();
        let mut sorted = deck.cards();
        sorted.sort_unstable();
        let mut rows = [0; Card::COUNT];
        for (row, card) in sorted.iter().enumerate().rev() {
            rows[usize::from(card.index())] = row as u8;
        }
        Cards { deck, redeals: rules.redeals, piles: piles(rules), rows }
    }

    /// The number of rows: the number of cards.
    pub fn rows(&self) -> usize {
        self.deck.len()
    }

    /// The number of numbers in a row.
    pub fn columns(&self) -> usize {
        self.piles.len() + EXTRA
    }

    /// The number of numbers in the whole tensor.
    pub fn len(&self) -> usize {
        self.rows() * self.columns() + 2 * self.piles.len() + usize::from(self.deck.ranks) + 1
    }

    /// Returns `false`: every game has cards.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Writes the tensor of a position.
    ///
    /// # Panics
    /// If `to` is shorter than [`Cards::len`].
    pub fn write(&self, table: &Table, sight: Sight, to: &mut [f32]) {
        let to = &mut to[..self.len()];
        to.fill(0.0);
        let (rows, rest) = to.split_at_mut(self.rows() * self.columns());
        let share = 1.0 / self.deck.len() as f32;
        let mut next = self.rows;
        for (p, &pile) in self.piles.iter().enumerate() {
            let len = table.len(pile);
            let mut unseen = 0;
            for (i, (card, seen)) in table.cards(pile).zip(table.view().cards(pile)).enumerate() {
                unseen += usize::from(seen.is_none());
                if seen.is_none() && sight == Sight::Seen {
                    continue;
                }
                let row = &mut next[usize::from(card.index())];
                let numbers = &mut rows[usize::from(*row) * self.columns()..][..self.columns()];
                *row += 1;
                numbers[p] = 1.0;
                let extra = &mut numbers[self.piles.len()..];
                extra[0] = i as f32 * share;
                extra[1] = (len - 1 - i) as f32 * share;
                extra[2] = f32::from(u8::from(seen.is_none()));
            }
            rest[2 * p] = len as f32 * share;
            rest[2 * p + 1] = unseen as f32 * share;
        }
        let rest = &mut rest[2 * self.piles.len()..];
        rest[usize::from(table.base().number()) - 1] = 1.0;
        if let Count::Of(most) = self.redeals
            && most > 0
        {
            rest[usize::from(self.deck.ranks)] = f32::from(table.redeals_used()) / f32::from(most);
        }
    }
}

/// The piles of a game, in the order of [`Table::piles`].
fn piles(rules: &Rules) -> Vec<Pile> {
    crate::Places::new(rules).ranges().iter().map(|range| range.pile).collect()
}
