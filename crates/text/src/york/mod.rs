//! The Klondike assignment of York College, answered: its classes, its text program, and its deals.
//!
//! A programming course asked its students for a Klondike that is played by lines of text. This module is
//! the answer in the assignment's own words, for whoever has the document at hand: every class and every
//! method that it lists has its counterpart here. It is an *adapter*. The rules are not written a second
//! time: [`Game`] asks the engine of `talon-rules` through a [`Session`](talon_session::Session), and numbers
//! the piles as the document does.
//!
//! # Where each part of the document is
//!
//! | the document | here |
//! |---|---|
//! | class `Game` | [`Game`] |
//! | `getMainDeck()` | [`Game::main_deck`] |
//! | `getPile(index)` | [`Game::pile`] |
//! | `isFinished()` | [`Game::is_finished`] |
//! | `isValidTakeLocation(takeLocation)` | [`Game::is_valid_take_location`] |
//! | `isValidMove(takeLocation, placePileIndex)` | [`Game::is_valid_move`] |
//! | `moveCards(takeLocation, placePileIndex)` | [`Game::move_cards`] |
//! | `drawNextCard()` | [`Game::draw_next_card`] |
//! | class `CardLocation` | [`CardLocation`] |
//! | class `Deck` | [`Deck`] |
//! | `add(card)` | [`Deck::add`] |
//! | `getTopCard()` | [`Deck::top_card`] |
//! | `setExposeIndex(index)`, `getExposeIndex()` | [`Deck::set_expose_index`], [`Deck::expose_index`] |
//! | `indexOfTopCard()` | [`Deck::index_of_top_card`] |
//! | `removeCards(index)`, `placeCards(cards)` | [`Deck::remove_cards`], [`Deck::place_cards`] |
//! | "String methods" | `Display` of [`Deck`] and of [`Game`] |
//! | shuffling and dealing | [`Game::new`] with a [`deal`] |
//! | printing the state, asking, validating the input, the game loop | [`play`] |
//!
//! The piles are numbered as in the document: 0 is the main deck, 1 to 7 are the tableau piles, 8 to 11 the
//! foundation piles. Cards are numbered from 0, at the bottom of their pile.
//!
//! # Example
//! ```
//! use talon_text::york::{CardLocation, Game, SEED, deal};
//!
//! let rules = talon_games::find("klondike-ycp")?;
//! let mut game = Game::new(rules, deal(SEED)?)?;
//!
//! // The seventh tableau pile has seven cards, and only the last one is exposed.
//! let pile = game.pile(7).expect("there are twelve piles");
//! assert_eq!((pile.index_of_top_card(), pile.expose_index()), (Some(6), 6));
//!
//! // Hidden cards may not be taken, the exposed one may; where may it go?
//! let hidden = CardLocation { pile_index: 7, card_index: 0 };
//! let exposed = CardLocation { pile_index: 7, card_index: 6 };
//! assert!(!game.is_valid_take_location(hidden));
//! assert!(game.is_valid_take_location(exposed));
//! match (1..=11).find(|&place| game.is_valid_move(exposed, place)) {
//!     Some(place) => game.move_cards(exposed, place)?,
//!     None => game.draw_next_card(),
//! }
//! print!("{game}");
//! assert!(!game.is_finished());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod deck;
mod game;
mod program;

pub use deck::Deck;
pub use game::{CardLocation, Game, MoveError};
pub use program::{SEED, deal, play, speaks};
