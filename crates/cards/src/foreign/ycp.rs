//! The York College Klondike's deck.
//!
//! It does not know Klondike.

use super::java::JavaRandom;
use super::{NumberError, Pack, Top, suit_by_suit, within};
use crate::Suit;

/// The highest seed: Java's largest `long`.
pub const HIGHEST: u128 = i64::MAX as u128;

/// The seed the program itself always uses.
pub const ORIGINAL: u128 = 0x1234_5678;

/// The deck shuffled by seed; the LAST card is dealt first.
///
/// [Suit by suit](suit_by_suit) in the order clubs, diamonds, hearts, spades, shuffled as
/// [`JavaRandom::shuffle`] does.
///
/// # Errors
/// When the seed is out of range.
pub fn shuffle(seed: u128) -> Result<Pack, NumberError> {
    let seed = within(seed, 0, HIGHEST)? as i64;
    let mut pack = Pack::new(suit_by_suit(&Suit::ALL), Top::Back);
    JavaRandom::new(seed).shuffle(pack.cards.len(), |i, j| pack.swap(i, j));
    Ok(pack)
}

#[cfg(test)]
mod tests {
    use super::super::tests::cards;
    use super::*;
    use crate::Card;

    /// The column tops and the first main-deck card the program shows.
    fn shown(seed: u128) -> Vec<Card> {
        let dealt = shuffle(seed).unwrap().from_top();
        // Column i gets i cards in one go, the last of them face up.
        let mut next = 0;
        let mut shown: Vec<Card> = (1..=7)
            .map(|size| {
                next += size;
                dealt[next - 1]
            })
            .collect();
        shown.push(dealt[next]);
        shown
    }

    #[test]
    fn the_boards_it_prints() {
        for (seed, board) in [
            (ORIGINAL, "8D KS 10D 9H 6D 9C AS AH"),
            (1, "5D 9S KC 9D 5S 8S 5H 4S"),
            (2, "6S 2S 3S KH 4S QH JC KS"),
            (3, "6D JC 7H 8S 5D 10S 10C 2H"),
            (4, "4S 4C JS 8S KH QD 2H 5D"),
            (5, "3D QD KS 3S 7S 3H 10D 4C"),
            (6, "5S 4D JD 3D AD JS 3C AH"),
            (7, "4D 10H AD 10C 4H 8D 3S 5H"),
            (8, "2S 5H 7H JD 3S QS 2H KH"),
            (9, "AD 10S 5S 5D 3D QC 9H 10C"),
            (10, "3S 5S 6C 10H 4C AC KH QS"),
        ] {
            assert_eq!(shown(seed), cards(board), "seed {seed}");
        }
    }
}
