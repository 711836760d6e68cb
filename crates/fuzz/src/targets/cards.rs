//! Card notation.

use talon_cards::{Card, Rank};
use talon_rules::{Move, Pile};

pub const WORDS: &[&str] =
    &["10", "T", "♠", "♥", "♦", "♣", "A", "K", "x13", "f1", "-", "draw", "deal", "redeal"];

/// Whatever is read as a card, a rank, a pile or a move is written so that it reads back as the same.
pub fn run(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    for word in text.split_whitespace().chain([text.as_ref()]) {
        if let Ok(card) = word.parse::<Card>() {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(format!("{card:#}").parse(), Ok(card));
            assert_eq!(Card::from_index(card.index()), Some(card));
        }
        if let Ok(rank) = word.parse::<Rank>() {
            assert_eq!(rank.to_string().parse(), Ok(rank));
        }
        if let Ok(pile) = word.parse::<Pile>() {
            assert_eq!(pile.to_string().parse(), Ok(pile));
        }
        if let Ok(m) = word.parse::<Move>() {
            assert_eq!(m.to_string().parse(), Ok(m));
        }
    }
}
