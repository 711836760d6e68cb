//! Statistics for results of games: how sure one may be of a win rate, and which of two players is better.
//!
//! The crate turns counts into statements with a stated uncertainty:
//!
//! * [`wilson`] and [`wilson_with_unknown`]: confidence intervals for a win rate;
//! * [`mean`]: a mean with its confidence interval;
//! * [`mcnemar`] and [`mcnemar_mid_p`]: tests for two players on the same deals, and [`pairs_needed`], the
//!   number of deals such a test would need; [`paired_difference`] for points instead of wins;
//! * [`holm`]: a correction for several tests; [`anytime`]: a test for data that are looked at again and again;
//! * [`quantile`], [`quantile_of_counts`], [`survival`] and [`histogram`]: descriptions of a distribution;
//! * [`Streaks`]: wins and losses in a row.
//!
//! It does not know what a game, a deal or a player is. It reads and writes no files, and draws no pictures.
//!
//! Every function states its definition and names a reference. Confidence intervals and tests are
//! two-sided at 95 %.
//!
//! # Example
//!
//! Two players have played the same 1,000 deals.
//!
//! ```
//! use talon_stats::{mcnemar, pairs_needed, wilson};
//!
//! let (games, first_won, second_won) = (1000, 431, 402);
//! let first = wilson(first_won, games);
//! assert!(first.contains(0.42));
//! assert_eq!(format!("{:.3} to {:.3}", first.low, first.high), "0.401 to 0.462");
//!
//! // Only the deals that exactly one of them won say which one is better.
//! let (only_first, only_second) = (120, 91);
//! assert_eq!(only_first - only_second, first_won - second_won);
//! let p = mcnemar(only_first, only_second);
//! assert!(p > 0.05, "the difference is not significant: p = {p:.3}");
//! assert_eq!(pairs_needed(only_first, only_second, games), Some(970));
//! ```
//!
//! # Features
//!
//! * `serde`: implements `serde::Serialize` for the result types. Off by default.

mod distribution;
mod interval;
mod many;
mod paired;
mod streaks;

pub use distribution::{Bar, histogram, quantile, quantile_of_counts, survival};
pub use interval::{Interval, Mean, Z_95, mean, wilson, wilson_with_unknown};
pub use many::{anytime, holm};
pub use paired::{mcnemar, mcnemar_mid_p, paired_difference, pairs_needed};
pub use streaks::Streaks;
