//! GNOME AisleRiot's seeded decks.
//!
//! It does not know AisleRiot's games, only that Spider's easier decks repeat suits. The facts were
//! found by comparing with the deals the program prints.

use super::mersenne::Mersenne;
use super::{NumberError, Pack, Top, within};
use crate::{Card, Suit};

/// The highest seed: 32 bits.
pub const HIGHEST: u128 = u32::MAX as u128;

/// The suits of the unshuffled deck.
pub const SUITS: [Suit; 4] = Suit::ALL;
/// The suits of Spider with two suits, in the places of the four.
pub const TWO_SUITS: [Suit; 4] = [Suit::Hearts, Suit::Spades, Suit::Hearts, Suit::Spades];
/// The suits of Spider with one suit, in the places of the four.
pub const ONE_SUIT: [Suit; 4] = [Suit::Spades; 4];

/// These cards shuffled by seed, 0 to 2³² − 1; the LAST card is dealt first.
///
/// AisleRiot's own deck is [suit by suit](super::suit_by_suit), copy after copy; where the aces (or
/// twos) start on the foundations, it is made without them, each suit from the next rank on. For
/// `i` from 0 to the last index, swap `i` with `i +` [`Mersenne::below_by_remainder`]`(n − i)`, the
/// last card with itself. AisleRiot builds its list of cards in front, so the last one drawn is
/// the first one dealt.
///
/// # Errors
/// When the seed is out of range.
pub fn shuffle(seed: u128, cards: Vec<Card>) -> Result<Pack, NumberError> {
    let seed = within(seed, 0, HIGHEST)? as u32;
    let mut pack = Pack::new(cards, Top::Back);
    let mut random = Mersenne::new(seed);
    let count = pack.cards.len();
    for i in 0..count {
        pack.swap(i, i + random.below_by_remainder((count - i) as u32) as usize);
    }
    Ok(pack)
}

#[cfg(test)]
mod tests {
    use super::super::suit_by_suit;
    use super::*;

    /// Each line: game, suits, seed, and the cards in the order AisleRiot deals them.
    const DEALS: &str = include_str!("../../tests/data/aisleriot-deals.txt");

    #[test]
    fn the_deals_it_prints() {
        let mut seen = 0;
        for line in DEALS.lines().filter(|line| !line.starts_with('#')) {
            let (head, dealt) = line.split_once(':').unwrap();
            let words: Vec<&str> = head.split_whitespace().collect();
            let [game, suits, seed] = words[..] else { panic!("{head}") };
            let suits = match suits {
                "1" => ONE_SUIT,
                "2" => TWO_SUITS,
                _ => SUITS,
            };
            let expected = super::super::tests::cards(dealt);
            let copies = expected.len() / 52;
            let pack = shuffle(seed.parse().unwrap(), suit_by_suit(&suits).repeat(copies)).unwrap();
            assert_eq!(pack.from_top(), expected, "{game} {seed}");
            seen += 1;
        }
        assert_eq!(seen, 36);
    }
}
