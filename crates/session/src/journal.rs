//! Where a game is written down as it is played, so that nothing is lost however the program ends.
//!
//! Only the form is known here, not the place: the crate `store` keeps a journal in a database. The
//! lines are those of a save's `moves` section, in the order in which things happened, so that the
//! head of a save, the lines and `end` are a save again.

use crate::{Account, By, Outcome, Session};
use std::time::Duration;

/// Why nothing could be written; the game goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalError(pub String);

impl std::fmt::Display for JournalError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "This game cannot be kept: {}.", self.0.trim_end_matches('.'))
    }
}

impl std::error::Error for JournalError {}

/// Somebody who writes games down.
pub trait Journal {
    /// A game begins; the one before, if any, is left as it stands.
    ///
    /// # Errors
    /// When it cannot be written.
    fn begin(&mut self, session: &Session) -> Result<(), JournalError>;

    /// Something happened in the game: the new lines, and the game after them.
    ///
    /// # Errors
    /// When it cannot be written.
    fn note(&mut self, lines: &[String], session: &Session, time: Duration) -> Result<(), JournalError>;

    /// The player gave the game up: it is lost, whatever is tried in it afterwards.
    ///
    /// # Errors
    /// When it cannot be written.
    fn give_up(&mut self, session: &Session, time: Duration) -> Result<(), JournalError>;

    /// Money changed hands: this much since the last time.
    ///
    /// # Errors
    /// When it cannot be written.
    fn charge(&mut self, paid: &Account) -> Result<(), JournalError>;
}

impl Outcome {
    /// The lines of a journal for what happened.
    pub fn lines(&self) -> Vec<String> {
        let line = |step: &crate::Step| match (step.back, step.by) {
            (true, _) => "back 1".into(),
            (false, By::Auto) => format!("{} auto", step.m),
            (false, By::Player) => step.m.to_string(),
        };
        self.steps.iter().map(line).collect()
    }
}
