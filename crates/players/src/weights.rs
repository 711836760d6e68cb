//! Weights of features: read from a TOML file, written to one.

use crate::worlds::counts_cards;
use crate::{FEATURES, Features};
use rules::Rules;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;

/// So much for each feature; the value of a position is the sum.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// One for each feature, in the order of [`FEATURES`]; 0 where the file says nothing.
    pub values: Vec<f64>,
}

/// Why a text is no weights file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WeightsError {
    /// Not TOML, or not of this form.
    Form(String),
    /// A feature nobody knows.
    Unknown(String),
    /// A weight that is no number one can compare.
    NotANumber(String),
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeightsError::Form(problem) => write!(f, "not a weights file: {problem}"),
            WeightsError::Unknown(name) => {
                let names: Vec<_> = FEATURES.iter().map(|(name, _)| *name).collect();
                write!(f, "no feature is called {name:?}; there are {}", names.join(", "))
            }
            WeightsError::NotANumber(name) => write!(f, "the weight of {name} is not a finite number"),
        }
    }
}

impl std::error::Error for WeightsError {}

/// For games won on foundations.
const FOUNDATIONS: &str = include_str!("../weights/foundations.toml");
/// For the Canfield family, tuned: the file says how.
const CANFIELD: &str = include_str!("../weights/canfield.toml");
/// For games won by runs in the columns.
const RUNS: &str = include_str!("../weights/runs.toml");

impl Weights {
    /// The weights that come with the program, by the kind of game.
    pub fn standard(rules: &Rules) -> Weights {
        let text = if rules.about_runs() {
            RUNS
        } else if counts_cards(rules) {
            CANFIELD
        } else {
            FOUNDATIONS
        };
        Weights::read(text).expect("the files that come with the program are read by a test")
    }

    /// Reads `[weights]` with `feature = number` lines.
    ///
    /// # Errors
    /// The first thing that is wrong, with the features there are.
    pub fn read(text: &str) -> Result<Weights, WeightsError> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            weights: BTreeMap<String, f64>,
        }
        let file: File =
            toml::from_str(text).map_err(|error| WeightsError::Form(error.message().to_string()))?;
        let mut values = vec![0.0; FEATURES.len()];
        for (name, value) in file.weights {
            let place = Features::place(&name).ok_or_else(|| WeightsError::Unknown(name.clone()))?;
            if !value.is_finite() {
                return Err(WeightsError::NotANumber(name));
            }
            values[place] = value;
        }
        Ok(Weights { values })
    }

    /// The file, with `remark` lines at its head.
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

    /// One line that says them all: for the head of a file of results.
    pub fn line(&self) -> String {
        let parts = FEATURES.iter().zip(&self.values).filter(|(_, value)| **value != 0.0);
        parts.map(|((name, _), value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
    }

    /// The value of a position.
    pub fn value(&self, features: &Features) -> f64 {
        features.0.iter().zip(&self.values).map(|(feature, weight)| feature * weight).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_files_read_back() {
        for text in [FOUNDATIONS, CANFIELD, RUNS] {
            let weights = Weights::read(text).unwrap();
            assert_eq!(Weights::read(&weights.write("one\ntwo")), Ok(weights));
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let unknown = Weights::read("[weights]\nface_dwon = 1").unwrap_err().to_string();
        assert!(unknown.starts_with("no feature is called \"face_dwon\"; there are face_down,"), "{unknown}");
        assert!(Weights::read("face_down = 1").unwrap_err().to_string().contains("not a weights file"));
        let infinite = Weights::read("[weights]\nface_down = inf").unwrap_err().to_string();
        assert_eq!(infinite, "the weight of face_down is not a finite number");
    }
}
