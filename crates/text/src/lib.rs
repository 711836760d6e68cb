//! Play by lines of text: through a pipe, on a teletype, with a screen reader.
//!
//! Every player here reads bytes from any [`Read`](std::io::Read) and writes to any
//! [`Write`](std::io::Write), so that tests can drive it. [`plain`] plays every game; the dialects
//! speak like the programs of old: [`ucb`] the Berkeley Canfield, [`ycp`] the York College Klondike,
//! [`bsd`] the casino of bsdgames.
//!
//! What is NOT known here: any rule, any history. Words become a [`Command`](session::Command); what
//! is printed comes from the [`View`](rules::View), the outcome and the refusal.

pub mod address;
pub mod board;
pub mod bsd;
mod input;
pub mod plain;
mod search;
pub mod ucb;
pub mod ycp;

pub use input::{Input, Line};
