//! Moves by the addresses of piles, as they are typed.
//!
//! A move names where the cards lie and where they go: `w3`, `r2`, `35`, `4f`, `f2 3`, `3e`. `35x4` gives
//! the number of cards; without it, as many as possible are moved. Spaces are allowed between the parts,
//! and required where a column has two digits: `10 3`. With a dash it is a move as hints and solvers write
//! it: `10-3` is one card, `10-3x2` two. A pile alone, or typed twice (`33`), means its best move.

use crate::{Command, Onto};
use std::fmt;
use talon_rules::{Move, Pile};

/// The reason why a line was not understood, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unclear(String);

impl Unclear {
    /// Makes an error of a sentence.
    pub fn new(sentence: impl Into<String>) -> Unclear {
        Unclear(sentence.into())
    }
}

impl fmt::Display for Unclear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unclear {}

/// Reads a move.
///
/// # Errors
/// If the line is no move.
pub(super) fn read(line: &str) -> Result<Command, Unclear> {
    let what = || Unclear::new(format!("{:?} is not a command; type ? for help.", cut(line)));
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

/// A pile, and a second one where both were typed as one number.
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

    /// Reads the number of a foundation or a cell: a single digit, so that another address may follow
    /// directly.
    fn one_digit(&mut self) -> Option<u8> {
        let digit = self.rest.bytes().next().filter(|byte| (b'1'..=b'9').contains(byte))?;
        self.rest = &self.rest[1..];
        Some(digit - b'1')
    }

    /// Reads where the cards lie; two digits alone are two columns, `35`.
    fn source(&mut self) -> Option<Result<Source, Unclear>> {
        let digits = self.digits();
        if !digits.is_empty() {
            let end = self.rest.is_empty() || self.rest.starts_with(['x', 'X']);
            let alone = end || self.rest.trim_start().starts_with(['x', 'X']);
            if digits.len() >= 2 && alone {
                let [a, b] = digits.as_bytes() else {
                    return Some(Err(Unclear::new(format!(
                        "{:?} has more than one meaning; type a space between the columns, as in 10 3.",
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

    /// Reads the number of cards and the destination: `x25` is two cards to column 5, `x2 10` two to column
    /// 10.
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
