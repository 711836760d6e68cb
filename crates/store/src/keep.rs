//! Games of a player who comes and goes: a page that sends its whole game now and then.
//!
//! Such a player has no [`Writer`](crate::Writer) that sits there all the time. Every visit brings the
//! game as it stands; a game that somebody else went on with in the meantime is left alone.

use crate::writer::Parts;
use crate::{Error, ROWS, Store, fields, now};
use rusqlite::{OptionalExtension, Transaction, TransactionBehavior, params};
use session::{Account, Session};

/// A game as a visitor brings it.
#[derive(Clone, Debug)]
pub struct Visit<'a> {
    /// The name of the game, which no other has.
    pub uid: &'a str,
    /// The game.
    pub session: &'a Session,
    /// How long it was played.
    pub seconds: u64,
    /// When it began, in seconds since 1970.
    pub began: u64,
    /// Which state of the books the visitor knows; 0 for a game that is not in them yet.
    pub state: i64,
    /// Does the visitor leave the game for another?
    pub leaves: bool,
    /// Was the win only shown to the visitor? Then it is nobody's.
    pub shown: bool,
}

/// A game as a visitor gets it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The name of the game.
    pub uid: String,
    /// The text of its save.
    pub save: String,
    /// How long it was played.
    pub seconds: u64,
    /// When it began.
    pub began: u64,
    /// The state to name at the next visit.
    pub state: i64,
}

/// A game that was written down.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Its number in these books.
    pub id: i64,
    /// The state to name at the next visit.
    pub state: i64,
}

impl Store {
    /// Writes a visitor's game down and charges what its hand has cost since the last visit; `None` when
    /// somebody else went on with the game: it is not touched then.
    ///
    /// # Errors
    /// When the books cannot be written.
    pub fn keep(&mut self, visit: &Visit<'_>) -> Result<Option<Kept>, Error> {
        let parts = Parts::of(visit.session);
        // Asked and written in one transaction: of two visitors who come at once, the second is late.
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
            paid = self.game(*id).ok().and_then(|(session, _)| session::hand(&session)).unwrap_or_default();
            won |= result == "won";
        }
        // A game that was left waits to be gone on with; only one that cannot go on is lost.
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
        transaction.execute(
            "INSERT INTO games (uid, game, rules, title, deal, head, result, stamp, moves, seconds, score, began, changed)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
             ON CONFLICT (uid) DO UPDATE SET head = ?6,
                stamp = CASE result WHEN 'won' THEN stamp ELSE ?8 END,
                moves = CASE result WHEN 'won' THEN moves ELSE ?9 END,
                seconds = CASE result WHEN 'won' THEN seconds ELSE ?10 END,
                score = CASE result WHEN 'won' THEN score ELSE ?11 END, result = ?7, changed = ?13",
            params![
                visit.uid,
                parts.game,
                parts.rules,
                visit.session.rules().title.as_str(),
                visit.session.deal().to_string(),
                parts.head,
                result,
                visit.session.stamp().to_string(),
                visit.session.moves_made(),
                visit.seconds as i64,
                visit.session.score(),
                visit.began as i64,
                now()
            ],
        )?;
        let id: i64 =
            transaction.query_row("SELECT id FROM games WHERE uid = ?1", [visit.uid], |row| row.get(0))?;
        transaction.execute("DELETE FROM lines WHERE game = ?1", [id])?;
        for (seq, line) in parts.lines.iter().enumerate() {
            let sql = "INSERT INTO lines VALUES (?1, ?2, ?3)";
            transaction.prepare_cached(sql)?.execute(params![id, seq as i64, line])?;
        }
        charge(&transaction, &session::hand(visit.session).unwrap_or_default().since(&paid))?;
        transaction.commit()?;
        Ok(Some(Kept { id, state: state(&self.connection, id)? }))
    }

    /// The number of a game in these books, by its name.
    ///
    /// # Errors
    /// When the books cannot be read.
    pub fn number(&self, uid: &str) -> Result<Option<i64>, Error> {
        let sql = "SELECT id FROM games WHERE uid = ?1";
        Ok(self.connection.query_row(sql, [uid], |row| row.get(0)).optional()?)
    }

    /// Gives a game up that was left: it counts as lost, and is not offered any more.
    ///
    /// # Errors
    /// When there is no such game, another program plays it, or it cannot be written.
    pub fn give_up(&self, id: i64) -> Result<(), Error> {
        let sql = "SELECT holder FROM games WHERE id = ?1";
        let holder: Option<Option<String>> =
            self.connection.query_row(sql, [id], |row| row.get(0)).optional()?;
        if holder.ok_or(Error::NoSuchGame(id))?.is_some_and(|name| crate::Seat::is_taken(&self.folder, &name))
        {
            return Err(Error::Held(id));
        }
        let sql =
            "UPDATE games SET result = 'lost', changed = ?2 WHERE id = ?1 AND result IN ('open', 'left')";
        self.connection.execute(sql, params![id, now()])?;
        Ok(())
    }

    /// Lends a game out to a visitor.
    ///
    /// # Errors
    /// When there is no such game, or another program plays it.
    pub fn lend(&self, id: i64) -> Result<Taken, Error> {
        let sql = "SELECT uid, began, holder FROM games WHERE id = ?1";
        let row: Option<(String, i64, Option<String>)> = self
            .connection
            .query_row(sql, [id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
            .optional()?;
        let (uid, began, holder) = row.ok_or(Error::NoSuchGame(id))?;
        if holder.is_some_and(|holder| crate::Seat::is_taken(&self.folder, &holder)) {
            return Err(Error::Held(id));
        }
        let (save, seconds) = self.text(id)?;
        Ok(Taken { uid, save, seconds, began: began.max(0) as u64, state: state(&self.connection, id)? })
    }
}

/// A number that is another one after every change of a game: its lines and when they changed.
fn state(connection: &rusqlite::Connection, id: i64) -> Result<i64, Error> {
    let sql = "SELECT changed * 100000 + (SELECT COUNT(*) FROM lines WHERE game = id) % 100000 FROM games WHERE id = ?1";
    Ok(connection.query_row(sql, [id], |row| row.get(0))?)
}

fn charge(transaction: &Transaction<'_>, paid: &Account) -> Result<(), Error> {
    let sql = "INSERT INTO account VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = value + ?2";
    for (name, value) in ROWS.iter().zip(fields(paid)).filter(|(_, value)| *value > 0) {
        transaction.execute(sql, params![name, value as i64])?;
    }
    Ok(())
}
