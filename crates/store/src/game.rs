//! A game as it is written in an export: read from the database, and read back with every field checked.

use crate::record::Parts;
use crate::{Store, now};
use rusqlite::Row;
use rusqlite::types::ValueRef;
use serde_json::{Map, Value};
use std::fmt;
use talon_session::{LoadError, Session};

/// A fault in the books or in an export.
#[derive(Debug)]
pub enum Fault {
    /// A field is missing or has the wrong type.
    Missing(&'static str),
    /// A number is outside its range.
    Number {
        /// The name of the number.
        name: &'static str,
        /// The number.
        found: i64,
        /// The least possible number.
        least: i64,
        /// The greatest possible number.
        most: i64,
    },
    /// A word is not a known one, or a name is too long or contains control characters.
    Word {
        /// The name of the field.
        name: &'static str,
        /// The word.
        found: String,
    },
    /// The game cannot be replayed.
    Save(LoadError),
    /// The database itself is damaged; the text is the message of SQLite.
    Storage(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Missing(name) => write!(f, "`{name}` is missing or has the wrong type"),
            Fault::Number { name, found, least, most } => {
                write!(f, "`{name}` is {found}, but only {least} to {most} are possible")
            }
            Fault::Word { name, found } => write!(f, "`{name}` cannot be {found:?}"),
            Fault::Save(error) => f.write_str(error.to_string().trim_end_matches('.')),
            Fault::Storage(why) => write!(f, "the database is damaged: {why}"),
        }
    }
}

/// The largest possible entry of the casino's account.
pub(crate) const MOST_MONEY: i64 = 1_000_000_000_000_000;
/// The end of the year 9999.
pub(crate) const MOST_TIME: i64 = 253_402_300_799;
/// The numbers of a game, with their ranges.
const NUMBERS: [(&str, i64, i64); 5] = [
    ("moves", 0, u32::MAX as i64),
    ("seconds", 0, MOST_TIME),
    ("score", -1_000_000_000_000, 1_000_000_000_000),
    ("began", 0, MOST_TIME),
    ("changed", 0, MOST_TIME),
];
/// The longest name of a game.
const MOST_NAME: usize = 80;

/// A game whose fields have all been checked.
#[derive(Debug)]
pub(crate) struct Game {
    pub uid: String,
    pub parts: Parts,
    pub head: String,
    pub result: String,
    pub stamp: String,
    pub moves: i64,
    pub seconds: i64,
    pub score: i64,
    pub began: i64,
    pub changed: i64,
}

impl Game {
    /// Checks a game of an export and replays it.
    pub fn read(game: &Value) -> Result<Game, Fault> {
        let uid = uid(game)?;
        let result = result(game)?;
        let stamp = word(game, "stamp", &["pure", "fair hints", "oracle"])?;
        let mut numbers = [0; NUMBERS.len()];
        for (number, range) in numbers.iter_mut().zip(NUMBERS) {
            *number = ranged(game, range)?;
        }
        let [moves, seconds, score, began, changed] = numbers;
        let session = Session::load(text(game, "save")?).map_err(Fault::Save)?;
        // All other fields of the export follow from the save.
        let parts = Parts { lines: lines(text(game, "save")?), ..Parts::of(&session) };
        Ok(Game {
            uid,
            head: session.save_head(),
            parts,
            result,
            stamp,
            moves,
            seconds,
            score,
            began,
            changed,
        })
    }

    /// Recovers what is intact of a damaged game: its lines up to the first that cannot be played, with impossible
    /// numbers corrected. Returns `None` if not even its deal can be read.
    pub fn salvage(game: &Value) -> Option<Game> {
        let save = text(game, "save").ok()?;
        let (head, _) = save.split_once("\nmoves\n")?;
        let before = head.lines().count() + 1;
        let mut lines = lines(save);
        let session = loop {
            let moves: String = lines.iter().map(|line| format!("{line}\n")).collect();
            match Session::load(&format!("{head}\nmoves\n{moves}end\n")) {
                Ok(session) => break session,
                Err(LoadError::Line { line, .. }) if line > before && line <= before + lines.len() => {
                    lines.truncate(line - before - 1);
                }
                Err(_) => return None,
            }
        };
        let found = NUMBERS.map(|range| ranged(game, range).ok());
        let [moves, seconds, score, began, changed] = found;
        let result =
            result(game).unwrap_or_else(|_| if session.is_finished() { "won" } else { "left" }.into());
        Some(Game {
            uid: uid(game).unwrap_or_else(|_| format!("repaired-{}", now())),
            head: session.save_head(),
            parts: Parts { lines, ..Parts::of(&session) },
            result,
            stamp: session.stamp().to_string(),
            moves: moves.unwrap_or(session.moves_made().into()),
            seconds: seconds.unwrap_or(0),
            score: score.unwrap_or(session.score().into()),
            began: began.or(changed).unwrap_or(0),
            changed: changed.or(began).unwrap_or(0),
        })
    }
}

/// Returns the lines of a save's moves.
pub(crate) fn lines(save: &str) -> Vec<String> {
    let moves = save.split_once("\nmoves\n").map_or("", |(_, moves)| moves);
    moves.lines().filter(|line| *line != "end").map(str::to_string).collect()
}

fn text<'a>(game: &'a Value, name: &'static str) -> Result<&'a str, Fault> {
    game[name].as_str().ok_or(Fault::Missing(name))
}

fn word(game: &Value, name: &'static str, known: &[&str]) -> Result<String, Fault> {
    let found = text(game, name)?.to_string();
    if known.contains(&&*found) { Ok(found) } else { Err(Fault::Word { name, found }) }
}

fn result(game: &Value) -> Result<String, Fault> {
    word(game, "result", &["won", "lost", "shown", "left", "open"])
}

fn uid(game: &Value) -> Result<String, Fault> {
    let found = text(game, "uid")?.to_string();
    let is_name = (1..=MOST_NAME).contains(&found.len()) && !found.contains(char::is_control);
    if is_name { Ok(found) } else { Err(Fault::Word { name: "uid", found }) }
}

/// Returns a number if it is in its range.
pub(crate) fn ranged(object: &Value, (name, least, most): (&'static str, i64, i64)) -> Result<i64, Fault> {
    let found = object[name].as_i64().ok_or(Fault::Missing(name))?;
    if (least..=most).contains(&found) { Ok(found) } else { Err(Fault::Number { name, found, least, most }) }
}

impl Store {
    /// Returns a game as it is written in an export, whatever its row contains.
    pub(crate) fn entry(&self, id: i64) -> Result<Value, rusqlite::Error> {
        const FIELDS: [&str; 13] = [
            "uid", "game", "rules", "title", "deal", "result", "stamp", "moves", "seconds", "score", "began",
            "changed", "head",
        ];
        let sql = format!("SELECT {} FROM games WHERE id = ?1", FIELDS.join(", "));
        let mut game = self.connection.prepare_cached(&sql)?.query_row([id], |row| {
            let fields = FIELDS.iter().enumerate().map(|(i, name)| Ok(((*name).to_string(), value(row, i)?)));
            fields.collect::<rusqlite::Result<Map<String, Value>>>()
        })?;
        let head = game.remove("head").and_then(|head| head.as_str().map(str::to_string)).unwrap_or_default();
        let save = format!("{head}{}", self.moves(id)?);
        game.insert("save".into(), save.into());
        Ok(game.into())
    }

    /// Returns a game's save from the moves to the end. A gap between the lines is marked with a line that is not a
    /// move, because the moves after the gap would otherwise make a different game.
    pub(crate) fn moves(&self, id: i64) -> Result<String, rusqlite::Error> {
        let sql = "SELECT seq, line FROM lines WHERE game = ?1 ORDER BY seq";
        let mut statement = self.connection.prepare_cached(sql)?;
        let mut rows = statement.query([id])?;
        let mut text = String::from("moves\n");
        let mut next = 0;
        while let Some(row) = rows.next()? {
            let seq = number(row, 0)?;
            if seq != next {
                text += "missing\n";
            }
            text += &words(row, 1)?;
            text.push('\n');
            next = seq.saturating_add(1);
        }
        text += "end\n";
        Ok(text)
    }
}

/// Returns a field as JSON. Text that is not UTF-8 is read as far as possible.
pub(crate) fn value(row: &Row<'_>, index: usize) -> rusqlite::Result<Value> {
    Ok(match row.get_ref(index)? {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => number.into(),
        ValueRef::Real(number) => number.into(),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => String::from_utf8_lossy(bytes).into(),
    })
}

/// Returns a field as text, whatever it contains.
pub(crate) fn words(row: &Row<'_>, index: usize) -> rusqlite::Result<String> {
    Ok(match value(row, index)? {
        Value::String(text) => text,
        other => other.to_string(),
    })
}

/// Returns a field as a number of zero or more, whatever it contains.
pub(crate) fn count(row: &Row<'_>, index: usize) -> rusqlite::Result<u64> {
    Ok(number(row, index)?.max(0) as u64)
}

/// Returns a field as a number, whatever it contains.
pub(crate) fn number(row: &Row<'_>, index: usize) -> rusqlite::Result<i64> {
    Ok(match row.get_ref(index)? {
        ValueRef::Integer(number) => number,
        ValueRef::Real(number) => number as i64,
        _ => 0,
    })
}
