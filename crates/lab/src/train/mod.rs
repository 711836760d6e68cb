//! Training of the Spider nets: games are played, the nets learn their outcomes, and better games are
//! played.
//!
//! The first games follow the hand-made score, and the nets learn their outcomes. Each further round plays
//! with the nets trained so far. The target of a position is then partly the outcome of the game and partly
//! what the nets expected at the next decisions (TD(λ)). All randomness comes from seeds, and no result
//! depends on the number of threads.

mod learn;
mod recipe;
mod selfplay;

pub use learn::{Lesson, learn};
pub use recipe::{FIRST_DEAL, News, Recipe, Round, go_on, train};
pub use selfplay::{Exploring, Played, Sample, Tally, play};
