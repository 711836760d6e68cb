//! What a typed line asks for in text play. The words and the addresses are the session's
//! ([`registry`]), the same as in the terminal's command line.

use std::path::PathBuf;
use talon_cards::Card;
use talon_rules::Pile;
use talon_session::registry::{self, Action, Typed, Unclear};
use talon_session::{Command, Level, Part};

/// The meaning of a line.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// An empty line.
    Nothing,
    /// A command for the game.
    Do(Command),
    /// A hint.
    Hint,
    /// The legal moves.
    Legal,
    /// What the player knows of the stock.
    Listing,
    /// The score.
    Score,
    /// Save the game to a file.
    Save(PathBuf),
    /// Load a game from a file.
    Load(PathBuf),
    /// Start a new game; with a name, that deal: `42`, `pysol:42`.
    New(Option<String>),
    /// Say where a card lies.
    Find(Card),
    /// Show the casino's ledger.
    Ledger,
    /// Why the last move was refused.
    Why,
    /// So many moves back or forward.
    Leap(Command),
    /// The previous or the next branch.
    Branch(bool),
    /// The next move of a proved win.
    Oracle,
    /// Play this number of moves of a proved win, or all of them.
    Watch(Option<u32>),
    /// A new deal that can be won, of a level if one is given.
    Winnable(Option<Level>),
    /// The deal with the next (or the previous) number.
    Neighbour(bool),
    /// The deal of the day.
    Daily,
    /// Another game; without a name, the list of games.
    Game(Option<String>),
    /// A new deal under changed rules.
    Set(Vec<String>),
    /// The statistics.
    Statistics,
    /// Yes: what was asked about is meant.
    Yes,
    /// No: what was asked about is not meant.
    No,
    /// Say whether the game can still be won.
    Verdict,
    /// Say which move lost the game.
    Lost,
    /// Say how hard the deal is.
    Grade,
    /// Set a bookmark.
    Mark(char),
    /// Go to a bookmark.
    Go(char),
    /// List the unfinished games, or resume one of them.
    Resume(Option<i64>),
    /// Give up this game, or an unfinished one.
    GiveUp(Option<i64>),
    /// Describe a part of the table in words; without a part, show the whole table.
    Look(Option<Part>),
    /// Print only what changes, or the whole table before every command.
    Quiet(bool),
    /// Show the rule sheet.
    Rules,
    /// Show the help.
    Help,
    /// Leave.
    Quit,
}

impl Ask {
    /// Returns `true` if the table may be another afterwards.
    pub fn changes_the_table(&self) -> bool {
        use Ask::*;
        matches!(
            self,
            Do(_)
                | New(_)
                | Load(_)
                | Resume(Some(_))
                | Go(_)
                | Leap(_)
                | Branch(_)
                | Watch(_)
                | Winnable(_)
                | Neighbour(_)
                | Daily
                | Game(Some(_))
                | Set(_)
        )
    }

    /// Returns `true` if it asks for a way to win, so that there is nothing to answer once the game is won.
    pub fn is_about_the_win(&self) -> bool {
        use Ask::*;
        matches!(self, Hint | Oracle | Watch(_) | Verdict | Lost | Do(Command::Finish))
    }

    /// Returns `true` if the answer tells something about hidden cards.
    pub fn looks_at_hidden_cards(&self) -> bool {
        let action = match self {
            Ask::Verdict => Action::Verdict,
            Ask::Lost => Action::PostMortem,
            Ask::Grade => Action::Grade,
            Ask::Oracle => Action::OracleHint,
            Ask::Watch(_) => Action::Demonstration,
            _ => return false,
        };
        action.looks_at_hidden_cards()
    }
}

/// Returns `true` if a line answers a question with no.
pub fn is_no(line: &str) -> bool {
    ["n", "no"].contains(&line.trim().to_lowercase().as_str())
}

/// Reads a line.
///
/// # Errors
/// A sentence that says what was not understood.
pub fn read(line: &str) -> Result<Ask, Unclear> {
    let (action, rest) = match registry::read(line) {
        Ok(Typed::Nothing) => return Ok(Ask::Nothing),
        Ok(Typed::Move(command)) => return Ok(Ask::Do(command)),
        Ok(Typed::Action(action, rest)) => (action, rest),
        Err(_) if ["y", "yes"].contains(&line.trim().to_lowercase().as_str()) => return Ok(Ask::Yes),
        Err(_) if is_no(line) => return Ok(Ask::No),
        Err(unclear) => return Err(unclear),
    };
    let word = action.entry().words.first().copied().unwrap_or_default();
    let lower = rest.to_lowercase();
    let switch = || match lower.as_str() {
        "" => Ok(None),
        "on" => Ok(Some(true)),
        "off" => Ok(Some(false)),
        _ => Err(Unclear::new(format!("Type `{word}`, `{word} on` or `{word} off`."))),
    };
    let some = |text: String| (!text.is_empty()).then_some(text);
    Ok(match action {
        Action::Draw => Ask::Do(Command::Draw),
        Action::Undo => Ask::Do(Command::Undo),
        Action::Redo => Ask::Do(Command::Redo),
        Action::BackTen => Ask::Leap(Command::Undo),
        Action::ForwardTen => Ask::Leap(Command::Redo),
        Action::PreviousBranch => Ask::Branch(false),
        Action::NextBranch => Ask::Branch(true),
        Action::Restart => Ask::Do(Command::Restart),
        Action::Finish => Ask::Do(Command::Finish),
        Action::Auto => Ask::Do(switch()?.map_or(Command::Auto, Command::SetAuto)),
        Action::Ledger => switch()?.map_or(Ask::Ledger, |on| Ask::Do(Command::SetLedger(on))),
        Action::Quiet => Ask::Quiet(switch()?.unwrap_or(true)),
        Action::Why => Ask::Why,
        Action::Hint => Ask::Hint,
        Action::OracleHint => Ask::Oracle,
        Action::Legal => Ask::Legal,
        Action::Listing => Ask::Listing,
        Action::Score => Ask::Score,
        Action::Verdict => Ask::Verdict,
        Action::PostMortem => Ask::Lost,
        Action::Grade => Ask::Grade,
        Action::Demonstration if rest.is_empty() => Ask::Watch(None),
        Action::Demonstration => match rest.parse() {
            Ok(count) => Ask::Watch(Some(count)),
            Err(_) => return Err(Unclear::new("Type `watch`, or `watch` and how many moves.")),
        },
        Action::Find => Ask::Find(card(&lower)?),
        Action::Bookmark | Action::GoToBookmark => {
            let mut letters = rest.chars();
            match (letters.next().filter(|letter| letter.is_alphanumeric()), letters.next()) {
                (Some(name), None) if action == Action::Bookmark => Ask::Mark(name),
                (Some(name), None) => Ask::Go(name),
                _ => return Err(Unclear::new(format!("Type a letter or a digit: `{word} A`."))),
            }
        }
        Action::Resume if rest.is_empty() => Ask::Resume(None),
        Action::Resume => match rest.parse() {
            Ok(id) => Ask::Resume(Some(id)),
            Err(_) => return Err(Unclear::new("Type the number of a game: `resume` lists them.")),
        },
        Action::GiveUp => {
            match lower.split_once(char::is_whitespace).map_or((&*lower, ""), |(up, id)| (up, id.trim())) {
                ("up" | "", "") => Ask::GiveUp(None),
                (id, "") if id.parse::<i64>().is_ok() => Ask::GiveUp(id.parse().ok()),
                ("up", id) if id.parse::<i64>().is_ok() => Ask::GiveUp(id.parse().ok()),
                _ => return Err(Unclear::new("Type `give up`, or `give up` and the number of a game.")),
            }
        }
        Action::Save => Ask::Save(rest.into()),
        Action::Load => Ask::Load(rest.into()),
        Action::New | Action::Numbered => match lower.as_str() {
            "winnable" => Ask::Winnable(None),
            "daily" => Ask::Daily,
            word => match Level::playable(word) {
                Some(level) => Ask::Winnable(Some(level)),
                None if rest.is_empty() && action == Action::Numbered => {
                    return Err(Unclear::new("Type `deal` and a number, as in `deal 42`."));
                }
                None => Ask::New(some(rest)),
            },
        },
        Action::Winnable if rest.is_empty() => Ask::Winnable(None),
        Action::Winnable => match Level::playable(&lower) {
            Some(level) => Ask::Winnable(Some(level)),
            None => return Err(Unclear::new("Type `winnable`, or `winnable` and easy, medium or hard.")),
        },
        Action::NextDeal => Ask::Neighbour(true),
        Action::PreviousDeal => Ask::Neighbour(false),
        Action::Daily => Ask::Daily,
        Action::Games => Ask::Game(some(rest)),
        Action::Set => Ask::Set(rest.split_whitespace().map(str::to_owned).collect()),
        Action::Look => Ask::Look(part(&rest)?),
        Action::Rules => Ask::Rules,
        Action::Statistics => Ask::Statistics,
        Action::Help => Ask::Help,
        Action::Quit => Ask::Quit,
        // On screens only.
        Action::PickOrDrop
        | Action::Best
        | Action::NextKind
        | Action::More
        | Action::Fewer
        | Action::ToggleAuto
        | Action::History
        | Action::Share
        | Action::FullScreen
        | Action::Learn
        | Action::Design
        | Action::Replay
        | Action::Options
        | Action::CommandLine => {
            return Err(Unclear::new("That is a command of the screen; ? lists those of text play."));
        }
    })
}

/// Reads a card: `7H`, or in words as it is spoken, `the seven of hearts`.
fn card(text: &str) -> Result<Card, Unclear> {
    let words = text.strip_prefix("the ").unwrap_or(text);
    let spoken = || Card::all().find(|card| card.words() == words);
    text.parse().ok().or_else(spoken).ok_or_else(|| Unclear::new("Type a card, as in `find 7H`."))
}

/// Reads what to look at: the address or the name of a pile.
fn part(text: &str) -> Result<Option<Part>, Unclear> {
    let text = text.to_lowercase();
    Ok(Some(match text.trim_start_matches("the ").trim_start_matches("column ").trim() {
        "" if text.is_empty() => return Ok(None),
        "stock" => Part::Pile(Pile::Stock),
        "waste" => Part::Pile(Pile::Waste),
        "reserve" => Part::Pile(Pile::Reserve),
        "f" | "foundations" | "foundation" | "up" => Part::Foundations,
        "e" | "cells" | "cell" => Part::Cells,
        "columns" => Part::Columns,
        "all" => Part::All,
        address => match address.parse() {
            Ok(pile) => Part::Pile(pile),
            Err(_) => {
                let words = "Type `look`, alone or with the number of a column, stock, waste, reserve, foundations, cells, columns or all.";
                return Err(Unclear::new(words));
            }
        },
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use talon_session::Onto;

    fn carry(from: &str, to: Onto, count: Option<u8>) -> Ask {
        Ask::Do(Command::Carry { from: from.parse().unwrap(), to, count })
    }

    fn pile(text: &str) -> Onto {
        Onto::Pile(text.parse().unwrap())
    }

    #[test]
    fn addresses_of_the_house() {
        for (text, ask) in [
            ("w3", carry("w", pile("3"), None)),
            ("W 3", carry("w", pile("3"), None)),
            ("w10", carry("w", pile("10"), None)),
            ("r2", carry("r", pile("2"), None)),
            ("35", carry("3", pile("5"), None)),
            ("3 5", carry("3", pile("5"), None)),
            ("3-5", carry("3", pile("5"), Some(1))),
            ("10-3", carry("10", pile("3"), Some(1))),
            ("35x4", carry("3", pile("5"), Some(4))),
            ("3-5x4", carry("3", pile("5"), Some(4))),
            ("3 5 x4", carry("3", pile("5"), Some(4))),
            ("35 x 12", carry("3", pile("5"), Some(12))),
            ("3x25", carry("3", pile("5"), Some(2))),
            ("9x1 10", carry("9", pile("10"), Some(1))),
            ("3x2f", carry("3", Onto::Foundation, Some(2))),
            ("4f", carry("4", Onto::Foundation, None)),
            ("4-f1", carry("4", pile("f1"), Some(1))),
            ("wf", carry("w", Onto::Foundation, None)),
            ("f2 3", carry("f2", pile("3"), None)),
            ("f23", carry("f2", pile("3"), None)),
            ("10 3", carry("10", pile("3"), None)),
            ("10-3x2", carry("10", pile("3"), Some(2))),
            ("3 10", carry("3", pile("10"), None)),
            ("10f", carry("10", Onto::Foundation, None)),
            ("12 12", Ask::Do(Command::Best(Pile::Column(11)))),
            ("3e", carry("3", Onto::Cell, None)),
            ("3e2", carry("3", pile("e2"), None)),
            ("e1f", carry("e1", Onto::Foundation, None)),
            ("e13", carry("e1", pile("3"), None)),
            ("s3", carry("s", pile("3"), None)),
            ("33", Ask::Do(Command::Best(Pile::Column(2)))),
            ("3", Ask::Do(Command::Best(Pile::Column(2)))),
            ("w", Ask::Do(Command::Best(Pile::Waste))),
            ("s", Ask::Statistics),
            ("score", Ask::Score),
            ("G", Ask::Grade),
            ("g", Ask::Game(None)),
            ("game Spider", Ask::Game(Some("Spider".into()))),
            ("deal", Ask::Do(Command::Draw)),
            ("deal 7", Ask::New(Some("7".into()))),
            ("/7h", Ask::Find("7H".parse().unwrap())),
            ("winnable", Ask::Winnable(None)),
            ("new hard", Ask::Winnable(Some(Level::Hard))),
            ("watch 5", Ask::Watch(Some(5))),
            ("set draw=1 redeals=2", Ask::Set(vec!["draw=1".into(), "redeals=2".into()])),
            ("ledger on", Ask::Do(Command::SetLedger(true))),
            ("yes", Ask::Yes),
            ("no", Ask::No),
            ("n", Ask::New(None)),
            ("Q", Ask::GiveUp(None)),
            ("give", Ask::GiveUp(None)),
            ("give 12", Ask::GiveUp(Some(12))),
            ("find the ace of hearts", Ask::Find("AH".parse().unwrap())),
            ("find Ace of Hearts", Ask::Find("AH".parse().unwrap())),
            ("u", Ask::Do(Command::Undo)),
            ("U", Ask::Do(Command::Redo)),
            ("draw", Ask::Do(Command::Draw)),
            ("new 7", Ask::New(Some("7".into()))),
            ("new ms:617", Ask::New(Some("ms:617".into()))),
            ("NEW", Ask::New(None)),
            ("find 7h", Ask::Find("7H".parse().unwrap())),
            ("mark a", Ask::Mark('a')),
            ("go 7", Ask::Go('7')),
            ("resume", Ask::Resume(None)),
            ("resume 12", Ask::Resume(Some(12))),
            ("give up", Ask::GiveUp(None)),
            ("Give up  12", Ask::GiveUp(Some(12))),
            ("look", Ask::Look(None)),
            ("look 3", Ask::Look(Some(Part::Pile(Pile::Column(2))))),
            ("look column 10", Ask::Look(Some(Part::Pile(Pile::Column(9))))),
            ("Look Waste", Ask::Look(Some(Part::Pile(Pile::Waste)))),
            ("look r", Ask::Look(Some(Part::Pile(Pile::Reserve)))),
            ("look foundations", Ask::Look(Some(Part::Foundations))),
            ("look all", Ask::Look(Some(Part::All))),
            ("quiet", Ask::Quiet(true)),
            ("quiet off", Ask::Quiet(false)),
            ("verdict", Ask::Verdict),
            ("save a b.talon", Ask::Save("a b.talon".into())),
            ("  ", Ask::Nothing),
        ] {
            assert_eq!(read(text), Ok(ask), "{text}");
        }
    }

    #[test]
    fn what_is_no_command_is_a_sentence() {
        for text in [
            "103",
            "0",
            "03",
            "35x",
            "35x999",
            "35y",
            "f",
            "f0 3",
            "f 3",
            "e",
            "x3",
            "w3 4",
            "3 5 6",
            "999 1",
            "save",
            "\0",
            "ä",
            "w\u{fffd}",
            "-",
            "--",
            "a maybe",
            "3x2",
            "find",
            "find 9x",
            "mark ab",
            "go",
            "resume x",
            "N",
            "o",
            "give in",
            "give up all",
            "look there",
            "look 0",
            "quiet please",
            "undo 3",
            "watch all",
            "winnable never",
            "set",
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.ends_with('.') && error.len() < 200, "{text}: {error}");
        }
    }
}
