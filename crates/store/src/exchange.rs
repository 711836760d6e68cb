//! Everything out of the books and into them: one JSON text.

use crate::{Error, ROWS, Store, fields};
use rusqlite::params;
use serde_json::{Value, json};

/// The form of an export.
const FORM: &str = "talon export 1";

impl Store {
    /// All games, preferences and the ledger as JSON.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn export(&self) -> Result<String, Error> {
        let sql = "SELECT id, uid, game, rules, title, deal, result, stamp, moves, seconds, score, began, changed FROM games ORDER BY id";
        let mut statement = self.connection.prepare(sql)?;
        let rows = statement.query_map([], |row| {
            let text = |i: usize| row.get::<_, String>(i);
            let number = |i: usize| row.get::<_, i64>(i);
            Ok((
                number(0)?,
                json!({
                    "uid": text(1)?, "game": text(2)?, "rules": text(3)?, "title": text(4)?, "deal": text(5)?,
                    "result": text(6)?, "stamp": text(7)?, "moves": number(8)?, "seconds": number(9)?,
                    "score": number(10)?, "began": number(11)?, "changed": number(12)?,
                }),
            ))
        })?;
        let mut games = Vec::new();
        for row in rows {
            let (id, mut game) = row?;
            game["save"] = self.text(id)?.0.into();
            games.push(game);
        }
        let mut statement = self.connection.prepare("SELECT name, value FROM preferences ORDER BY name")?;
        let preferences = statement
            .query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?.into())))?
            .collect::<Result<serde_json::Map<String, Value>, _>>()?;
        let account = self.account()?;
        let ledger: serde_json::Map<String, Value> =
            ROWS.iter().zip(fields(&account)).map(|(name, value)| (name.to_string(), value.into())).collect();
        let all = json!({ "form": FORM, "games": games, "preferences": preferences, "ledger": ledger });
        serde_json::to_string_pretty(&all).map_err(|error| Error::Import(error.to_string()))
    }

    /// Takes an export in: games that are not here yet; preferences that are not set yet; the ledger only
    /// into empty books, since sums cannot be told apart. Gives the number of new games.
    ///
    /// # Errors
    /// When the text is no export, or a game in it cannot be played; nothing is taken in then.
    pub fn import(&mut self, text: &str) -> Result<usize, Error> {
        let wrong = |why: &str| Error::Import(why.to_string());
        let all: Value = serde_json::from_str(text).map_err(|error| Error::Import(error.to_string()))?;
        if all["form"] != FORM {
            return Err(wrong("its form is not known"));
        }
        let empty = fields(&self.account()?) == [0; 7];
        let transaction = self.connection.transaction()?;
        let mut taken = 0;
        for game in all["games"].as_array().ok_or_else(|| wrong("it has no list of games"))? {
            let text =
                |name: &str| game[name].as_str().ok_or_else(|| wrong(&format!("a game has no {name}")));
            let number = |name: &str| game[name].as_i64().unwrap_or(0);
            let save = text("save")?;
            // A game that cannot be played again is no game.
            session::Session::load(save).map_err(|error| Error::Import(error.to_string()))?;
            let (head, moves) = save.split_once("\nmoves\n").ok_or_else(|| wrong("a save has no moves"))?;
            let result = match text("result")? {
                over @ ("won" | "lost" | "shown") => over,
                "open" | "left" => "left",
                _ => return Err(wrong("a game is neither over nor left")),
            };
            let new = transaction.execute(
                "INSERT OR IGNORE INTO games (uid, game, rules, title, deal, head, result, stamp, moves, seconds, score, began, changed)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
                params![
                    text("uid")?,
                    text("game")?,
                    text("rules")?,
                    text("title")?,
                    text("deal")?,
                    format!("{head}\n"),
                    result,
                    text("stamp")?,
                    number("moves"),
                    number("seconds"),
                    number("score"),
                    number("began"),
                    number("changed")
                ],
            )?;
            if new == 0 {
                continue;
            }
            taken += 1;
            let id = transaction.last_insert_rowid();
            for (seq, line) in moves.lines().filter(|line| *line != "end").enumerate() {
                transaction
                    .execute("INSERT INTO lines VALUES (?1, ?2, ?3)", params![id, seq as i64, line])?;
            }
        }
        for (name, value) in all["preferences"].as_object().into_iter().flatten() {
            if let Some(value) = value.as_str() {
                transaction.execute("INSERT OR IGNORE INTO preferences VALUES (?1, ?2)", [name, value])?;
            }
        }
        for name in ROWS.iter().filter(|_| empty) {
            let value = all["ledger"][name].as_i64().unwrap_or(0);
            transaction.execute("INSERT OR REPLACE INTO account VALUES (?1, ?2)", params![name, value])?;
        }
        transaction.commit()?;
        Ok(taken)
    }
}
