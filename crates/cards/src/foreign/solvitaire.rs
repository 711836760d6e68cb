//! Solvitaire's seeded decks.
//!
//! It does not know which piles Solvitaire fills in which order.

use super::mersenne::Mersenne;
use super::{NumberError, Pack, Top, rank_by_rank, within};
use crate::Suit;

/// The highest seed: 32 bits.
pub const HIGHEST: u128 = u32::MAX as u128;

/// The suits of the unshuffled deck, in Solvitaire's order.
pub const SUITS: [Suit; 4] = [Suit::Clubs, Suit::Hearts, Suit::Spades, Suit::Diamonds];

/// So many copies of the deck shuffled by seed, 0 to 2³² − 1; the LAST card is dealt first.
///
/// The deck [rank by rank](rank_by_rank), copy after copy; then, for `i` from the last index down
/// to 1, swap `i` with [`Mersenne::below_by_buckets`]`(i + 1)`.
///
/// # Errors
/// When the seed is out of range.
pub fn shuffle(seed: u128, copies: usize) -> Result<Pack, NumberError> {
    let seed = within(seed, 0, HIGHEST)? as u32;
    let mut pack = Pack::new(rank_by_rank(&SUITS).repeat(copies), Top::Back);
    let mut random = Mersenne::new(seed);
    for i in (1..pack.cards.len()).rev() {
        pack.swap(i, random.below_by_buckets(i as u32 + 1) as usize);
    }
    Ok(pack)
}

#[cfg(test)]
mod tests {
    use super::super::tests::cards;
    use super::*;

    #[test]
    fn canfield_seeds_1_and_2() {
        // Dealt from the back: the stock (its last card on top), the reserve, the columns, the base.
        let list = shuffle(1, 1).unwrap().cards;
        assert_eq!(list[..5], cards("JD AH KH JH 9H"));
        assert_eq!(list[5..18], cards("2C 6D 8D 7H 7S JC 8S 5H 8C KD AS TD JS"));
        assert_eq!(list[18..24], cards("8H 3C 5D 9D 4C QD"));
        assert_eq!(shuffle(2, 1).unwrap().cards[..5], cards("2D 8C 8H TH 9C"));
    }
}
