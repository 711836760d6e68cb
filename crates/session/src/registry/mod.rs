//! The command language: every command with its words, its key and its sentence of help, once for all front
//! ends.
//!
//! The terminal's keys, its footer, its `?` and its `:` line, text play's words and its `?`, the page's keys
//! and its help, and the manual page are all made from [`ALL`]. A key means the same everywhere; a command
//! that a front end does not have is not offered there. [`read`] reads a typed line: a move by the addresses of
//! piles, or a command by one of its words.
//!
//! This module does not know how a front end performs a command that is not a [`Command`](crate::Command).

mod address;
mod complete;
mod keys;
mod labels;
mod list;
mod typed;

pub use address::Unclear;
pub use complete::complete;
pub use keys::{Keys, KeysError};
pub use list::ALL;
pub use typed::{Typed, read};

use std::fmt::Write as _;

/// Something that a player can ask for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Draws cards, deals a row or turns the waste over.
    Draw,
    /// Picks up or puts down cards at the cursor.
    PickOrDrop,
    /// Plays the best move of the pile under the cursor.
    Best,
    /// Moves the cursor to the next kind of pile.
    NextKind,
    /// Picks up one more card.
    More,
    /// Picks up one card fewer.
    Fewer,
    /// Moves safe cards to the foundations.
    Auto,
    /// Switches automatic moves on or off.
    ToggleAuto,
    /// Finishes the game, if that needs no choice.
    Finish,
    /// Repeats why the last move was refused.
    Why,
    /// Takes a move back.
    Undo,
    /// Makes a move again that was taken back.
    Redo,
    /// Takes ten moves back.
    BackTen,
    /// Makes ten moves again.
    ForwardTen,
    /// Goes to the previous branch of the history.
    PreviousBranch,
    /// Goes to the next branch of the history.
    NextBranch,
    /// Sets a bookmark.
    Bookmark,
    /// Goes to a bookmark.
    GoToBookmark,
    /// Goes back to the deal.
    Restart,
    /// Shows the history as a tree.
    History,
    /// Gives a hint from what the player sees.
    Hint,
    /// Gives the next move of a proved win as a hint.
    OracleHint,
    /// Says whether the game can be won.
    Verdict,
    /// Plays a proved win.
    Demonstration,
    /// Looks for the move that lost the game.
    PostMortem,
    /// Grades the deal.
    Grade,
    /// Shows the cards of stock and waste.
    Listing,
    /// Finds a card.
    Find,
    /// Lists the legal moves.
    Legal,
    /// Describes the table, or a part of it, in words.
    Look,
    /// Says only what changes, or the whole state every time.
    Quiet,
    /// Tells the score.
    Score,
    /// Shows the rules.
    Rules,
    /// Deals anew.
    New,
    /// Looks for a deal that can be won.
    Winnable,
    /// Deals by number.
    Numbered,
    /// Deals the next number.
    NextDeal,
    /// Deals the previous number.
    PreviousDeal,
    /// Deals the deal of the day.
    Daily,
    /// Changes the game.
    Games,
    /// Teaches a game by playing it.
    Learn,
    /// Opens the form in which a player designs rules.
    Design,
    /// Deals anew under changed rules.
    Set,
    /// Lists unfinished games, or resumes one.
    Resume,
    /// Gives the game up.
    GiveUp,
    /// Saves the game to a file.
    Save,
    /// Loads a game from a file.
    Load,
    /// Shows the casino's ledger.
    Ledger,
    /// Shows statistics.
    Statistics,
    /// Shows a link to the game.
    Share,
    /// Fills the screen, or leaves it.
    FullScreen,
    /// Plays the game again from the deal.
    Replay,
    /// Opens the options.
    Options,
    /// Opens the command line.
    CommandLine,
    /// Lists the commands.
    Help,
    /// Leaves the program.
    Quit,
}

/// What a command asks for, apart from its name.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Asks {
    /// Nothing.
    Nothing,
    /// A card.
    Card,
    /// A letter or a digit.
    Letter,
    /// The number or the name of a deal; not necessarily.
    Deal,
    /// The name of a game.
    Game,
    /// Fields of the rules with their values.
    Rules,
    /// The name of a file.
    File,
    /// The number of an unfinished game; not necessarily.
    Unfinished,
    /// A part of the table; not necessarily.
    Part,
    /// `on` or `off`; not necessarily.
    Switch,
    /// `easy`, `medium` or `hard`; not necessarily.
    Level,
    /// How many moves; not necessarily.
    Count,
}

impl Asks {
    /// Returns what to write behind the word of a command, for lists of commands.
    pub fn words(self) -> &'static str {
        match self {
            Asks::Nothing => "",
            Asks::Card => "CARD",
            Asks::Letter => "LETTER",
            Asks::Deal => "[DEAL]",
            Asks::Game => "GAME",
            Asks::Rules => "RULE=VALUE",
            Asks::File => "FILE",
            Asks::Unfinished => "[NUMBER]",
            Asks::Part => "[PART]",
            Asks::Switch => "[on|off]",
            Asks::Level => "[LEVEL]",
            Asks::Count => "[MOVES]",
        }
    }
}

/// The front ends that have a command.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// The terminal, by a key.
    pub terminal: bool,
    /// The command line of the terminal.
    pub line: bool,
    /// Text play.
    pub text: bool,
    /// The page.
    pub page: bool,
}

/// A command as it is offered to players.
#[derive(Copy, Clone, Debug)]
pub struct Entry {
    /// What it does.
    pub action: Action,
    /// Its name, for key files and for the page.
    pub name: &'static str,
    /// The heading under which it is listed.
    pub group: &'static str,
    /// Its key as it is written; empty if it has none.
    pub key: &'static str,
    /// The words that stand for it in a typed line, the usual one first.
    pub words: &'static [&'static str],
    /// What it asks for.
    pub asks: Asks,
    /// Whether it tells the player something about hidden cards, so that the game is marked.
    pub hidden: bool,
    /// The front ends that have it.
    pub places: Places,
    /// What it does, in a clause.
    pub help: &'static str,
}

impl Action {
    /// Returns the entry of this command.
    pub fn entry(self) -> &'static Entry {
        let found = ALL.iter().find(|entry| entry.action == self);
        // A test checks that no action was forgotten.
        found.expect("every action has an entry")
    }

    /// Returns `true` if the command tells the player something about hidden cards.
    pub fn looks_at_hidden_cards(self) -> bool {
        self.entry().hidden
    }
}

/// Returns the command of a key, by the keys that the list gives.
pub fn of_key(key: &str) -> Option<&'static Entry> {
    ALL.iter().find(|entry| entry.key == key && !key.is_empty())
}

/// Returns the command of a word, in any case; a key is a word, too, where lines are typed.
pub fn of_word(word: &str) -> Option<&'static Entry> {
    let typed = |entry: &&Entry| entry.places.text || entry.places.line;
    let by_key = ALL.iter().filter(typed).find(|entry| entry.key == word && word.chars().count() == 1);
    let lower = word.to_lowercase();
    by_key.or_else(|| ALL.iter().filter(typed).find(|entry| entry.words.contains(&lower.as_str())))
}

/// How moves are typed.
pub const ADDRESSES: &str = "\
A move names two piles: where the cards lie and where they go.
  1 2 3 …  columns        w  waste       r  reserve      s  a stock that shows its card
  f        the foundation that takes the card; f2 is the second foundation
  e        a free cell; e1 is the first cell
  w3  35  4f  f2 3  r e1   move as many cards as possible; 35x4 or 3x45 moves four
  10 3                     a column with two digits needs a space
  10-3  10-3x4             with a dash, as in hints: one card, four cards
  3  or  33                the best move of column 3
";

/// Returns the help of text play: how moves are typed, and every command with its key and its words.
pub fn help_for_lines() -> String {
    let mut text = String::from(ADDRESSES);
    let mut group = "";
    for entry in ALL.iter().filter(|entry| entry.places.text) {
        if entry.group != group {
            group = entry.group;
            let _ = writeln!(text, "{group}");
        }
        let key = if entry.key.chars().count() == 1 { entry.key } else { "" };
        let mut words = format!("{} {}", entry.words[0], entry.asks.words());
        words.truncate(words.trim_end().len());
        let _ = writeln!(text, "  {key:<2} {words:<18} {}", entry.help);
    }
    text
}

/// Returns the page's module `commands.js`: the commands that the page has, with their keys.
pub fn page_module() -> String {
    let mut text = String::from(
        "// The commands of the page and their keys: written by `cargo xtask bless` from the registry of the\n\
         // crate `talon-session`.\n\n/** @type {{\n\
         \x20*   name: string, group: string, label: string, key: string, hidden: boolean, help: string,\n\
         \x20* }[]} */\n\
         export const COMMANDS = [\n",
    );
    let quoted = |text: &str| match text.contains('\'') {
        true => format!("\"{text}\""),
        false => format!("'{text}'"),
    };
    for entry in ALL.iter().filter(|entry| entry.places.page) {
        let (name, key, help) = (quoted(entry.name), quoted(entry.key), quoted(entry.help));
        let (group, label) = (quoted(entry.group), quoted(&entry.label()));
        let _ = writeln!(
            text,
            "  {{\n    name: {name},\n    group: {group},\n    label: {label},\n    key: {key},\n    hidden: {},\n    help: {help},\n  }},",
            entry.hidden
        );
    }
    text + "];\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn a_key_has_one_meaning_and_so_has_a_word() {
        let mut keys: HashMap<&str, Action> = HashMap::new();
        let mut words: HashMap<&str, Action> = HashMap::new();
        let mut names: HashMap<&str, Action> = HashMap::new();
        for entry in ALL {
            if !entry.key.is_empty() {
                assert_eq!(keys.insert(entry.key, entry.action), None, "the key {}", entry.key);
                assert!(!keys::begins_an_address(entry.key), "{} begins an address", entry.key);
            }
            for word in entry.words {
                assert_eq!(words.insert(word, entry.action), None, "the word {word}");
                assert_eq!(word.to_lowercase(), **word);
            }
            assert_eq!(names.insert(entry.name, entry.action), None, "the name {}", entry.name);
            assert_eq!(ALL.iter().filter(|other| other.action == entry.action).count(), 1, "{}", entry.name);
        }
        // A word of one letter would be a second meaning of a key.
        for word in words.keys() {
            assert!(word.chars().count() > 1 || keys.get(word) == words.get(word), "{word}");
        }
    }

    #[test]
    fn every_command_can_be_reached_wherever_it_is_offered() {
        for entry in ALL {
            let Places { terminal, line, text, page } = entry.places;
            assert!(terminal || line || text || page, "{}", entry.name);
            assert!(!(terminal || page) || !entry.key.is_empty(), "{} has no key", entry.name);
            assert!(!(line || text) || !entry.words.is_empty(), "{} has no word", entry.name);
            assert!(entry.help.chars().next().is_some_and(char::is_lowercase) && !entry.help.ends_with('.'));
            for word in entry.words {
                assert_eq!(of_word(word).map(|found| found.action), Some(entry.action), "{word}");
            }
        }
        assert!(help_for_lines().contains("  u  undo               undo a move"), "{}", help_for_lines());
    }
}
