//! Files of many deals: comma-separated values with the columns `id` and `cards`.
//!
//! It knows the text of such a file, not where it lies. Other columns are kept as they are. The
//! cards of a line are in our dealing order, with blanks between them.

use cards::{Card, CardError, Deck, DeckError};
use std::fmt;
use std::fmt::Write as _;

/// One deal of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The line it stands on, from 1.
    pub line: usize,
    /// Its name in the list.
    pub id: String,
    /// The cards in our dealing order.
    pub cards: Vec<Card>,
    /// The other columns, by name.
    pub others: Vec<(String, String)>,
}

/// What is wrong with a list, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: ListProblem,
}

/// What can be wrong with a list of deals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListProblem {
    /// The first line does not name this column.
    NoColumn(&'static str),
    /// The line has another number of fields than the first.
    Fields {
        /// Fields of the first line.
        expected: usize,
        /// Fields of this line.
        found: usize,
    },
    /// A quotation mark that is not closed.
    Quote,
    /// Something that is not a card.
    Card(CardError),
    /// The cards are not the deck.
    Deck(DeckError),
}

impl fmt::Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.problem {
            ListProblem::NoColumn(name) => {
                write!(f, "a list of deals names its columns first, and one is {name:?}")
            }
            ListProblem::Fields { expected, found } => {
                write!(f, "{found} fields where the first line has {expected}")
            }
            ListProblem::Quote => f.write_str("a quotation mark is not closed"),
            ListProblem::Card(error) => error.fmt(f),
            ListProblem::Deck(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ListError {}

/// Does the text begin like a list of deals?
pub fn looks_like(text: &str) -> bool {
    let first = text.lines().next().unwrap_or("").trim_start_matches('\u{feff}');
    first.len() < 1000
        && fields(first)
            .is_some_and(|fields| ["id", "cards"].iter().all(|name| fields.iter().any(|f| f == name)))
}

/// Reads a list; with a deck, every deal is checked against it.
///
/// # Errors
/// The first line that is wrong.
pub fn read(text: &str, deck: Option<Deck>) -> Result<Vec<Listed>, ListError> {
    let at = |line, problem| ListError { line, problem };
    let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line));
    let (_, first) = lines.next().unwrap_or((1, ""));
    let names = fields(first.trim_start_matches('\u{feff}')).ok_or(at(1, ListProblem::Quote))?;
    let column = |name: &'static str| {
        names.iter().position(|field| field == name).ok_or(at(1, ListProblem::NoColumn(name)))
    };
    let (id, cards) = (column("id")?, column("cards")?);
    let mut list = Vec::new();
    for (line, text) in lines.filter(|(_, text)| !text.trim().is_empty()) {
        let fields = fields(text).ok_or(at(line, ListProblem::Quote))?;
        if fields.len() != names.len() {
            return Err(at(line, ListProblem::Fields { expected: names.len(), found: fields.len() }));
        }
        let dealt: Result<Vec<Card>, CardError> = fields[cards].split_whitespace().map(str::parse).collect();
        let dealt = dealt.map_err(|error| at(line, ListProblem::Card(error)))?;
        if let Some(deck) = deck {
            deck.check(&dealt).map_err(|error| at(line, ListProblem::Deck(error)))?;
        }
        let others = names.iter().zip(&fields).enumerate().filter(|(i, _)| *i != id && *i != cards);
        list.push(Listed {
            line,
            id: fields[id].clone(),
            cards: dealt,
            others: others.map(|(_, (name, field))| (name.clone(), field.clone())).collect(),
        });
    }
    Ok(list)
}

/// Writes a list with the columns `id` and `cards`, then those of the first deal's others.
pub fn write(list: &[Listed]) -> String {
    let mut text = String::from("id,cards");
    for (name, _) in list.first().map_or(&[][..], |deal| &deal.others) {
        text.push(',');
        push_field(&mut text, name);
    }
    text.push('\n');
    for deal in list {
        push_field(&mut text, &deal.id);
        text.push(',');
        for (i, card) in deal.cards.iter().enumerate() {
            let gap = if i == 0 { "" } else { " " };
            write!(text, "{gap}{card}").expect("a String takes everything");
        }
        for (_, field) in &deal.others {
            text.push(',');
            push_field(&mut text, field);
        }
        text.push('\n');
    }
    text
}

fn push_field(text: &mut String, field: &str) {
    if field.contains([',', '"', '\n', '\r']) {
        text.push('"');
        text.push_str(&field.replace('"', "\"\"").replace(['\n', '\r'], " "));
        text.push('"');
    } else {
        text.push_str(field);
    }
}

/// The fields of a line; `None` when a quotation mark is not closed.
fn fields(line: &str) -> Option<Vec<String>> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    let mut chars = line.trim_end_matches('\r').chars().peekable();
    while let Some(c) = chars.next() {
        let field = fields.last_mut()?;
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                field.push('"');
            }
            '"' if quoted || field.is_empty() => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            c => field.push(c),
        }
    }
    (!quoted).then(|| fields.iter().map(|field| field.trim().to_owned()).collect())
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
            ("", "line 1: a list of deals names its columns first, and one is \"id\""),
            ("id,deal\n", "line 1: a list of deals names its columns first, and one is \"cards\""),
            ("id,cards\n1\n", "line 2: 1 fields where the first line has 2"),
            ("id,cards\n\n1,\"AS\n", "line 3: a quotation mark is not closed"),
            ("id,cards\n1,AS 2S\n", "line 2: AC is missing (2 cards where the deck has 52)"),
            ("id,cards\n1,AS AS\n", "line 2: AS is there too often (2 cards where the deck has 52)"),
        ] {
            assert_eq!(read(text, deck).unwrap_err().to_string(), sentence, "{text:?}");
        }
        let error = read("id,cards\n1,AS XS\n", deck).unwrap_err();
        assert!(error.to_string().starts_with("line 2: \"XS\" is not a card"));
    }
}
