//! KPatience's numbered decks.
//!
//! It does not know KPatience's games, only that Spider's easier decks repeat suits.

use super::microsoft::MsRandom;
use super::{NumberError, Pack, Top, rank_by_rank, within};
use crate::Suit;

/// The highest number KPatience offers.
pub const HIGHEST: u128 = i32::MAX as u128;

/// The suits of the unshuffled deck.
pub const SUITS: [Suit; 4] = Suit::ALL;
/// The suits of Spider with two suits, in the places of the four.
pub const TWO_SUITS: [Suit; 4] = [Suit::Hearts, Suit::Spades, Suit::Hearts, Suit::Spades];
/// The suits of Spider with one suit, in the places of the four.
pub const ONE_SUIT: [Suit; 4] = [Suit::Spades; 4];

/// So many copies of a deck shuffled by number, 1 to 2³¹ − 1; the LAST card is dealt first.
///
/// Copy after copy [rank by rank](super::rank_by_rank) in the order of the suits, all shuffled at
/// once as [`MsRandom::shuffle`] does with the [plain](MsRandom::plain) generator.
///
/// # Errors
/// When the number is out of range.
pub fn shuffle(number: u128, suits: &[Suit], copies: usize) -> Result<Pack, NumberError> {
    let number = within(number, 1, HIGHEST)? as u32;
    let mut pack = Pack::new(rank_by_rank(suits).repeat(copies), Top::Back);
    MsRandom::plain(number).shuffle(pack.cards.len(), |i, j| pack.swap(i, j));
    Ok(pack)
}

#[cfg(test)]
mod tests {
    use super::super::tests::cards;
    use super::*;

    #[test]
    fn klondike_1268489590() {
        let cards_dealt = shuffle(1_268_489_590, &SUITS, 1).unwrap().from_top();
        // Dealt row by row, each row's first card stays face up: the column tops.
        let mut first = 0;
        let tops: Vec<_> = (0..7)
            .map(|row| {
                let top = cards_dealt[first];
                first += 7 - row;
                top
            })
            .collect();
        assert_eq!(tops, cards("QD 9D TH 3S KS 8H 8D"));
    }

    #[test]
    fn spider_with_two_suits_1434049638() {
        let cards_dealt = shuffle(1_434_049_638, &TWO_SUITS, 2).unwrap().from_top();
        // Card i goes to column i mod 10; the last ten of 54 are the tops.
        let tops: Vec<_> = [50, 51, 52, 53, 44, 45, 46, 47, 48, 49].map(|i| cards_dealt[i]).to_vec();
        assert_eq!(tops, cards("8H 4H KS KH AS TS 6H 6H AS 8H"));
    }
}
