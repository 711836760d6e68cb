//! Reading a typed line.

use super::address::{self, Unclear};
use super::{Action, Asks, of_word};
use crate::Command;

/// What a typed line asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Typed {
    /// An empty line.
    Nothing,
    /// A move.
    Move(Command),
    /// A command of the list, and what stands behind its word.
    Action(Action, String),
}

/// Reads a line: a move by the addresses of two piles, or a command by its word or its key.
///
/// # Errors
/// If the line is neither.
pub fn read(line: &str) -> Result<Typed, Unclear> {
    let line = line.trim();
    if line.is_empty() {
        return Ok(Typed::Nothing);
    }
    let (word, rest) = match line.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (line, ""),
    };
    // `W 3` is a move: a key stands alone, or with an argument that is not a pile.
    if !rest.is_empty()
        && word.chars().count() == 1
        && let Ok(command) = address::read(line)
    {
        return Ok(Typed::Move(command));
    }
    let Some(entry) = of_word(word) else {
        // `/7h` is written without a blank, as it is typed on a screen.
        if let Some(card) = line.strip_prefix('/').filter(|card| !card.is_empty()) {
            return Ok(Typed::Action(Action::Find, card.into()));
        }
        return address::read(line).map(Typed::Move);
    };
    match (entry.action, rest) {
        // `deal` alone is what is said at the table; with a number it is another deal.
        (Action::Numbered, "") if word.eq_ignore_ascii_case("deal") => {
            Ok(Typed::Action(Action::Draw, String::new()))
        }
        // Without a card, a letter or a file there is nothing to do.
        (action, "") => match entry.asks {
            Asks::Card => Err(Unclear::new("Type a card, as in `find 7H`.")),
            Asks::Letter => Err(Unclear::new(format!("Type a letter or a digit: `{} A`.", entry.words[0]))),
            Asks::File => Err(Unclear::new(format!("Type the name of a file: `{} FILE`.", entry.words[0]))),
            Asks::Rules => Err(Unclear::new("Type a rule and its value, as in `set draw=1`.")),
            _ => Ok(Typed::Action(action, String::new())),
        },
        (action, rest) if entry.asks == Asks::Nothing && !rest.is_empty() => {
            Err(Unclear::new(format!("`{}` stands alone; ? lists the commands.", action.entry().words[0])))
        }
        (action, rest) => Ok(Typed::Action(action, rest.into())),
    }
}
