//! A pile of cards kept in place, so that carrying a line out allocates nothing.

use cards::{Card, Rank, Suit};
use std::ops::Deref;

/// The cards of a pile, bottom to top; read it as a slice.
#[derive(Copy, Clone, Debug)]
pub(super) struct Stack {
    cards: [Card; Card::COUNT],
    len: u8,
}

impl Stack {
    pub const EMPTY: Stack = Stack { cards: [Card::new(Rank::ACE, Suit::Clubs); Card::COUNT], len: 0 };

    pub fn of<'a>(cards: impl IntoIterator<Item = &'a Card>) -> Stack {
        let mut stack = Stack::EMPTY;
        cards.into_iter().for_each(|card| stack.push(*card));
        stack
    }

    pub fn push(&mut self, card: Card) {
        self.cards[usize::from(self.len)] = card;
        self.len += 1;
    }

    pub fn extend(&mut self, cards: &[Card]) {
        let start = self.len();
        self.cards[start..start + cards.len()].copy_from_slice(cards);
        self.len += cards.len() as u8;
    }

    pub fn remove(&mut self, at: usize) -> Card {
        let card = self[at];
        self.cards.copy_within(at + 1..usize::from(self.len), at);
        self.len -= 1;
        card
    }

    /// Takes the cards from a depth on.
    pub fn split_off(&mut self, depth: usize) -> Stack {
        let mut off = Stack::EMPTY;
        off.extend(&self[depth..]);
        self.len = depth as u8;
        off
    }
}

impl Deref for Stack {
    type Target = [Card];

    #[inline]
    fn deref(&self) -> &[Card] {
        &self.cards[..usize::from(self.len)]
    }
}
