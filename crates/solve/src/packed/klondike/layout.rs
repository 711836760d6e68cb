//! The order of cards in a word, chosen so that building down is a shift.
//!
//! Four bits a rank. Two cards of one rank and colour, *twins*, are neighbours, and the colour
//! of the lower two bits alternates from rank to rank: the two cards a card may lie on sit
//! exactly four bits higher. Knows nothing of piles.

use cards::{Card, Color, Rank, Suit};

/// The lower bit of every pair of twins.
pub(super) const EVEN: u64 = 0x5555_5555_5555_5555;
/// The lower pair of every rank.
const LOW: u64 = 0x3333_3333_3333_3333;
/// The higher pair of every rank.
const HIGH: u64 = 0xCCCC_CCCC_CCCC_CCCC;

/// The cards of each foundation.
pub(super) const SUITS: [u64; 4] =
    [0x1_4141_4141_4141, 0x2_8282_8282_8282, 0x4_1414_1414_1414, 0x8_2828_2828_2828];

/// The bit number of a card.
pub(super) fn bit(card: Card) -> u8 {
    let rank = card.rank().number() - 1;
    let (colour, twin) = match card.suit() {
        Suit::Clubs => (0, 0),
        Suit::Spades => (0, 1),
        Suit::Diamonds => (1, 0),
        Suit::Hearts => (1, 1),
    };
    debug_assert_eq!(colour == 1, card.color() == Color::Red);
    rank * 4 + (colour ^ (rank & 1)) * 2 + twin
}

/// The card of a bit number.
pub(super) fn card(bit: u8) -> Card {
    let rank = bit / 4;
    let suit = match ((bit >> 1 & 1) ^ (rank & 1), bit & 1) {
        (0, 0) => Suit::Clubs,
        (0, _) => Suit::Spades,
        (_, 0) => Suit::Diamonds,
        _ => Suit::Hearts,
    };
    Card::new(Rank::new(rank + 1).expect("bits of cards are below 52"), suit)
}

/// The foundation of a bit number as 0 to 3: colour times two plus twin.
#[inline]
pub(super) fn foundation(bit: u8) -> u32 {
    u32::from((bit >> 1 & 1) ^ (bit >> 2 & 1)) * 2 + u32::from(bit & 1)
}

/// The next higher card of the suit of each card.
#[inline]
pub(super) fn higher(cards: u64) -> u64 {
    (cards << 6 & HIGH) | (cards << 2 & LOW)
}

/// The next lower card of the suit of each card.
#[inline]
pub(super) fn lower(cards: u64) -> u64 {
    (cards >> 6 & LOW) | (cards >> 2 & HIGH)
}

/// Both twins of every pair of which the lower bit is set.
#[inline]
pub(super) fn pairs(even: u64) -> u64 {
    even | even << 1
}

/// The pairs of which at least one card is there, as lower bits.
#[inline]
pub(super) fn any(cards: u64) -> u64 {
    (cards | cards >> 1) & EVEN
}

/// The pairs of which both cards are there, as lower bits.
#[inline]
pub(super) fn both(cards: u64) -> u64 {
    cards & cards >> 1 & EVEN
}

/// Exchanges the two pairs of every rank: the other colour.
#[inline]
pub(super) fn other_colour(cards: u64) -> u64 {
    (cards << 2 & HIGH) | (cards >> 2 & LOW)
}

/// The bit numbers of a set, lowest first.
#[derive(Copy, Clone)]
pub(super) struct Bits(pub(super) u64);

impl Iterator for Bits {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suits_are_the_foundations() {
        for bit in 0..52 {
            assert!(SUITS[foundation(bit) as usize] >> bit & 1 == 1);
        }
        assert_eq!(SUITS.iter().map(|suit| suit.count_ones()).sum::<u32>(), 52);
    }

    #[test]
    fn shifts_are_the_rules() {
        for one in Card::all() {
            assert_eq!(card(bit(one)), one);
            for two in Card::all() {
                let (a, b) = (1u64 << bit(one), 1u64 << bit(two));
                let step = one.rank().number() + 1 == two.rank().number();
                let builds = step && one.color() != two.color();
                assert_eq!(pairs(any(a)) << 4 & b != 0, builds, "{one} on {two}");
                let twins = one.rank() == two.rank() && one.color() == two.color();
                assert_eq!(pairs(any(a)) & b != 0, twins);
                let follows = step && one.suit() == two.suit();
                assert_eq!(higher(a) & b != 0, follows);
                assert_eq!(lower(b) & a != 0, follows);
                let across = one.rank() == two.rank() && one.color() != two.color();
                assert_eq!(other_colour(pairs(any(a))) & b != 0, across);
                assert_eq!(foundation(bit(one)) == foundation(bit(two)), one.suit() == two.suit());
            }
        }
    }
}
