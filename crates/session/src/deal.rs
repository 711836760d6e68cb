//! Where the cards of a game come from.

use std::fmt;
use talon_cards::Card;
use talon_deals::{Content, DealName, Format, ImportError, Imported, NameError};
use talon_rules::{Layout, Rules, SetupError, Table};

/// A deal: a number of our own, a list of cards, or a position to continue from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deal {
    /// The numbered deal of [`talon_cards::shuffle`].
    Number(u64),
    /// The cards in the order in which [`Table::deal`] takes them.
    Cards {
        /// The whole deck, the first card dealt first.
        cards: Vec<Card>,
        /// The name of the deal elsewhere, as in `ucb:7`.
        name: Option<String>,
    },
    /// Every card in its place: a game that was begun elsewhere.
    Position {
        /// The piles.
        layout: Box<Layout>,
        /// The name of the position, for example that of its file.
        name: Option<String>,
    },
}

impl Deal {
    /// Returns the deal with this name, one of our own numbers or another program's.
    ///
    /// # Errors
    /// If the scheme has no such number, or does not deal this game.
    pub fn named(name: DealName, rules: &Rules) -> Result<Deal, NameError> {
        match name.our_number() {
            Some(number) => Ok(Deal::Number(number)),
            None => Ok(Deal::Cards { cards: name.cards(rules)?, name: Some(name.to_string()) }),
        }
    }

    /// Reads the name of a deal: `42`, `pysol:42`.
    ///
    /// # Errors
    /// If the text is not the name of a deal, or the game is not dealt that way.
    pub fn read(name: &str, rules: &Rules) -> Result<Deal, NameError> {
        Deal::named(name.parse()?, rules)
    }

    /// Converts an imported text to a deal of these rules if it is one, and to a position otherwise.
    ///
    /// # Errors
    /// If the cards are not the deck of the game, or the piles are not a position of it.
    pub fn imported(text: &Imported, rules: &Rules, name: Option<String>) -> Result<Deal, ImportError> {
        let table = text.table(rules)?;
        // A file's name may have line ends in it, which a save could not keep.
        let name = name.map(|name| name.replace(char::is_control, " "));
        let cards = match &text.content {
            // The cards are kept as the text has them: the same table can be dealt from decks in different
            // orders.
            Content::Deal(cards) => Some(cards.clone()),
            Content::List(list) => list.first().map(|deal| deal.cards.clone()),
            Content::Position(_) => talon_deals::opening(&table),
        };
        Ok(match cards {
            Some(cards) => Deal::Cards { cards, name },
            None => Deal::Position { layout: Box::new(table.layout()), name },
        })
    }

    /// Says whose number a bare number is, in the game in which players mean another program's.
    pub fn numbering(&self, rules: &Rules) -> Option<String> {
        match self {
            Deal::Number(number) if rules.name == talon_games::FREECELL.name => Some(format!(
                "The number is Talon's own; ms:{number} is the deal of Microsoft FreeCell with this number."
            )),
            _ => None,
        }
    }

    /// Deals a game, or sets up its position.
    ///
    /// # Errors
    /// If the rules cannot be played, the cards are not their deck, or the piles are not a position of
    /// them.
    pub fn table(&self, rules: &Rules) -> Result<Table, SetupError> {
        match self {
            Deal::Number(number) => Table::numbered(rules, *number).map_err(SetupError::Rules),
            Deal::Cards { cards, .. } => Ok(Table::deal(rules, cards)?),
            Deal::Position { layout, .. } => Table::set_up(rules, layout),
        }
    }

    /// Returns the position as text, one line for each pile; `None` for a deal.
    pub(crate) fn piles(&self, rules: &Rules) -> Option<String> {
        let Deal::Position { .. } = self else { return None };
        Format::Piles.write(&self.table(rules).ok()?).ok()
    }
}

impl fmt::Display for Deal {
    /// `deal 42`, `deal ucb:7`, `a deal from elsewhere`, `position lost.txt`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Deal::Number(number) => write!(f, "deal {number}"),
            Deal::Cards { name: Some(name), .. } => write!(f, "deal {name}"),
            Deal::Cards { name: None, .. } => f.write_str("a deal from elsewhere"),
            Deal::Position { name: Some(name), .. } => write!(f, "position {name}"),
            Deal::Position { name: None, .. } => f.write_str("a position from elsewhere"),
        }
    }
}
