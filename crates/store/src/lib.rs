//! The books: games as they are played, finished games, statistics, preferences, the ledger.
//!
//! One SQLite database in the data folder of the platform ([`folder`]; `TALON_DATA` overrides it). Every
//! move is written as it is made ([`Writer`] is the session's [`Journal`](session::Journal)), so that a
//! program that is killed loses nothing. Several programs may use the books at once: the database is in
//! write-ahead mode, and a game that is being played is held by a lock that ends with its program.
//!
//! What is NOT known here: rules, screens. A game goes in and comes out as the text of a save.

mod error;
mod exchange;
mod keep;
mod seat;
mod statistics;
mod writer;

pub use error::Error;
pub use keep::{Kept, Taken, Visit};
pub use statistics::{Bar, Spread, Statistics};
pub use writer::Writer;

use rusqlite::{Connection, OptionalExtension, Row, params};
use seat::Seat;
use serde::Serialize;
use session::{Account, Session};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The names of the ledger's rows, in the order of [`Account`]'s fields.
const ROWS: [&str; 7] = ["hands", "inspections", "games", "runs", "information", "think-time", "winnings"];

/// The data folder: `TALON_DATA`, or the platform's own place.
pub fn folder() -> Option<PathBuf> {
    let var = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(folder) = var("TALON_DATA") {
        return Some(folder);
    }
    let place = if cfg!(windows) {
        var("APPDATA")?
    } else if cfg!(target_os = "macos") {
        var("HOME")?.join("Library").join("Application Support")
    } else {
        var("XDG_DATA_HOME").or_else(|| Some(var("HOME")?.join(".local").join("share")))?
    };
    Some(place.join("talon"))
}

/// A game of the books, in short.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Its number in these books.
    pub id: i64,
    /// The name of the game.
    pub game: String,
    /// The game with the rules that differ.
    pub rules: String,
    /// The title of the game.
    pub title: String,
    /// The deal.
    pub deal: String,
    /// `won`, `lost` (stuck, or given up), `shown` (a demonstration won it), `left` (it waits) or `open`.
    pub result: String,
    /// How much help it has seen.
    pub stamp: String,
    /// Moves from the deal to where it stands.
    pub moves: u32,
    /// How long it was played.
    pub seconds: u64,
    /// The score.
    pub score: i64,
    /// When it began, in seconds since 1970.
    pub began: u64,
    /// When it was changed last.
    pub changed: u64,
}

const SUMMARY: &str = "SELECT id, game, rules, title, deal, result, stamp, moves, seconds, score, began, changed, holder FROM games";

/// A game in which the player did something; what moves by itself at the deal is no play, nor a bookmark.
const PLAYED: &str = "EXISTS (SELECT 1 FROM lines WHERE lines.game = games.id AND line NOT LIKE '% auto' AND line NOT LIKE 'mark %')";

fn summary(row: &Row<'_>) -> rusqlite::Result<Summary> {
    Ok(Summary {
        id: row.get(0)?,
        game: row.get(1)?,
        rules: row.get(2)?,
        title: row.get(3)?,
        deal: row.get(4)?,
        result: row.get(5)?,
        stamp: row.get(6)?,
        moves: row.get(7)?,
        seconds: row.get::<_, i64>(8)?.max(0) as u64,
        score: row.get(9)?,
        began: row.get::<_, i64>(10)?.max(0) as u64,
        changed: row.get::<_, i64>(11)?.max(0) as u64,
    })
}

/// The books, open.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    connection: Connection,
    seat: Rc<Seat>,
}

impl Store {
    /// Opens the books in a folder, and makes them if there are none.
    ///
    /// # Errors
    /// When the folder or the database cannot be used.
    pub fn open(folder: &Path) -> Result<Store, Error> {
        std::fs::create_dir_all(folder).map_err(|error| Error::Folder(folder.into(), error))?;
        let connection = connect(folder)?;
        create(&connection)?;
        let seat = Rc::new(Seat::take(folder)?);
        Ok(Store { folder: folder.into(), connection, seat })
    }

    /// Somebody who writes the next game down.
    ///
    /// # Errors
    /// When the database cannot be opened again.
    pub fn writer(&self) -> Result<Writer, Error> {
        Ok(Writer::new(connect(&self.folder)?, self.seat.clone()))
    }

    /// Takes a game up again, and holds it.
    ///
    /// # Errors
    /// When there is no such game, another program plays it, or it cannot be read.
    pub fn take_up(&self, id: i64) -> Result<(Session, Duration, Writer), Error> {
        let mut connection = connect(&self.folder)?;
        let hold = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let holder: Option<Option<String>> =
            hold.query_row("SELECT holder FROM games WHERE id = ?1", [id], |row| row.get(0)).optional()?;
        let holder = holder.ok_or(Error::NoSuchGame(id))?;
        if holder.is_some_and(|holder| holder != self.seat.name() && Seat::is_taken(&self.folder, &holder)) {
            return Err(Error::Held(id));
        }
        hold.execute(
            "UPDATE games SET holder = ?2, result = CASE result WHEN 'won' THEN 'won' ELSE 'open' END WHERE id = ?1",
            params![id, self.seat.name()],
        )?;
        hold.commit()?;
        let (session, time) = self.game(id)?;
        Ok((session, time, Writer::resumed(connection, self.seat.clone(), id)?))
    }

    /// A game of the books, played again move by move.
    ///
    /// # Errors
    /// When there is no such game, or it cannot be read.
    pub fn game(&self, id: i64) -> Result<(Session, Duration), Error> {
        let (text, seconds) = self.text(id)?;
        let session = Session::load(&text).map_err(|error| Error::Damaged(id, error.to_string()))?;
        Ok((session, Duration::from_secs(seconds)))
    }

    /// A game as the text of a save, and how many seconds it was played.
    ///
    /// # Errors
    /// When there is no such game.
    pub fn text(&self, id: i64) -> Result<(String, u64), Error> {
        let row = self
            .connection
            .query_row("SELECT head, seconds FROM games WHERE id = ?1", [id], |row| {
                Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?))
            })
            .optional()?;
        let (mut text, seconds) = row.ok_or(Error::NoSuchGame(id))?;
        text += "moves\n";
        let mut lines =
            self.connection.prepare_cached("SELECT line FROM lines WHERE game = ?1 ORDER BY seq")?;
        for line in lines.query_map([id], |row| row.get::<_, String>(0))? {
            text += &line?;
            text.push('\n');
        }
        text += "end\n";
        Ok((text, seconds.max(0) as u64))
    }

    /// The games that were begun and not finished, and that nobody plays now; the newest first.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn left(&self) -> Result<Vec<Summary>, Error> {
        let mut statement = self.connection.prepare_cached(&format!(
            "{SUMMARY} WHERE result IN ('open', 'left') AND {PLAYED} ORDER BY changed DESC, id DESC LIMIT 50"
        ))?;
        let rows = statement.query_map([], |row| Ok((summary(row)?, row.get::<_, Option<String>>(12)?)))?;
        let mut left = Vec::new();
        for row in rows {
            let (summary, holder) = row?;
            let held = holder.is_some_and(|holder| Seat::is_taken(&self.folder, &holder));
            if !held {
                left.push(summary);
            }
        }
        Ok(left)
    }

    /// The games of the books, the newest first; of one game only, if it is named.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn games(&self, game: Option<&str>) -> Result<Vec<Summary>, Error> {
        let mut statement = self.connection.prepare_cached(&format!(
            "{SUMMARY} WHERE (?1 IS NULL OR game = ?1) AND {PLAYED} ORDER BY changed DESC, id DESC"
        ))?;
        let rows = statement.query_map([game], summary)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Statistics by rule set and stamp; of one game only, if it is named.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn statistics(&self, game: Option<&str>) -> Result<Vec<Statistics>, Error> {
        let mut games = self.games(game)?;
        games.reverse();
        Ok(statistics::of(&games))
    }

    /// A preference of the player; `None` too when it cannot be read.
    pub fn preference(&self, name: &str) -> Option<String> {
        let mut statement =
            self.connection.prepare_cached("SELECT value FROM preferences WHERE name = ?1").ok()?;
        statement.query_row([name], |row| row.get(0)).ok()
    }

    /// Notes a preference of the player.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn prefer(&self, name: &str, value: &str) -> Result<(), Error> {
        let sql = "INSERT INTO preferences VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?2";
        self.connection.execute(sql, [name, value])?;
        Ok(())
    }

    /// All the money that ever changed hands.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn account(&self) -> Result<Account, Error> {
        let mut statement = self.connection.prepare_cached("SELECT value FROM account WHERE name = ?1")?;
        let mut value = |name: &str| -> Result<u64, Error> {
            let value: Option<i64> = statement.query_row([name], |row| row.get(0)).optional()?;
            Ok(value.unwrap_or(0).max(0) as u64)
        };
        Ok(Account {
            hands: value(ROWS[0])?,
            inspections: value(ROWS[1])?,
            games: value(ROWS[2])?,
            runs: value(ROWS[3])?,
            information: value(ROWS[4])?,
            think_time: value(ROWS[5])?,
            winnings: value(ROWS[6])?,
        })
    }
}

/// The fields of an account, in the order of [`ROWS`].
fn fields(account: &Account) -> [u64; 7] {
    let a = account;
    [a.hands, a.inspections, a.games, a.runs, a.information, a.think_time, a.winnings]
}

fn connect(folder: &Path) -> Result<Connection, Error> {
    let connection = Connection::open(folder.join("talon.db"))?;
    connection.busy_timeout(Duration::from_secs(10))?;
    // In this mode a killed program loses nothing that was committed; only a power cut could take the
    // last moves, never the books.
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(connection)
}

/// The number of the form of the database.
const VERSION: i64 = 1;

fn create(connection: &Connection) -> Result<(), Error> {
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if version > VERSION {
        return Err(Error::Newer(version));
    }
    connection.execute_batch(&format!(
        "BEGIN IMMEDIATE;
        CREATE TABLE IF NOT EXISTS games (
            id INTEGER PRIMARY KEY, uid TEXT NOT NULL UNIQUE, game TEXT NOT NULL, rules TEXT NOT NULL,
            title TEXT NOT NULL, deal TEXT NOT NULL, head TEXT NOT NULL, result TEXT NOT NULL,
            stamp TEXT NOT NULL, moves INTEGER NOT NULL, seconds INTEGER NOT NULL, score INTEGER NOT NULL,
            began INTEGER NOT NULL, changed INTEGER NOT NULL, holder TEXT);
        CREATE TABLE IF NOT EXISTS lines (
            game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE, seq INTEGER NOT NULL,
            line TEXT NOT NULL, PRIMARY KEY (game, seq)) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS preferences (name TEXT PRIMARY KEY, value TEXT NOT NULL);
        CREATE TABLE IF NOT EXISTS account (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
        PRAGMA user_version = {VERSION};
        COMMIT;"
    ))?;
    Ok(())
}

/// Seconds since 1970.
fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64)
}
