//! Specifications of players: `name` or `name+setting=number+…`.

use super::{Entry, PlayerError, ValueKind, entry};
use crate::persistent::Persistent;
use crate::{Player, Weights};
use talon_rules::Rules;

/// Makes a player for a game from its specification, `name` or `name+setting=number+…`.
///
/// An honest player made here never gives up an open game: if it has no idea, it deals a row, or makes the shortest
/// sequence of moves that makes progress. A player that judges by weights gets the given ones, or otherwise [the standard ones](Weights::standard).
///
/// # Errors
/// If there is no such player or setting, if a value is wrong, if the player does not use weights, or if it
/// does not play the game.
pub fn find(spec: &str, rules: &Rules, weights: Option<&Weights>) -> Result<Player, PlayerError> {
    let entry = entry(spec)?;
    if weights.is_some() && !entry.weighs {
        return Err(PlayerError::NoWeights(entry.name));
    }
    let given = spec.split('+').skip(1).map(|part| setting(entry, part)).collect::<Result<_, _>>()?;
    Ok(match (entry.make)(rules, &Specification { given, weights })? {
        Player::Honest(strategy) => Player::honest(Persistent::new(strategy)),
        oracle => oracle,
    })
}

/// Splits `name=value`, and checks that the player has such a setting.
fn setting<'a>(entry: &Entry, part: &'a str) -> Result<(&'a str, &'a str), PlayerError> {
    let (name, value) = part.split_once('=').ok_or_else(|| PlayerError::NotASetting(part.into()))?;
    let known: Vec<_> = entry.settings.iter().map(|setting| setting.name).collect();
    if known.contains(&name) {
        Ok((name, value))
    } else {
        Err(PlayerError::UnknownSetting { player: entry.name, setting: name.into(), known })
    }
}

/// The settings and weights that were given with the name of a player.
pub(super) struct Specification<'a> {
    given: Vec<(&'a str, &'a str)>,
    weights: Option<&'a Weights>,
}

impl Specification<'_> {
    /// A setting that is a number, or its default.
    pub fn number(&self, name: &str, default: f64) -> Result<f64, PlayerError> {
        self.value(name, ValueKind::NotNegative).map(|value| value.unwrap_or(default))
    }

    /// A setting that is a whole number of at least `least`, or its default.
    pub fn whole(&self, name: &str, default: usize, least: u64) -> Result<usize, PlayerError> {
        let value = self.value(name, ValueKind::WholeFrom(least))?;
        Ok(value.map_or(default, |value| value as usize))
    }

    /// A setting that is 1 for yes and 0 for no, or its default.
    pub fn flag(&self, name: &str, default: bool) -> Result<bool, PlayerError> {
        Ok(self.whole(name, usize::from(default), 0)? > 0)
    }

    /// The weights that were given, or the standard ones.
    pub fn weights(&self, rules: &Rules) -> Weights {
        self.weights.cloned().unwrap_or_else(|| Weights::standard(rules))
    }

    fn value(&self, name: &str, must_be: ValueKind) -> Result<Option<f64>, PlayerError> {
        let Some(&(_, text)) = self.given.iter().find(|(known, _)| *known == name) else { return Ok(None) };
        let fits = |value: &f64| match must_be {
            ValueKind::NotNegative => *value >= 0.0 && value.is_finite(),
            ValueKind::WholeFrom(least) => *value >= least as f64 && value.fract() == 0.0,
        };
        match text.parse().ok().filter(fits) {
            Some(value) => Ok(Some(value)),
            None => Err(PlayerError::Value { setting: name.into(), value: text.into(), must_be }),
        }
    }
}
