//! Rows files: a head that says what was played, then one row for each deal and player.
//!
//! CSV with the head in `#` lines, or JSON Lines with the head as the first object; the ending of the
//! file's name says which. Rows stand in the order of the deals, and within a deal in the order of the
//! players, so a file says by its length how far a run has come. Times are kept beside it
//! (`FILE.times`), because they are the one thing that is never the same twice.

use players::{End, Game};
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

/// How rows are written.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated values.
    Csv,
    /// One JSON object a line.
    JsonLines,
}

impl Format {
    /// The format a file's name asks for: `.jsonl` and `.ndjson` are JSON Lines, all else CSV.
    pub fn of(path: &Path) -> Format {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("jsonl" | "ndjson") => Format::JsonLines,
            _ => Format::Csv,
        }
    }
}

/// The head of a file: names and what they are, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The entries.
    pub entries: Vec<(String, String)>,
    /// The columns after the deal and the player.
    pub columns: String,
}

/// The columns of a campaign's rows.
pub const GAME_COLUMNS: &str = "won,points,cards_up,moves,deals,end";

/// The word every head starts with.
pub const KIND: &str = "talon lab";

impl Head {
    /// An entry by name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.entries.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The head without an entry.
    pub fn without(&self, name: &str) -> Head {
        let entries = self.entries.iter().filter(|(known, _)| known != name).cloned().collect();
        Head { entries, columns: self.columns.clone() }
    }

    /// The head as it stands in a file.
    pub fn write(&self, format: Format) -> String {
        match format {
            Format::Csv => {
                let mut text = String::new();
                for (name, value) in &self.entries {
                    // A line break would end the head.
                    text.push_str(&format!("# {name}: {}\n", value.replace(['\n', '\r'], " ")));
                }
                text.push_str(&format!("deal,player,{}\n", self.columns));
                text
            }
            Format::JsonLines => {
                let mut object = Map::new();
                for (name, value) in &self.entries {
                    object.insert(name.clone(), Value::from(value.as_str()));
                }
                object.insert("columns".into(), Value::from(self.columns.as_str()));
                format!("{}\n", Value::Object(object))
            }
        }
    }

    /// Reads a head; its length in lines comes with it. `None` where the text has none.
    pub fn read<'a>(lines: impl Iterator<Item = &'a str>, format: Format) -> Option<(Head, usize)> {
        let mut head = Head { entries: Vec::new(), columns: String::new() };
        for (at, line) in lines.enumerate() {
            match format {
                Format::JsonLines => {
                    let Value::Object(object) = serde_json::from_str(line).ok()? else { return None };
                    for (name, value) in object {
                        let value = value.as_str()?.to_string();
                        if name == "columns" {
                            head.columns = value;
                        } else {
                            head.entries.push((name, value));
                        }
                    }
                    return head.get(KIND).is_some().then_some((head, 1));
                }
                Format::Csv => match line.strip_prefix("# ").and_then(|line| line.split_once(": ")) {
                    Some((name, value)) => head.entries.push((name.into(), value.into())),
                    None => {
                        head.columns = line.strip_prefix("deal,player,")?.into();
                        return head.get(KIND).is_some().then_some((head, at + 1));
                    }
                },
            }
        }
        None
    }
}

/// One row: a game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The deal's number.
    pub deal: u64,
    /// Who played.
    pub player: String,
    /// What it came to.
    pub game: Game,
}

impl Row {
    /// Writes a row.
    pub fn write(out: &mut String, format: Format, deal: u64, player: &str, game: &Game) {
        use std::fmt::Write;
        let won = u8::from(game.won);
        let Game { points, cards_up, moves, deals, .. } = game;
        let end = game.end.word();
        // Writing to a string cannot fail.
        let _ = match format {
            Format::Csv => {
                writeln!(out, "{deal},{player},{won},{points},{cards_up},{moves},{deals},{end}")
            }
            Format::JsonLines => writeln!(
                out,
                "{}",
                json!({ "deal": deal, "player": player, "won": game.won, "points": points,
                    "cards_up": cards_up, "moves": moves, "deals": deals, "end": end })
            ),
        };
    }

    /// Reads a row; `None` for what is none.
    pub fn read(line: &str, format: Format) -> Option<Row> {
        match format {
            Format::Csv => {
                let mut fields = line.split(',');
                let mut next = || fields.next();
                let row = Row {
                    deal: next()?.parse().ok()?,
                    player: next()?.to_string(),
                    game: Game {
                        won: match next()? {
                            "0" => false,
                            "1" => true,
                            _ => return None,
                        },
                        points: next()?.parse().ok()?,
                        cards_up: next()?.parse().ok()?,
                        moves: next()?.parse().ok()?,
                        deals: next()?.parse().ok()?,
                        end: End::from_word(next()?)?,
                    },
                };
                next().is_none().then_some(row)
            }
            Format::JsonLines => {
                let value: Value = serde_json::from_str(line).ok()?;
                let number = |name: &str| value.get(name)?.as_i64();
                Some(Row {
                    deal: value.get("deal")?.as_u64()?,
                    player: value.get("player")?.as_str()?.to_string(),
                    game: Game {
                        won: value.get("won")?.as_bool()?,
                        points: number("points")?.try_into().ok()?,
                        cards_up: number("cards_up")?.try_into().ok()?,
                        moves: number("moves")?.try_into().ok()?,
                        deals: number("deals")?.try_into().ok()?,
                        end: End::from_word(value.get("end")?.as_str()?)?,
                    },
                })
            }
        }
    }
}

/// The deal and the player of a row, whatever its other columns are.
pub fn key(line: &str, format: Format) -> Option<(u64, String)> {
    match format {
        Format::Csv => {
            let mut fields = line.split(',');
            Some((fields.next()?.parse().ok()?, fields.next()?.to_string()))
        }
        Format::JsonLines => {
            let value: Value = serde_json::from_str(line).ok()?;
            Some((value.get("deal")?.as_u64()?, value.get("player")?.as_str()?.to_string()))
        }
    }
}

/// Where the times of a rows file are kept.
pub fn times_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".times");
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_heads_read_back() {
        let game = Game { won: true, points: -45, cards_up: 52, moves: 130, deals: 4, end: End::Won };
        let head = Head {
            entries: vec![(KIND.into(), "1".into()), ("game".into(), "canfield".into())],
            columns: GAME_COLUMNS.into(),
        };
        for format in [Format::Csv, Format::JsonLines] {
            let mut text = head.write(format);
            let lines = text.lines().count();
            let (read, length) = Head::read(text.lines(), format).unwrap();
            assert_eq!((read.get("game"), length), (Some("canfield"), lines));
            assert_eq!(read.columns, head.columns);
            text.clear();
            Row::write(&mut text, format, 17, "greedy", &game);
            let row = Row::read(text.trim_end(), format).unwrap();
            assert_eq!(row, Row { deal: 17, player: "greedy".into(), game });
            assert_eq!(key(text.trim_end(), format), Some((17, "greedy".into())));
            // Cut anywhere, it is no row any more.
            for cut in 0..text.trim_end().len() - 1 {
                assert_eq!(Row::read(&text[..cut], format).filter(|row| row.game.end == End::Won), None);
            }
        }
    }
}
