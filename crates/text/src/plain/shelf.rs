//! Where text play finds the games that are kept.

use std::time::Duration;
use talon_session::form::Form;
use talon_session::{Journal, Session};

/// Where games are stored, as far as text play needs it.
pub trait Shelf {
    /// Returns the unfinished games, each with its number and a description, the newest first.
    fn left(&self) -> Vec<(i64, String)>;

    /// Resumes a game: returns the game, its playing time and its journal.
    ///
    /// # Errors
    /// The reason why the game cannot be resumed, as a sentence.
    fn take_up(&self, id: i64) -> Result<(Session, Duration, Box<dyn Journal>), String>;

    /// Counts an unfinished game as lost.
    ///
    /// # Errors
    /// The reason why that is not possible, as a sentence.
    fn give_up(&self, id: i64) -> Result<(), String>;

    /// The statistics of a game as text.
    ///
    /// # Errors
    /// Why there are none, as a sentence.
    fn statistics(&self, game: &str) -> Result<String, String>;

    /// The form of the same game with the rules that the player chose last.
    fn remembered(&self, form: &Form) -> Form;

    /// Remembers the rules that the player chose for a game.
    ///
    /// # Errors
    /// Why they cannot be remembered, as a sentence.
    fn remember(&self, form: &Form) -> Result<(), String>;
}

/// A shelf that stores nothing.
pub struct NoShelf;

impl Shelf for NoShelf {
    fn left(&self) -> Vec<(i64, String)> {
        Vec::new()
    }

    fn take_up(&self, _: i64) -> Result<(Session, Duration, Box<dyn Journal>), String> {
        Err("Games are not stored here.".into())
    }

    fn give_up(&self, _: i64) -> Result<(), String> {
        Err("Games are not stored here.".into())
    }

    fn statistics(&self, _: &str) -> Result<String, String> {
        Err("No games are kept here.".into())
    }

    fn remembered(&self, form: &Form) -> Form {
        form.clone()
    }

    fn remember(&self, _: &Form) -> Result<(), String> {
        Ok(())
    }
}
