//! Slow, plain models of the games, to check the solvers against.
//!
//! Each model is written from the rules as a player reads them: piles are lists, every move is tried, and
//! nothing is clever. [`klondike`], [`canfield`] and [`spider`] share no code with the packed solvers beyond
//! the description of a position. [`plain`] is a model of every game that the vocabulary can describe, written
//! from the rule sheets, and [`fuzz`] compares the engine and all solvers with it under random rules.
//! [`signature`] has the numbers of nodes that the solvers take on fixed sets of deals.
//!
//! The tests of `talon-solve` use these models on thousands of deals, and `cargo xtask bench soundness` on
//! millions. Some models can be given a deliberate fault, which shows that a comparison would notice it. The crate
//! does not know how the packed solvers search.
//!
//! # Example
//!
//! ```
//! use talon_cards::{Card, Generator};
//! use talon_reference::klondike::{Plain, deck};
//! use talon_solve::klondike::Position;
//!
//! let mut cards: Vec<Card> = deck(2, 4); // two suits of four ranks
//! Generator::new(1).shuffle(&mut cards);
//! let position = Position::deal(&cards, 3);
//! let winnable = Plain::new(&position).winnable(usize::MAX);
//! assert!(winnable.is_some());
//! ```
//!
//! The crate has no optional features.

pub mod canfield;
pub mod fuzz;
pub mod klondike;
pub mod plain;
pub mod signature;
pub mod spider;
