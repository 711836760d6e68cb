//! The text formats in which deals and positions are exchanged, one file for each.
//!
//! A text says where cards lie, but seldom of which game. Reading therefore has two steps: [`import`]
//! recognises the format and reads the piles, and [`Imported::table`] sets them up by the rules of a game,
//! or says why they do not fit it.

mod board;
mod import;
mod piles;
mod shootme;
mod solvitaire;

pub use import::{Content, ImportError, Imported, Position, import};

use crate::list;
use crate::name::short;
use crate::opening::opening;
use std::fmt;
use std::str::FromStr;
use talon_cards::Card;
use talon_rules::Table;

/// A text format for a deal or a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Our own: the cards of a deal in one line, in our dealing order.
    Cards,
    /// Our own: one line for each pile, `3: (KD) 5H 4C`, from bottom to top, with face-down cards in
    /// brackets.
    Piles,
    /// The 156 digits of ShootMe's Klondike solvers.
    ShootMe,
    /// Solvitaire's JSON.
    Solvitaire,
    /// The board text of PySolFC, fc-solve and KPatience.
    Board,
    /// A file of many deals, see [`list`]. It can only be read.
    List,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 6] =
        [Format::Cards, Format::Piles, Format::ShootMe, Format::Solvitaire, Format::Board, Format::List];

    /// Returns the name of the format on the command line.
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

    /// Describes the format.
    pub const fn words(self) -> &'static str {
        match self {
            Format::Cards => "a deal as a line of cards",
            Format::Piles => "a position with one line for each pile",
            Format::ShootMe => "a ShootMe deck string",
            Format::Solvitaire => "Solvitaire JSON",
            Format::Board => "PySolFC or fc-solve board text",
            Format::List => "a list of deals",
        }
    }

    /// Writes a table in this format.
    ///
    /// Whatever the format cannot express is lost: only [`Format::Piles`] keeps the number of redeals used.
    ///
    /// # Errors
    /// If the format cannot hold the table.
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
            Format::Solvitaire => solvitaire::write(table.rules(), &table.layout()),
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

/// A name that no format has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    /// The name.
    pub text: String,
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a format; use one of", self.text)?;
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

/// The reason why a table cannot be written in a format.
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
                "{} can hold deals only, and this is a position in the middle of a game; use `piles`",
                format.words()
            ),
            ExportError::NotKlondike => {
                f.write_str("a ShootMe deck string can hold Klondike only: seven columns of 1 to 7 cards")
            }
        }
    }
}

impl std::error::Error for ExportError {}
