//! A list of cards with a fixed capacity, so that carrying out a line allocates nothing.

use std::ops::Deref;
use talon_cards::{Card, Rank, Suit};

/// The cards of a pile from bottom to top. It can be read as a slice.
#[derive(Copy, Clone, Debug)]
pub(super) struct CardList {
    cards: [Card; Card::COUNT],
    len: u8,
}

impl CardList {
    pub const EMPTY: CardList = CardList { cards: [Card::new(Rank::ACE, Suit::Clubs); Card::COUNT], len: 0 };

    pub fn of<'a>(cards: impl IntoIterator<Item = &'a Card>) -> CardList {
        let mut list = CardList::EMPTY;
        cards.into_iter().for_each(|card| list.push(*card));
        list
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

    /// Removes and returns the cards from a depth on.
    pub fn split_off(&mut self, depth: usize) -> CardList {
        let mut off = CardList::EMPTY;
        off.extend(&self[depth..]);
        self.len = depth as u8;
        off
    }
}

impl Deref for CardList {
    type Target = [Card];

    #[inline]
    fn deref(&self) -> &[Card] {
        &self.cards[..usize::from(self.len)]
    }
}
