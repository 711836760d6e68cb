//! Spider and its family: wins found by beams, losses proved where the space is small.
//!
//! [`Position`] is the plain position, [`solve`] the answer. Inside, a position is a [`State`]:
//! columns as stacks of same-suit [`Run`]s that merge, split and leave. [`Beam`] finds wins,
//! [`exhaust`] proves losses, [`stuck`] and [`uneven`] see some at a glance. For honest play,
//! [`sight`] and [`State::masked`] give the state a player sees, [`Closure`] the choices in it, and
//! [`Playout`] plays whole games.
//!
//! One engine serves the family by data: the number of columns (up to 13), the deal, the stock (the
//! last row may be short, or there is none), the number of ranks, strict or relaxed dealing. Spider,
//! Spiderette, Will o' the Wisp, Simple Simon and Mrs Mop differ in nothing else.

mod beam;
mod blind;
mod closure;
mod dead;
mod moves;
mod playout;
mod portfolio;
mod position;
mod proof;
mod run;
pub mod score;
mod seen;
mod shorten;
mod state;

pub use beam::{Attempt, Beam};
pub use blind::sight;
pub use closure::{Choice, Closure, Reach};
pub use dead::{stuck, uneven};
pub use moves::{Splits, Targets, carries};
pub use playout::{Outcome, Playout};
pub use portfolio::solve;
pub use position::{Column, Position, Refusal, Ruling};
pub use proof::{Proof, exhaust};
pub use run::Run;
pub use score::{Judged, Scorer};
pub use shorten::shorten;
pub use state::{CARDS, COLUMNS, Game, State, Step};
