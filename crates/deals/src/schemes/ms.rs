//! Microsoft's numbers: Windows FreeCell, and the games to which PySolFC carried them over as `msN`.
//!
//! Windows Spider and Solitaire never showed their numbers.

use super::{Scheme, pysol};
use crate::generators::MsRandom;
use crate::pack::{Pack, Top, decks, rank_by_rank, suit_by_suit, suits_for};
use talon_cards::Card;
use talon_rules::Rules;

pub(super) const SCHEME: &Scheme = &Scheme {
    word: "ms",
    program: "Microsoft's numbering",
    lowest: 1,
    // 33 bits, as FreeCell Pro, fc-solve and PySolFC extend the million of Windows.
    highest: (1 << 33) - 1,
    best_known_for: "freecell",
    shuffle,
    dealing: pysol::dealing,
    explain,
};

/// A single deck of 52 cards is [rank by rank](rank_by_rank) in the order clubs, diamonds, hearts, spades; a
/// larger one stays [suit by suit](suit_by_suit) in PySolFC's order. It is shuffled by
/// [`MsRandom::shuffle`], and the last card is dealt first.
pub(super) fn shuffle(rules: &Rules, number: u128) -> Pack {
    let suits = suits_for(rules, pysol::SUITS, pysol::TWO_SUITS, pysol::ONE_SUIT);
    let cards: Vec<Card> = match (suits, decks(rules)) {
        ([first, second, third, last], 1) => rank_by_rank(&[first, last, third, second]),
        (suits, decks) => suit_by_suit(&suits).repeat(decks),
    };
    // In Baker's Dozen, PySolFC turns its list round after it has moved the kings.
    let top = if rules.kings_to_bottom { Top::Front } else { Top::Back };
    let mut pack = Pack::new(cards, top);
    MsRandom::new(number as u64).shuffle(pack.cards.len(), |i, j| pack.swap(i, j));
    pack
}

pub(super) fn explain(number: u128) -> String {
    format!(
        "The state starts at {number}; state = state x 214013 + 2531011; a draw is bits 16 to 30 of it. For n \
         from the number of cards down to 2, place n-1 is swapped with place draw mod n."
    )
}

#[cfg(test)]
mod tests {
    use super::super::tests::{cards, pile, table};
    use super::*;
    use talon_games::FREECELL;
    use talon_rules::Pile;

    fn column(number: u128, c: u8) -> Vec<Card> {
        pile(&table(SCHEME, &FREECELL, number), Pile::Column(c))
    }

    #[test]
    fn well_known_deals() {
        assert_eq!(column(1, 0), cards("JD KD 2S 4C 3S 6D 6S"));
        assert_eq!(column(1, 7), cards("5H 3H 3C 7S 7D TC"));
        // The only deal of Windows' first 32,000 that cannot be won.
        assert_eq!(column(11_982, 0)[0], cards("AH")[0]);
        let deal_24 = [
            "4C 2C 9C 8C QS 4S 2H",
            "5H QH 3C AC 3H 4H QD",
            "QC 9S 6H 9H 3S KS 3D",
            "5D 2S JC 5C JH 6D AS",
            "2D KD TH TC TD 8D",
            "7H JS KH TS KC 7C",
            "AH 5S 6S AD 8H JD",
            "7S 6C 7D 4D 8S 9D",
        ];
        for (c, expected) in (0..).zip(deal_24) {
            assert_eq!(column(24, c), cards(expected));
        }
    }

    #[test]
    fn numbers_past_31_bits() {
        // The first rows, from the rule of the generator written a second time in Python.
        for (number, row) in [
            (0x7FFF_FFFF, "9S 2H 7C 5H 4C 6D 3D 4S"),
            (0x8000_0000, "QH QC 2H 6S 2S 3D KS 8C"),
            (3_000_000_000, "8D 4D 9H 9D 6H 9C 6C 8C"),
            (0xFFFF_FFFF, "JS 9C JH 2D QC 8H 7D 6S"),
            (0x1_0000_0000, "TS 5S 2S TD 3C AD JC 6D"),
            (6_000_000_000, "2D 3D 4D KH TD QH 5C 6D"),
            (0x1_FFFF_FFFF, "TC 2S JS 5S 4D 6H 3H 7C"),
        ] {
            let first: Vec<Card> = (0..8).map(|c| column(number, c)[0]).collect();
            assert_eq!(first, cards(row), "{number}");
        }
    }
}
