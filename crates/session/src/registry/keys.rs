//! Keys of the player's own choice.

use super::{ALL, Action};
use std::collections::HashMap;
use std::fmt;

/// The keys of the commands, as the list gives them or as a player wants them.
#[derive(Clone, Debug, Default)]
pub struct Keys {
    own: HashMap<Action, String>,
}

/// Why a file of keys cannot be used, with the line that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeysError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with it, as a clause.
    pub problem: String,
}

impl fmt::Display for KeysError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for KeysError {}

impl Keys {
    /// Reads a file of keys: lines such as `undo = z`, with the names of `talon man keys`. Empty lines and lines
    /// that begin with `#` are skipped. Commands that are not named keep their keys.
    ///
    /// # Errors
    /// If a line cannot be understood, or a key would have two meanings.
    pub fn read(text: &str) -> Result<Keys, KeysError> {
        let mut keys = Keys::default();
        for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
            let wrong = |problem: String| KeysError { line, problem };
            if text.trim_start().starts_with('#') {
                continue;
            }
            let (name, key) = text
                .split_once('=')
                .map(|(name, key)| (name.trim(), key.trim().trim_matches('"')))
                .ok_or_else(|| wrong("a line has the form `undo = z`".into()))?;
            let entry = ALL
                .iter()
                .find(|entry| entry.name == name && entry.places.terminal)
                .ok_or_else(|| wrong(format!("there is no command {name:?} with a key")))?;
            let is_key = key.chars().count() == 1 && !key.contains(char::is_whitespace);
            if !is_key {
                return Err(wrong(format!("{key:?} is not one key")));
            }
            if begins_an_address(key) {
                return Err(wrong(format!("{key} begins the address of a pile")));
            }
            keys.own.insert(entry.action, key.into());
        }
        // Compared at the end, so that two commands may swap their keys.
        for entry in ALL.iter().filter(|entry| entry.places.terminal) {
            let key = keys.of(entry.action);
            let same = |other: &&super::Entry| other.places.terminal && keys.of(other.action) == key;
            if let Some(other) = ALL.iter().filter(same).find(|other| other.action != entry.action) {
                let owner = if keys.own.contains_key(&entry.action) { entry } else { other };
                let line = text.lines().position(|line| line.trim_start().starts_with(owner.name));
                let problem = format!("{key} would mean both {} and {}", entry.name, other.name);
                return Err(KeysError { line: line.map_or(1, |line| line + 1), problem });
            }
        }
        Ok(keys)
    }

    /// Returns the key of a command as it is written; empty if it has none.
    pub fn of(&self, action: Action) -> &str {
        self.own.get(&action).map_or(action.entry().key, String::as_str)
    }

    /// Returns the command that a key has in the terminal.
    pub fn action(&self, key: &str) -> Option<Action> {
        let has_key = |entry: &&super::Entry| entry.places.terminal && self.of(entry.action) == key;
        ALL.iter().find(has_key).map(|entry| entry.action)
    }
}

/// Returns `true` if a key is the beginning of a pile's address.
pub(super) fn begins_an_address(key: &str) -> bool {
    key.len() == 1 && key.contains(|c: char| c.is_ascii_digit() || "wref".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_can_be_changed_and_swapped_but_have_one_meaning() {
        let keys = Keys::read("# mine\n\nundo = z\nhint = \"H\"\noracle = h\n").unwrap();
        assert_eq!((keys.action("z"), keys.action("u")), (Some(Action::Undo), None));
        assert_eq!((keys.action("H"), keys.action("h")), (Some(Action::Hint), Some(Action::OracleHint)));
        assert_eq!(keys.of(Action::Redo), "U");
        let wrong = |text: &str| Keys::read(text).unwrap_err().to_string();
        assert_eq!(wrong("undo = z\nundoo = y"), "line 2: there is no command \"undoo\" with a key");
        assert_eq!(wrong("undo = zz"), "line 1: \"zz\" is not one key");
        assert_eq!(wrong("undo = 3"), "line 1: 3 begins the address of a pile");
        assert_eq!(wrong("undo"), "line 1: a line has the form `undo = z`");
        assert_eq!(wrong("undo = h"), "line 1: h would mean both undo and hint");
    }
}
