//! The piles of the table and their addresses.

use std::fmt;
use std::str::FromStr;

/// A pile of the table: any place that can hold cards.
///
/// The numbers of foundations, cells and columns start at 0; in texts for people they start at 1.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pile {
    /// The cards still to be dealt.
    Stock,
    /// The cards turned up from the stock.
    Waste,
    /// The pile of which only the top card may be played.
    Reserve,
    /// A foundation: a suit built up from its base card, or a completed run.
    Foundation(u8),
    /// A cell, which holds at most one card.
    Cell(u8),
    /// A column of the tableau.
    Column(u8),
}

impl Pile {
    /// The pile as it is called in a sentence, such as `column 3` or `the waste`.
    pub fn words(self) -> String {
        match self {
            Pile::Stock => "the stock".into(),
            Pile::Waste => "the waste".into(),
            Pile::Reserve => "the reserve".into(),
            Pile::Foundation(n) => format!("foundation {}", n + 1),
            Pile::Cell(n) => format!("cell {}", n + 1),
            Pile::Column(n) => format!("column {}", n + 1),
        }
    }
}

impl fmt::Display for Pile {
    /// Writes the address of the pile: `s`, `w`, `r`, `f1`, `e1` (a cell, for "extra") or the number of a
    /// column.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pile::Stock => f.write_str("s"),
            Pile::Waste => f.write_str("w"),
            Pile::Reserve => f.write_str("r"),
            Pile::Foundation(n) => write!(f, "f{}", n + 1),
            Pile::Cell(n) => write!(f, "e{}", n + 1),
            Pile::Column(n) => write!(f, "{}", n + 1),
        }
    }
}

/// The error of parsing a [`Pile`] or a [`Move`](crate::Move) from a text that is not one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressError {
    /// The text, cut to 40 characters.
    pub text: String,
}

impl AddressError {
    pub(crate) fn new(text: &str) -> AddressError {
        AddressError { text: text.chars().take(40).collect() }
    }
}

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is neither a pile (1, w, r, f1, e1) nor a move (3-5x2, w-f1, draw, redeal, deal)",
            self.text
        )
    }
}

impl std::error::Error for AddressError {}

impl FromStr for Pile {
    type Err = AddressError;

    /// Parses the address that `Display` writes, in either case.
    fn from_str(text: &str) -> Result<Pile, AddressError> {
        let fail = || AddressError::new(text);
        let number = |digits: &str| match digits.parse::<u8>() {
            Ok(n) if n > 0 && digits.as_bytes()[0] != b'+' => Ok(n - 1),
            _ => Err(fail()),
        };
        Ok(match text.as_bytes() {
            b"s" | b"S" => Pile::Stock,
            b"w" | b"W" => Pile::Waste,
            b"r" | b"R" => Pile::Reserve,
            [b'f' | b'F', ..] => Pile::Foundation(number(&text[1..])?),
            [b'e' | b'E', ..] => Pile::Cell(number(&text[1..])?),
            _ => Pile::Column(number(text)?),
        })
    }
}
