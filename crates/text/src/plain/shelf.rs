//! Where text play finds the games that are kept.

use std::error::Error;
use std::fmt;
use std::time::Duration;
use talon_session::form::Form;
use talon_session::{Journal, Session};

/// Why a shelf cannot do what it was asked for. It prints as a sentence.
#[derive(Debug)]
pub enum ShelfError {
    /// Games are not recorded.
    NotRecorded,
    /// The store failed. Its message is a sentence.
    Store(Box<dyn Error + Send + Sync>),
}

impl fmt::Display for ShelfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShelfError::NotRecorded => f.write_str("Games are not being recorded."),
            ShelfError::Store(error) => error.fmt(f),
        }
    }
}

impl Error for ShelfError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ShelfError::NotRecorded => None,
            ShelfError::Store(error) => Some(error.as_ref()),
        }
    }
}

/// Where games are stored, as far as text play needs it.
pub trait Shelf {
    /// Returns the unfinished games, each with its number and a description, the newest first.
    fn left(&self) -> Vec<(i64, String)>;

    /// Resumes a game: returns the game, its playing time and its journal.
    ///
    /// # Errors
    /// If the game cannot be resumed.
    fn take_up(&self, id: i64) -> Result<(Session, Duration, Box<dyn Journal>), ShelfError>;

    /// Counts an unfinished game as lost.
    ///
    /// # Errors
    /// If the game is not there, or that cannot be recorded.
    fn give_up(&self, id: i64) -> Result<(), ShelfError>;

    /// The statistics of a game as text.
    ///
    /// # Errors
    /// If the statistics cannot be read.
    fn statistics(&self, game: &str) -> Result<String, ShelfError>;

    /// The form of the same game with the rules that the player chose last.
    fn remembered(&self, form: &Form) -> Form;

    /// Remembers the rules that the player chose for a game.
    ///
    /// # Errors
    /// If they cannot be recorded.
    fn remember(&self, form: &Form) -> Result<(), ShelfError>;
}

/// A shelf that stores nothing.
pub struct NoShelf;

impl Shelf for NoShelf {
    fn left(&self) -> Vec<(i64, String)> {
        Vec::new()
    }

    fn take_up(&self, _: i64) -> Result<(Session, Duration, Box<dyn Journal>), ShelfError> {
        Err(ShelfError::NotRecorded)
    }

    fn give_up(&self, _: i64) -> Result<(), ShelfError> {
        Err(ShelfError::NotRecorded)
    }

    fn statistics(&self, _: &str) -> Result<String, ShelfError> {
        Err(ShelfError::NotRecorded)
    }

    fn remembered(&self, form: &Form) -> Form {
        form.clone()
    }

    fn remember(&self, _: &Form) -> Result<(), ShelfError> {
        Ok(())
    }
}
