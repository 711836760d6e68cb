//! Files of many deals: comma-separated values with the columns `id` and `cards`.
//!
//! This module knows the text of such a file, not where the file is stored. Other columns are kept. The
//! cards of a line are in our dealing order, separated by spaces.

use std::fmt;
use talon_cards::{Card, CardError, Deck, DeckError};

/// One deal of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The line on which it stands, from 1.
    pub line: usize,
    /// Its name in the list.
    pub id: String,
    /// The cards in our dealing order.
    pub cards: Vec<Card>,
    /// The other columns, by name.
    pub others: Vec<(String, String)>,
}

/// A fault of a list, and its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListError {
    /// The line, from 1.
    pub line: usize,
    /// The fault.
    pub problem: ListProblem,
}

/// The possible faults of a list of deals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListProblem {
    /// The first line does not name this column.
    NoColumn(&'static str),
    /// The line has a different number of fields than the first line.
    Fields {
        /// Fields of the first line.
        expected: usize,
        /// Fields of this line.
        found: usize,
    },
    /// A word is not a card.
    Card(CardError),
    /// The cards are not the deck of the game.
    Deck(DeckError),
}

impl fmt::Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.problem {
            ListProblem::NoColumn(name) => {
                write!(f, "the first line must name the columns, one of which is {name:?}")
            }
            ListProblem::Fields { expected, found } => {
                write!(f, "{found} fields, but the first line has {expected}")
            }
            ListProblem::Card(error) => error.fmt(f),
            ListProblem::Deck(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ListError {}

/// Returns `true` if the text begins like a list of deals: its first line names the columns `id` and `cards`.
pub fn looks_like(text: &str) -> bool {
    let first = text.lines().next().unwrap_or("").trim_start_matches('\u{feff}');
    // A first line of many thousand characters is something else, such as a position in JSON.
    first.len() < 1000
        && reader(first)
            .records()
            .next()
            .and_then(Result::ok)
            .is_some_and(|names| ["id", "cards"].iter().all(|name| names.iter().any(|field| field == *name)))
}

/// Reads a list. With a deck, every deal is checked against it.
///
/// # Errors
/// The first line with a fault.
pub fn read(text: &str, deck: Option<Deck>) -> Result<Vec<Listed>, ListError> {
    let text = text.trim_start_matches('\u{feff}');
    let mut reader = reader(text);
    let mut records = reader.records().map(|record| record.expect("text in memory can be read"));
    let names = records.next().unwrap_or_default();
    let column = |name: &'static str| {
        let problem = ListProblem::NoColumn(name);
        names.iter().position(|field| field == name).ok_or(ListError { line: 1, problem })
    };
    let (id, cards) = (column("id")?, column("cards")?);
    let mut list = Vec::new();
    for record in records {
        let line = record.position().map_or(0, |position| {
            // The position is that of the empty lines before the record, if there are any.
            let empty = text[position.byte() as usize..].bytes().take_while(|byte| b"\r\n".contains(byte));
            position.line() as usize + empty.filter(|&byte| byte == b'\n').count()
        });
        if record.len() == 1 && record[0].is_empty() {
            continue;
        }
        let at = |problem| ListError { line, problem };
        if record.len() != names.len() {
            return Err(at(ListProblem::Fields { expected: names.len(), found: record.len() }));
        }
        let dealt: Result<Vec<Card>, CardError> = record[cards].split_whitespace().map(str::parse).collect();
        let dealt = dealt.map_err(|error| at(ListProblem::Card(error)))?;
        if let Some(deck) = deck {
            deck.check(&dealt).map_err(|error| at(ListProblem::Deck(error)))?;
        }
        let others = names.iter().zip(&record).enumerate().filter(|(i, _)| *i != id && *i != cards);
        list.push(Listed {
            line,
            id: record[id].to_owned(),
            cards: dealt,
            others: others.map(|(_, (name, field))| (name.to_owned(), field.to_owned())).collect(),
        });
    }
    Ok(list)
}

/// Writes a list with the columns `id` and `cards`, then the other columns of the first deal.
pub fn write(list: &[Listed]) -> String {
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    let mut row = |fields: &mut dyn Iterator<Item = &str>| {
        writer.write_record(fields).expect("a Vec takes everything");
    };
    let others = list.first().map_or(&[][..], |deal| &deal.others);
    row(&mut ["id", "cards"].into_iter().chain(others.iter().map(|(name, _)| name.as_str())));
    for deal in list {
        let cards: Vec<String> = deal.cards.iter().map(ToString::to_string).collect();
        let cards = cards.join(" ");
        let fields = [deal.id.as_str(), &cards].into_iter();
        row(&mut fields.chain(deal.others.iter().map(|(_, field)| field.as_str())));
    }
    let bytes = writer.into_inner().expect("a Vec takes everything");
    String::from_utf8(bytes).expect("every field is text")
}

fn reader(text: &str) -> csv::Reader<&[u8]> {
    // The number of fields is checked here, because the error is to name the line for people.
    csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_with_commas_and_quotes_read_back() {
        let list = vec![Listed {
            line: 2,
            id: "a, \"b\"".into(),
            cards: Deck::STANDARD.cards(),
            others: vec![("verdict".into(), "win, of course".into())],
        }];
        assert_eq!(read(&write(&list), Some(Deck::STANDARD)), Ok(list));
        assert_eq!(read(&write(&[]), None), Ok(vec![]));
    }

    #[test]
    fn the_line_is_named() {
        let deck = Some(Deck::STANDARD);
        for (text, sentence) in [
            ("", "line 1: the first line must name the columns, one of which is \"id\""),
            ("id,deal\n", "line 1: the first line must name the columns, one of which is \"cards\""),
            ("id,cards\n1\n", "line 2: 1 fields, but the first line has 2"),
            (
                "id,cards\n\n1,\"AS\n2,KS\n",
                "line 3: \"2,KS\" is not a card; write a rank (A, 2-10 or T, J, Q, K) and a suit (C, D, H, S), as in 10D or A♠",
            ),
            ("id,cards\n1,AS 2S\n", "line 2: AC is missing (the deck has 52 cards, the list has 2)"),
            ("id,cards\n1,AS AS\n", "line 2: AS occurs too often (the deck has 52 cards, the list has 2)"),
        ] {
            assert_eq!(read(text, deck).unwrap_err().to_string(), sentence, "{text:?}");
        }
        let error = read("id,cards\n1,AS XS\n", deck).unwrap_err();
        assert!(error.to_string().starts_with("line 2: \"XS\" is not a card"));
    }
}
