//! Cards: what is printed on them, how they are written, and how a number becomes a shuffled deck.
//!
//! This crate knows no game: no pile, no rule, no move. It knows [`Card`], [`Suit`], [`Rank`],
//! [`CardSet`], the notation people write (`10D`, `TD`, `10♦`, any case), and numbered shuffles:
//! our own ([`shuffle`]), which is documented to the bit and stays the same for ever, and those of
//! other programs ([`foreign`]).
//!
//! ```
//! use cards::{Card, Deck};
//!
//! let card: Card = "10d".parse().unwrap();
//! assert_eq!(card.to_string(), "TD");
//! assert_eq!(format!("{card:#}"), "10♦");
//! assert_eq!(card.words(), "ten of diamonds");
//! assert_eq!(cards::shuffle(Deck::STANDARD, 1).len(), 52);
//! ```

mod card;
mod deck;
pub mod foreign;
mod generator;
mod set;

pub use card::{Card, CardError, Color, Rank, Suit};
pub use deck::{Deck, DeckError, shuffle};
pub use generator::Generator;
pub use set::CardSet;
