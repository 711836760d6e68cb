//! Feature weights: reading and writing the TOML files that hold them.

use crate::{FEATURES, Features};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;
use talon_rules::Rules;
use talon_solve::family::Kind;

/// A weight for each feature. The value of a position is the weighted sum of its features.
///
/// ```
/// use talon_players::Weights;
///
/// let weights = Weights::read("[weights]\nface_down = -6.0\ncards_up = 1.5\n")?;
/// assert_eq!(weights.line(), "face_down=-6 cards_up=1.5");
/// # Ok::<(), talon_players::WeightsError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// The weights in the order of [`FEATURES`].
    pub values: Vec<f64>,
}

/// Why a text cannot be read as weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WeightsError {
    /// It is not TOML, or not a table `[weights]` of numbers.
    Form(toml::de::Error),
    /// It names a feature that does not exist.
    UnknownFeature(String),
    /// The weight of this feature is infinite or not a number.
    NotFinite(String),
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeightsError::Form(error) => write!(f, "not a weights file: {}", error.message()),
            WeightsError::UnknownFeature(name) => {
                let names: Vec<_> = FEATURES.iter().map(|(name, _)| *name).collect();
                write!(f, "there is no feature called {name:?}; the features are {}", names.join(", "))
            }
            WeightsError::NotFinite(name) => write!(f, "the weight of {name} is not a finite number"),
        }
    }
}

impl std::error::Error for WeightsError {}

/// The weights for games that are won on foundations.
const FOUNDATIONS: &str = include_str!("../weights/foundations.toml");
/// The weights for the Canfield family. They were tuned; the head of the file has the command.
const CANFIELD: &str = include_str!("../weights/canfield.toml");
/// The weights for games that are won by building runs in the columns.
const RUNS: &str = include_str!("../weights/runs.toml");

impl Weights {
    /// The weights that Talon comes with, by the kind of game.
    pub fn standard(rules: &Rules) -> Weights {
        let text = if rules.about_runs() {
            RUNS
        } else if Kind::of(rules) == Some(Kind::Canfield) {
            CANFIELD
        } else {
            FOUNDATIONS
        };
        Weights::read(text).expect("a test reads the files that Talon comes with")
    }

    /// Reads a TOML text with a table `[weights]` of `feature = number` lines. Features that it does not
    /// name have the weight 0.
    ///
    /// # Errors
    /// The first mistake in the text.
    pub fn read(text: &str) -> Result<Weights, WeightsError> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            weights: BTreeMap<String, f64>,
        }
        let file: File = toml::from_str(text).map_err(WeightsError::Form)?;
        let mut values = vec![0.0; FEATURES.len()];
        for (name, value) in file.weights {
            if !value.is_finite() {
                return Err(WeightsError::NotFinite(name));
            }
            match Features::index(&name) {
                Some(index) => values[index] = value,
                None => return Err(WeightsError::UnknownFeature(name)),
            }
        }
        Ok(Weights { values })
    }

    /// The weights as a TOML text, with the lines of `remark` as comments at its head.
    pub fn write(&self, remark: &str) -> String {
        let mut text: String = remark.lines().map(|line| format!("# {line}\n")).collect();
        text.push_str("[weights]\n");
        for ((name, what), value) in FEATURES.iter().zip(&self.values) {
            if *value != 0.0 {
                text.push_str(&format!("{name} = {value:?} # {what}\n"));
            }
        }
        text
    }

    /// All weights in one line, for the header of a rows file.
    pub fn line(&self) -> String {
        let parts = FEATURES.iter().zip(&self.values).filter(|(_, value)| **value != 0.0);
        parts.map(|((name, _), value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
    }

    /// The value of a position with these features.
    pub fn value(&self, features: &Features) -> f64 {
        features.0.iter().zip(&self.values).map(|(feature, weight)| feature * weight).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_in_the_repository_read_back() {
        for text in [FOUNDATIONS, CANFIELD, RUNS] {
            let weights = Weights::read(text).unwrap();
            assert_eq!(Weights::read(&weights.write("one\ntwo")), Ok(weights));
        }
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let unknown = Weights::read("[weights]\nface_dwon = 1").unwrap_err().to_string();
        assert!(
            unknown.starts_with("there is no feature called \"face_dwon\"; the features are face_down,"),
            "{unknown}"
        );
        assert!(Weights::read("face_down = 1").unwrap_err().to_string().contains("not a weights file"));
        let infinite = Weights::read("[weights]\nface_down = inf").unwrap_err().to_string();
        assert_eq!(infinite, "the weight of face_down is not a finite number");
    }
}
