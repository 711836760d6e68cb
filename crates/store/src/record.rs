//! The entries of a journal, and how each is written into the database.
//!
//! An entry contains everything that has to be written, so that it can be written later.

use crate::{PLAYED, charge, now};
use rusqlite::{Transaction, params};
use talon_session::{Account, Session};

/// Something that a journal records.
#[derive(Clone, Debug)]
pub(crate) enum Entry {
    /// A game begins.
    Begin { parts: Parts, state: State },
    /// Lines were added to the game, which is now in this state.
    Note { lines: Vec<String>, state: State },
    /// The player has given the game up.
    GiveUp,
    /// The player has paid and won this much.
    Charge(Account),
}

/// The state of a game at one moment.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub head: String,
    pub stamp: String,
    pub moves: u32,
    pub score: i32,
    pub seconds: u64,
    pub is_finished: bool,
    pub is_stuck: bool,
    /// The moment, in seconds since 1970.
    pub time: i64,
}

impl State {
    pub fn of(session: &Session, seconds: u64) -> State {
        State {
            head: session.save_head(),
            stamp: session.stamp().to_string(),
            moves: session.moves_made(),
            score: session.score(),
            seconds,
            is_finished: session.is_finished(),
            is_stuck: session.is_plainly_stuck(),
            time: now(),
        }
    }
}

/// The place of the next line of the game that is being recorded.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Place {
    pub game: i64,
    pub next: i64,
}

/// The time of a change, where `?1` is the time by the clock. It is never earlier than the newest change in the
/// books, so that the games stay in order when the clock is set back. A change that is dated more than a day in the
/// future is ignored.
pub(crate) const MOMENT: &str =
    "MAX(?1, (SELECT COALESCE(MAX(changed), 0) FROM games WHERE changed <= ?1 + 86400))";

impl Entry {
    /// Writes this entry for the program with this seat, and returns the place of the next line.
    pub fn write(
        &self,
        transaction: &Transaction<'_>,
        seat: &str,
        place: Option<Place>,
    ) -> Result<Option<Place>, rusqlite::Error> {
        match (self, place) {
            (Entry::Begin { parts, state }, place) => {
                if let Some(before) = place {
                    release(transaction, before.game)?;
                }
                begin(transaction, seat, parts, state).map(Some)
            }
            (Entry::Note { lines, state }, Some(place)) => note(transaction, place, lines, state).map(Some),
            (Entry::GiveUp, Some(place)) => give_up(transaction, place.game).map(|()| None),
            (Entry::Charge(paid), place) => charge(transaction, paid).map(|()| place),
            // Moves that are made after the game was given up do not count.
            (Entry::Note { .. } | Entry::GiveUp, None) => Ok(None),
        }
    }

    /// Merges the next entry into this one if the two can be written as one. Otherwise returns it.
    pub fn absorb(&mut self, next: Entry) -> Option<Entry> {
        match (self, next) {
            // A win is recorded in the state in which it was reached.
            (Entry::Note { lines, state }, Entry::Note { lines: more, state: later })
                if !state.is_finished =>
            {
                lines.extend(more);
                *state = later;
                None
            }
            (_, next) => Some(next),
        }
    }
}

/// Releases a game when the player goes on to another.
fn release(transaction: &Transaction<'_>, game: i64) -> Result<(), rusqlite::Error> {
    // A game in which the player moved no card is not kept.
    transaction.execute(&format!("DELETE FROM games WHERE id = ?1 AND NOT {PLAYED}"), [game])?;
    let sql = "UPDATE games SET holder = NULL, revision = revision + 1,
        result = CASE result WHEN 'open' THEN 'left' ELSE result END WHERE id = ?1";
    transaction.execute(sql, [game])?;
    Ok(())
}

fn begin(
    transaction: &Transaction<'_>,
    seat: &str,
    parts: &Parts,
    state: &State,
) -> Result<Place, rusqlite::Error> {
    let sql = format!(
        "INSERT INTO games (uid, game, rules, title, deal, head, result, stamp, moves, seconds, score, began,
            changed, holder)
         VALUES (?10 || '-' || lower(hex(randomblob(8))), ?2, ?3, ?4, ?5, ?6, 'open', ?7, ?8, 0, ?9, ?1,
            {MOMENT}, ?10)"
    );
    let Parts { game, rules, title, deal, lines } = parts;
    let State { head, stamp, moves, score, time, .. } = state;
    transaction.execute(&sql, params![time, game, rules, title, deal, head, stamp, moves, score, seat])?;
    let game = transaction.last_insert_rowid();
    // Automatic moves may follow the deal at once.
    write_lines(transaction, game, 0, lines)?;
    Ok(Place { game, next: lines.len() as i64 })
}

fn note(
    transaction: &Transaction<'_>,
    place: Place,
    lines: &[String],
    state: &State,
) -> Result<Place, rusqlite::Error> {
    let Place { game, next } = place;
    write_lines(transaction, game, next, lines)?;
    // A game that was won stays won, whatever moves follow.
    let sql = format!(
        "UPDATE games SET head = ?3, stamp = CASE result WHEN 'won' THEN stamp ELSE ?4 END,
            moves = CASE result WHEN 'won' THEN moves ELSE ?5 END,
            seconds = CASE result WHEN 'won' THEN seconds ELSE ?6 END,
            score = CASE result WHEN 'won' THEN score ELSE ?7 END,
            result = CASE WHEN ?8 OR result = 'won' THEN 'won' WHEN ?9 THEN 'lost' ELSE 'open' END,
            changed = {MOMENT}, revision = revision + 1 WHERE id = ?2"
    );
    transaction.prepare_cached(&sql)?.execute(params![
        state.time,
        game,
        state.head,
        state.stamp,
        state.moves,
        state.seconds as i64,
        state.score,
        state.is_finished,
        state.is_stuck
    ])?;
    Ok(Place { game, next: next + lines.len() as i64 })
}

fn give_up(transaction: &Transaction<'_>, game: i64) -> Result<(), rusqlite::Error> {
    let sql = "UPDATE games SET holder = NULL, revision = revision + 1,
        result = CASE result WHEN 'won' THEN 'won' ELSE 'lost' END WHERE id = ?1";
    transaction.execute(sql, [game])?;
    Ok(())
}

/// Writes the lines of a game, beginning at a place.
pub(crate) fn write_lines(
    transaction: &Transaction<'_>,
    game: i64,
    first: i64,
    lines: &[String],
) -> Result<(), rusqlite::Error> {
    let mut insert = transaction.prepare_cached("INSERT INTO lines VALUES (?1, ?2, ?3)")?;
    for (seq, line) in (first..).zip(lines) {
        insert.execute(params![game, seq, line])?;
    }
    Ok(())
}

/// What the books record about a game besides its state.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    /// The name of the game.
    pub game: String,
    /// The game with the rules that differ.
    pub rules: String,
    pub title: String,
    pub deal: String,
    /// The lines of the moves made so far.
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
            // A game from a position must not be counted among the games from a deal.
            changed.push("from a position".into());
        }
        let rules = std::iter::once(game.clone()).chain(changed).collect::<Vec<_>>().join(" ");
        Parts {
            game,
            rules,
            title: session.title(),
            deal: session.deal().to_string(),
            lines: moves.lines().filter(|line| *line != "end").map(str::to_string).collect(),
        }
    }
}
