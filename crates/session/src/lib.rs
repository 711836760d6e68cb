//! One game in progress: commands in, events and sentences out.
//!
//! A [`Session`] owns the table, the history (a tree: nothing is lost by undoing and playing on) and
//! the options of one game. A front end turns keys, clicks or words into a [`Command`], gives it to
//! [`Session::execute`], and shows the [`Outcome`], the [`Refusal`] and the [`View`](rules::View). It
//! holds no rule and no history of its own; the sentences are written here, once, for all of them.
//!
//! What is NOT known here: rules (crate `rules`), screens and keys (the front ends), and where saves
//! live (only how they are written).
//!
//! # Saves
//! [`Session::save`] writes a game as text, [`Session::load`] reads it by playing it again:
//! ```text
//! talon save 1
//! game canfield
//! set draw = 1
//! deal 42
//! moves
//! draw
//! w-3
//! 3-f1 auto
//! back 2
//! draw
//! end
//! ```
//! After the first line: the game and the rules that differ from it, one field a line; the deal, a
//! number or `cards` with the whole deck in the order of dealing, or `position` with one pile of a game
//! somebody else began a line (`position 3: (KD) 5H 4C`, as `talon deal --export piles` writes it), and
//! `named` what it is called elsewhere; where they differ from a fresh game, `auto off|base|safe` and `help fair hints|oracle`.
//! Then one move a line, in the form of [`Move`](rules::Move)'s `Display`; `auto` behind it where the game made
//! it itself; `back N` goes back N moves, and what follows is another branch of the history; `mark a`
//! puts the bookmark `a` where the game stands. The last line is `end`: without it the file was cut
//! short.
//!
//! # The names of the Klondike assignment
//! The document that asks for the York College program names the parts of a game. Each has its
//! counterpart:
//!
//! | there | here |
//! |---|---|
//! | `Game` | [`Session`] |
//! | `Deck` | a [`Pile`](rules::Pile) seen through [`Session::view`] |
//! | `CardLocation` | [`Spot`] |
//! | `getMainDeck()` | [`Session::main_deck`] |
//! | `getPile(index)` | [`Session::pile`] (0 main deck, then columns, then foundations) |
//! | `isFinished()` | [`Session::is_finished`] |
//! | `isValidTakeLocation(take)` | [`Session::is_valid_take`] |
//! | `isValidMove(take, place)` | [`Session::is_valid_move`] |
//! | `moveCards(take, place)` | [`Session::move_cards`], or [`Command::Carry`] |
//! | `drawNextCard()` | [`Command::Draw`] |
//! | `Deck.getTopCard()` | [`View::top`](rules::View::top) |
//! | `Deck.getExposeIndex()` | [`Session::expose_index`] |
//! | `Deck.indexOfTopCard()` | [`View::len`](rules::View::len) − 1 |
//! | `Deck.add`, `setExposeIndex`, `removeCards`, `placeCards` | private to [`Table::play`](rules::Table::play): nobody moves a card past the rules |

mod adviser;
mod analyst;
mod best;
mod bookmarks;
mod command;
mod daily;
mod deal;
mod finder;
mod finish;
mod grade;
mod hand;
mod hint;
mod history;
mod journal;
mod ledger;
mod listing;
mod numbered;
mod postmortem;
pub mod protocol;
mod refused;
mod save;
mod sentence;
mod session;
mod sitting;
mod spoken;
mod verdict;

pub use adviser::Advice;
pub use analyst::{Analyst, Answer, Question, THREAD};
pub use bookmarks::Bookmarks;
pub use command::{Command, Onto, Outcome, Refusal, Step};
pub use daily::Day;
pub use deal::Deal;
pub use finder::{Found, find, places};
pub use grade::{Grade, Level};
pub use hand::hand;
pub use hint::{Hint, Stamp};
pub use history::{By, History, Node, NodeId};
pub use journal::{Journal, JournalError};
pub use ledger::{Account, Ledger};
pub use listing::{Listed, Listing};
pub use numbered::Spot;
pub use postmortem::PostMortem;
pub use save::{LoadError, StoreError};
pub use sentence::{moved, standing};
pub use session::Session;
pub use sitting::{Sitting, Told};
pub use solve::Limits;
pub use spoken::{Part, spoken};
pub use verdict::{Verdict, Verdicts, Why};
