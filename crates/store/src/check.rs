//! Checks the books for damage.

use crate::game::{Fault, Game, MOST_MONEY, ranged, value, words};
use crate::{Error, ROWS, Store};
use rusqlite::OptionalExtension;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt;

/// A place in the books or in an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A game.
    Game {
        /// Its number in the books, or in the list of the export from 1.
        number: i64,
        /// Its title, as far as it is legible.
        title: String,
        /// Its deal, as far as it is legible.
        deal: String,
    },
    /// The preference of this name.
    Preference(String),
    /// The casino's account.
    Account,
    /// The database as a whole.
    Database,
}

impl Place {
    /// Returns the place of a game in the books or in an export.
    pub(crate) fn of(number: i64, game: &Value) -> Place {
        // A damaged field may contain anything.
        let short = |name: &str| -> String {
            let text = game[name].as_str().unwrap_or("?");
            text.chars().filter(|letter| !letter.is_control()).take(60).collect()
        };
        Place::Game { number, title: short("title"), deal: short("deal") }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Game { number, title, deal } => write!(f, "Game {number} ({title}, {deal})"),
            Place::Preference(name) => write!(f, "The preference {name:?}"),
            Place::Account => f.write_str("The casino's account"),
            Place::Database => f.write_str("The file talon.db"),
        }
    }
}

/// A place that is damaged, and the fault found there.
#[derive(Debug)]
pub struct Finding {
    /// The place.
    pub place: Place,
    /// The fault.
    pub fault: Fault,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}.", self.place, self.fault)
    }
}

/// The result of a check.
#[derive(Debug)]
pub struct Report {
    /// The number of games.
    pub games: usize,
    /// The damage; empty if there is none.
    pub findings: Vec<Finding>,
}

impl Store {
    /// Checks the database, and replays every game in it.
    ///
    /// # Errors
    /// If the database cannot be read at all.
    pub fn check(&self) -> Result<Report, Error> {
        // One transaction, so that everything is read in the same state.
        let moment = self.connection.unchecked_transaction()?;
        let mut findings = self.storage()?;
        let ids = self.readable();
        for &id in &ids {
            let (place, fault) = match self.entry(id) {
                Ok(game) => (Place::of(id, &game), Game::read(&game).err()),
                Err(error) => (Place::of(id, &Value::Null), Some(Fault::Storage(error.to_string()))),
            };
            findings.extend(fault.map(|fault| Finding { place, fault }));
        }
        for name in ROWS {
            let mut statement =
                self.connection.prepare_cached("SELECT value FROM account WHERE name = ?1")?;
            let found = statement.query_row([name], |row| value(row, 0)).optional()?;
            let fault = found.and_then(|found| ranged(&json!({ name: found }), (name, 0, MOST_MONEY)).err());
            findings.extend(fault.map(|fault| Finding { place: Place::Account, fault }));
        }
        moment.finish()?;
        Ok(Report { games: ids.len(), findings })
    }

    /// Returns the numbers of all games that can be found, even if the database is damaged between them.
    pub(crate) fn readable(&self) -> BTreeSet<i64> {
        let mut ids = BTreeSet::new();
        for order in ["ASC", "DESC"] {
            let sql = format!("SELECT id FROM games ORDER BY id {order}");
            let Ok(mut statement) = self.connection.prepare(&sql) else { continue };
            let Ok(rows) = statement.query_map([], |row| row.get::<_, i64>(0)) else { continue };
            ids.extend(rows.map_while(Result::ok));
        }
        ids
    }

    /// Returns the damage that SQLite finds in the file.
    fn storage(&self) -> Result<Vec<Finding>, Error> {
        let mut statement = self.connection.prepare("PRAGMA integrity_check(20)")?;
        let lines = statement.query_map([], |row| words(row, 0))?;
        let mut findings = Vec::new();
        for line in lines {
            // If the file is so damaged that the check itself fails, the error is a finding, too.
            let line = line.unwrap_or_else(|error| error.to_string());
            if line != "ok" {
                findings.push(Finding { place: Place::Database, fault: Fault::Storage(line) });
            }
        }
        Ok(findings)
    }
}
