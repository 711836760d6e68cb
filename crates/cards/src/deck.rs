//! Which cards a deck has, and how a number shuffles it.

use crate::{Card, Generator, Rank, Suit};
use std::fmt;

/// What a deck is made of: so many copies of so many suits of so many ranks.
///
/// Four suits are all of them; two are spades and hearts, one black and one red; one is spades.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deck {
    /// How many of each card: 1, or 2 for two packs.
    pub copies: u8,
    /// How many suits: 1, 2 or 4.
    pub suits: u8,
    /// How many ranks, from the ace up: 13, or fewer in the small decks of tests.
    pub ranks: u8,
}

impl Deck {
    /// The 52 cards.
    pub const STANDARD: Deck = Deck { copies: 1, suits: 4, ranks: 13 };
    /// Two packs, 104 cards.
    pub const DOUBLE: Deck = Deck { copies: 2, suits: 4, ranks: 13 };

    /// How many cards the deck has.
    pub const fn len(self) -> usize {
        self.copies as usize * self.suits as usize * self.ranks as usize
    }

    /// Has it no card at all?
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The suits in use.
    pub const fn suits_used(self) -> &'static [Suit] {
        match self.suits {
            1 => &[Suit::Spades],
            2 => &[Suit::Hearts, Suit::Spades],
            _ => &Suit::ALL,
        }
    }

    /// The deck in its fixed order before any shuffle: copy by copy, in each the suits in the
    /// order clubs, diamonds, hearts, spades, in each the ranks from the ace up.
    pub fn cards(self) -> Vec<Card> {
        let mut cards = Vec::with_capacity(self.len());
        for _ in 0..self.copies {
            for &suit in self.suits_used() {
                cards.extend(Rank::all().take(self.ranks.into()).map(|rank| Card::new(rank, suit)));
            }
        }
        cards
    }

    /// Checks that `cards` are exactly this deck, in any order.
    ///
    /// # Errors
    /// Names the first card that is there too often, or missing.
    pub fn check(self, cards: &[Card]) -> Result<(), DeckError> {
        let mut counts = [0i32; Card::COUNT];
        for card in self.cards() {
            counts[usize::from(card.index())] += 1;
        }
        for &card in cards {
            let count = &mut counts[usize::from(card.index())];
            *count -= 1;
            if *count < 0 {
                return Err(DeckError::Extra { card, expected: self.len(), found: cards.len() });
            }
        }
        match Card::all().find(|card| counts[usize::from(card.index())] > 0) {
            Some(card) => Err(DeckError::Missing { card, expected: self.len(), found: cards.len() }),
            None => Ok(()),
        }
    }
}

/// Why some cards are not the deck of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeckError {
    /// A card is there more often than the deck has it.
    Extra {
        /// The card.
        card: Card,
        /// How many cards the deck has.
        expected: usize,
        /// How many cards were given.
        found: usize,
    },
    /// A card is missing.
    Missing {
        /// The card.
        card: Card,
        /// How many cards the deck has.
        expected: usize,
        /// How many cards were given.
        found: usize,
    },
}

impl fmt::Display for DeckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (card, word, expected, found) = match self {
            DeckError::Extra { card, expected, found } => (card, "is there too often", expected, found),
            DeckError::Missing { card, expected, found } => (card, "is missing", expected, found),
        };
        write!(f, "{card} {word}")?;
        if expected != found {
            write!(f, " ({found} cards where the deck has {expected})")?;
        }
        Ok(())
    }
}

impl std::error::Error for DeckError {}

/// The deck shuffled by our own numbered deal: the first card is dealt first.
///
/// The deck in the order of [`Deck::cards`] is shuffled by [`Generator::shuffle`] with the
/// generator of seed `number`. Nothing else enters, so a number names the same deal for ever, on
/// every platform; [`Generator`] has the arithmetic.
///
/// # Test vectors
/// ```
/// let text = |number| {
///     let cards = cards::shuffle(cards::Deck::STANDARD, number);
///     cards[..8].iter().map(|card| card.to_string()).collect::<Vec<_>>().join(" ")
/// };
/// assert_eq!(text(0), "JH 8C 7S AD 4S QC KC 6S");
/// assert_eq!(text(1), "TC KD 9H TS 8D 6H 5H KS");
/// assert_eq!(text(u64::MAX), "5H TS QS 4D QH 6H TC KS");
/// ```
pub fn shuffle(deck: Deck, number: u64) -> Vec<Card> {
    let mut cards = deck.cards();
    Generator::new(number).shuffle(&mut cards);
    cards
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deal_is_the_whole_deck() {
        for deck in [Deck::STANDARD, Deck::DOUBLE, Deck { copies: 4, suits: 2, ranks: 13 }] {
            for number in [0, 1, 2, u64::MAX] {
                deck.check(&shuffle(deck, number)).unwrap();
            }
        }
    }

    #[test]
    fn a_wrong_deck_is_named() {
        let mut cards = Deck::STANDARD.cards();
        let king = cards.pop().unwrap();
        let error = Deck::STANDARD.check(&cards).unwrap_err();
        assert_eq!(error.to_string(), "KS is missing (51 cards where the deck has 52)");
        cards.push(cards[0]);
        let error = Deck::STANDARD.check(&cards).unwrap_err();
        assert_eq!(error, DeckError::Extra { card: cards[0], expected: 52, found: 52 });
        assert_ne!(king, cards[0]);
    }
}
