//! The errors of the books.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why the books could not be read or written.
#[derive(Debug)]
pub enum Error {
    /// The folder cannot be used.
    Folder(PathBuf, io::Error),
    /// The database reported an error.
    Database(rusqlite::Error),
    /// The database was written by a newer program.
    Newer {
        /// The version of its schema.
        found: i64,
        /// The newest version that this program knows.
        known: i64,
    },
    /// The books were opened for reading only.
    ReadOnly,
    /// Other programs are using the books, and the operation needs exclusive access.
    InUse,
    /// There is no game with this number.
    NoSuchGame(i64),
    /// Another program is playing this game.
    Held(i64),
    /// The game cannot be read.
    Damaged(i64, String),
    /// The text to import is not an export.
    Import(String),
    /// A file could not be written. An earlier file of this name is unchanged.
    File(PathBuf, io::Error),
    /// The file to be written exists and is not an export.
    Foreign(PathBuf),
    /// The file to be written is one of the books' own files.
    OwnFile(PathBuf),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Folder(path, error) => write!(f, "The folder {} cannot be used: {error}.", path.display()),
            Error::Database(error) => write!(f, "The books cannot be used: {}.", reason(error)),
            Error::Newer { found, known } => write!(
                f,
                "The books were written by a newer version of Talon (schema {found}; this version knows schemas \
                 up to {known}). Update Talon, or set TALON_DATA to another folder."
            ),
            Error::ReadOnly => f.write_str("The books can only be read here: the folder cannot be written."),
            Error::InUse => f.write_str(
                "Another program is using the books. Close every other Talon, its server included, and try again.",
            ),
            Error::NoSuchGame(id) => write!(f, "There is no game {id} in the books; `talon history` lists the games."),
            Error::Held(id) => write!(f, "Game {id} is being played by another program."),
            Error::Damaged(id, why) => {
                write!(f, "Game {id} cannot be read: {} `talon books repair` repairs it.", sentence(why))
            }
            Error::Import(why) => write!(f, "This is not an export of Talon: {why}."),
            Error::File(path, error) => write!(f, "{} cannot be written: {error}.", path.display()),
            Error::Foreign(path) => write!(
                f,
                "{} is not an export of Talon, so it was not overwritten. Choose another name, or use --force.",
                path.display()
            ),
            Error::OwnFile(path) => write!(
                f,
                "{} belongs to the books themselves and cannot be overwritten. Choose another name.",
                path.display()
            ),
        }
    }
}

impl std::error::Error for Error {}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Error {
        Error::Database(error)
    }
}

/// Returns the reason of a database error, as a clause for a player.
pub(crate) fn reason(error: &rusqlite::Error) -> String {
    use rusqlite::ErrorCode;
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            "another program is writing to the books".into()
        }
        Some(ErrorCode::DiskFull) => "the disk is full".into(),
        Some(ErrorCode::ReadOnly) => "the books can only be read".into(),
        Some(ErrorCode::SystemIoFailure) => format!("the disk cannot be read or written ({error})"),
        Some(ErrorCode::NotADatabase) => "the file talon.db is not a database".into(),
        Some(ErrorCode::DatabaseCorrupt) => {
            "the file talon.db is damaged; `talon books check` says where".into()
        }
        _ => match error {
            rusqlite::Error::SqliteFailure(_, Some(message)) => message.clone(),
            rusqlite::Error::SqlInputError { msg, .. } => msg.clone(),
            other => other.to_string(),
        },
    }
}

/// Returns a clause as a sentence that ends with a full stop.
fn sentence(clause: &str) -> String {
    format!("{}.", clause.trim_end_matches('.'))
}
