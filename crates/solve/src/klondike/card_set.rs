//! Sets of cards as 64-bit numbers, in an order of the cards that makes building in columns a shift.
//!
//! Each rank takes four bits. Two cards of the same rank and colour, called *twins*, are neighbours. Which
//! colour takes the lower two bits alternates from rank to rank, so that the two cards on which a card may be
//! laid are exactly four bits higher.

use talon_cards::{Card, Color, Rank, Suit};

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

/// The foundation of a bit number, 0 to 3: twice the colour plus the twin.
#[inline]
pub(super) fn foundation(bit: u8) -> u32 {
    u32::from((bit >> 1 & 1) ^ (bit >> 2 & 1)) * 2 + u32::from(bit & 1)
}

/// For every card of the set, the next higher card of its suit.
#[inline]
pub(super) fn higher(cards: u64) -> u64 {
    (cards << 6 & HIGH) | (cards << 2 & LOW)
}

/// For every card of the set, the next lower card of its suit.
#[inline]
pub(super) fn lower(cards: u64) -> u64 {
    (cards >> 6 & LOW) | (cards >> 2 & HIGH)
}

/// Both twins of every pair, given by its lower bit.
#[inline]
pub(super) fn pairs(even: u64) -> u64 {
    even | even << 1
}

/// The lower bits of the pairs of which at least one card is in the set.
#[inline]
pub(super) fn any(cards: u64) -> u64 {
    (cards | cards >> 1) & EVEN
}

/// The lower bits of the pairs of which both cards are in the set.
#[inline]
pub(super) fn both(cards: u64) -> u64 {
    cards & cards >> 1 & EVEN
}

/// Both cards of every pair of which at least one is in the set.
#[inline]
pub(super) fn with_twins(cards: u64) -> u64 {
    pairs(any(cards))
}

/// The cards that may be laid on some card of the set.
#[inline]
pub(super) fn guests(cards: u64) -> u64 {
    with_twins(cards) >> 4
}

/// The cards on which some card of the set may be laid.
#[inline]
pub(super) fn hosts(cards: u64) -> u64 {
    with_twins(cards) << 4
}

/// Exchanges the two pairs of every rank, and so the colours.
#[inline]
pub(super) fn other_colour(cards: u64) -> u64 {
    (cards << 2 & HIGH) | (cards >> 2 & LOW)
}

/// The bit numbers of a set, the lowest first.
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
    fn suits_are_foundations() {
        for bit in 0..52 {
            assert!(SUITS[foundation(bit) as usize] >> bit & 1 == 1);
        }
        assert_eq!(SUITS.iter().map(|suit| suit.count_ones()).sum::<u32>(), 52);
    }

    #[test]
    fn shifts_follow_the_rules() {
        for one in Card::all() {
            assert_eq!(card(bit(one)), one);
            for two in Card::all() {
                let (a, b) = (1u64 << bit(one), 1u64 << bit(two));
                let step = one.rank().number() + 1 == two.rank().number();
                let builds = step && one.color() != two.color();
                assert_eq!(hosts(a) & b != 0, builds, "{one} on {two}");
                assert_eq!(guests(b) & a != 0, builds, "{one} on {two}");
                let twins = one.rank() == two.rank() && one.color() == two.color();
                assert_eq!(with_twins(a) & b != 0, twins);
                let follows = step && one.suit() == two.suit();
                assert_eq!(higher(a) & b != 0, follows);
                assert_eq!(lower(b) & a != 0, follows);
                let across = one.rank() == two.rank() && one.color() != two.color();
                assert_eq!(other_colour(with_twins(a)) & b != 0, across);
                assert_eq!(foundation(bit(one)) == foundation(bit(two)), one.suit() == two.suit());
            }
        }
    }
}
