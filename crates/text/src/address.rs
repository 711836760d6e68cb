//! What the player types: moves by pile address, and a few words.
//!
//! A move is where the cards lie and where they go: `w3`, `r2`, `35`, `4f`, `f2 3`, `3e`; `35x4` says
//! how many, without it as many as can go. Blanks may stand between, and must where a column has two
//! digits: `10 3`. With a dash it is a move as hints and solvers write it: `10-3` is one card, `10-3x2`
//! two. A pile alone, or twice (`33`), means its best move.

use cards::Card;
use rules::{Move, Pile};
use session::{Command, Onto, Part};
use std::fmt;
use std::path::PathBuf;

/// What a line asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// An empty line.
    Nothing,
    /// Something for the game.
    Do(Command),
    /// A hint.
    Hint,
    /// The legal moves.
    Legal,
    /// What is known of the stock.
    Listing,
    /// The score.
    Score,
    /// Save the game to a file.
    Save(PathBuf),
    /// Load a game from a file.
    Load(PathBuf),
    /// A new game; with a name, that deal: `42`, `pysol:42`.
    New(Option<String>),
    /// Where a card lies.
    Find(Card),
    /// The casino's ledger.
    Ledger,
    /// Can this still be won?
    Verdict,
    /// Which move lost the game?
    Lost,
    /// How hard is the deal?
    Grade,
    /// Put a bookmark.
    Mark(char),
    /// Go to a bookmark.
    Go(char),
    /// The games that were left, or one of them.
    Resume(Option<i64>),
    /// Give up the game on the table, or one that was left.
    GiveUp(Option<i64>),
    /// A part of the table in words; without one, the whole state.
    Look(Option<Part>),
    /// Only what changes is said, or the whole state every time.
    Quiet(bool),
    /// The rule sheet.
    Rules,
    /// What can be typed.
    Help,
    /// Leave.
    Quit,
}

/// Why a line was not understood, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unclear(String);

impl fmt::Display for Unclear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unclear {}

/// What can be typed, for `?`.
pub const HELP: &str = "\
Moves name two piles: where the cards lie and where they go.
  1 2 3 …  columns        w  waste       r  reserve      s  a stock that shows its card
  f        the foundation that takes the card; f2 is the second
  e        a free cell; e1 is the first
  w3  35  4f  f2 3  r e1            as many cards as can go; 35x4  3x45  so many
  10 3                              a blank where a column has two digits
  10-3  10-3x4                      with a dash as hints write it: one card, four cards
  3  or  33                         the best move of a pile
d  draw, deal or turn the waste over    u  undo    U  redo
a  safe cards up    a on, a off  let them go up by themselves    F  finish
h  hint, again for the move, again for the reason    l  legal moves    s  score    b  ledger
c  what is known of the stock    find 7H  where a card lies
v  can this be won?    lost  which move lost it?    grade  how hard is the deal?
mark A  go A  bookmarks    resume  resume NUMBER  games that were left
give up    give up NUMBER  count this game, or one that was left, as lost (asks first)
look  the whole state    look 3  look waste  look columns  look all  that part in words
quiet  say only what changes    quiet off  the whole state every time
save FILE    load FILE    restart    new    new 42    new ms:617    rules    ?  this help    q  quit
";

/// Reads a line.
///
/// # Errors
/// A sentence that says what was not understood.
pub fn read(line: &str) -> Result<Ask, Unclear> {
    let line = line.trim();
    let (first, rest) = match line.split_once(char::is_whitespace) {
        Some((first, rest)) => (first, rest.trim()),
        None => (line, ""),
    };
    // One letter means what it is, capital or not; words are read in any case.
    let lower = first.to_lowercase();
    let ask = match if first.len() == 1 { first } else { lower.as_str() } {
        "" => Ask::Nothing,
        "d" | "D" | "draw" | "deal" | "redeal" => Ask::Do(Command::Draw),
        "u" | "undo" => Ask::Do(Command::Undo),
        "U" | "redo" => Ask::Do(Command::Redo),
        "a" | "A" | "auto" => match rest.to_lowercase().as_str() {
            "" => Ask::Do(Command::Auto),
            "on" => Ask::Do(Command::SetAuto(true)),
            "off" => Ask::Do(Command::SetAuto(false)),
            _ => return Err(Unclear("Write `a`, `a on` or `a off`.".into())),
        },
        "F" | "finish" => Ask::Do(Command::Finish),
        "h" | "H" | "hint" => Ask::Hint,
        "l" | "L" | "legal" | "moves" => Ask::Legal,
        "c" | "C" | "deck" => Ask::Listing,
        "s" | "S" | "score" if rest.is_empty() => Ask::Score,
        "b" | "B" | "ledger" => Ask::Ledger,
        "v" | "V" | "verdict" => Ask::Verdict,
        "p" | "P" | "lost" | "post-mortem" => Ask::Lost,
        "g" | "G" | "grade" => Ask::Grade,
        "find" => Ask::Find(rest.parse().map_err(|_| Unclear("Write a card, as in `find 7H`.".into()))?),
        "mark" | "go" => {
            let mut letters = rest.chars();
            match (letters.next().filter(|letter| letter.is_alphanumeric()), letters.next()) {
                (Some(name), None) if lower == "mark" => Ask::Mark(name),
                (Some(name), None) => Ask::Go(name),
                _ => return Err(Unclear(format!("Write a letter or a digit: `{lower} A`."))),
            }
        }
        "resume" if rest.is_empty() => Ask::Resume(None),
        "resume" => match rest.parse() {
            Ok(id) => Ask::Resume(Some(id)),
            Err(_) => return Err(Unclear("Write the number of a game: `resume` lists them.".into())),
        },
        "give" => match rest.split_once(char::is_whitespace).map_or((rest, ""), |(up, id)| (up, id.trim())) {
            ("up", "") => Ask::GiveUp(None),
            ("up", id) if id.parse::<i64>().is_ok() => Ask::GiveUp(id.parse().ok()),
            _ => return Err(Unclear("Write `give up`, or `give up` and the number of a game.".into())),
        },
        "save" | "load" if rest.is_empty() => {
            return Err(Unclear(format!("Write the name of a file: `{lower} FILE`.")));
        }
        "save" => Ask::Save(rest.into()),
        "load" => Ask::Load(rest.into()),
        "restart" => Ask::Do(Command::Restart),
        "n" | "N" | "new" => Ask::New((!rest.is_empty()).then(|| rest.into())),
        "look" => Ask::Look(part(rest)?),
        "quiet" => match rest.to_lowercase().as_str() {
            "" | "on" => Ask::Quiet(true),
            "off" => Ask::Quiet(false),
            _ => return Err(Unclear("Write `quiet` or `quiet off`.".into())),
        },
        "rules" => Ask::Rules,
        "?" | "help" => Ask::Help,
        "q" | "Q" | "quit" | "exit" => Ask::Quit,
        _ => Ask::Do(moved(line)?),
    };
    Ok(ask)
}

/// What is to be looked at: an address, or the word for it.
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
                let words = "Write `look`, or look and a column's number, stock, waste, reserve, foundations, cells, columns or all.";
                return Err(Unclear(words.into()));
            }
        },
    }))
}

/// Reads a move.
fn moved(line: &str) -> Result<Command, Unclear> {
    let what = || Unclear(format!("{:?} is no command; ? lists them.", cut(line)));
    if let Ok(Move::Carry { from, to, count }) = line.to_lowercase().parse() {
        return Ok(Command::Carry { from, to: Onto::Pile(to), count: Some(count) });
    }
    let mut at = Letters { rest: line.trim() };
    let (from, split) = at.source().ok_or_else(what)??;
    let to = match split {
        Some(to) => Some(Onto::Pile(to)),
        None => at.target().map_err(|()| what())?,
    };
    let (to, count) = match to {
        Some(to) => (Some(to), at.count().map_err(|()| what())?),
        None => at.counted().map_err(|()| what())?,
    };
    if !at.rest.is_empty() {
        return Err(what());
    }
    match to {
        None => Ok(Command::Best(from)),
        Some(Onto::Pile(to)) if to == from && count.is_none() => Ok(Command::Best(from)),
        Some(to) => Ok(Command::Carry { from, to, count }),
    }
}

/// A pile, and the second one where both were written as one number.
type Source = (Pile, Option<Pile>);

struct Letters<'a> {
    rest: &'a str,
}

impl<'a> Letters<'a> {
    fn skip_gap(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '-', '>', ',']);
    }

    fn digits(&mut self) -> &'a str {
        let end = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, rest) = self.rest.split_at(end);
        self.rest = rest;
        digits
    }

    fn letter(&mut self) -> Option<u8> {
        let letter = self.rest.bytes().next()?.to_ascii_lowercase();
        if matches!(letter, b'w' | b'r' | b's' | b'f' | b'e' | b'x') {
            self.rest = &self.rest[1..];
            Some(letter)
        } else {
            None
        }
    }

    /// The number of a foundation or a cell: one digit, so that another address may follow at once.
    fn one_digit(&mut self) -> Option<u8> {
        let digit = self.rest.bytes().next().filter(|byte| (b'1'..=b'9').contains(byte))?;
        self.rest = &self.rest[1..];
        Some(digit - b'1')
    }

    /// Where the cards lie; two digits alone are two columns, `35`.
    fn source(&mut self) -> Option<Result<Source, Unclear>> {
        let digits = self.digits();
        if !digits.is_empty() {
            let end = self.rest.is_empty() || self.rest.starts_with(['x', 'X']);
            let alone = end || self.rest.trim_start().starts_with(['x', 'X']);
            if digits.len() >= 2 && alone {
                let [a, b] = digits.as_bytes() else {
                    return Some(Err(Unclear(format!(
                        "{:?} can be read in more than one way: write a blank between the columns, as in 10 3.",
                        cut(digits)
                    ))));
                };
                let (a, b) = column(&[*a]).zip(column(&[*b]))?;
                return Some(Ok((a, Some(b))));
            }
            return Some(Ok((column(digits.as_bytes())?, None)));
        }
        let pile = match self.letter()? {
            b'w' => Pile::Waste,
            b'r' => Pile::Reserve,
            b's' => Pile::Stock,
            b'f' => Pile::Foundation(self.one_digit()?),
            b'e' => Pile::Cell(self.one_digit()?),
            _ => return None,
        };
        Some(Ok((pile, None)))
    }

    fn target(&mut self) -> Result<Option<Onto>, ()> {
        self.skip_gap();
        if self.rest.is_empty() || self.rest.starts_with(['x', 'X']) {
            return Ok(None);
        }
        let digits = self.digits();
        if !digits.is_empty() {
            return column(digits.as_bytes()).map(|to| Some(Onto::Pile(to))).ok_or(());
        }
        Ok(Some(match self.letter().ok_or(())? {
            b'w' => Onto::Pile(Pile::Waste),
            b'r' => Onto::Pile(Pile::Reserve),
            b's' => Onto::Pile(Pile::Stock),
            b'f' => self.one_digit().map_or(Onto::Foundation, |n| Onto::Pile(Pile::Foundation(n))),
            b'e' => self.one_digit().map_or(Onto::Cell, |n| Onto::Pile(Pile::Cell(n))),
            _ => return Err(()),
        }))
    }

    /// How many cards, then where to: `x25` is two cards to column 5, `x2 10` two to column 10.
    fn counted(&mut self) -> Result<(Option<Onto>, Option<u8>), ()> {
        self.skip_gap();
        if self.rest.is_empty() {
            return Ok((None, None));
        }
        if self.letter() != Some(b'x') {
            return Err(());
        }
        let digits = self.digits();
        let (count, to) = match (digits.as_bytes(), self.rest.is_empty()) {
            ([count, to], true) => (&digits[..1], column(&[*to]).filter(|_| *count != b'0').map(Onto::Pile)),
            _ => (digits, self.target()?),
        };
        Ok((Some(to.ok_or(())?), Some(count.parse().map_err(|_| ())?)))
    }

    fn count(&mut self) -> Result<Option<u8>, ()> {
        self.skip_gap();
        if self.rest.is_empty() {
            return Ok(None);
        }
        if self.letter() != Some(b'x') {
            return Err(());
        }
        self.skip_gap();
        self.digits().parse().map(Some).map_err(|_| ())
    }
}

fn column(digits: &[u8]) -> Option<Pile> {
    let number: u8 = str::from_utf8(digits).ok()?.parse().ok()?;
    number.checked_sub(1).map(Pile::Column)
}

fn cut(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
            ("s", Ask::Score),
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
            "x",
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
            "give",
            "give in",
            "give up all",
            "look there",
            "look 0",
            "quiet please",
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.ends_with('.') && error.len() < 200, "{text}: {error}");
        }
    }
}
