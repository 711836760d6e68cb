//! The vocabulary of solitaire and the one engine that plays it.

mod moves;
mod pile;

pub use moves::Move;
pub use pile::{AddressError, Pile};
