//! Exports the whole books as one JSON text.

use crate::check::{Finding, Place};
use crate::game::{Fault, Game, words};
use crate::{Error, ROWS, Store, fields, schema};
use serde_json::{Map, Value, json};
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The name and version of the format.
pub(crate) const FORM: &str = "talon export 1";

/// The content of the books, as text.
#[derive(Debug)]
pub struct Export {
    /// All games, preferences and the casino's account as JSON. Damaged games are included unchanged.
    pub text: String,
    /// The games that are damaged. An import will refuse them.
    pub damaged: Vec<Finding>,
}

impl Store {
    /// Exports everything in the books. Each game is replayed, to find damaged ones.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn export(&self) -> Result<Export, Error> {
        let mut damaged = Vec::new();
        let mut games = Vec::new();
        // One transaction, so that everything is read in the same state.
        let moment = self.connection.unchecked_transaction()?;
        for id in self.readable() {
            let game = match self.entry(id) {
                Ok(game) => game,
                Err(error) => {
                    let fault = Fault::Storage(error.to_string());
                    damaged.push(Finding { place: Place::of(id, &Value::Null), fault });
                    continue;
                }
            };
            if let Err(fault) = Game::read(&game) {
                damaged.push(Finding { place: Place::of(id, &game), fault });
            }
            games.push(game);
        }
        let mut statement = self.connection.prepare("SELECT name, value FROM preferences ORDER BY name")?;
        let preferences = statement
            .query_map([], |row| Ok((words(row, 0)?, words(row, 1)?.into())))?
            .collect::<Result<Map<String, Value>, _>>()?;
        drop(statement);
        let account = self.account()?;
        let ledger: Map<String, Value> =
            ROWS.iter().zip(fields(&account)).map(|(name, value)| (name.to_string(), value.into())).collect();
        moment.finish()?;
        let all = json!({ "form": FORM, "games": games, "preferences": preferences, "ledger": ledger });
        Ok(Export { text: format!("{all:#}\n"), damaged })
    }
}

impl Export {
    /// Writes this export of the books in `folder` to a file. It is written to a new file first, which is then
    /// renamed, so that an earlier export is never damaged. A file that is not an export is overwritten only if
    /// `force` is set, and the files of the books are never overwritten.
    ///
    /// # Errors
    /// If the file cannot be written or must not be overwritten. An earlier file of this name is then unchanged.
    pub fn write(&self, folder: &Path, file: &Path, force: bool) -> Result<(), Error> {
        let fail = |error| Error::File(file.into(), error);
        // A link is followed: its target is written, and the link stays.
        let place = file.canonicalize().unwrap_or_else(|_| file.into());
        if belongs_to(folder, &place) {
            return Err(Error::OwnFile(file.into()));
        }
        match fs::metadata(&place) {
            Ok(there) if there.is_dir() => return Err(fail(io::ErrorKind::IsADirectory.into())),
            // A device or a pipe has no earlier content and cannot be replaced.
            Ok(there) if !there.is_file() => {
                let written = fs::OpenOptions::new().write(true).open(&place);
                return written.and_then(|mut out| out.write_all(self.text.as_bytes())).map_err(fail);
            }
            Ok(there) if there.len() > 0 && !force && !is_export(&place) => {
                return Err(Error::Foreign(file.into()));
            }
            _ => {}
        }
        talon_session::replace_file(&place, self.text.as_bytes()).map_err(fail)
    }
}

/// Returns `true` if this is one of the files of the books: the database, or one that SQLite keeps beside it.
fn belongs_to(folder: &Path, file: &Path) -> bool {
    let parent = match file.parent() {
        Some(parent) if parent.as_os_str().is_empty() => PathBuf::from("."),
        Some(parent) => parent.into(),
        None => return false,
    };
    let is_there = matches!((parent.canonicalize(), folder.canonicalize()), (Ok(a), Ok(b)) if a == b);
    is_there && file.file_name().is_some_and(|name| name.to_string_lossy().starts_with(schema::FILE))
}

/// Returns `true` if this file begins like an export.
fn is_export(file: &Path) -> bool {
    let mut begins = Vec::new();
    let read = fs::File::open(file).and_then(|file| file.take(64).read_to_end(&mut begins));
    let begins = String::from_utf8_lossy(&begins);
    read.is_ok() && begins.trim_start().starts_with('{') && begins.contains("\"form\": \"talon export ")
}
