//! The columns of rows files: the kind of each, and rows turned from one text format into the other.

use crate::rows::{self, Format, Head};
use serde_json::Value;

/// What the values of a column are.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A whole number.
    Whole,
    /// A whole number that may be missing; CSV then writes nothing, JSON `null`.
    OptionalWhole,
    /// Yes or no; CSV writes 1 or 0.
    Truth,
    /// A text.
    Text,
}

/// A column: its name and the kind of its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    pub name: String,
    pub kind: Kind,
}

/// Returns the columns of a file, from the deal to the last.
pub(crate) fn columns(head: &Head) -> Vec<Column> {
    let kind = |name: &str| match name {
        "won" => Kind::Truth,
        "first_empty" => Kind::OptionalWhole,
        "player" | "end" | "verdict" | "against" | "measure" | "value" => Kind::Text,
        _ => Kind::Whole,
    };
    let names = ["deal", "player"].into_iter().chain(head.columns.split(','));
    names.map(|name| Column { name: name.into(), kind: kind(name) }).collect()
}

/// Returns the values of a row as CSV writes them; `None` if it is not a row with these columns.
pub(crate) fn values(line: &str, format: Format, columns: &[Column]) -> Option<Vec<String>> {
    let values: Vec<String> = match format {
        Format::JsonLines => {
            let object: Value = serde_json::from_str(line).ok()?;
            let value = |column: &Column| match (column.kind, object.get(&column.name)?) {
                (Kind::Whole | Kind::OptionalWhole, Value::Number(number)) => Some(number.to_string()),
                (Kind::OptionalWhole, Value::Null) => Some(String::new()),
                (Kind::Truth, Value::Bool(truth)) => Some(u8::from(*truth).to_string()),
                (Kind::Text, Value::String(text)) => Some(text.clone()),
                _ => None,
            };
            columns.iter().map(value).collect::<Option<_>>()?
        }
        Format::Csv | Format::Parquet => rows::fields(line)?.iter().map(String::from).collect(),
    };
    (values.len() == columns.len()).then_some(values)
}

/// Appends a row to a text. The values are those of CSV.
///
/// `None` if a value is not of the kind of its column.
pub(crate) fn push(out: &mut String, values: &[String], format: Format, columns: &[Column]) -> Option<()> {
    if format != Format::JsonLines {
        rows::push_csv(out, values);
        return Some(());
    }
    for (at, (column, value)) in columns.iter().zip(values).enumerate() {
        out.push(if at == 0 { '{' } else { ',' });
        out.push_str(&Value::from(column.name.as_str()).to_string());
        out.push(':');
        match column.kind {
            Kind::OptionalWhole if value.is_empty() => out.push_str("null"),
            Kind::Whole | Kind::OptionalWhole => out.push_str(&value.parse::<i64>().ok()?.to_string()),
            Kind::Truth => out.push_str(if truth(value)? { "true" } else { "false" }),
            Kind::Text => out.push_str(&Value::from(value.as_str()).to_string()),
        }
    }
    out.push_str("}\n");
    Some(())
}

/// Reads yes or no as CSV writes it.
pub(crate) fn truth(value: &str) -> Option<bool> {
    match value {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::{GAME_COLUMNS, Row};
    use talon_players::{End, Game};

    #[test]
    fn a_row_is_the_same_in_both_texts() {
        let head = Head { entries: Vec::new(), columns: GAME_COLUMNS.into() };
        let columns = columns(&head);
        let written = |format, first_empty| {
            let game = Game {
                won: true,
                points: -45,
                cards_up: 52,
                moves: 130,
                deals: 4,
                face_down: 3,
                first_empty,
                end: End::Won,
            };
            let mut text = String::new();
            Row::write(&mut text, format, 17, "exec:a \\ \"é\"", &game);
            text
        };
        let formats = [Format::Csv, Format::JsonLines];
        for (first_empty, from) in
            [None, Some(31)].into_iter().flat_map(|empty| formats.map(|from| (empty, from)))
        {
            let values = values(written(from, first_empty).trim_end(), from, &columns).unwrap();
            for to in formats {
                let mut text = String::new();
                push(&mut text, &values, to, &columns).unwrap();
                assert_eq!(text, written(to, first_empty));
            }
        }
        assert_eq!(values("1,greedy,1", Format::Csv, &columns), None);
        // Only the first move with an empty column may be missing.
        let row = written(Format::Csv, Some(31));
        for (at, value) in [(2, "yes"), (3, ""), (8, "late")] {
            let mut wrong = values(row.trim_end(), Format::Csv, &columns).unwrap();
            wrong[at] = value.into();
            assert_eq!(push(&mut String::new(), &wrong, Format::JsonLines, &columns), None);
        }
    }
}
