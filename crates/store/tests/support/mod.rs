//! What several tests of the books need.

#![allow(dead_code)]

use std::path::PathBuf;
use talon_session::{Deal, Journal, Session, Sitting};
use talon_store::Store;

/// A folder for books, which is removed when the test ends.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path =
            PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("books-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Sits down to a game that the books record.
pub fn sit(store: &Store, game: &str, deal: u64) -> Sitting {
    let session = Session::new(talon_games::find(game).unwrap(), Deal::Number(deal)).unwrap();
    let journal = Box::new(store.writer().unwrap()) as Box<dyn Journal>;
    Sitting::new(session, store.account().unwrap(), Some(journal))
}
