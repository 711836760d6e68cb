//! The rules of solitaire games as data, and the engine that plays by them.
//!
//! * [`Rules`] describes a game: plain data in the player's words. [`Rules::describe`] generates the rule
//!   sheet.
//! * [`Table`] is the true state of a game. It deals, lists the legal moves, says why another move is
//!   illegal, plays moves and takes them back, and writes a position as a canonical key.
//! * [`View`] is what the player sees of a table. It is a type of its own, so that a strategy that gets a
//!   view cannot look at face-down cards.
//!
//! The crate knows no particular game. The games are constants of the crate `talon-games`; which of them
//! can be won is the subject of `talon-solve`. It reads no files and prints nothing.
//!
//! # Example
//!
//! ```
//! use talon_rules::{Move, Pile, Table};
//!
//! let rules = talon_games::find("klondike")?;
//! let mut table = Table::numbered(rules, 1)?;
//! assert_eq!(table.len(Pile::Stock), 24);
//!
//! let events = table.play(Move::Draw)?;
//! assert_eq!(table.view().unseen().len(), 44); // 21 in the columns, 23 in the stock
//! table.undo(&events);
//!
//! // An illegal move is refused with the reason.
//! let refusal = table.play(Move::Redeal).unwrap_err();
//! assert_eq!(refusal.to_string(), "There are still cards in the stock.");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate has no optional features.

mod describe;
mod event;
mod moves;
mod phrase;
mod pile;
mod refusal;
mod rules;
mod safe;
mod scoring;
mod table;
mod view;
mod words;

pub use event::{Event, Events};
pub use moves::Move;
pub use phrase::{capital, plural};
pub use pile::{AddressError, Pile};
pub use refusal::IllegalMove;
pub use rules::{Overrides, Rules, RulesError, range};
pub use scoring::Scoring;
pub use table::{DealError, Layout, SetupError, Status, Table, TooMany};
pub use view::View;
pub use words::{
    Auto, BaseRank, Build, Count, Fill, Goal, Name, Place, ReserveFills, Sizes, Stock, Take, TakeBack,
};
