//! Why a choice cannot be made.

use crate::as_sentence;
use std::fmt;
use talon_games::ReadError;

/// Why a rule cannot be set as the player wants. It prints as a sentence.
#[derive(Clone, Debug, PartialEq)]
pub enum FormError {
    /// There is no rule of this name.
    UnknownRule(String),
    /// The rule has no other value that fits the rest of the form, or its value has to be typed.
    NoOtherValue {
        /// The name of the rule in the player's words.
        words: &'static str,
    },
    /// The deck listing shows the stock and the waste, and the game has no waste.
    NoWaste,
    /// The deck listing is either shown or not.
    Listing,
    /// A setting cannot be read, or no game can be played by these rules.
    Rules(ReadError),
}

impl fmt::Display for FormError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormError::UnknownRule(name) => write!(f, "There is no rule {name:?}."),
            FormError::NoOtherValue { words } => write!(f, "{words}: no other value is possible here."),
            FormError::NoWaste => f.write_str("This game has no waste, so there is no deck listing."),
            FormError::Listing => f.write_str("The deck listing is set by listing=yes or listing=no."),
            FormError::Rules(error) => f.write_str(&as_sentence(&error.to_string())),
        }
    }
}

impl std::error::Error for FormError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            FormError::Rules(error) => Some(error),
            _ => None,
        }
    }
}
