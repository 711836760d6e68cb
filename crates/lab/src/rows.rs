//! Rows files: a head that says what was played, then one row for each deal and player.
//!
//! The file is CSV with the head in `#` lines, JSON Lines with the head as the first object, or Parquet with the
//! head as metadata, depending on the extension of its name. Rows are in the order of the deals, and within a deal in the order of the
//! players, so that the length of a file tells how far a run has come. Times are kept in a second file
//! (`FILE.times`), because they are the only part that differs from run to run.

use crate::problem::{Problem, Request};
use crate::whole;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use talon_players::{End, Game};

/// The format of rows.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated values.
    Csv,
    /// One JSON object per line.
    JsonLines,
    /// Apache Parquet. In the memory, its rows are lines of CSV.
    Parquet,
}

impl Format {
    /// Returns the format for the name of a file to be read: `.jsonl` and `.ndjson` mean JSON Lines, `.parquet`
    /// means Parquet, everything else CSV.
    pub fn of(path: &Path) -> Format {
        Format::to_write(path).unwrap_or(Format::Csv)
    }

    /// Returns the format for the name of a file to be written; `None` if its ending is not a known one.
    pub fn to_write(path: &Path) -> Option<Format> {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("jsonl" | "ndjson") => Some(Format::JsonLines),
            Some("csv") => Some(Format::Csv),
            Some("parquet") => Some(Format::Parquet),
            _ => None,
        }
    }

    /// Returns the format for a file to be written, or CSV for rows that are not kept.
    pub(crate) fn of_output(file: Option<&Path>) -> Result<Format, Problem> {
        let Some(path) = file else { return Ok(Format::Csv) };
        Format::to_write(path).ok_or_else(|| Request::Ending(path.into()).into())
    }
}

/// The head of a file: named entries, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The entries.
    pub entries: Vec<(String, String)>,
    /// The columns after the deal and the player.
    pub columns: String,
}

/// The columns of a campaign's rows.
pub const GAME_COLUMNS: &str = "won,points,cards_up,moves,deals,face_down,first_empty,end";

/// The name of the head in JSON Lines.
const HEAD: &str = "talon_lab";

/// The first word of every head.
pub const KIND: &str = "talon lab";

/// The entry of a head with the ranges that a campaign had before it was extended.
pub const LOOKS: &str = "extended from";

impl Head {
    /// Returns the entry with this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.entries.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Returns the head without an entry.
    pub fn without(&self, name: &str) -> Head {
        let entries = self.entries.iter().filter(|(known, _)| known != name).cloned().collect();
        Head { entries, columns: self.columns.clone() }
    }

    /// Returns the head as text; for Parquet, which is no text, as that of CSV.
    pub fn write(&self, format: Format) -> String {
        match format {
            Format::Csv | Format::Parquet => {
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
                // An object of its own, so that its names are not taken for columns of the rows.
                format!("{}\n", serde_json::json!({ HEAD: object }))
            }
        }
    }

    /// Reads a head, and returns it with its number of lines; `None` if the text has none.
    pub fn read<'a>(lines: impl Iterator<Item = &'a str>, format: Format) -> Option<(Head, usize)> {
        let mut head = Head { entries: Vec::new(), columns: String::new() };
        for (at, line) in lines.enumerate() {
            match format {
                Format::JsonLines => {
                    let Value::Object(mut object) = serde_json::from_str(line).ok()? else { return None };
                    // Talon 0.1 wrote the entries into the first object itself.
                    if let Some(Value::Object(head)) = object.remove(HEAD) {
                        object = head;
                    }
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
                Format::Csv | Format::Parquet => {
                    match line.strip_prefix("# ").and_then(|line| line.split_once(": ")) {
                        Some((name, value)) => head.entries.push((name.into(), value.into())),
                        None => {
                            head.columns = line.strip_prefix("deal,player,")?.into();
                            return head.get(KIND).is_some().then_some((head, at + 1));
                        }
                    }
                }
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
    /// The player.
    pub player: String,
    /// The result.
    pub game: Game,
}

/// A row as it stands in a file. CSV writes a win as 0 or 1, JSON as a Boolean.
#[derive(Serialize, Deserialize)]
struct Record<W> {
    deal: u64,
    player: String,
    won: W,
    points: i32,
    cards_up: u8,
    moves: u32,
    deals: u32,
    face_down: u8,
    first_empty: Option<u32>,
    /// The last column, so that a row that was cut off ends with an unknown word.
    end: String,
}

impl<W> Record<W> {
    fn new(deal: u64, player: &str, won: W, game: &Game) -> Record<W> {
        let Game { points, cards_up, moves, deals, face_down, first_empty, .. } = *game;
        Record {
            deal,
            player: player.into(),
            won,
            points,
            cards_up,
            moves,
            deals,
            face_down,
            first_empty,
            end: game.end.word().into(),
        }
    }

    fn row(self, won: impl Fn(W) -> Option<bool>) -> Option<Row> {
        let end = End::from_word(&self.end)?;
        let Record { points, cards_up, moves, deals, face_down, first_empty, .. } = self;
        let won = won(self.won)?;
        let game = Game { won, points, cards_up, moves, deals, face_down, first_empty, end };
        Some(Row { deal: self.deal, player: self.player, game })
    }
}

impl Row {
    /// Appends a row to a text.
    pub fn write(out: &mut String, format: Format, deal: u64, player: &str, game: &Game) {
        match format {
            Format::Csv | Format::Parquet => {
                push_csv(out, Record::new(deal, player, u8::from(game.won), game))
            }
            Format::JsonLines => {
                let line = serde_json::to_string(&Record::new(deal, player, game.won, game));
                out.push_str(&line.expect("numbers and text can be written as JSON"));
                out.push('\n');
            }
        }
    }

    /// Reads a line; returns `None` if it is not a whole row.
    pub fn read(line: &str, format: Format) -> Option<Row> {
        match format {
            Format::Csv | Format::Parquet => {
                let fields = fields(line).filter(|fields| fields.len() == 10)?;
                let record: Record<u8> = fields.deserialize(None).ok()?;
                record.row(|won| (won <= 1).then_some(won == 1))
            }
            Format::JsonLines => serde_json::from_str::<Record<bool>>(line).ok()?.row(Some),
        }
    }
}

/// Appends a line of comma-separated values to a text.
pub(crate) fn push_csv(out: &mut String, record: impl Serialize) {
    let mut writer =
        csv::WriterBuilder::new().has_headers(false).buffer_capacity(256).from_writer(Vec::new());
    writer.serialize(record).expect("a Vec takes everything");
    let line = writer.into_inner().expect("a Vec takes everything");
    out.push_str(std::str::from_utf8(&line).expect("every field is text"));
}

/// The fields of a line of comma-separated values; `None` if the line is empty.
pub fn fields(line: &str) -> Option<csv::StringRecord> {
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).buffer_capacity(256).from_reader(line.as_bytes());
    reader.records().next()?.ok()
}

/// Returns the deal and the player of a row, whatever its other columns are.
pub fn key(line: &str, format: Format) -> Option<(u64, String)> {
    match format {
        Format::Csv | Format::Parquet => {
            let fields = fields(line)?;
            Some((fields.get(0)?.parse().ok()?, fields.get(1)?.to_string()))
        }
        Format::JsonLines => {
            let value: Value = serde_json::from_str(line).ok()?;
            Some((value.get("deal")?.as_u64()?, value.get("player")?.as_str()?.to_string()))
        }
    }
}

/// Returns the path of the file with the times of a rows file.
pub fn times_of(path: &Path) -> PathBuf {
    whole::with_ending(path, ".times")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_heads_read_back() {
        let game = Game {
            won: true,
            points: -45,
            cards_up: 52,
            moves: 130,
            deals: 4,
            face_down: 0,
            first_empty: Some(17),
            end: End::Won,
        };
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
            // A truncated row is not a row.
            for cut in 0..text.trim_end().len() - 1 {
                assert_eq!(Row::read(&text[..cut], format).filter(|row| row.game.end == End::Won), None);
            }
        }
    }
}
