//! The writer: every move into the books as it is made.

use crate::seat::Seat;
use crate::{Error, PLAYED, ROWS, fields, now};
use rusqlite::{Connection, params};
use session::{Account, Journal, JournalError, Session};
use std::rc::Rc;
use std::time::Duration;

/// Writes one game after the other.
#[derive(Debug)]
pub struct Writer {
    connection: Connection,
    seat: Rc<Seat>,
    game: Option<i64>,
    next: i64,
}

impl Writer {
    pub(crate) fn new(connection: Connection, seat: Rc<Seat>) -> Writer {
        Writer { connection, seat, game: None, next: 0 }
    }

    pub(crate) fn resumed(connection: Connection, seat: Rc<Seat>, game: i64) -> Result<Writer, Error> {
        let sql = "SELECT COALESCE(MAX(seq) + 1, 0) FROM lines WHERE game = ?1";
        let next = connection.query_row(sql, [game], |row| row.get(0))?;
        Ok(Writer { connection, seat, game: Some(game), next })
    }

    fn write_begin(&mut self, session: &Session) -> Result<(), rusqlite::Error> {
        let transaction =
            self.connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        if let Some(before) = self.game {
            // A game nobody moved a card in was not played.
            transaction.execute(&format!("DELETE FROM games WHERE id = ?1 AND NOT {PLAYED}"), [before])?;
            transaction.execute(
                "UPDATE games SET holder = NULL, result = CASE result WHEN 'open' THEN 'left' ELSE result END WHERE id = ?1",
                [before],
            )?;
        }
        let parts = Parts::of(session);
        let time = now();
        let number: i64 =
            transaction.query_row("SELECT COALESCE(MAX(id), 0) + 1 FROM games", [], |row| row.get(0))?;
        let uid = format!("{}-{number}", self.seat.name());
        transaction.execute(
            "INSERT INTO games (uid, game, rules, title, deal, head, result, stamp, moves, seconds, score, began, changed, holder)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'open', ?7, ?8, 0, ?9, ?10, ?10, ?11)",
            params![
                uid,
                parts.game,
                parts.rules,
                session.rules().title.as_str(),
                session.deal().to_string(),
                parts.head,
                session.stamp().to_string(),
                session.moves_made(),
                session.score(),
                time,
                self.seat.name()
            ],
        )?;
        let game = transaction.last_insert_rowid();
        // Automatic moves begin at once.
        for (seq, line) in parts.lines.iter().enumerate() {
            transaction.execute("INSERT INTO lines VALUES (?1, ?2, ?3)", params![game, seq as i64, line])?;
        }
        transaction.commit()?;
        self.game = Some(game);
        self.next = parts.lines.len() as i64;
        Ok(())
    }

    fn write_note(
        &mut self,
        lines: &[String],
        session: &Session,
        time: Duration,
    ) -> Result<(), rusqlite::Error> {
        let Some(game) = self.game else { return Ok(()) };
        let transaction =
            self.connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        for (i, line) in lines.iter().enumerate() {
            let sql = "INSERT INTO lines VALUES (?1, ?2, ?3)";
            transaction.prepare_cached(sql)?.execute(params![game, self.next + i as i64, line])?;
        }
        // A game once won stays won, whatever is tried in it afterwards.
        let sql = "UPDATE games SET head = ?2, stamp = CASE result WHEN 'won' THEN stamp ELSE ?3 END,
            moves = CASE result WHEN 'won' THEN moves ELSE ?4 END,
            seconds = CASE result WHEN 'won' THEN seconds ELSE ?5 END,
            score = CASE result WHEN 'won' THEN score ELSE ?6 END,
            result = CASE WHEN ?7 OR result = 'won' THEN 'won' WHEN ?9 THEN 'lost' ELSE 'open' END, changed = ?8
            WHERE id = ?1";
        transaction.prepare_cached(sql)?.execute(params![
            game,
            head(session),
            session.stamp().to_string(),
            session.moves_made(),
            time.as_secs() as i64,
            session.score(),
            session.is_finished(),
            now(),
            session.is_plainly_stuck()
        ])?;
        transaction.commit()?;
        self.next += lines.len() as i64;
        Ok(())
    }

    fn write_given_up(&mut self, session: &Session, time: Duration) -> Result<(), rusqlite::Error> {
        self.write_note(&[], session, time)?;
        // From here on nothing is written of it: what is tried with its cards does not count.
        let Some(game) = self.game.take() else { return Ok(()) };
        let sql = "UPDATE games SET holder = NULL, result = CASE result WHEN 'won' THEN 'won' ELSE 'lost' END WHERE id = ?1";
        self.connection.execute(sql, [game])?;
        Ok(())
    }

    fn write_charge(&mut self, paid: &Account) -> Result<(), rusqlite::Error> {
        let transaction =
            self.connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let sql = "INSERT INTO account VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = value + ?2";
        for (name, value) in ROWS.iter().zip(fields(paid)) {
            if value > 0 {
                transaction.execute(sql, params![name, value as i64])?;
            }
        }
        transaction.commit()
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // Whoever leaves without a move leaves no game; that it stays is no harm.
        if let Some(game) = self.game {
            let _ =
                self.connection.execute(&format!("DELETE FROM games WHERE id = ?1 AND NOT {PLAYED}"), [game]);
            let _ = self.connection.execute("UPDATE games SET holder = NULL WHERE id = ?1", [game]);
        }
    }
}

fn told(result: Result<(), rusqlite::Error>) -> Result<(), JournalError> {
    result.map_err(|error| JournalError(error.to_string()))
}

impl Journal for Writer {
    fn begin(&mut self, session: &Session) -> Result<(), JournalError> {
        told(self.write_begin(session))
    }

    fn note(&mut self, lines: &[String], session: &Session, time: Duration) -> Result<(), JournalError> {
        told(self.write_note(lines, session, time))
    }

    fn give_up(&mut self, session: &Session, time: Duration) -> Result<(), JournalError> {
        told(self.write_given_up(session, time))
    }

    fn charge(&mut self, paid: &Account) -> Result<(), JournalError> {
        told(self.write_charge(paid))
    }
}

/// A save, cut where the moves begin.
fn head(session: &Session) -> String {
    let save = session.save();
    save.split_once("\nmoves\n").map_or(save.clone(), |(head, _)| format!("{head}\n"))
}

/// What the books want to know of a game that begins.
pub(crate) struct Parts {
    pub game: String,
    pub rules: String,
    pub head: String,
    pub lines: Vec<String>,
}

impl Parts {
    pub fn of(session: &Session) -> Parts {
        let save = session.save();
        let (head, moves) = save.split_once("\nmoves\n").unwrap_or((&save, ""));
        let of = |keyword: &str| -> Vec<&str> {
            head.lines().filter_map(|line| line.strip_prefix(keyword)).map(str::trim).collect()
        };
        let game = of("game ").first().copied().unwrap_or_default().to_string();
        let mut changed: Vec<String> = of("set ").iter().map(|set| set.replace(" = ", "=")).collect();
        if !of("position ").is_empty() {
            // Half played by somebody else, it is not to be counted among games from the deal.
            changed.push("from a position".into());
        }
        let rules = std::iter::once(game.clone()).chain(changed).collect::<Vec<_>>().join(" ");
        let lines = moves.lines().filter(|line| *line != "end").map(str::to_string).collect();
        Parts { game, rules, head: format!("{head}\n"), lines }
    }
}
