//! What can go wrong with the books.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why the books could not be read or written.
#[derive(Debug)]
pub enum Error {
    /// The folder cannot be used.
    Folder(PathBuf, io::Error),
    /// The database says no.
    Database(rusqlite::Error),
    /// The database was written by a newer program.
    Newer(i64),
    /// There is no game of this number.
    NoSuchGame(i64),
    /// Another program plays this game now.
    Held(i64),
    /// The game cannot be read.
    Damaged(i64, String),
    /// What should be imported is no export.
    Import(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Folder(path, error) => write!(f, "The folder {} cannot be used: {error}.", path.display()),
            Error::Database(error) => write!(f, "The books cannot be used: {error}."),
            Error::Newer(version) => {
                write!(f, "The books were written by a newer program (form {version}).")
            }
            Error::NoSuchGame(id) => write!(f, "The books have no game {id}; `talon history` lists them."),
            Error::Held(id) => write!(f, "Game {id} is being played by another program."),
            Error::Damaged(id, why) => write!(f, "Game {id} cannot be read: {why}"),
            Error::Import(why) => write!(f, "This is no export of Talon: {why}."),
        }
    }
}

impl std::error::Error for Error {}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Error {
        Error::Database(error)
    }
}
