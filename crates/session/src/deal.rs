//! Where a game's cards come from.

use cards::Card;
use deals::{Content, DealName, Format, ImportError, Imported, NameError, Scheme};
use rules::{Layout, Rules, SetupError, Table};
use std::fmt;

/// A deal: a number of our own, cards written out, or a position of which play goes on.
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
    /// Every card in its place: a game somebody else began.
    Position {
        /// The piles.
        layout: Box<Layout>,
        /// What it is called, as the file it came from.
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

    /// What a text says of a game by these rules: its deal where it is one, otherwise its position.
    ///
    /// # Errors
    /// When the cards are not the game's deck, or their piles no position of it.
    pub fn imported(text: &Imported, rules: &Rules, name: Option<String>) -> Result<Deal, ImportError> {
        let table = text.table(rules)?;
        let cards = match &text.content {
            // In its own words: another order of the deck may deal the same table.
            Content::Deal(cards) => Some(cards.clone()),
            Content::List(list) => list.first().map(|deal| deal.cards.clone()),
            Content::Position(_) => deals::opening(&table),
        };
        Ok(match cards {
            Some(cards) => Deal::Cards { cards, name },
            None => Deal::Position { layout: Box::new(table.layout()), name },
        })
    }

    /// Deals a game, or sets its position up.
    ///
    /// # Errors
    /// When the rules cannot be played, the cards are not their deck, or the piles no position of theirs.
    pub fn table(&self, rules: &Rules) -> Result<Table, SetupError> {
        match self {
            Deal::Number(number) => Table::numbered(rules, *number).map_err(SetupError::Rules),
            Deal::Cards { cards, .. } => Ok(Table::deal(rules, cards)?),
            Deal::Position { layout, .. } => Table::set_up(rules, layout),
        }
    }

    /// The position as text, a line a pile; nothing for a deal.
    pub(crate) fn piles(&self, rules: &Rules) -> Option<String> {
        let Deal::Position { .. } = self else { return None };
        Format::Piles.write(&self.table(rules).ok()?).ok()
    }
}

impl fmt::Display for Deal {
    /// `deal 42`, `deal ucb:7`, `a deal of its own`, `position lost.txt`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Deal::Number(number) => write!(f, "deal {number}"),
            Deal::Cards { name: Some(name), .. } => write!(f, "deal {name}"),
            Deal::Cards { name: None, .. } => f.write_str("a deal of its own"),
            Deal::Position { name: Some(name), .. } => write!(f, "position {name}"),
            Deal::Position { name: None, .. } => f.write_str("a position of its own"),
        }
    }
}
