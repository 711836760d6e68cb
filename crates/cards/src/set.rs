//! Sets of cards, stored in one 64-bit word.

use crate::{Card, Rank, Suit};
use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Sub};

/// A set of cards. Each card is in the set or not; copies of a card are not counted.
///
/// Bit [`Card::index`] of the word stands for the card.
#[derive(Copy, Clone, Default, PartialEq, Eq, Hash)]
pub struct CardSet(u64);

impl CardSet {
    /// The empty set.
    pub const EMPTY: CardSet = CardSet(0);
    /// The set of all 52 cards.
    pub const ALL: CardSet = CardSet((1 << 52) - 1);

    /// The set with these bits. Bits 52 and above are ignored.
    #[inline]
    pub const fn from_bits(bits: u64) -> CardSet {
        CardSet(bits & Self::ALL.0)
    }

    /// The bits of the set; bit [`Card::index`] stands for the card.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set that contains only this card.
    #[inline]
    pub const fn of(card: Card) -> CardSet {
        CardSet(1 << card.index())
    }

    /// The set of all cards of a rank.
    #[inline]
    pub const fn of_rank(rank: Rank) -> CardSet {
        CardSet(0b1111 << ((rank.number() - 1) * 4))
    }

    /// The set of all cards of a suit.
    #[inline]
    pub const fn of_suit(suit: Suit) -> CardSet {
        CardSet(0x1_1111_1111_1111 << suit.index())
    }

    /// Returns `true` if the set contains the card.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.index() & 1 != 0
    }

    /// Adds a card. Returns `true` if it was not in the set before.
    #[inline]
    pub const fn insert(&mut self, card: Card) -> bool {
        let fresh = !self.contains(card);
        self.0 |= 1 << card.index();
        fresh
    }

    /// Removes a card. Returns `true` if it was in the set.
    #[inline]
    pub const fn remove(&mut self, card: Card) -> bool {
        let there = self.contains(card);
        self.0 &= !(1 << card.index());
        there
    }

    /// The number of cards in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns `true` if the set contains no card.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl BitAnd for CardSet {
    type Output = CardSet;
    #[inline]
    fn bitand(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }
}

impl BitOr for CardSet {
    type Output = CardSet;
    #[inline]
    fn bitor(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }
}

impl BitOrAssign for CardSet {
    #[inline]
    fn bitor_assign(&mut self, other: CardSet) {
        self.0 |= other.0;
    }
}

impl Sub for CardSet {
    type Output = CardSet;
    #[inline]
    fn sub(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }
}

impl Not for CardSet {
    type Output = CardSet;
    #[inline]
    fn not(self) -> CardSet {
        CardSet::ALL - self
    }
}

/// An iterator over the cards of a set in ascending order of [`Card::index`].
pub struct Cards(u64);

impl Iterator for Cards {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        if self.0 == 0 {
            return None;
        }
        let index = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Card::from_index(index)
    }
}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = Cards;

    #[inline]
    fn into_iter(self) -> Cards {
        Cards(self.0)
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        cards.into_iter().fold(CardSet::EMPTY, |set, card| set | CardSet::of(card))
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_and_suits_divide_the_deck() {
        let mut seen = CardSet::EMPTY;
        for rank in Rank::all() {
            for suit in Suit::ALL {
                let both = CardSet::of_rank(rank) & CardSet::of_suit(suit);
                assert_eq!(both, CardSet::of(Card::new(rank, suit)));
                seen |= both;
            }
        }
        assert_eq!(seen, CardSet::ALL);
        assert_eq!(!seen, CardSet::EMPTY);
        assert_eq!(seen.into_iter().collect::<CardSet>(), seen);
        assert_eq!(seen.len(), 52);
    }

    #[test]
    fn insert_and_remove_report_a_change() {
        let card = Card::from_index(17).unwrap();
        let mut set = CardSet::EMPTY;
        assert!(set.insert(card) && !set.insert(card));
        assert!(set.remove(card) && !set.remove(card));
        assert!(set.is_empty());
    }
}
