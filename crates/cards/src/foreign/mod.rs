//! How other programs shuffle: their random generators and their decks, exact to the bit.
//!
//! A number of another program names a deal only together with its generator, the order of its
//! unshuffled deck and its way to swap. Each file here knows these three facts about one program
//! (or the one generator several programs share) and proves them by check values in its tests. The
//! generators are small and must never change, so they are written out here and no random-number
//! crate is used.
//!
//! What is NOT known here: where a program puts the cards it deals. A [`Pack`] is the shuffled
//! deck and says at which end the first card is taken; the piles are the business of whoever knows
//! games.
//!
//! | module | program | generator |
//! |---|---|---|
//! | [`microsoft`] | Windows FreeCell and everything numbered like it | 31-bit linear congruential |
//! | [`kpat`] | KPatience | the same, wrapping at 32 bits |
//! | [`pysol`] | PySolFC | Microsoft's below 32000, Python's Mersenne Twister above |
//! | [`solvitaire`] | Solvitaire | Mersenne Twister |
//! | [`aisleriot`] | GNOME AisleRiot | GLib's Mersenne Twister |
//! | [`ucb`] | the Berkeley Canfield | `java.util.Random` |
//! | [`ycp`] | the York College Klondike | `java.util.Random` |
//! | [`pipkin`] | JSolitaire's Canfield | `java.util.Random` |

use crate::{Card, Rank, Suit};
use std::fmt;

pub mod aisleriot;
pub mod java;
pub mod kpat;
pub mod mersenne;
pub mod microsoft;
pub mod pipkin;
pub mod pysol;
pub mod solvitaire;
pub mod ucb;
pub mod ycp;

/// At which end of its list a program takes the first card.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Top {
    /// The first card of the list is dealt first.
    Front,
    /// The last card of the list is dealt first.
    Back,
}

/// A shuffled deck in the order in which the other program holds it, and how it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pack {
    /// The cards before the shuffle, in the program's own order.
    pub unshuffled: Vec<Card>,
    /// The places swapped, one pair after the other.
    pub swaps: Vec<(usize, usize)>,
    /// The shuffled cards in the program's own order.
    pub cards: Vec<Card>,
    /// Where the program starts to deal.
    pub top: Top,
}

impl Pack {
    fn new(cards: Vec<Card>, top: Top) -> Pack {
        Pack { unshuffled: cards.clone(), swaps: Vec::with_capacity(cards.len()), cards, top }
    }

    /// One step of a shuffle.
    fn swap(&mut self, i: usize, j: usize) {
        self.cards.swap(i, j);
        self.swaps.push((i, j));
    }

    /// The cards as they are dealt, the first one first.
    pub fn from_top(mut self) -> Vec<Card> {
        if self.top == Top::Back {
            self.cards.reverse();
        }
        self.cards
    }
}

/// A deal number the other program does not have.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct NumberError {
    /// The number asked for.
    pub number: u128,
    /// The program's lowest number.
    pub lowest: u128,
    /// The program's highest number.
    pub highest: u128,
}

impl fmt::Display for NumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "there is no deal {}: the numbers run from {} to {}",
            self.number, self.lowest, self.highest
        )
    }
}

impl std::error::Error for NumberError {}

/// `number`, if it lies in the range.
fn within(number: u128, lowest: u128, highest: u128) -> Result<u128, NumberError> {
    if (lowest..=highest).contains(&number) {
        Ok(number)
    } else {
        Err(NumberError { number, lowest, highest })
    }
}

/// An unshuffled deck suit by suit: all ranks of the first suit, ace first, then the next suit.
///
/// A suit may be named more than once: the one-suit deck of a program is often four times spades.
pub fn suit_by_suit(suits: &[Suit]) -> Vec<Card> {
    suits.iter().flat_map(|&suit| Rank::all().map(move |rank| Card::new(rank, suit))).collect()
}

/// An unshuffled deck rank by rank: all aces in the order of the suits, then the twos.
pub fn rank_by_rank(suits: &[Suit]) -> Vec<Card> {
    Rank::all().flat_map(|rank| suits.iter().map(move |&suit| Card::new(rank, suit))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Deck;

    /// Cards written the way people write them, for the check values of the programs.
    pub(super) fn cards(text: &str) -> Vec<Card> {
        text.split_whitespace().map(|word| word.parse().expect("a check value is made of cards")).collect()
    }

    #[test]
    fn every_program_shuffles_whole_decks() {
        let all = Suit::ALL;
        for number in [1, 2, 31_999, 999_999] {
            for pack in [
                microsoft::shuffle(number, rank_by_rank(&all)).unwrap(),
                pysol::shuffle(number, &pysol::SUITS, 1).unwrap(),
                kpat::shuffle(number, &all, 1).unwrap(),
                solvitaire::shuffle(number, 1).unwrap(),
                aisleriot::shuffle(number, suit_by_suit(&all)).unwrap(),
                ucb::Deals::new(number).unwrap().deal(),
                ycp::shuffle(number).unwrap(),
                pipkin::shuffle(number).unwrap(),
            ] {
                Deck::STANDARD.check(&pack.cards).unwrap();
                let mut again = pack.unshuffled.clone();
                pack.swaps.iter().for_each(|&(i, j)| again.swap(i, j));
                assert_eq!(again, pack.cards);
            }
            for pack in [
                pysol::shuffle(number, &pysol::SUITS, 2).unwrap(),
                kpat::shuffle(number, &all, 2).unwrap(),
                aisleriot::shuffle(number, suit_by_suit(&all).repeat(2)).unwrap(),
            ] {
                Deck::DOUBLE.check(&pack.cards).unwrap();
            }
        }
    }

    #[test]
    fn numbers_a_program_does_not_have_are_refused() {
        let error = pipkin::shuffle(1_000_000).unwrap_err();
        assert_eq!(error.to_string(), "there is no deal 1000000: the numbers run from 0 to 999999");
        let cards = rank_by_rank(&Suit::ALL);
        assert!(microsoft::shuffle(0, cards.clone()).is_err());
        assert!(microsoft::shuffle(1 << 33, cards).is_err());
        assert!(kpat::shuffle(0, &Suit::ALL, 1).is_err());
        assert!(kpat::shuffle(1 << 31, &Suit::ALL, 1).is_err());
        assert!(aisleriot::shuffle(1 << 32, suit_by_suit(&Suit::ALL)).is_err());
        assert!(solvitaire::shuffle(1 << 32, 1).is_err());
        for number in [1 << 63, u128::MAX] {
            assert!(ucb::Deals::new(number).is_err() && ycp::shuffle(number).is_err());
        }
        assert!(pysol::shuffle(100_000_000_000_000_000_000, &pysol::SUITS, 1).is_err());
        assert!(pysol::shuffle(99_999_999_999_999_999_999, &pysol::SUITS, 1).is_ok());
    }
}
