//! The laboratory: deals in, games played, statistics out.
//!
//! A [`Campaign`] names a game, players and deals; [`run()`] plays them on any number of threads and
//! writes a rows file ([`rows`]) that does not depend on how many there were or how often the run was
//! interrupted. [`report()`] reads such files and says what they show ([`statistics`]); [`merge()`]
//! joins shards; [`Results`] keeps what was measured; [`winnability`] counts what a solver says; [`tune()`] improves weights, [`train`] teaches nets.
//!
//! It knows no terminal: progress goes to a callback. It knows no player by name.

mod campaign;
pub mod engine;
mod merge;
mod plot;
pub mod published;
mod report;
mod results;
pub mod rows;
pub mod statistics;
mod summary;
pub mod train;
mod tune;
mod winnability;

pub use campaign::{Campaign, Deals, Seat, run, seed};
pub use engine::{Done, Problem};
pub use merge::merge;
pub use report::{html, plots, text};
pub use results::{Rate, Results, SOLVER};
pub use summary::{Pair, Summary, Tally, report};
pub use tune::{Tuned, Tuning, tune};
pub use winnability::{Winnability, tally, winnability};
