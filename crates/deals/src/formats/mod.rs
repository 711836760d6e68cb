//! The texts in which deals and positions are passed around: recognised by their shape, one file a
//! format.
//!
//! A text says where cards lie; it seldom says of which game. So reading has two steps: [`import`]
//! recognises the format and reads the piles, and [`Imported::table`] sets them up by the rules of
//! a game, or says why they cannot be that game.

mod board;
mod import;
mod piles;
mod shootme;
mod solvitaire;

pub use import::{Content, ImportError, Imported, Position, import};

use crate::list;
use crate::name::short;
use crate::opening::opening;
use cards::Card;
use rules::Table;
use std::fmt;
use std::str::FromStr;

/// A way to write a deal or a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Our own: the cards of a deal in one line, in our dealing order.
    Cards,
    /// Our own: one line a pile, `3: (KD) 5H 4C`, bottom to top, face-down cards in brackets.
    Piles,
    /// The 156 digits of ShootMe's Klondike solvers.
    ShootMe,
    /// Solvitaire's JSON.
    Solvitaire,
    /// The board text of PySolFC, fc-solve and KPatience.
    Board,
    /// A file of many deals, see [`list`]. Only read.
    List,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 6] =
        [Format::Cards, Format::Piles, Format::ShootMe, Format::Solvitaire, Format::Board, Format::List];

    /// The format's name on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Format::Cards => "cards",
            Format::Piles => "piles",
            Format::ShootMe => "shootme",
            Format::Solvitaire => "solvitaire",
            Format::Board => "board",
            Format::List => "csv",
        }
    }

    /// The format in a sentence.
    pub const fn words(self) -> &'static str {
        match self {
            Format::Cards => "a deal as a line of cards",
            Format::Piles => "a position, one line a pile",
            Format::ShootMe => "a ShootMe deck string",
            Format::Solvitaire => "Solvitaire JSON",
            Format::Board => "PySolFC or fc-solve board text",
            Format::List => "a list of deals",
        }
    }

    /// Writes a table in this format.
    ///
    /// What a format has no words for is lost: only [`Format::Piles`] keeps the redeals used.
    ///
    /// # Errors
    /// When the format cannot hold the table.
    pub fn write(self, table: &Table) -> Result<String, ExportError> {
        let deal = || opening(table).ok_or(ExportError::NotADeal(self));
        Ok(match self {
            Format::Cards => {
                let cards: Vec<String> = deal()?.iter().map(Card::to_string).collect();
                cards.join(" ") + "\n"
            }
            Format::Piles => piles::write(table),
            Format::ShootMe => {
                if !shootme::holds(table.rules()) {
                    return Err(ExportError::NotKlondike);
                }
                shootme::write(&deal()?)
            }
            Format::Solvitaire => solvitaire::write(&table.layout()),
            Format::Board => board::write(table),
            Format::List => {
                let deal = list::Listed { line: 2, id: "1".into(), cards: deal()?, others: Vec::new() };
                list::write(&[deal])
            }
        })
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A name no format has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    /// The name.
    pub text: String,
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no format: write one of", self.text)?;
        for (i, format) in Format::ALL.iter().enumerate() {
            write!(f, "{} {format}", if i == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl std::error::Error for FormatError {}

impl FromStr for Format {
    type Err = FormatError;

    fn from_str(text: &str) -> Result<Format, FormatError> {
        let format = Format::ALL.into_iter().find(|format| format.word().eq_ignore_ascii_case(text));
        format.ok_or_else(|| FormatError { text: short(text) })
    }
}

/// Why a table cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExportError {
    /// The format holds deals only, and the table is in the middle of a game.
    NotADeal(Format),
    /// The deck string is for Klondike only.
    NotKlondike,
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExportError::NotADeal(format) => write!(
                f,
                "{} holds deals only, and this is a position in the middle of a game: `piles` holds it",
                format.words()
            ),
            ExportError::NotKlondike => {
                f.write_str("a ShootMe deck string holds Klondike only: seven columns of 1 to 7 cards")
            }
        }
    }
}

impl std::error::Error for ExportError {}
