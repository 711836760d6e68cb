//! Solitaire games as learning environments.
//!
//! * [`Actions`] gives every move of a game a number.
//! * [`Places`] writes a position as a few hundred bytes, one for each place that can hold a card; [`Cards`]
//!   writes it as numbers from 0 to 1, one row for each card. Both show what the player has
//!   [seen](Sight::Seen), or [all](Sight::All).
//! * [`Episode`] is one game that is being played: an action in, a reward and perhaps an [`End`] out.
//! * [`Vector`] steps thousands of games in one call, on several threads, into buffers of the caller.
//! * [`Split`] says which deals are for training, for validation and for the final test.
//!
//! The crate knows no particular game and no rule: it asks the engine of `talon-rules`. It knows nothing of
//! Python either.
//!
//! # Example
//!
//! A thousand games of Klondike, in each of which the first legal action is chosen:
//!
//! ```
//! use talon_env::{Buffers, Settings, Vector};
//!
//! let klondike = talon_games::find("klondike")?;
//! let mut games = Vector::new(klondike, &Settings::default(), 1000, 2)?;
//! let (places, actions) = (games.game().places().len(), games.game().actions().len());
//!
//! let mut observations = vec![0; 1000 * places];
//! let mut masks = vec![0; 1000 * actions];
//! let mut rewards = vec![0.0; 1000];
//! let (mut terminated, mut truncated, mut ends) = (vec![false; 1000], vec![false; 1000], vec![0; 1000]);
//! let mut buffers = Buffers {
//!     observations: &mut observations,
//!     masks: &mut masks,
//!     rewards: &mut rewards,
//!     terminated: &mut terminated,
//!     truncated: &mut truncated,
//!     ends: &mut ends,
//!     last_observations: &mut [],
//! };
//! games.reset(Some(1), &mut buffers);
//! for _ in 0..10 {
//!     let legal = buffers.masks.chunks(actions).map(|mask| mask.iter().position(|&m| m == 1));
//!     let chosen: Vec<i64> = legal.map(|action| action.unwrap_or(0) as i64).collect();
//!     games.step(&chosen, &mut buffers);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate has no optional features.

mod actions;
mod cards;
mod episode;
mod game;
mod places;
mod reward;
mod split;
mod vector;

pub use actions::{Action, Actions};
pub use cards::Cards;
pub use episode::{End, Episode, Step};
pub use game::{Game, Settings};
pub use places::{PlaceRange, Places, Sight};
pub use reward::Reward;
pub use split::{Order, Split};
pub use vector::{Autoreset, Buffers, Vector, VectorError};
