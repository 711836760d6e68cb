//! Players: strategies that see what a person at the table sees, and choose a move.
//!
//! A [`Strategy`] gets a [`View`](talon_rules::View) of the table, which has no method that returns a hidden
//! card. So a strategy is honest by its type. It may sample worlds that fit the view
//! ([`View::imagine`](talon_rules::View::imagine)) and ask the solvers about them. [`play`] is the referee:
//! it plays a game to its end and makes sure that it has one.
//!
//! # Example
//!
//! A strategy of your own that plays 1,000 games:
//!
//! ```
//! use talon_players::{Player, Record, Strategy, play_deal};
//! use talon_rules::{Move, Pile, View};
//!
//! /// Plays to a foundation if it can, and otherwise the first legal move.
//! /// It resigns after a pass through the stock without progress.
//! struct UpFirst;
//!
//! impl Strategy for UpFirst {
//!     fn begin(&mut self, _view: View<'_>, _seed: u64) {}
//!
//!     fn choose(&mut self, view: View<'_>, record: &Record) -> Option<Move> {
//!         if record.moves_without_progress > record.pass_length + 2 {
//!             return None;
//!         }
//!         let moves = view.moves();
//!         let up = moves.iter().find(|m| matches!(m, Move::Carry { to: Pile::Foundation(_), .. }));
//!         up.or(moves.first()).copied()
//!     }
//! }
//!
//! let klondike = talon_games::find("klondike")?;
//! let mut player = Player::honest(UpFirst);
//! let mut won = 0;
//! for deal in 1..=1000 {
//!     won += u32::from(play_deal(klondike, deal, &mut player)?.won);
//! }
//! println!("{won} of 1000 deals won");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The players
//!
//! [`PLAYERS`] lists the players that Talon comes with, and [`find`] makes one from its name and settings.
//! They build on each other:
//!
//! | players | method |
//! |---|---|
//! | [`Random`], [`First`] | baselines that do not think |
//! | [`RuleBased`] | fixed priorities among kinds of moves: `greedy`, `always-up`, `aisleriot-hint` |
//! | [`Heuristic`] | one move ahead, by [`Weights`] of [`Features`] of the afterstate |
//! | [`ClosurePlanner`] | the best choice out of the [`Closure`], everything that can be done before something is revealed |
//! | [`Expectimax`] | the same, with several cards that a choice may turn up |
//! | [`Hindsight`] | sampled worlds, solved or played out: [`hindsight`] explains the method |
//! | [`spider::ladder`] | heuristics for Spider, from rules of thumb to tree search |
//! | [`spider`] | nets trained by self-play, look-ahead and rollouts, for Spider |
//! | [`Oracle`] | sees every card; it is not a [`Strategy`], and only measures how much could be won |
//!
//! A player made by [`find`] never gives up an open game. If it has no idea, it deals a row, or makes the shortest
//! sequence of moves that makes progress. If there is none, the game is stuck.
//!
//! [`check_honesty`] lets a player choose twice, with different hidden cards, and compares its choices.
//!
//! # What this crate does not know
//!
//! It knows nothing of files, threads, clocks and statistics. Playing many deals in parallel, comparing
//! players and training them is the task of the crate `talon-lab`.
//!
//! The crate has no optional features.

mod baseline;
mod closure;
mod expectimax;
mod features;
mod heuristic;
pub mod hindsight;
mod honesty;
mod oracle;
mod persistent;
mod plan;
mod progress;
mod racing;
mod referee;
mod registry;
mod rule_based;
pub mod spider;
mod strategy;
mod view_hash;
mod weights;

pub use baseline::{First, Random};
pub use closure::{Choice, Closure, ClosureOptions};
pub use expectimax::{Expectimax, ExpectimaxSettings};
pub use features::{FEATURES, Features, Reveals};
pub use heuristic::{ClosurePlanner, Heuristic};
pub use hindsight::{Hindsight, HindsightSettings};
pub use honesty::{HonestyError, Peek, check_honesty, compare};
pub use oracle::Oracle;
pub use progress::Progress;
pub use referee::{End, Fault, Game, Record, play, play_deal, seed_for};
pub use registry::{Entry, PLAYERS, PlayerError, Setting, ValueKind, entry, find};
pub use rule_based::{Priorities, RuleBased};
pub use strategy::{Player, Strategy};
pub use view_hash::view_hash;
pub use weights::{Weights, WeightsError};
