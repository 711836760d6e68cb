//! The deck of JSolitaire's Canfield, numbered by its game number.
//!
//! It does not know Canfield.

use super::java::JavaRandom;
use super::{NumberError, Pack, Top, rank_by_rank, within};
use crate::Suit;

/// The highest game number.
pub const HIGHEST: u128 = 999_999;

/// The suits of the unshuffled deck, in the program's order.
pub const SUITS: [Suit; 4] = [Suit::Spades, Suit::Clubs, Suit::Hearts, Suit::Diamonds];

/// The deck shuffled by game number, 0 to 999999; the FIRST card is dealt first.
///
/// The deck [rank by rank](rank_by_rank); then, for `i` from 0 to 51, swap `i` with
/// `i + |nextInt()| mod (52 − i)`, [`JavaRandom::next_int`] being Java's 32 bits with a sign. In
/// Java the smallest number has no absolute value; none of the million games draws it.
///
/// # Errors
/// When the number is out of range.
pub fn shuffle(number: u128) -> Result<Pack, NumberError> {
    let seed = within(number, 0, HIGHEST)? as i64;
    let mut pack = Pack::new(rank_by_rank(&SUITS), Top::Front);
    let mut random = JavaRandom::new(seed);
    let count = pack.cards.len();
    for i in 0..count {
        let draw = random.next_int().unsigned_abs() as usize;
        pack.swap(i, i + draw % (count - i));
    }
    Ok(pack)
}

#[cfg(test)]
mod tests {
    use super::super::tests::cards;
    use super::*;

    #[test]
    fn check_values_of_a_java_machine() {
        // The first and the last thirteen cards, from the shuffle above written in Java.
        for (number, first, last) in [
            (0, "4S KS 3H TH QH KC TD KH 8H 4D 7D QS 2H", "7S 5D QC 3C 4C 5S 7C AS JS 9H TC 6S 6H"),
            (1, "4C 6C QD AD 9S 8C 4D 9D 8D 7H KS 2S 9H", "TC 7D 5C 9C QH 5H JS 3S 3H 2C 2H 6H 2D"),
            (42, "QD JC KD 5S JS 2H 5C AH 4H JH 6C 8H QC", "4C TS 7H 3H TC QH 7D 6S JD AD 2S KC 4D"),
            (12_345, "5H 2C 5S TC 2H QD 8C AH 4D KH 7H JH 9S", "KS JS 8H KC 7S 2S 5D QH 8S JD 7D TD 9D"),
            (999_999, "KH 9C JS JD 3H TD KC 3S AD 7D 5D 5C 2D", "AS 8D KS TC TH AH 5S 7C QH 9H JC QC 4D"),
        ] {
            let pack = shuffle(number).unwrap();
            assert_eq!(pack.top, Top::Front);
            assert_eq!(pack.cards[..13], cards(first), "game {number}");
            assert_eq!(pack.cards[39..], cards(last), "game {number}");
        }
    }
}
