//! Players: strategies that see a [`View`](rules::View) and choose a move.
//!
//! A [`Strategy`] is honest by its type: it gets what the player sees, may imagine worlds that fit it
//! ([`rules::View::imagine`]) and may ask the solvers about those worlds, but no method gives it a
//! hidden card. The one exception, the oracle, is not a [`Strategy`] and says so ([`Player::Oracle`]).
//!
//! [`players`](PLAYERS) lists them, [`find`] makes one from its name and settings, [`play`] is the
//! referee: it plays a game to its end, and every game ends. Nothing here knows files, threads or
//! statistics: that is the laboratory.

mod baseline;
mod closure;
mod expectimax;
mod features;
mod heuristic;
mod hindsight;
mod oracle;
mod order;
mod plan;
mod referee;
mod registry;
pub mod spider;
mod strategy;
mod weights;
mod worlds;

pub use baseline::{First, Random};
pub use closure::{Closure, Options, Way};
pub use expectimax::Expectimax;
pub use features::{Blind, FEATURES, Features};
pub use heuristic::{Heuristic, Planner};
pub use hindsight::{Hindsight, Settings};
pub use oracle::Oracle;
pub use order::{Order, Ordered};
pub use referee::{Course, End, Game, play};
pub use registry::{Entry, PLAYERS, PlayerError, entry, find};
pub use strategy::{Player, Strategy, sight};
pub use weights::{Weights, WeightsError};
pub use worlds::Asking;
