//! PySolFC's numbered decks.
//!
//! It does not know PySolFC's games, nor the cards some of them put aside after the shuffle.

use super::mersenne::Mersenne;
use super::microsoft::{self, MsRandom};
use super::{NumberError, Pack, Top, rank_by_rank, suit_by_suit, within};
use crate::{Card, Suit};

/// The highest number: twenty digits.
pub const HIGHEST: u128 = 99_999_999_999_999_999_999;

/// Numbers below this are Microsoft's.
pub const FIRST_OWN: u128 = 32_000;

/// The suits of the unshuffled deck, in PySolFC's order.
pub const SUITS: [Suit; 4] = [Suit::Clubs, Suit::Spades, Suit::Hearts, Suit::Diamonds];
/// The suits of Spider with two suits, in the places of the four.
pub const TWO_SUITS: [Suit; 4] = [Suit::Clubs, Suit::Clubs, Suit::Hearts, Suit::Hearts];
/// The suits of Spider with one suit, in the places of the four.
pub const ONE_SUIT: [Suit; 4] = [Suit::Clubs; 4];

/// So many copies of a deck shuffled by number, up to twenty digits; the LAST card is dealt first.
///
/// A number below 32000 is the [Microsoft deal](shuffle_ms) of that number. Any other starts from
/// the deck [suit by suit](suit_by_suit), copy after copy, and seeds Python's generator with the
/// whole number ([`Mersenne::from_number`]); then, for `i` from the last index down to 1, it swaps
/// `i` with `⌊random() × (i + 1)⌋`.
///
/// # Errors
/// When the number is out of range.
pub fn shuffle(number: u128, suits: &[Suit], copies: usize) -> Result<Pack, NumberError> {
    let number = within(number, 0, HIGHEST)?;
    if number < FIRST_OWN {
        return Ok(microsoft_pack(number as u64, suits, copies));
    }
    let mut pack = Pack::new(suit_by_suit(suits).repeat(copies), Top::Back);
    let mut random = Mersenne::from_number(number);
    for i in (1..pack.cards.len()).rev() {
        let j = (random.unit() * (i + 1) as f64) as usize;
        pack.swap(i, j);
    }
    Ok(pack)
}

/// PySolFC's deal `msN`, N from 1 to 2³³ − 1; the LAST card is dealt first.
///
/// A single deck of 52 is first put into Microsoft's order, [rank by rank](rank_by_rank) with the
/// suits in the order first, last, third, second (clubs, diamonds, hearts, spades); a larger deck
/// stays suit by suit. Then [`MsRandom::shuffle`].
///
/// # Errors
/// When the number is out of range.
pub fn shuffle_ms(number: u128, suits: &[Suit], copies: usize) -> Result<Pack, NumberError> {
    let number = within(number, 1, microsoft::HIGHEST)?;
    Ok(microsoft_pack(number as u64, suits, copies))
}

fn microsoft_pack(number: u64, suits: &[Suit], copies: usize) -> Pack {
    let cards: Vec<Card> = match *suits {
        [first, second, third, last] if copies == 1 => rank_by_rank(&[first, last, third, second]),
        _ => suit_by_suit(suits).repeat(copies),
    };
    let mut pack = Pack::new(cards, Top::Back);
    MsRandom::new(number).shuffle(pack.cards.len(), |i, j| pack.swap(i, j));
    pack
}

#[cfg(test)]
mod tests {
    use super::super::tests::cards;
    use super::*;

    #[test]
    fn canfield_94118177207124443136() {
        let pack = shuffle(94_118_177_207_124_443_136, &SUITS, 1).unwrap();
        assert_eq!(pack.top, Top::Back);
        let dealt = pack.from_top();
        // The base card, thirteen to the reserve, the columns from the right, three turned up.
        assert_eq!(dealt[0], cards("QS")[0]);
        assert_eq!(dealt[13], cards("4H")[0]);
        assert_eq!(dealt[14..18], cards("5H AD 5S 7S"));
        assert_eq!(dealt[20], cards("7C")[0]);
    }

    #[test]
    fn freecell_300000000000() {
        let dealt = shuffle(300_000_000_000, &SUITS, 1).unwrap().from_top();
        assert_eq!(dealt[..8], cards("4S QS TH 5S QH 6C 9C KH"));
        assert_eq!(dealt[48..], cards("AH 8H 7D JS"));
    }

    #[test]
    fn a_small_number_is_microsofts() {
        let ms = microsoft::shuffle(24, rank_by_rank(&Suit::ALL)).unwrap();
        assert_eq!(shuffle(24, &SUITS, 1).unwrap(), ms);
        assert_eq!(shuffle_ms(24, &SUITS, 1).unwrap(), ms);
        assert_eq!(shuffle(31_999, &SUITS, 2), shuffle_ms(31_999, &SUITS, 2));
        assert_ne!(shuffle(32_000, &SUITS, 1), shuffle_ms(32_000, &SUITS, 1));
        // Spider's two decks stay suit by suit: the first cards of its deal 1.
        let spider = shuffle(1, &SUITS, 2).unwrap().from_top();
        assert_eq!(spider[..10], cards("3D 5H JC KH 5S 5H KC KC 8D JD"));
    }
}
