//! The deck string of ShootMe's Klondike solvers: three digits for each card, the rank 01 to 13 and the
//! suit 1 to 4 for clubs, diamonds, hearts, spades. The columns come row by row, then the stock, which is
//! our dealing order.

use super::ImportError;
use crate::dealing::sizes;
use std::fmt::Write as _;
use talon_cards::{Card, Rank, Suit};
use talon_rules::Rules;

/// Returns `true` if a game is dealt as the format requires: with Klondike's columns and stock.
pub(super) fn holds(rules: &Rules) -> bool {
    sizes(rules) == [1, 2, 3, 4, 5, 6, 7] && rules.in_stock() == 24
}

pub(super) fn read(text: &str) -> Result<Vec<Card>, ImportError> {
    let digits: Vec<u8> = text.bytes().filter(u8::is_ascii_digit).map(|b| b - b'0').collect();
    if digits.len() != 3 * Card::COUNT {
        return Err(ImportError::Digits { found: digits.len() });
    }
    let card = |three: &[u8]| {
        let rank = Rank::new(10 * three[0] + three[1]);
        let suit = (1..=4).contains(&three[2]).then(|| Suit::from_index(three[2] - 1));
        rank.zip(suit)
            .map(|(rank, suit)| Card::new(rank, suit))
            .ok_or_else(|| ImportError::DigitCard(three.iter().map(u8::to_string).collect()))
    };
    digits.chunks(3).map(card).collect()
}

pub(super) fn write(cards: &[Card]) -> String {
    let mut text = String::with_capacity(3 * cards.len() + 1);
    for card in cards {
        let (rank, suit) = (card.rank().number(), card.suit().index() + 1);
        write!(text, "{rank:02}{suit}").expect("a String takes everything");
    }
    text.push('\n');
    text
}
