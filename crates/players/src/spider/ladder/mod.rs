//! The ladder: heuristics for Spider, from rules of thumb to tree search, each in a file of its own.
//!
//! The simple rungs look at one carry at a time. Each is a function that rates a [`Carry`]: the carry with the
//! highest rating is played, and `None` means that the carry is never wanted.
//!
//! | rung | idea |
//! |---|---|
//! | [`expose_most`] | turn up as many cards as possible |
//! | [`in_suit_first`] | the same, but first make runs of one suit |
//! | [`empty_columns`] | the same, but work on the shortest column, to empty it |
//! | [`brown`] | rules of thumb of a strong human player |
//! | [`depth_search`] | look a few carries ahead and judge positions by a hand-made score |
//! | [`beam`] | look as far ahead as nothing new is seen, by the same score |
//! | [`monte_carlo`] | play the best choices to the end in sampled worlds |
//! | [`tree_search`] | the same as a tree, which looks at good choices more often |
//!
//! No rung returns to a position that it has met since it last saw a new card, so that none moves a 7 to and
//! fro between two 8s. A rung without an idea deals a row.

pub mod beam;
pub mod brown;
mod carry;
mod choices;
pub mod depth_search;
pub mod empty_columns;
pub mod expose_most;
pub mod in_suit_first;
pub mod monte_carlo;
mod playout;
mod rung;
pub mod tree_search;

pub use carry::Carry;
pub use rung::{Idea, Rate, Rated, Rung, Situation};
