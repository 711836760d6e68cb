//! Records games of clients that are not always connected, such as a page that sends its whole game now and then.
//!
//! Such a client has no [`Writer`](crate::Writer). Every visit brings the whole game with its history. If another
//! program has continued the game since the client's last visit, nothing is overwritten.

use crate::game::{MOST_TIME, count, words};
use crate::record::{MOMENT, Parts, write_lines};
use crate::{Error, Store, charge, now};
use rusqlite::{OptionalExtension, Transaction, TransactionBehavior, params};
use talon_session::{Account, Session};

/// A game that a client sends.
#[derive(Clone, Debug)]
pub struct Visit<'a> {
    /// The unique name of the game.
    pub uid: &'a str,
    /// The game.
    pub session: &'a Session,
    /// The playing time in seconds.
    pub seconds: u64,
    /// When it began, in seconds since 1970.
    pub began: u64,
    /// The state of the game that the client knows; 0 for a game that is not in the books yet.
    pub state: i64,
    /// Whether the client leaves the game for another.
    pub leaves: bool,
    /// Whether the game was won by a demonstration, which does not count as a win.
    pub shown: bool,
}

/// A game that a client gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The name of the game.
    pub uid: String,
    /// The text of its save.
    pub save: String,
    /// The playing time in seconds.
    pub seconds: u64,
    /// When it began.
    pub began: u64,
    /// The state to name at the next visit.
    pub state: i64,
}

/// A game that was recorded.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Its number in these books.
    pub id: i64,
    /// The state to name at the next visit.
    pub state: i64,
}

impl Store {
    /// Records a client's game and charges what its hand has cost since the last visit. Returns `None`, and changes
    /// nothing, if another program is playing the game or has continued it.
    ///
    /// # Errors
    /// If the books cannot be written.
    pub fn keep(&mut self, visit: &Visit<'_>) -> Result<Option<Kept>, Error> {
        let parts = Parts::of(visit.session);
        let hand = talon_session::hand(visit.session);
        // The check and the write are one transaction, so that of two clients at the same time only one succeeds.
        let transaction = Transaction::new_unchecked(&self.connection, TransactionBehavior::Immediate)?;
        let known: Option<(i64, Option<String>, String)> = transaction
            .query_row("SELECT id, holder, result FROM games WHERE uid = ?1", [visit.uid], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            })
            .optional()?;
        let mut paid = Account::default();
        let mut won = visit.session.is_finished() && !visit.shown;
        if let Some((id, holder, result)) = &known {
            let held = holder.as_deref().is_some_and(|holder| crate::Seat::is_taken(&self.folder, holder));
            if held || state(&transaction, *id)? != visit.state {
                return Ok(None);
            }
            if hand.is_some() {
                let before = self.game(*id).ok();
                paid = before.and_then(|(session, _)| talon_session::hand(&session)).unwrap_or_default();
            }
            won |= result == "won";
        }
        // An unfinished game can be resumed; only a game that is stuck is lost.
        let result = if won {
            "won"
        } else if visit.shown {
            "shown"
        } else if visit.session.is_plainly_stuck() {
            "lost"
        } else if visit.leaves {
            "left"
        } else {
            "open"
        };
        let sql = format!(
            "INSERT INTO games (uid, game, rules, title, deal, head, result, stamp, moves, seconds, score, began,
                changed, revision)
             VALUES (?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, {MOMENT}, ?14)
             ON CONFLICT (uid) DO UPDATE SET head = ?7,
                stamp = CASE result WHEN 'won' THEN stamp ELSE ?9 END,
                moves = CASE result WHEN 'won' THEN moves ELSE ?10 END,
                seconds = CASE result WHEN 'won' THEN seconds ELSE ?11 END,
                score = CASE result WHEN 'won' THEN score ELSE ?12 END,
                result = ?8, changed = {MOMENT}, revision = revision + 1"
        );
        transaction.execute(
            &sql,
            params![
                now(),
                visit.uid,
                parts.game,
                parts.rules,
                parts.title,
                parts.deal,
                visit.session.save_head(),
                result,
                visit.session.stamp().to_string(),
                visit.session.moves_made(),
                visit.seconds.min(MOST_TIME as u64) as i64,
                visit.session.score(),
                visit.began.min(MOST_TIME as u64) as i64,
                // A game that was removed and is recorded again gets a revision that it never had.
                visit.state.clamp(0, MOST_TIME) + 1
            ],
        )?;
        let id: i64 =
            transaction.query_row("SELECT id FROM games WHERE uid = ?1", [visit.uid], |row| row.get(0))?;
        rewrite(&transaction, id, &parts.lines)?;
        charge(&transaction, &hand.unwrap_or_default().since(&paid))?;
        // This is read before another program can change the game.
        let state = state(&transaction, id)?;
        transaction.commit()?;
        Ok(Some(Kept { id, state }))
    }

    /// Returns the number of the game with this name.
    ///
    /// # Errors
    /// If the books cannot be read.
    pub fn number(&self, uid: &str) -> Result<Option<i64>, Error> {
        let sql = "SELECT id FROM games WHERE uid = ?1";
        Ok(self.connection.query_row(sql, [uid], |row| row.get(0)).optional()?)
    }

    /// Gives up an unfinished game: it counts as lost and can no longer be resumed.
    ///
    /// # Errors
    /// If there is no such game, another program is playing it, or it cannot be written.
    pub fn give_up(&self, id: i64) -> Result<(), Error> {
        let sql = "SELECT holder FROM games WHERE id = ?1";
        let holder: Option<Option<String>> =
            self.connection.query_row(sql, [id], |row| row.get(0)).optional()?;
        if holder.ok_or(Error::NoSuchGame(id))?.is_some_and(|name| crate::Seat::is_taken(&self.folder, &name))
        {
            return Err(Error::Held(id));
        }
        let sql = format!(
            "UPDATE games SET result = 'lost', changed = {MOMENT}, revision = revision + 1
             WHERE id = ?2 AND result IN ('open', 'left')"
        );
        self.connection.execute(&sql, params![now(), id])?;
        Ok(())
    }

    /// Returns a game for a client to continue.
    ///
    /// # Errors
    /// If there is no such game, or another program is playing it.
    pub fn lend(&self, id: i64) -> Result<Taken, Error> {
        // One transaction, so that the state belongs to the save.
        let moment = self.connection.unchecked_transaction()?;
        let sql = "SELECT uid, began, holder FROM games WHERE id = ?1";
        let row: Option<(String, u64, Option<String>)> = self
            .connection
            .query_row(sql, [id], |row| Ok((row.get(0)?, count(row, 1)?, row.get(2)?)))
            .optional()?;
        let (uid, began, holder) = row.ok_or(Error::NoSuchGame(id))?;
        if holder.is_some_and(|holder| crate::Seat::is_taken(&self.folder, &holder)) {
            return Err(Error::Held(id));
        }
        let (save, seconds) = self.text(id)?;
        let state = state(&moment, id)?;
        moment.finish()?;
        Ok(Taken { uid, save, seconds, began, state })
    }
}

/// Returns the revision of a game, which changes with every change of the game.
fn state(connection: &rusqlite::Connection, id: i64) -> Result<i64, rusqlite::Error> {
    connection.query_row("SELECT revision FROM games WHERE id = ?1", [id], |row| row.get(0))
}

/// Replaces the lines of a game, beginning with the first that differs.
fn rewrite(transaction: &Transaction<'_>, id: i64, lines: &[String]) -> Result<(), rusqlite::Error> {
    let mut statement = transaction.prepare_cached("SELECT line FROM lines WHERE game = ?1 ORDER BY seq")?;
    let mut same = 0;
    let mut rows = statement.query([id])?;
    while let Some(row) = rows.next()? {
        if lines.get(same) != Some(&words(row, 0)?) {
            break;
        }
        same += 1;
    }
    transaction.execute("DELETE FROM lines WHERE game = ?1 AND seq >= ?2", params![id, same as i64])?;
    write_lines(transaction, id, same as i64, &lines[same..])
}
