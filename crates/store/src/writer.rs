//! The writer: records every move in the books as it is made.

use crate::error::reason;
use crate::record::{Entry, Parts, Place, State};
use crate::seat::Seat;
use crate::{Error, PLAYED};
use rusqlite::{Connection, TransactionBehavior};
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;
use talon_session::{Account, Journal, JournalError, Session};

/// How long a move waits for another program that is writing. After that, it is kept and written later.
const PATIENCE: Duration = Duration::from_millis(500);

/// Records games, one after the other.
///
/// Each entry is written in a transaction of its own. An entry that cannot be written stays in a queue with all that
/// follow it, so that nothing in the books has a gap before it.
#[derive(Debug)]
pub struct Writer {
    connection: Connection,
    seat: Rc<Seat>,
    /// The place after the last entry that was written.
    place: Option<Place>,
    /// The entries that are not written yet, the oldest first.
    queue: VecDeque<Entry>,
}

impl Writer {
    pub(crate) fn new(connection: Connection, seat: Rc<Seat>) -> Writer {
        Writer { connection, seat, place: None, queue: VecDeque::new() }
    }

    pub(crate) fn resumed(connection: Connection, seat: Rc<Seat>, game: i64) -> Result<Writer, Error> {
        let sql = "SELECT COALESCE(MAX(seq) + 1, 0) FROM lines WHERE game = ?1";
        let next = connection.query_row(sql, [game], |row| row.get(0))?;
        Ok(Writer { connection, seat, place: Some(Place { game, next }), queue: VecDeque::new() })
    }

    /// Records entries after those in the queue.
    fn record(&mut self, entries: impl IntoIterator<Item = Entry>) -> Result<(), JournalError> {
        // If entries are waiting already, the player does not have to wait again at every move.
        let patience = if self.queue.is_empty() { PATIENCE } else { Duration::ZERO };
        for entry in entries {
            let rest = match self.queue.back_mut() {
                Some(last) => last.absorb(entry),
                None => Some(entry),
            };
            self.queue.extend(rest);
        }
        self.flush(patience)
    }

    /// Writes the queue in order, as far as possible.
    fn flush(&mut self, patience: Duration) -> Result<(), JournalError> {
        let written = self.connection.busy_timeout(patience).and_then(|()| {
            while let Some(entry) = self.queue.front() {
                let transaction =
                    self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
                let place = entry.write(&transaction, self.seat.name(), self.place)?;
                transaction.commit()?;
                self.place = place;
                self.queue.pop_front();
            }
            Ok(())
        });
        written.map_err(|error| JournalError(reason(&error)))
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // If this fails, the player has already been told what is lost.
        let _ = self.flush(PATIENCE);
        // A game without a move is removed. It does no harm if this fails; nor does a lock of a program that has
        // ended.
        if let Some(Place { game, .. }) = self.place {
            let sql = format!("DELETE FROM games WHERE id = ?1 AND NOT {PLAYED}");
            let _ = self.connection.execute(&sql, [game]);
            let _ = self.connection.execute("UPDATE games SET holder = NULL WHERE id = ?1", [game]);
        }
    }
}

impl Journal for Writer {
    fn begin(&mut self, session: &Session) -> Result<(), JournalError> {
        self.record([Entry::Begin { parts: Parts::of(session), state: State::of(session, 0) }])
    }

    fn note(&mut self, lines: &[String], session: &Session, time: Duration) -> Result<(), JournalError> {
        self.record([Entry::Note { lines: lines.into(), state: State::of(session, time.as_secs()) }])
    }

    fn give_up(&mut self, session: &Session, time: Duration) -> Result<(), JournalError> {
        let state = State::of(session, time.as_secs());
        self.record([Entry::Note { lines: Vec::new(), state }, Entry::GiveUp])
    }

    fn charge(&mut self, paid: &Account) -> Result<(), JournalError> {
        self.record([Entry::Charge(*paid)])
    }

    fn retry(&mut self, patience: Duration) -> Result<(), JournalError> {
        self.flush(patience)
    }
}
