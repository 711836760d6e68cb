//! The name of a deal: a scheme and a number, as in `pysol:94118177207124443136`.

use crate::programs;
use cards::Card;
use cards::foreign::{NumberError, aisleriot, kpat, microsoft, pipkin, pysol, solvitaire, ucb, ycp};
use rules::{Rules, RulesError};
use std::fmt;
use std::str::FromStr;

/// Whose numbers name a deal.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// Our own.
    Ours,
    /// Microsoft's FreeCell numbers; for other games, PySolFC's `msN`.
    Ms,
    /// PySolFC's.
    Pysol,
    /// KPatience's.
    Kpat,
    /// Solvitaire's seeds.
    Solvitaire,
    /// AisleRiot's seeds.
    Aisleriot,
    /// The seeds of the Berkeley Canfield; the first deal of the run.
    Ucb,
    /// The game numbers of JSolitaire's Canfield.
    Pipkin,
    /// The seeds of the York College Klondike.
    Ycp,
}

impl Scheme {
    /// All schemes, ours first.
    pub const ALL: [Scheme; 9] = [
        Scheme::Ours,
        Scheme::Ms,
        Scheme::Pysol,
        Scheme::Kpat,
        Scheme::Solvitaire,
        Scheme::Aisleriot,
        Scheme::Ucb,
        Scheme::Pipkin,
        Scheme::Ycp,
    ];

    /// The word before the colon.
    pub const fn word(self) -> &'static str {
        match self {
            Scheme::Ours => "ours",
            Scheme::Ms => "ms",
            Scheme::Pysol => "pysol",
            Scheme::Kpat => "kpat",
            Scheme::Solvitaire => "solvitaire",
            Scheme::Aisleriot => "aisleriot",
            Scheme::Ucb => "ucb",
            Scheme::Pipkin => "pipkin",
            Scheme::Ycp => "ycp",
        }
    }

    /// The program in a sentence.
    pub const fn program(self) -> &'static str {
        match self {
            Scheme::Ours => "Talon",
            Scheme::Ms => "Microsoft's numbering",
            Scheme::Pysol => "PySolFC",
            Scheme::Kpat => "KPatience",
            Scheme::Solvitaire => "Solvitaire",
            Scheme::Aisleriot => "AisleRiot",
            Scheme::Ucb => "the Berkeley Canfield",
            Scheme::Pipkin => "JSolitaire",
            Scheme::Ycp => "the York College Klondike",
        }
    }

    /// The lowest and the highest number.
    pub const fn range(self) -> (u128, u128) {
        match self {
            Scheme::Ours => (0, u64::MAX as u128),
            Scheme::Ms => (1, microsoft::HIGHEST),
            Scheme::Pysol => (0, pysol::HIGHEST),
            Scheme::Kpat => (1, kpat::HIGHEST),
            Scheme::Solvitaire => (0, solvitaire::HIGHEST),
            Scheme::Aisleriot => (0, aisleriot::HIGHEST),
            Scheme::Ucb => (0, ucb::HIGHEST),
            Scheme::Pipkin => (0, pipkin::HIGHEST),
            Scheme::Ycp => (0, ycp::HIGHEST),
        }
    }

    /// Does the scheme know how its program deals this game?
    pub fn knows(self, rules: &Rules) -> bool {
        programs::dealing(self, rules).is_some()
    }
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A deal by name.
///
/// A plain number is one of ours; otherwise the scheme stands before a colon: `kpat:1268489590`.
/// PySolFC's `ms` numbers may be written either way, `ms:617` or `pysol:ms617`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct DealName {
    /// Whose number it is.
    pub scheme: Scheme,
    /// The number.
    pub number: u128,
}

impl DealName {
    /// Our own deal of this number.
    pub const fn ours(number: u64) -> DealName {
        DealName { scheme: Scheme::Ours, number: number as u128 }
    }

    /// The cards in our dealing order, as [`rules::Table::deal`] takes them.
    ///
    /// # Errors
    /// When the scheme has no such number or does not know the game.
    pub fn cards(self, rules: &Rules) -> Result<Vec<Card>, NameError> {
        programs::deal(self, rules).map(|dealt| dealt.order)
    }
}

impl fmt::Display for DealName {
    /// Reads back as the same name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.scheme {
            Scheme::Ours => write!(f, "{}", self.number),
            scheme => write!(f, "{scheme}:{}", self.number),
        }
    }
}

/// Why a name is not a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameError {
    /// No scheme has this name.
    UnknownScheme(String),
    /// What should be the number is not one.
    NotANumber(String),
    /// The number has more digits than any scheme has.
    TooLong {
        /// How many digits it has.
        digits: usize,
    },
    /// The rules of the game cannot be.
    Rules(RulesError),
    /// The scheme has no such number.
    Number(Scheme, NumberError),
    /// The scheme does not know how its program deals the game.
    UnknownGame {
        /// The scheme.
        scheme: Scheme,
        /// The game's title.
        game: String,
    },
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NameError::UnknownScheme(word) => {
                write!(f, "{word:?} is no scheme of deals: write a number, or one of")?;
                for (i, scheme) in Scheme::ALL.iter().enumerate() {
                    write!(f, "{} {scheme}:N", if i == 0 { "" } else { "," })?;
                }
                Ok(())
            }
            NameError::NotANumber(text) => {
                write!(f, "{text:?} is not a deal number: digits are wanted, as in 42 or pysol:42")
            }
            NameError::TooLong { digits } => {
                write!(f, "a number of {digits} digits is too long: no scheme has more than 20")
            }
            NameError::Rules(error) => error.fmt(f),
            NameError::Number(scheme, error) => write!(f, "{}: {error}", scheme.program()),
            NameError::UnknownGame { scheme, game } => write!(
                f,
                "how {} deals {game} is not known: {scheme} numbers name {}",
                scheme.program(),
                programs::known(*scheme)
            ),
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
            None => (Scheme::Ours, text),
            Some((word, digits)) => {
                let scheme = Scheme::ALL.into_iter().find(|scheme| scheme.word().eq_ignore_ascii_case(word));
                (scheme.ok_or_else(|| NameError::UnknownScheme(short(word)))?, digits)
            }
        };
        let mut digits = digits.trim();
        digits = digits.strip_prefix('#').unwrap_or(digits);
        if scheme == Scheme::Pysol && digits.get(..2).is_some_and(|ms| ms.eq_ignore_ascii_case("ms")) {
            scheme = Scheme::Ms;
            digits = &digits[2..];
        }
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(NameError::NotANumber(short(digits)));
        }
        // Leading zeros are no reason to refuse a number.
        let significant = digits.trim_start_matches('0');
        let number = match significant {
            "" => 0,
            digits => digits.parse().map_err(|_| NameError::TooLong { digits: digits.len() })?,
        };
        let (lowest, highest) = scheme.range();
        if !(lowest..=highest).contains(&number) {
            return Err(NameError::Number(scheme, NumberError { number, lowest, highest }));
        }
        Ok(DealName { scheme, number })
    }
}

/// A text cut to a length one can print.
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
                let name = DealName { scheme, number };
                assert_eq!(name.to_string().parse(), Ok(name));
                assert_eq!(name.to_string().to_uppercase().parse(), Ok(name));
            }
        }
        assert_eq!("#0042".parse(), Ok(DealName::ours(42)));
        assert_eq!("ours: 42 ".parse(), Ok(DealName::ours(42)));
        assert_eq!("pysol:ms617".parse(), Ok(DealName { scheme: Scheme::Ms, number: 617 }));
    }

    #[test]
    fn what_is_no_name_is_refused_with_a_sentence() {
        let long = "9".repeat(10_000_000);
        for (text, sentence) in [
            ("", "\"\" is not a deal number: digits are wanted, as in 42 or pysol:42"),
            ("-1", "\"-1\" is not a deal number: digits are wanted, as in 42 or pysol:42"),
            ("kpat:+5", "\"+5\" is not a deal number: digits are wanted, as in 42 or pysol:42"),
            ("ms:4\0", "\"4\\0\" is not a deal number: digits are wanted, as in 42 or pysol:42"),
            ("pysol:m", "\"m\" is not a deal number: digits are wanted, as in 42 or pysol:42"),
            ("pysol:ä", "\"ä\" is not a deal number: digits are wanted, as in 42 or pysol:42"),
            (long.as_str(), "a number of 10000000 digits is too long: no scheme has more than 20"),
            (
                "340282366920938463463374607431768211456",
                "a number of 39 digits is too long: no scheme has more than 20",
            ),
            ("pipkin:1000000", "JSolitaire: there is no deal 1000000: the numbers run from 0 to 999999"),
            (
                "18446744073709551616",
                "Talon: there is no deal 18446744073709551616: the numbers run from 0 to 18446744073709551615",
            ),
        ] {
            assert_eq!(text.parse::<DealName>().unwrap_err().to_string(), sentence);
        }
        let error = "windows:4".parse::<DealName>().unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("\"windows\" is no scheme of deals: write a number, or one of ours:N, ms:N")
        );
    }
}
