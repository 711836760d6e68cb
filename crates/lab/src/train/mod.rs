//! Learning to play Spider: games are played, nets learn how they went, better games are played.
//!
//! The first games follow the hand-made score and the nets learn their outcomes. Each further round
//! plays with the nets learned so far; what a position is worth is then partly how the game ended
//! and partly what the nets thought of the next decisions (TD(λ)). All chance comes from seeds and
//! no result depends on the number of threads.

mod learn;
mod recipe;
mod selfplay;

pub use learn::{Lesson, learn};
pub use recipe::{FIRST_DEAL, News, Recipe, Round, go_on, train};
pub use selfplay::{Exploring, Played, Sample, Tally, play};
