//! The books: games as they are played, finished games, statistics, preferences, the ledger.
//!
//! The books are one SQLite database in the data folder of the platform ([`folder`]; `TALON_DATA` overrides it).
//! Every move is written as it is made ([`Writer`] is the session's [`Journal`](talon_session::Journal)), so that a
//! program that is killed loses nothing. What cannot be written is kept and written later, in order. Several
//! programs may use the books at once: the database is in write-ahead mode, and a game that is being played is
//! held by a lock that ends with its program.
//!
//! [`Store::open`] opens the books to play, and [`Store::read`] to look at them only. [`Store::export`] and
//! [`Store::import`] make and read backups; [`Store::check`] and [`Store::repair`] find and repair damage. A damaged
//! row of the database can still be read as a row, so that one damaged game does not hide the others.
//!
//! The crate does not know rules or screens: a game goes in and comes out as the text of a save.
//!
//! # Example
//!
//! ```
//! use talon_session::{Command, Deal, Session, Sitting};
//! use talon_store::Store;
//!
//! let folder = std::env::temp_dir().join(format!("talon-store-example-{}", std::process::id()));
//! let store = Store::open(&folder)?;
//!
//! let session = Session::new(talon_games::find("klondike")?, Deal::Number(1))?;
//! let mut sitting = Sitting::new(session, store.account()?, Some(Box::new(store.writer()?)));
//! sitting.execute(Command::Draw)?; // is in the books at once
//! drop(sitting); // the player leaves
//!
//! let left = store.left()?;
//! assert_eq!((left[0].title.as_str(), left[0].moves), ("Klondike", 1));
//! let (session, _time, _writer) = store.take_up(left[0].id)?;
//! assert_eq!(session.moves_made(), 1);
//! # drop((store, _writer));
//! # std::fs::remove_dir_all(folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate has no optional features.

mod check;
mod error;
mod export;
mod folder;
mod game;
mod import;
mod keep;
mod record;
mod repair;
mod schema;
mod seat;
mod statistics;
mod writer;

pub use check::{Finding, Place, Report};
pub use error::Error;
pub use export::Export;
pub use folder::folder;
pub use game::Fault;
pub use import::Imported;
pub use keep::{Kept, Taken, Visit};
pub use repair::{Remedy, Repaired};
pub use statistics::{Spread, Statistics, scores};
pub use talon_stats::Bar;
pub use writer::Writer;

use game::{MOST_MONEY, count, number, words};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use seat::Seat;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use talon_session::form::Form;
use talon_session::{Account, Session};

/// The names of the ledger's rows, in the order of [`Account`]'s fields.
const ROWS: [&str; 7] = ["hands", "inspections", "games", "runs", "information", "think-time", "winnings"];

/// A summary of a game in the books.
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
    /// `won`, `lost` (stuck, or given up), `shown` (won by a demonstration), `left` (unfinished) or `open` (in
    /// progress).
    pub result: String,
    /// How much help the player had.
    pub stamp: String,
    /// The number of moves from the deal to the current position.
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

/// The condition that the player has moved a card. Automatic moves after the deal and bookmarks do not count.
const PLAYED: &str = "EXISTS (SELECT 1 FROM lines WHERE lines.game = games.id AND line NOT LIKE '% auto' AND line NOT LIKE 'mark %')";

/// Reads a row whatever it contains, so that one damaged game does not hide the others.
fn summary(row: &Row<'_>) -> rusqlite::Result<Summary> {
    Ok(Summary {
        id: row.get(0)?,
        game: words(row, 1)?,
        rules: words(row, 2)?,
        title: words(row, 3)?,
        deal: words(row, 4)?,
        result: words(row, 5)?,
        stamp: words(row, 6)?,
        moves: count(row, 7)?.min(u32::MAX.into()) as u32,
        seconds: count(row, 8)?,
        score: number(row, 9)?,
        began: count(row, 10)?,
        changed: count(row, 11)?,
    })
}

/// The books, open.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    connection: Connection,
    /// Shows other programs that this one is running; `None` if the books are only read.
    seat: Option<Rc<Seat>>,
}

impl Store {
    /// Opens the books in a folder, and creates them if there are none.
    ///
    /// # Errors
    /// If the folder or the database cannot be used.
    pub fn open(folder: &Path) -> Result<Store, Error> {
        std::fs::create_dir_all(folder).map_err(|error| Error::Folder(folder.into(), error))?;
        let connection = schema::connect(folder)?;
        let seat = Some(Rc::new(Seat::take(folder)?));
        Ok(Store { folder: folder.into(), connection, seat })
    }

    /// Opens the books in a folder for reading only. Nothing is created or changed, so that it also works where
    /// nothing can be written. If there are no books, they are empty.
    ///
    /// # Errors
    /// If the folder or the database cannot be read.
    pub fn read(folder: &Path) -> Result<Store, Error> {
        Ok(Store { folder: folder.into(), connection: schema::connect_to_read(folder)?, seat: None })
    }

    /// Returns the seat of this program, which is needed to write games.
    fn seat(&self) -> Result<&Rc<Seat>, Error> {
        self.seat.as_ref().ok_or(Error::ReadOnly)
    }

    /// Returns a journal that records the next games.
    ///
    /// # Errors
    /// If the database cannot be opened again, or the books are open for reading only.
    pub fn writer(&self) -> Result<Writer, Error> {
        let seat = self.seat()?.clone();
        Ok(Writer::new(schema::connect(&self.folder)?, seat))
    }

    /// Resumes a game and locks it for this program.
    ///
    /// # Errors
    /// If there is no such game, another program is playing it, it cannot be read, or the books are open for
    /// reading only.
    pub fn take_up(&self, id: i64) -> Result<(Session, Duration, Writer), Error> {
        let seat = self.seat()?;
        let mut connection = schema::connect(&self.folder)?;
        let hold = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let holder: Option<Option<String>> =
            hold.query_row("SELECT holder FROM games WHERE id = ?1", [id], |row| row.get(0)).optional()?;
        let holder = holder.ok_or(Error::NoSuchGame(id))?;
        if holder.is_some_and(|holder| holder != seat.name() && Seat::is_taken(&self.folder, &holder)) {
            return Err(Error::Held(id));
        }
        hold.execute(
            "UPDATE games SET holder = ?2, result = CASE result WHEN 'won' THEN 'won' ELSE 'open' END WHERE id = ?1",
            params![id, seat.name()],
        )?;
        hold.commit()?;
        let (session, time) = self.game(id)?;
        Ok((session, time, Writer::resumed(connection, seat.clone(), id)?))
    }

    /// Returns a game of the books, replayed move by move, and the time it was played.
    ///
    /// # Errors
    /// If there is no such game, or it cannot be read.
    pub fn game(&self, id: i64) -> Result<(Session, Duration), Error> {
        let (text, seconds) = self.text(id)?;
        let session = Session::load(&text).map_err(|error| Error::Damaged(id, error.to_string()))?;
        Ok((session, Duration::from_secs(seconds)))
    }

    /// Returns a game as the text of a save, and the number of seconds it was played.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn text(&self, id: i64) -> Result<(String, u64), Error> {
        let row = self
            .connection
            .query_row("SELECT head, seconds FROM games WHERE id = ?1", [id], |row| {
                Ok((words(row, 0)?, count(row, 1)?))
            })
            .optional()?;
        let (head, seconds) = row.ok_or(Error::NoSuchGame(id))?;
        Ok((head + &self.moves(id)?, seconds))
    }

    /// Returns the unfinished games that no program is playing, the newest first.
    ///
    /// # Errors
    /// If the database cannot be read.
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

    /// Returns the games in the books, the newest first: all of them, or those of one game.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn games(&self, game: Option<&str>) -> Result<Vec<Summary>, Error> {
        let mut statement = self.connection.prepare_cached(&format!(
            "{SUMMARY} WHERE (?1 IS NULL OR game = ?1) AND {PLAYED} ORDER BY changed DESC, id DESC"
        ))?;
        let rows = statement.query_map([game], summary)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Returns the statistics for each set of rules and each kind of help: of all games, or of one game.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn statistics(&self, game: Option<&str>) -> Result<Vec<Statistics>, Error> {
        let mut games = self.games(game)?;
        games.reverse();
        Ok(statistics::of(&games))
    }

    /// Returns a preference of the player; `None` if it is not set or cannot be read.
    pub fn preference(&self, name: &str) -> Option<String> {
        let mut statement =
            self.connection.prepare_cached("SELECT value FROM preferences WHERE name = ?1").ok()?;
        statement.query_row([name], |row| row.get(0)).ok()
    }

    /// Stores a preference of the player.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn prefer(&self, name: &str, value: &str) -> Result<(), Error> {
        let sql = "INSERT INTO preferences VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?2";
        self.connection.execute(sql, [name, value])?;
        Ok(())
    }

    /// Returns the form of the same game with the rules that the player chose last.
    pub fn remembered(&self, form: &Form) -> Form {
        Form::remembered(form.game(), &self.preference(&Form::memory(form.game())).unwrap_or_default())
    }

    /// Remembers the rules that the player chose for a game.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn remember(&self, form: &Form) -> Result<(), Error> {
        self.prefer(&Form::memory(form.game()), &form.kept())
    }

    /// Returns the casino's account: everything that was ever paid and won.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn account(&self) -> Result<Account, Error> {
        let mut statement = self.connection.prepare_cached("SELECT value FROM account WHERE name = ?1")?;
        let mut value = |name: &str| -> Result<u64, Error> {
            let value = statement.query_row([name], |row| count(row, 0)).optional()?;
            Ok(value.unwrap_or(0).min(MOST_MONEY as u64))
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

/// Returns the fields of an account, in the order of [`ROWS`].
fn fields(account: &Account) -> [u64; 7] {
    let a = account;
    [a.hands, a.inspections, a.games, a.runs, a.information, a.think_time, a.winnings]
}

/// Adds what was paid and won to the account.
fn charge(transaction: &Transaction<'_>, paid: &Account) -> Result<(), rusqlite::Error> {
    let sql =
        "INSERT INTO account VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = MIN(value + ?2, ?3)";
    for (name, value) in ROWS.iter().zip(fields(paid)).filter(|(_, value)| *value > 0) {
        transaction.execute(sql, params![name, value as i64, MOST_MONEY])?;
    }
    Ok(())
}

/// Returns the current time in seconds since 1970.
fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64)
}
