//! Where a game is recorded while it is played, so that nothing is lost however the program ends.
//!
//! This module defines the interface only; the crate `store` implements it with a database. The lines of a
//! journal are those of a save's `moves` section, in the order in which things happened: the head of a save,
//! `moves`, the lines and `end` are a save again.

use crate::{Account, By, Outcome, Session};
use std::fmt;
use std::time::Duration;

/// What was to be recorded has not been written yet. The game goes on, and the journal tries again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalError(
    /// The reason, as a clause without a full stop: `the disk is full`.
    pub String,
);

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = self.0.trim_end_matches('.');
        write!(f, "The last moves are not recorded: {reason}.")
    }
}

impl std::error::Error for JournalError {}

/// Records games.
///
/// What cannot be written is kept and written later, in order: a method that fails loses nothing, and every
/// later call writes the earlier entries first.
pub trait Journal {
    /// Records that a game begins. The game before it, if any, stays as it is.
    ///
    /// # Errors
    /// If something is not written yet.
    fn begin(&mut self, session: &Session) -> Result<(), JournalError>;

    /// Records new lines of the game, and its state after them.
    ///
    /// # Errors
    /// If something is not written yet.
    fn note(&mut self, lines: &[String], session: &Session, time: Duration) -> Result<(), JournalError>;

    /// Records that the player has given the game up: it is lost, whatever is tried in it afterwards.
    ///
    /// # Errors
    /// If something is not written yet.
    fn give_up(&mut self, session: &Session, time: Duration) -> Result<(), JournalError>;

    /// Records what the player has paid and won since the last call.
    ///
    /// # Errors
    /// If something is not written yet.
    fn charge(&mut self, paid: &Account) -> Result<(), JournalError>;

    /// Tries again to write what is not written yet, and waits for other programs for at most `patience`.
    ///
    /// # Errors
    /// If something is still not written.
    fn retry(&mut self, patience: Duration) -> Result<(), JournalError>;
}

impl Outcome {
    /// Returns the lines that a journal records for this outcome.
    pub fn lines(&self) -> Vec<String> {
        let line = |step: &crate::Step| match (step.back, step.by) {
            (true, _) => "back 1".into(),
            (false, By::Auto) => format!("{} auto", step.m),
            (false, By::Player) => step.m.to_string(),
        };
        self.steps.iter().map(line).collect()
    }
}
