//! Solitaire games as constants: Klondike, Canfield, Spider, FreeCell and their relatives.
//!
//! A game is a constant of the type [`Rules`]. Its file is the file of its family, and [`ALL`] lists it. A
//! game is found by its name ([`find`]); its rules can be changed field by field ([`set`]) or read from a
//! player's own TOML file ([`read`]), and [`difference`] writes such changes down again. [`title`] names them in
//! a heading, and [`first`] lists the rules that matter most to a player.
//!
//! This crate holds data only. What the fields mean, and how a game is dealt and played, is in `talon-rules`;
//! how the deals of other programs are numbered is in `talon-deals`.
//!
//! # Example
//!
//! ```
//! use talon_rules::Table;
//!
//! let spider = talon_games::find("Spider 2")?; // in either case; a space counts as a hyphen
//! assert_eq!((spider.title.as_str(), spider.suits), ("Spider, two suits", 2));
//!
//! // A variant with one card drawn at a time and a single redeal.
//! let rules = talon_games::set(&talon_games::KLONDIKE_DRAW3, &["draw=1", "redeals=1"])?;
//! assert_eq!(talon_games::difference(&rules), "draw=1 redeals=1");
//! let table = Table::numbered(&rules, 7)?;
//! assert!(!table.moves().is_empty());
//!
//! // A misspelt name is answered with the names nearest to it.
//! let error = talon_games::find("spidr").unwrap_err();
//! assert_eq!(error.nearest[0], "spider");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate has no optional features.

mod canfield;
mod difference;
mod first;
mod freecell;
mod klondike;
mod other;
mod read;
mod spider;
mod strategy;
mod summary;
mod title;
mod yukon;

pub use canfield::*;
pub use difference::{changes, difference, nearest};
pub use first::first;
pub use freecell::*;
pub use klondike::*;
pub use other::*;
pub use read::{ReadError, choose, read, set};
pub use spider::*;
pub use strategy::{sheet, strategy};
pub use summary::summary;
pub use title::title;
pub use yukon::*;

use std::fmt;
use talon_rules::Rules;

/// All games, sorted by family.
///
/// To add a game, write its constant in the file of its family and add it here.
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

/// The modes of the games that have some. A mode is a name for several changed rules.
pub const MODES: &[(&str, &[(&str, Rules)])] =
    &[("klondike-gnome", KLONDIKE_GNOME_MODES), ("spider-gnome", SPIDER_GNOME_MODES)];

/// The games by family: the title of each family and its games, in the order of [`ALL`].
///
/// The family of a game is the field [`Rules::family`]; it has no meaning beyond the heading under which the
/// game is listed. Which solver a game has is decided by its rules, in `talon-solve`.
///
/// ```
/// let titles: Vec<&str> = talon_games::families().map(|(title, _)| title).collect();
/// assert_eq!(titles, ["Canfield", "Klondike", "Spider", "FreeCell", "Yukon", "other"]);
/// ```
pub fn families() -> impl Iterator<Item = (&'static str, &'static [Rules])> {
    ALL.chunk_by(|a, b| a.family == b.family).map(|games| (games[0].family.as_str(), games))
}

/// The modes of a game by name; none for most games.
pub fn modes(rules: &Rules) -> &'static [(&'static str, Rules)] {
    MODES.iter().find(|(game, _)| *game == rules.name.as_str()).map_or(&[], |(_, modes)| modes)
}

/// The error of [`find`]: no game has the name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownGame {
    /// The name, cut to 40 characters.
    pub name: String,
    /// The most similar names of games, at most three, the most similar first.
    pub nearest: Vec<&'static str>,
}

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no game called {:?}", self.name)?;
        if let [first, rest @ ..] = self.nearest.as_slice() {
            write!(f, "; did you mean {first}")?;
            for (i, name) in rest.iter().enumerate() {
                write!(f, "{}{name}", if i + 1 == rest.len() { " or " } else { ", " })?;
            }
            write!(f, "? `talon games` lists them all")
        } else {
            write!(f, "; `talon games` lists them all")
        }
    }
}

impl std::error::Error for UnknownGame {}

/// Finds a game by its name, in either case. Spaces and underscores count as hyphens.
///
/// # Errors
/// If there is no such game; the error has the names most similar to it.
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
