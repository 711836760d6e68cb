//! The games: constants only, one file a family, and the ways to find one.
//!
//! A game is found by name ([`find`]), changed by named fields ([`set`]), or read from a player's own
//! TOML file ([`read`]). What the fields mean is the business of the crate `rules`.

mod canfield;
mod difference;
mod freecell;
mod klondike;
mod other;
mod read;
mod spider;
mod yukon;

pub use canfield::*;
pub use difference::{changes, difference, nearest};
pub use freecell::*;
pub use klondike::*;
pub use other::*;
pub use read::{ReadError, read, set};
pub use spider::*;
pub use yukon::*;

use rules::Rules;
use std::fmt;

/// Every game, by family.
pub const ALL: &[Rules] = &[
    CANFIELD,
    CANFIELD_UCB,
    CANFIELD_PIPKIN,
    CANFIELD_GNOME,
    CANFIELD_BSD,
    CANFIELD_SOLVITAIRE,
    CANFIELD_STRICT,
    RAINBOW,
    STOREHOUSE,
    SUPERIOR_CANFIELD,
    CHAMELEON,
    DEMON,
    KLONDIKE,
    KLONDIKE_DRAW3,
    KLONDIKE_YCP,
    KLONDIKE_VEGAS,
    KLONDIKE_GNOME,
    WHITEHEAD,
    THUMB_AND_POUCH,
    WESTCLIFF,
    DOUBLE_KLONDIKE,
    SPIDER,
    SPIDER_2,
    SPIDER_1,
    SPIDER_RELAXED,
    SPIDER_GNOME,
    SPIDERETTE,
    WILL_O_THE_WISP,
    SIMPLE_SIMON,
    MRS_MOP,
    SCORPION,
    FREECELL,
    BAKERS_GAME,
    EIGHT_OFF,
    SEAHAVEN_TOWERS,
    YUKON,
    RUSSIAN,
    ALASKA,
    EAST_HAVEN,
    FORTY_THIEVES,
    KING_ALBERT,
    RAGLAN,
    BELEAGUERED_CASTLE,
    STREETS_AND_ALLEYS,
    FAN,
    BAKERS_DOZEN,
];

/// The modes of the games that have some: a name for several fields at once.
pub const MODES: &[(&str, &[(&str, Rules)])] =
    &[("klondike-gnome", KLONDIKE_GNOME_MODES), ("spider-gnome", SPIDER_GNOME_MODES)];

/// A name that no game has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownGame {
    /// The name, cut to a length one can print.
    pub name: String,
    /// The games whose names are nearest, nearest first.
    pub nearest: Vec<&'static str>,
}

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no game is called {:?}", self.name)?;
        if let [first, rest @ ..] = self.nearest.as_slice() {
            write!(f, "; did you mean {first}")?;
            for (i, name) in rest.iter().enumerate() {
                write!(f, "{}{name}", if i + 1 == rest.len() { " or " } else { ", " })?;
            }
            write!(f, "? `talon games` lists them all")
        } else {
            write!(f, ": `talon games` lists them all")
        }
    }
}

impl std::error::Error for UnknownGame {}

/// The game of this name, in any case; blanks and underscores count as hyphens.
///
/// # Errors
/// Names the nearest games.
pub fn find(name: &str) -> Result<&'static Rules, UnknownGame> {
    let cut: String = name.trim().chars().take(40).collect();
    let wanted = cut.to_lowercase().replace([' ', '_'], "-").replace('\'', "");
    if let Some(rules) = ALL.iter().find(|rules| rules.name.as_str() == wanted) {
        return Ok(rules);
    }
    let mut near: Vec<(f64, &'static str)> = ALL
        .iter()
        .map(|rules| {
            let known = rules.name.as_str();
            let begins = if !wanted.is_empty() && known.starts_with(&wanted) { 1.0 } else { 0.0 };
            (strsim::jaro_winkler(known, &wanted) + begins, known)
        })
        .filter(|(nearness, _)| *nearness > 0.75)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    Err(UnknownGame { name: cut, nearest: near.into_iter().take(3).map(|(_, name)| name).collect() })
}
