//! The name of a deal: a scheme and a number, as in `pysol:94118177207124443136`.

use crate::schemes::{Dealt, Scheme};
use std::fmt;
use std::str::FromStr;
use talon_cards::Card;
use talon_rules::{Rules, RulesError};

/// The name of a deal: a [scheme](Scheme) and a number it has.
///
/// A plain number is Talon's own; otherwise the scheme stands before a colon: `kpat:1268489590`. Microsoft's
/// numbers are written `ms:617` or, as in PySolFC, `pysol:ms617`.
///
/// ```
/// use talon_deals::DealName;
///
/// let name: DealName = "kpat:1268489590".parse()?;
/// let cards = name.cards(&talon_games::KLONDIKE)?;
/// assert_eq!(cards[0].to_string(), "QD");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct DealName {
    scheme: &'static Scheme,
    number: u128,
}

impl DealName {
    /// The deal with this number in a scheme.
    ///
    /// # Errors
    /// If the scheme has no such number.
    pub fn new(scheme: &'static Scheme, number: u128) -> Result<DealName, NameError> {
        let (lowest, highest) = scheme.range();
        if (lowest..=highest).contains(&number) {
            Ok(DealName { scheme, number })
        } else {
            Err(NameError::OutOfRange { scheme, number })
        }
    }

    /// Talon's own deal with this number.
    pub const fn ours(number: u64) -> DealName {
        DealName { scheme: Scheme::OURS, number: number as u128 }
    }

    /// The scheme that the number belongs to.
    pub const fn scheme(self) -> &'static Scheme {
        self.scheme
    }

    /// The number.
    pub const fn number(self) -> u128 {
        self.number
    }

    /// The number, if it is one of Talon's own.
    pub fn our_number(self) -> Option<u64> {
        // Talon's own numbers are no larger.
        (self.scheme == Scheme::OURS).then_some(self.number as u64)
    }

    /// The cards in Talon's dealing order, as [`talon_rules::Table::deal`] takes them.
    ///
    /// # Errors
    /// If the rules are invalid, or it is not known how the program deals this game.
    pub fn cards(self, rules: &Rules) -> Result<Vec<Card>, NameError> {
        self.dealt(rules).map(|dealt| dealt.order)
    }

    /// The deal and how it came about.
    pub(crate) fn dealt(self, rules: &Rules) -> Result<Dealt, NameError> {
        rules.validate().map_err(NameError::Rules)?;
        self.scheme.deal(rules, self.number).ok_or_else(|| NameError::UnknownGame {
            scheme: self.scheme,
            game: rules.title.as_str().to_owned(),
        })
    }
}

impl fmt::Display for DealName {
    /// Writes the name so that it reads back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.our_number() {
            Some(number) => write!(f, "{number}"),
            None => write!(f, "{}:{}", self.scheme, self.number),
        }
    }
}

/// Why a text does not name a deal, or not one of the game in question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameError {
    /// There is no scheme with this word.
    UnknownScheme(String),
    /// The number is not written in digits.
    NotANumber(String),
    /// The number has more digits than any scheme allows.
    TooLong {
        /// The number of digits.
        digits: usize,
    },
    /// The scheme has no such number.
    OutOfRange {
        /// The scheme.
        scheme: &'static Scheme,
        /// The number.
        number: u128,
    },
    /// It is not known how the program deals this game.
    UnknownGame {
        /// The scheme.
        scheme: &'static Scheme,
        /// The game's title.
        game: String,
    },
    /// The rules of the game are invalid.
    Rules(RulesError),
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NameError::UnknownScheme(word) => {
                let schemes: Vec<String> = Scheme::ALL.iter().map(|scheme| format!("{scheme}:N")).collect();
                let schemes = schemes.join(", ");
                write!(f, "there is no deal scheme {word:?}; write a number N, or one of {schemes}")
            }
            NameError::NotANumber(text) => {
                write!(f, "{text:?} is not a deal number; write digits, as in 42 or pysol:42")
            }
            NameError::TooLong { digits } => {
                write!(f, "a deal number has at most 20 digits, but this one has {digits}")
            }
            NameError::OutOfRange { scheme, number } => {
                let (program, (lowest, highest)) = (scheme.program(), scheme.range());
                write!(f, "{program} has no deal {number}; its numbers run from {lowest} to {highest}")
            }
            NameError::UnknownGame { scheme, game } => {
                let known = talon_games::ALL.iter().filter(|rules| scheme.knows(rules));
                let known: Vec<&str> = known.map(|rules| rules.name.as_str()).collect();
                let (program, known) = (scheme.program(), known.join(", "));
                write!(
                    f,
                    "it is not known how {program} deals {game}; {scheme} numbers name deals of {known}"
                )
            }
            NameError::Rules(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NameError {}

impl FromStr for DealName {
    type Err = NameError;

    /// Reads `42`, `#42`, `ours:42`, `pysol:42`, `pysol:ms42`, in any case.
    fn from_str(text: &str) -> Result<DealName, NameError> {
        let text = text.trim();
        let (mut scheme, digits) = match text.split_once(':') {
            None => (Scheme::OURS, text),
            Some((word, digits)) => {
                (Scheme::find(word).ok_or_else(|| NameError::UnknownScheme(short(word)))?, digits)
            }
        };
        let mut digits = digits.trim();
        digits = digits.strip_prefix('#').unwrap_or(digits);
        // PySolFC writes Microsoft's numbers as `ms617`.
        if scheme == Scheme::PYSOL && digits.get(..2).is_some_and(|ms| ms.eq_ignore_ascii_case("ms")) {
            (scheme, digits) = (Scheme::MS, &digits[2..]);
        }
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(NameError::NotANumber(short(digits)));
        }
        // Leading zeros do not count.
        let number = match digits.trim_start_matches('0') {
            "" => 0,
            digits => digits.parse().map_err(|_| NameError::TooLong { digits: digits.len() })?,
        };
        DealName::new(scheme, number)
    }
}

/// The beginning of a text, short enough to be quoted in a message.
pub(crate) fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for scheme in Scheme::ALL {
            let (lowest, highest) = scheme.range();
            for number in [lowest, 617, highest] {
                let name = DealName::new(scheme, number).unwrap();
                assert_eq!(name.to_string().parse(), Ok(name));
                assert_eq!(name.to_string().to_uppercase().parse(), Ok(name));
            }
            assert!(lowest == 0 || DealName::new(scheme, lowest - 1).is_err());
            assert!(DealName::new(scheme, highest + 1).is_err());
        }
        assert_eq!("#0042".parse(), Ok(DealName::ours(42)));
        assert_eq!("ours: 42 ".parse(), Ok(DealName::ours(42)));
        assert_eq!("pysol:ms617".parse(), DealName::new(Scheme::MS, 617));
    }

    #[test]
    fn what_is_not_a_name_is_refused_with_the_reason() {
        let long = "9".repeat(10_000_000);
        for (text, reason) in [
            ("", "\"\" is not a deal number; write digits, as in 42 or pysol:42"),
            ("-1", "\"-1\" is not a deal number; write digits, as in 42 or pysol:42"),
            ("kpat:+5", "\"+5\" is not a deal number; write digits, as in 42 or pysol:42"),
            ("ms:4\0", "\"4\\0\" is not a deal number; write digits, as in 42 or pysol:42"),
            ("pysol:m", "\"m\" is not a deal number; write digits, as in 42 or pysol:42"),
            ("pysol:ä", "\"ä\" is not a deal number; write digits, as in 42 or pysol:42"),
            (&long, "a deal number has at most 20 digits, but this one has 10000000"),
            (
                "340282366920938463463374607431768211456",
                "a deal number has at most 20 digits, but this one has 39",
            ),
            ("pipkin:1000000", "JSolitaire has no deal 1000000; its numbers run from 0 to 999999"),
            (
                "18446744073709551616",
                "Talon has no deal 18446744073709551616; its numbers run from 0 to 18446744073709551615",
            ),
        ] {
            assert_eq!(text.parse::<DealName>().unwrap_err().to_string(), reason);
        }
        assert_eq!(
            "windows:4".parse::<DealName>().unwrap_err().to_string(),
            "there is no deal scheme \"windows\"; write a number N, or one of ours:N, ms:N, pysol:N, kpat:N, \
             solvitaire:N, aisleriot:N, ucb:N, pipkin:N, ycp:N"
        );
    }
}
