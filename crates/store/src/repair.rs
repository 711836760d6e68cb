//! Repairs damaged books.
//!
//! Everything that can still be read is written into a new database, which then replaces the content of the old
//! one in a single transaction. A copy of the damaged books is kept beside them.

use crate::check::{Finding, Place};
use crate::game::{Game, MOST_MONEY, lines, words};
use crate::import::insert;
use crate::seat::Seat;
use crate::{Error, ROWS, Store, fields, now, schema};
use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, params};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use talon_session::Day;

/// The result of a repair.
#[derive(Debug, Default)]
pub struct Repaired {
    /// What was damaged, and what was done about it.
    pub findings: Vec<(Finding, Remedy)>,
    /// The copy of the damaged books; `None` if nothing was damaged.
    pub copy: Option<PathBuf>,
}

/// What was done about something that was damaged.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// It was corrected, and nothing is missing.
    Corrected,
    /// The game was cut off after this many lines, because the next one cannot be played.
    Shortened(usize),
    /// It could not be read, and is only kept in the copy.
    Removed,
}

impl Store {
    /// Repairs the books in a folder: impossible numbers are corrected, games keep their moves up to the first that
    /// cannot be played, and games that cannot be read at all are removed. A copy of the damaged books is kept beside
    /// them. Undamaged books are not changed.
    ///
    /// # Errors
    /// If another program is using the books, or they cannot be read or written.
    pub fn repair(folder: &Path) -> Result<Repaired, Error> {
        let mut store = Store::open(folder)?;
        if Seat::is_any_taken_beside(folder, store.seat()?.name()) {
            return Err(Error::InUse);
        }
        let report = store.check()?;
        if report.findings.is_empty() {
            return Ok(Repaired::default());
        }
        let copy = store.copy()?;
        let mut fresh = Connection::open_in_memory()?;
        schema::prepare(&mut fresh)?;
        let remedies = store.write_whole(&mut fresh)?;
        // All pages are copied in one step, so that other programs see the books either before or after the repair.
        if Backup::new(&fresh, &mut store.connection)?.step(-1)? != StepResult::Done {
            return Err(Error::InUse);
        }
        let remedy = |finding: Finding| {
            let remedy = match &finding.place {
                Place::Game { number, .. } => remedies
                    .iter()
                    .find(|(id, _)| id == number)
                    .map_or(Remedy::Removed, |(_, remedy)| *remedy),
                _ => Remedy::Corrected,
            };
            (finding, remedy)
        };
        Ok(Repaired { findings: report.findings.into_iter().map(remedy).collect(), copy: Some(copy) })
    }

    /// Copies the database as it is, and returns the path of the copy.
    fn copy(&self) -> Result<PathBuf, Error> {
        let Day { year, month, day } = Day::from_unix(now().max(0) as u64);
        let stem = format!("{}.before-repair-{year:04}-{month:02}-{day:02}", schema::FILE);
        let names = std::iter::once(stem.clone()).chain((2..).map(|number| format!("{stem}.{number}")));
        let path = names.map(|name| self.folder.join(name)).find(|path| !path.exists());
        let path = path.expect("the numbers do not end");
        let log = |path: &Path| PathBuf::from(format!("{}-wal", path.display()));
        let database = self.folder.join(schema::FILE);
        let copied = fs::copy(&database, &path).and_then(|_| match log(&database).exists() {
            true => fs::copy(log(&database), log(&path)).map(drop),
            false => Ok(()),
        });
        copied.map_err(|error| Error::File(path.clone(), error))?;
        Ok(path)
    }

    /// Writes everything that can be read into a new database, and returns the remedy for each damaged game.
    fn write_whole(&self, fresh: &mut Connection) -> Result<Vec<(i64, Remedy)>, Error> {
        let mut remedies = Vec::new();
        let transaction = fresh.transaction()?;
        for id in self.readable() {
            // If not even the row can be read, there is nothing to keep.
            let Ok(entry) = self.entry(id) else { continue };
            let game = match Game::read(&entry) {
                Ok(game) => Some(game),
                Err(_) => {
                    let game = Game::salvage(&entry);
                    remedies.push((id, remedy(&entry, game.as_ref())));
                    game
                }
            };
            if let Some(game) = game
                && insert(&transaction, &game, Some(id))?
            {
                // A higher revision tells a client that knows the game that it was changed.
                let sql = "SELECT revision FROM games WHERE id = ?1";
                let revision = self.connection.query_row(sql, [id], |row| row.get(0)).unwrap_or(0_i64);
                let sql = "UPDATE games SET revision = ?2 WHERE id = ?1";
                transaction.execute(sql, params![id, revision.clamp(0, i64::from(u32::MAX)) + 1])?;
            }
        }
        if let Ok(mut statement) = self.connection.prepare("SELECT name, value FROM preferences")
            && let Ok(rows) = statement.query_map([], |row| Ok((words(row, 0)?, words(row, 1)?)))
        {
            for (name, value) in rows.map_while(Result::ok) {
                transaction.execute("INSERT OR IGNORE INTO preferences VALUES (?1, ?2)", [name, value])?;
            }
        }
        for (name, value) in ROWS.iter().zip(fields(&self.account().unwrap_or_default())) {
            let value = (value as i64).min(MOST_MONEY);
            transaction.execute("INSERT INTO account VALUES (?1, ?2)", params![name, value])?;
        }
        transaction.commit()?;
        Ok(remedies)
    }
}

/// Returns the remedy for a damaged game.
fn remedy(before: &Value, after: Option<&Game>) -> Remedy {
    let lines = before["save"].as_str().map_or(0, |save| lines(save).len());
    match after {
        None => Remedy::Removed,
        Some(game) if game.parts.lines.len() < lines => Remedy::Shortened(game.parts.lines.len()),
        Some(_) => Remedy::Corrected,
    }
}
