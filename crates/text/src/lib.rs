//! Solitaire in lines of text, for pipes, teletypes and screen readers.
//!
//! Every program here reads bytes from any [`Read`](std::io::Read) and writes to any
//! [`Write`](std::io::Write), so that tests can drive it. [`plain`] plays every game. The dialects behave
//! like older programs: [`ucb`] like the Berkeley Canfield, [`york`] like the York College Klondike, and
//! [`bsd`] like the casino of bsdgames.
//!
//! This crate contains no rules and no history. It turns words into a [`Command`](talon_session::Command)
//! and prints the [`View`](talon_rules::View), the outcome or the refusal. It does not know where games are
//! stored: the caller passes a [`Shelf`](plain::Shelf), or a [`Record`] for a dialect.
//!
//! # Example
//!
//! ```
//! use std::io;
//! use talon_text::{Record, ucb};
//!
//! let rules = talon_games::find("canfield-ucb")?;
//! let input = "card\nquit\nno\n"; // draw; quit; no other game
//! let mut boards = Vec::new();
//! ucb::play(rules, ucb::deals(7)?, &mut Record::none(), input.as_bytes(), &mut boards, io::sink())?;
//!
//! let boards = String::from_utf8(boards)?;
//! assert_eq!(boards.matches(" ### ").count(), 2); // the stock, before and after the draw
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate has no optional features.

pub mod address;
pub mod board;
pub mod bsd;
mod input;
pub mod output;
pub mod plain;
mod record;
pub mod search;
pub mod sheet;
pub mod ucb;
pub mod york;

pub use input::{Input, Line, Lines};
pub use record::Record;
pub use search::Interrupt;
