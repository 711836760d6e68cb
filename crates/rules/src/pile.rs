//! The places of the table, by the player's names.

use std::fmt;
use std::str::FromStr;

/// A place for cards. Numbers start at 0 here and at 1 wherever people read them.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pile {
    /// The cards still to be dealt, face down.
    Stock,
    /// The cards turned from the stock, face up.
    Waste,
    /// The pile of which only the top card may be played.
    Reserve,
    /// A foundation: a suit built up from its base card, or a completed run.
    Foundation(u8),
    /// A cell: one card at the side.
    Cell(u8),
    /// A column of the tableau.
    Column(u8),
}

impl Pile {
    /// The pile in a sentence: `column 3`, `the waste`.
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
    /// The pile's address: `s`, `w`, `r`, `f1`, `e1` (a cell, "extra") or a column's number.
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

/// A text that is not a pile or a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressError {
    /// The text, cut to a length one can print.
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

    /// Reads what `Display` writes, in any case.
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
