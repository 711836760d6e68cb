//! The database file: its schema, the versions of the schema, and how a connection is opened.

use crate::Error;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The name of the database in the folder of the books.
pub(crate) const FILE: &str = "talon.db";

/// The version of the schema, which the database keeps as its `user_version`.
///
/// 1. Talon 0.1.
/// 2. A game has a revision, which changes with every change of the game.
pub(crate) const VERSION: i64 = 2;

/// How long a program waits for another one that is writing.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// Schema 1.
const CREATE: &str = "
    CREATE TABLE IF NOT EXISTS games (
        id INTEGER PRIMARY KEY, uid TEXT NOT NULL UNIQUE, game TEXT NOT NULL, rules TEXT NOT NULL,
        title TEXT NOT NULL, deal TEXT NOT NULL, head TEXT NOT NULL, result TEXT NOT NULL,
        stamp TEXT NOT NULL, moves INTEGER NOT NULL, seconds INTEGER NOT NULL, score INTEGER NOT NULL,
        began INTEGER NOT NULL, changed INTEGER NOT NULL, holder TEXT);
    CREATE TABLE IF NOT EXISTS lines (
        game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE, seq INTEGER NOT NULL,
        line TEXT NOT NULL, PRIMARY KEY (game, seq)) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS preferences (name TEXT PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS account (name TEXT PRIMARY KEY, value INTEGER NOT NULL);";

/// From schema 1 to schema 2.
const REVISIONS: &str = "
    ALTER TABLE games ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
    CREATE INDEX games_changed ON games (changed);";

/// Opens the database of a folder for writing. Creates it, or brings an older schema up to date.
///
/// Programs that start at once may all want to change the journal mode. SQLite refuses this without waiting
/// when two of them hold the lock for reading, because neither could go on, so all but one begin anew.
pub(crate) fn connect(folder: &Path) -> Result<Connection, Error> {
    let start = Instant::now();
    loop {
        match try_to_connect(folder) {
            Err(Error::Database(error)) if is_busy(&error) && start.elapsed() < PATIENCE => {
                std::thread::sleep(Duration::from_millis(2));
            }
            result => return result,
        }
    }
}

fn try_to_connect(folder: &Path) -> Result<Connection, Error> {
    let mut connection = Connection::open(folder.join(FILE))?;
    connection.busy_timeout(PATIENCE)?;
    // The database of a newer program is not changed.
    version(&connection)?;
    // In this mode, a killed program loses nothing that was committed. Only a power cut could take the last
    // moves, never the books.
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    prepare(&mut connection)?;
    Ok(connection)
}

/// Opens the database of a folder for reading, even if neither it nor its folder can be written. Without a
/// database, the books are empty.
pub(crate) fn connect_to_read(folder: &Path) -> Result<Connection, Error> {
    let path = folder.join(FILE);
    if !path.try_exists().map_err(|error| Error::Folder(folder.into(), error))? {
        return empty();
    }
    // SQLite itself opens a file for reading that cannot be written.
    let connection = match open_to_read(&path, OpenFlags::SQLITE_OPEN_READ_WRITE) {
        Err(Error::Database(error)) if is_unwritable(&error) && has_no_log(&path) => {
            // The files that readers and writers share cannot be created, so no program is writing either.
            let uri = PathBuf::from(format!("file:{}?immutable=1", escaped(&path)));
            open_to_read(&uri, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI)?
        }
        other => other?,
    };
    if version(&connection)? == 0 { empty() } else { Ok(connection) }
}

fn open_to_read(path: &Path, flags: OpenFlags) -> Result<Connection, Error> {
    let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "query_only", true)?;
    // The first query shows whether the database can be read at all.
    connection.query_row("SELECT COUNT(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))?;
    Ok(connection)
}

/// Returns empty books.
fn empty() -> Result<Connection, Error> {
    let mut connection = Connection::open_in_memory()?;
    prepare(&mut connection)?;
    Ok(connection)
}

fn is_busy(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{DatabaseBusy, DatabaseLocked};
    matches!(error.sqlite_error_code(), Some(DatabaseBusy | DatabaseLocked))
}

fn is_unwritable(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{CannotOpen, ReadOnly};
    matches!(error.sqlite_error_code(), Some(CannotOpen | ReadOnly))
}

/// Returns `true` if everything is in the database itself and nothing in its write-ahead log.
fn has_no_log(path: &Path) -> bool {
    let mut log = path.as_os_str().to_os_string();
    log.push("-wal");
    std::fs::metadata(log).map_or(true, |log| log.len() == 0)
}

/// Returns a path as it is written in a URI.
fn escaped(path: &Path) -> String {
    let byte = |byte: u8| match byte {
        b'/' | b'.' | b'-' | b'_' | b':' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02x}"),
    };
    path.as_os_str().as_encoded_bytes().iter().map(|&b| byte(b)).collect()
}

/// Returns the version of the schema; 0 for a database without one.
fn version(connection: &Connection) -> Result<i64, Error> {
    let found: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if found > VERSION { Err(Error::Newer { found, known: VERSION }) } else { Ok(found) }
}

/// Creates the tables, or brings those of an older version up to date.
pub(crate) fn prepare(connection: &mut Connection) -> Result<(), Error> {
    // Books that are up to date are opened without waiting for a program that is writing.
    if version(connection)? == VERSION {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another program may have updated the schema meanwhile.
    let found = version(&transaction)?;
    if found < 1 {
        transaction.execute_batch(CREATE)?;
    }
    if found < 2 {
        transaction.execute_batch(REVISIONS)?;
    }
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()?;
    Ok(())
}
