//! Players that are programs of their own, in any language.
//!
//! A campaign starts the program once for each of its threads and talks with it over standard input and
//! output. Every message is one line with a JSON object. The laboratory sends:
//!
//! | message | answer |
//! |---|---|
//! | `{"type":"hello","protocol":1,"game":…,"title":…,"rules":{…},"seconds":…}` | `{"ready":true}` |
//! | `{"type":"begin","salt":…}` | none |
//! | `{"type":"choose","moves":[…],"piles":{…},…}` | `{"move":"3-f1"}`, or `{"move":null}` to resign |
//!
//! `hello` comes once, `begin` before each game, and `choose` before each move. The salt is a number below
//! 2⁵³, from which the program must take all its randomness, so that the campaign can be repeated. The
//! standard input ends when the campaign is over.
//!
//! `choose` describes what a person at the table would see. `piles` has the cards of each pile from bottom to
//! top under the address of the pile (`s` stock, `w` waste, `r` reserve, `f1` foundation, `e1` cell, `1`
//! column); a card that is not known is `"??"`. `moves` lists the legal moves, of which the answer must be
//! one. `score`, `base` (the rank with which the foundations start), `redeals` (the number used), `turn`
//! (the number of moves made) and `fruitless` (the number of moves since the last one that made progress)
//! complete it.
//!
//! A program that crashes, is too slow, writes something else or chooses an illegal move loses that game, and
//! the row of the game says why ([`Fault`](talon_players::Fault)). It is started anew for the next game.

mod check;
mod process;
mod protocol;
mod strategy;

pub use check::{Findings, check};
pub use strategy::{Bot, BotError};

/// The beginning of the specification of such a player, before the command line of the program.
pub const PREFIX: &str = "exec:";
