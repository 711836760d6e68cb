//! The player's books, as far as play needs them.

use crate::output;
use std::time::Duration;
use talon_session::form::Form;
use talon_session::{Account, Journal, Session};
use talon_store::{Store, Summary};
use talon_text::plain::{Shelf, ShelfError};

/// How long a player who leaves waits for another program that is writing into the books.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// The player's books, where they can be kept.
pub struct Books(Option<Store>);

impl Books {
    /// Opens the books; if that fails, says why nothing is recorded.
    pub fn open() -> (Books, Option<String>) {
        let Some(folder) = talon_store::folder() else {
            return (
                Books(None),
                Some("There is no folder for the books. Games are not being recorded.".into()),
            );
        };
        match Store::open(&folder) {
            Ok(store) => (Books(Some(store)), None),
            // What cannot be written may still be read.
            Err(error) => {
                (Books(Store::read(&folder).ok()), Some(format!("{error} Games are not being recorded.")))
            }
        }
    }

    /// Returns the player's account with the casino.
    pub fn account(&self) -> Account {
        self.0.as_ref().and_then(|store| store.account().ok()).unwrap_or_default()
    }

    /// Returns the name of the game that was played last.
    pub fn last_game(&self) -> Option<String> {
        self.0.as_ref()?.preference("game")
    }

    /// Returns a journal; none, and perhaps the reason, where nothing can be kept.
    pub fn journal(&self) -> (Option<Box<dyn Journal>>, Option<String>) {
        match self.0.as_ref().map(Store::writer) {
            Some(Ok(writer)) => (Some(Box::new(writer)), None),
            // The player was told when the books were opened.
            Some(Err(talon_store::Error::ReadOnly)) | None => (None, None),
            Some(Err(error)) => (None, Some(format!("{error} Games are not being recorded."))),
        }
    }
}

impl Shelf for Books {
    fn left(&self) -> Vec<(i64, String)> {
        let left = self.0.as_ref().and_then(|store| store.left().ok()).unwrap_or_default();
        let words = |game: &Summary| {
            let moves = talon_rules::plural(game.moves, "move");
            output::line(&format!("{}, {}, {moves}", game.title, game.deal))
        };
        left.iter().map(|game| (game.id, words(game))).collect()
    }

    fn take_up(&self, id: i64) -> Result<(Session, Duration, Box<dyn Journal>), ShelfError> {
        let Some(store) = &self.0 else { return Err(ShelfError::NotRecorded) };
        let (session, time, writer) = store.take_up(id).map_err(failed)?;
        Ok((session, time, Box::new(writer)))
    }

    fn give_up(&self, id: i64) -> Result<(), ShelfError> {
        let Some(store) = &self.0 else { return Err(ShelfError::NotRecorded) };
        store.give_up(id).map_err(failed)
    }

    fn statistics(&self, game: &str) -> Result<String, ShelfError> {
        let Some(store) = &self.0 else { return Err(ShelfError::NotRecorded) };
        crate::books::statistics_words(store, Some(game)).map_err(failed)
    }

    fn remembered(&self, form: &Form) -> Form {
        self.0.as_ref().map_or_else(|| form.clone(), |store| store.remembered(form))
    }

    fn remember(&self, form: &Form) -> Result<(), ShelfError> {
        let Some(store) = &self.0 else { return Ok(()) };
        store.remember(form).map_err(failed)
    }
}

/// What text play hears of an error of the store.
fn failed(error: talon_store::Error) -> ShelfError {
    ShelfError::Store(error.into())
}
