//! Where a game's cards come from.

use cards::Card;
use deals::{DealName, NameError, Scheme};
use rules::{DealError, Rules, Table};
use std::fmt;

/// A deal: a number of our own, or cards written out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deal {
    /// The numbered deal of [`cards::shuffle`].
    Number(u64),
    /// The cards in the order in which [`Table::deal`] takes them.
    Cards {
        /// The whole deck, the first card dealt first.
        cards: Vec<Card>,
        /// What the deal is called elsewhere, as in `ucb:7`.
        name: Option<String>,
    },
}

impl Deal {
    /// The deal of this name, of our own numbers or another program's.
    ///
    /// # Errors
    /// When the scheme has no such number or does not know the game.
    pub fn named(name: DealName, rules: &Rules) -> Result<Deal, NameError> {
        match (name.scheme, u64::try_from(name.number)) {
            (Scheme::Ours, Ok(number)) => Ok(Deal::Number(number)),
            _ => Ok(Deal::Cards { cards: name.cards(rules)?, name: Some(name.to_string()) }),
        }
    }

    /// Reads the name of a deal: `42`, `pysol:42`.
    ///
    /// # Errors
    /// When it is none, or the game is not dealt so.
    pub fn read(name: &str, rules: &Rules) -> Result<Deal, NameError> {
        Deal::named(name.parse()?, rules)
    }

    /// Deals a game.
    ///
    /// # Errors
    /// When the rules cannot be played or the cards are not their deck.
    pub fn table(&self, rules: &Rules) -> Result<Table, DealError> {
        match self {
            Deal::Number(number) => Table::numbered(rules, *number).map_err(DealError::Rules),
            Deal::Cards { cards, .. } => Table::deal(rules, cards),
        }
    }
}

impl fmt::Display for Deal {
    /// `deal 42`, `deal ucb:7` or `deal of its own`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Deal::Number(number) => write!(f, "deal {number}"),
            Deal::Cards { name: Some(name), .. } => write!(f, "deal {name}"),
            Deal::Cards { name: None, .. } => f.write_str("a deal of its own"),
        }
    }
}
