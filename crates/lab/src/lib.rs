//! The laboratory: plays many deals with several players, and summarises the results with statistics.
//!
//! A [`Campaign`] names a game, players and deals. [`run()`] plays them on any number of threads and writes
//! a rows file ([`rows`]) that depends neither on the number of threads nor on interruptions. [`report()`]
//! reads such files and summarises them with [`talon_stats`]; [`merge()`] joins shards; [`Results`] keeps
//! the figures of the results page; [`winnability`] counts the verdicts of a solver; [`tune()`] improves
//! weights, and [`train`] trains nets. A [`ledger`] divides a campaign among many machines.
//!
//! The crate does not know terminals: progress is reported to a callback. It does not know any player by
//! name.
//!
//! # Example
//!
//! Two players play the same fifty deals of Klondike:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use talon_lab::{Campaign, Deals, Seat};
//!
//! let rules = *talon_games::find("klondike")?;
//! let deals = Deals::read("1..51")?; // without 51
//! let campaign = Campaign::new(rules, vec![Seat::named("greedy"), Seat::named("random")], deals);
//!
//! let folder = std::env::temp_dir().join(format!("talon-lab-example-{}", std::process::id()));
//! std::fs::create_dir_all(&folder)?;
//! let rows = folder.join("rows.csv");
//! let stop = AtomicBool::new(false);
//! talon_lab::run(&campaign, "0.2.0", Some(rows.clone()), 2, &stop, |_row| {}, |_deals_done| {})?;
//!
//! let summary = talon_lab::report(&[rows])?;
//! println!("{}", talon_lab::text(&summary));
//! # assert!(talon_lab::text(&summary).contains("greedy"));
//! # std::fs::remove_dir_all(folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate has no optional features.

pub mod bot;
mod campaign;
mod columnar;
mod columns;
mod compare;
mod counts;
pub mod engine;
mod ladder;
pub mod ledger;
mod lines;
mod merge;
mod plot;
pub mod problem;
pub mod published;
mod report;
mod results;
pub mod rows;
mod summary;
pub mod train;
mod tune;
mod whole;
mod winnability;

pub use campaign::{Campaign, Deals, Seat, run};
pub use engine::Done;
pub use merge::merge;
pub use problem::Problem;
pub use report::{html, json, plots, text};
pub use results::{Rate, Results, SOLVER};
pub use summary::{Differences, Pair, Summary, Tally, report, report_rows};
pub use tune::{HeldOut, Tuned, Tuning, tune};
pub use whole::rows_of_run;
pub use winnability::{Winnability, tally, winnability};
