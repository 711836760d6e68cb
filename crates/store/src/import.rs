//! Imports an export into the books.

use crate::check::{Finding, Place};
use crate::export::FORM;
use crate::game::{Fault, Game, MOST_MONEY, ranged};
use crate::record::{Parts, write_lines};
use crate::{Error, ROWS, Store, fields};
use rusqlite::{OptionalExtension, Transaction, TransactionBehavior, params};
use serde_json::Value;
use std::time::{Duration, Instant};

/// The largest number of games in one transaction, during which other programs wait.
const MOST_GAMES: usize = 100;
/// The largest number of lines in one transaction, unless a single game has more.
const MOST_LINES: usize = 5_000;

/// The shortest pause between two transactions, in which other programs can write.
const LEAST_PAUSE: Duration = Duration::from_millis(10);

/// The result of an import.
#[derive(Debug, Default)]
pub struct Imported {
    /// The number of games that were imported.
    pub new: usize,
    /// The number of games that were already in the books. They are unchanged.
    pub known: usize,
    /// What was not imported because it is damaged.
    pub refused: Vec<Finding>,
}

impl Store {
    /// Imports what is intact in an export: games that are not in the books, preferences that are not set, and the
    /// casino's account if the account in the books is empty. (Two accounts cannot be merged, because they may
    /// contain the same payments.) Every game is checked and replayed before it is imported.
    ///
    /// The games are written in small transactions, so that other programs can play meanwhile. An import that was
    /// interrupted is continued by importing the same file again.
    ///
    /// # Errors
    /// If the text is not an export, or the books cannot be written.
    pub fn import(&mut self, text: &str) -> Result<Imported, Error> {
        let all: Value = serde_json::from_str(text).map_err(|error| Error::Import(error.to_string()))?;
        if all["form"] != FORM {
            return Err(Error::Import("its format is unknown".into()));
        }
        let Some(games) = all["games"].as_array() else {
            return Err(Error::Import("it has no list of games".into()));
        };
        self.seat()?;
        let mut imported = Imported::default();
        self.import_rest(&all, &mut imported)?;
        let mut batch = Vec::new();
        let mut lines = 0;
        let mut turn = Turn { ended: Instant::now(), held: Duration::ZERO };
        for (index, game) in games.iter().enumerate() {
            if let Some(uid) = game["uid"].as_str()
                && self.number(uid)?.is_some()
            {
                imported.known += 1;
                continue;
            }
            match Game::read(game) {
                Ok(game) => {
                    lines += game.parts.lines.len();
                    batch.push(game);
                }
                Err(fault) => {
                    imported.refused.push(Finding { place: Place::of(index as i64 + 1, game), fault });
                }
            }
            if batch.len() >= MOST_GAMES || lines >= MOST_LINES {
                self.take(&std::mem::take(&mut batch), &mut turn, &mut imported)?;
                lines = 0;
            }
        }
        self.take(&batch, &mut turn, &mut imported)?;
        Ok(imported)
    }

    /// Imports the preferences and the account.
    fn import_rest(&self, all: &Value, imported: &mut Imported) -> Result<(), Error> {
        let transaction = Transaction::new_unchecked(&self.connection, TransactionBehavior::Immediate)?;
        for (name, value) in all["preferences"].as_object().into_iter().flatten() {
            match value.as_str() {
                Some(value) => {
                    transaction
                        .execute("INSERT OR IGNORE INTO preferences VALUES (?1, ?2)", [name, value])?;
                }
                None => imported
                    .refused
                    .push(Finding { place: Place::Preference(name.clone()), fault: Fault::Missing("value") }),
            }
        }
        let is_empty = fields(&self.account()?) == [0; ROWS.len()];
        for name in ROWS.into_iter().filter(|_| is_empty && all["ledger"].is_object()) {
            if all["ledger"][name].is_null() {
                continue;
            }
            match ranged(&all["ledger"], (name, 0, MOST_MONEY)) {
                Ok(value) => {
                    let sql = "INSERT OR REPLACE INTO account VALUES (?1, ?2)";
                    transaction.execute(sql, params![name, value])?;
                }
                Err(fault) => imported.refused.push(Finding { place: Place::Account, fault }),
            }
        }
        transaction.commit()?;
        Ok(())
    }

    /// Writes games in one transaction, after a pause for other programs.
    fn take(&self, games: &[Game], turn: &mut Turn, imported: &mut Imported) -> Result<(), Error> {
        turn.wait();
        let began = Instant::now();
        let transaction = Transaction::new_unchecked(&self.connection, TransactionBehavior::Immediate)?;
        let mut new = 0;
        for game in games {
            new += usize::from(insert(&transaction, game, None)?);
        }
        transaction.commit()?;
        *turn = Turn { ended: Instant::now(), held: began.elapsed() };
        imported.new += new;
        imported.known += games.len() - new;
        Ok(())
    }
}

/// The end and the duration of the last transaction of an import.
struct Turn {
    ended: Instant,
    held: Duration,
}

impl Turn {
    /// Waits until the books have been free for as long as the last transaction took. Without this pause the import
    /// would hold them nearly all the time, and other programs, which retry only now and then, would hardly get
    /// access.
    fn wait(&self) {
        let pause = self.held.max(LEAST_PAUSE);
        std::thread::sleep(pause.saturating_sub(self.ended.elapsed()));
    }
}

/// Writes a game under this number or a new one. Returns `false` if the game is already in the books.
pub(crate) fn insert(
    transaction: &Transaction<'_>,
    game: &Game,
    id: Option<i64>,
) -> Result<bool, rusqlite::Error> {
    let Game { uid, parts, head, result, stamp, moves, seconds, score, began, changed } = game;
    let Parts { game: name, rules, title, deal, lines } = parts;
    // No program is playing it here.
    let result = if result == "open" { "left" } else { result };
    let sql = "INSERT OR IGNORE INTO games
        (id, uid, game, rules, title, deal, head, result, stamp, moves, seconds, score, began, changed)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14) RETURNING id";
    let id: Option<i64> = transaction
        .prepare_cached(sql)?
        .query_row(
            params![
                id, uid, name, rules, title, deal, head, result, stamp, moves, seconds, score, began, changed
            ],
            |row| row.get(0),
        )
        .optional()?;
    if let Some(id) = id {
        write_lines(transaction, id, 0, lines)?;
    }
    Ok(id.is_some())
}
