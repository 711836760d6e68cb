//! Why a player cannot be made.

use super::PLAYERS;
use std::fmt;
use talon_rules::Name;

/// Why there is no such player, or why it does not play a game.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayerError {
    /// No player has this name.
    UnknownPlayer(String),
    /// A part of the specification after a `+` is not written `name=number`.
    NotASetting(String),
    /// The player has no setting with this name.
    UnknownSetting {
        /// The player.
        player: &'static str,
        /// The name of the setting.
        setting: String,
        /// The names of the settings there are.
        known: Vec<&'static str>,
    },
    /// The value of a setting is not a number of the right kind.
    Value {
        /// The name of the setting.
        setting: String,
        /// The value that was given.
        value: String,
        /// What it must be, to complete the sentence "it must be …".
        must_be: ValueKind,
    },
    /// Weights were given for a player that does not use any.
    NoWeights(&'static str),
    /// The player does not play this game.
    Game {
        /// The player.
        player: &'static str,
        /// The title of the game.
        title: Name,
        /// Why it does not play it.
        reason: &'static str,
    },
}

/// What the value of a setting must be.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// A number that is not negative.
    NotNegative,
    /// A whole number of at least this.
    WholeFrom(u64),
}

impl fmt::Display for ValueKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueKind::NotNegative => f.write_str("a number that is not negative"),
            ValueKind::WholeFrom(least) => write!(f, "a whole number of at least {least}"),
        }
    }
}

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerError::UnknownPlayer(name) => {
                let names: Vec<_> = PLAYERS.iter().map(|entry| entry.name).collect();
                write!(f, "there is no player called {name:?}; the players are {}", names.join(", "))
            }
            PlayerError::NotASetting(text) => write!(f, "{text:?} is not a setting; write name=number"),
            PlayerError::UnknownSetting { player, setting, known } if known.is_empty() => {
                write!(f, "{player} has no setting {setting:?}; it has no settings at all")
            }
            PlayerError::UnknownSetting { player, setting, known } => {
                write!(f, "{player} has no setting {setting:?}; its settings are {}", known.join(", "))
            }
            PlayerError::Value { setting, value, must_be } => {
                write!(f, "{value:?} is not a value for {setting}: it must be {must_be}")
            }
            PlayerError::NoWeights(player) => write!(f, "{player} does not use weights"),
            PlayerError::Game { player, title, reason } => {
                write!(f, "{player} does not play {title}: {reason}")
            }
        }
    }
}

impl std::error::Error for PlayerError {}
