//! Playing cards, sets of cards, their notation, and numbered shuffles.
//!
//! This crate is the lowest layer of Talon. It has no dependencies and knows no game: no piles, no rules
//! and no moves. It provides
//!
//! * [`Card`], [`Rank`], [`Suit`] and [`Color`], and the notation people write: `10D`, `TD`, `10♦`, in
//!   either case,
//! * [`CardSet`], a set of cards in one machine word,
//! * [`Deck`], the composition of a deck, which checks that a list of cards is complete,
//! * [`shuffle`], which turns a number into a shuffled deck, and the [`Generator`] behind it. Both are
//!   specified to the bit and give the same result on every platform and in every version.
//!
//! # Example
//!
//! ```
//! use talon_cards::{Card, CardSet, Deck, Rank, Suit};
//!
//! let card: Card = "10d".parse()?;
//! assert_eq!((card.rank().number(), card.suit()), (10, Suit::Diamonds));
//! assert_eq!(format!("{card} {card:#} {}", card.words()), "TD 10♦ ten of diamonds");
//!
//! let kings = CardSet::of_rank(Rank::KING);
//! assert_eq!(kings.len(), 4);
//! assert!(!kings.contains(card));
//!
//! let cards = talon_cards::shuffle(Deck::STANDARD, 1);
//! assert_eq!(cards[0].to_string(), "TC");
//! assert_eq!(Deck::STANDARD.check(&cards), Ok(()));
//! # Ok::<(), talon_cards::CardError>(())
//! ```
//!
//! The crate has no optional features.

mod card;
mod deck;
mod generator;
mod set;

pub use card::{Card, CardError, Color, Rank, Suit};
pub use deck::{Deck, DeckError, shuffle};
pub use generator::Generator;
pub use set::CardSet;
