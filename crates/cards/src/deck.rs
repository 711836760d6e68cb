//! Decks, and the numbered shuffle of Talon's own deals.

use crate::{Card, Generator, Rank, Suit};
use std::fmt;

/// The composition of a deck: the number of copies of each card, of suits and of ranks.
///
/// A deck of one suit has spades; a deck of two suits has spades and hearts.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deck {
    /// The number of copies of each card.
    pub copies: u8,
    /// The number of suits: 1, 2 or 4.
    pub suits: u8,
    /// The number of ranks, from the ace up: 13, or fewer in the small decks of tests.
    pub ranks: u8,
}

impl Deck {
    /// One deck of 52 cards.
    pub const STANDARD: Deck = Deck { copies: 1, suits: 4, ranks: 13 };
    /// Two decks, 104 cards.
    pub const DOUBLE: Deck = Deck { copies: 2, suits: 4, ranks: 13 };

    /// The number of cards in the deck.
    pub const fn len(self) -> usize {
        self.copies as usize * self.suits as usize * self.ranks as usize
    }

    /// Returns `true` if the deck has no cards.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The suits of the deck.
    pub const fn suits_used(self) -> &'static [Suit] {
        match self.suits {
            1 => &[Suit::Spades],
            2 => &[Suit::Hearts, Suit::Spades],
            _ => &Suit::ALL,
        }
    }

    /// The cards of the unshuffled deck: copy by copy, within a copy the suits in the order clubs,
    /// diamonds, hearts, spades, and within a suit the ranks from the ace up.
    pub fn cards(self) -> Vec<Card> {
        let mut cards = Vec::with_capacity(self.len());
        for _ in 0..self.copies {
            for &suit in self.suits_used() {
                cards.extend(Rank::all().take(self.ranks.into()).map(|rank| Card::new(rank, suit)));
            }
        }
        cards
    }

    /// Checks that `cards` are exactly the cards of this deck, in any order.
    ///
    /// # Errors
    /// If a card occurs too often or is missing; the error names the first such card.
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

/// The reason why a list of cards is not a certain [`Deck`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeckError {
    /// A card occurs more often than in the deck.
    Extra {
        /// The card.
        card: Card,
        /// The number of cards in the deck.
        expected: usize,
        /// The number of cards in the list.
        found: usize,
    },
    /// A card of the deck is missing.
    Missing {
        /// The card.
        card: Card,
        /// The number of cards in the deck.
        expected: usize,
        /// The number of cards in the list.
        found: usize,
    },
}

impl fmt::Display for DeckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (card, word, expected, found) = match self {
            DeckError::Extra { card, expected, found } => (card, "occurs too often", expected, found),
            DeckError::Missing { card, expected, found } => (card, "is missing", expected, found),
        };
        write!(f, "{card} {word}")?;
        if expected != found {
            write!(f, " (the deck has {expected} cards, the list has {found})")?;
        }
        Ok(())
    }
}

impl std::error::Error for DeckError {}

/// Shuffles a deck by Talon's own numbering. The first card of the result is dealt first.
///
/// The deck in the order of [`Deck::cards`] is shuffled by [`Generator::shuffle`] with the generator of
/// seed `number`. The arithmetic is specified at [`Generator`] and will not change, so a number names
/// the same deal on every platform and in every version.
///
/// # Test vectors
/// ```
/// let text = |number| {
///     let cards = talon_cards::shuffle(talon_cards::Deck::STANDARD, number);
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
    fn a_shuffle_has_every_card_of_the_deck() {
        for deck in [Deck::STANDARD, Deck::DOUBLE, Deck { copies: 4, suits: 2, ranks: 13 }] {
            for number in [0, 1, 2, u64::MAX] {
                deck.check(&shuffle(deck, number)).unwrap();
            }
        }
    }

    #[test]
    fn an_error_names_the_wrong_card() {
        let mut cards = Deck::STANDARD.cards();
        let king = cards.pop().unwrap();
        let error = Deck::STANDARD.check(&cards).unwrap_err();
        assert_eq!(error.to_string(), "KS is missing (the deck has 52 cards, the list has 51)");
        cards.push(cards[0]);
        let error = Deck::STANDARD.check(&cards).unwrap_err();
        assert_eq!(error, DeckError::Extra { card: cards[0], expected: 52, found: 52 });
        assert_ne!(king, cards[0]);
    }
}
