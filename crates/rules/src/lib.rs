//! The vocabulary of solitaire and the one engine that plays it.
//!
//! [`Rules`] is what a game is: plain data in the player's words. [`Table`] is the true state of one
//! game by such rules: it deals, says which moves are legal and why others are not, plays, takes back,
//! and writes a position as a key. [`View`] is what the player sees of it: a different type, so that
//! nothing that plays honestly can peek. [`Rules::describe`] writes the rule sheet.
//!
//! No game's name occurs here, and no file: games are constants of the crate `games`.

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
pub use rules::{Overrides, Rules, RulesError};
pub use scoring::Scoring;
pub use table::{DealError, Layout, SetupError, Status, Table, TooMany};
pub use view::View;
pub use words::{
    Auto, Base, Build, Count, Fill, Goal, Name, Place, ReserveFills, Sizes, Stock, Take, TakeBack,
};
