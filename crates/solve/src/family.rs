//! Families of games that have a solver of their own, and the one dispatch from a table to it.
//!
//! A family is the set of rules that one packed solver was proved for; [`Kind::of`] is its only definition. (The
//! field [`Rules::family`] is the heading of a game in lists. It plays no part here.) A family's solver works on
//! a compact state. Every table that belongs to no family goes to the [`generic`] solver. Players,
//! hints and the laboratory reach the families through [`Solver`](crate::Solver) and [`Kind`] as well, so that
//! no other code decides which solver a game has.

use crate::{
    Choice, Estimate, Limits, Report, Shortest, Watch, canfield, freecell, generic, klondike, spider,
};
use std::fmt;
use talon_rules::{Move, Rules, Table};

/// The families that have a solver of their own.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Klondike and its relatives with one deck.
    Klondike,
    /// Canfield and its relatives with one deck.
    Canfield,
    /// Spider and its relatives.
    Spider,
    /// FreeCell and its relatives with one deck, the castles, Yukon and its relatives.
    FreeCell,
}

impl Kind {
    /// The family that recognises these rules, if there is one.
    pub fn of(rules: &Rules) -> Option<Kind> {
        if klondike::Solver::recognises(rules) {
            Some(Kind::Klondike)
        } else if canfield::Solver::recognises(rules) {
            Some(Kind::Canfield)
        } else if spider::Solver::recognises(rules) {
            Some(Kind::Spider)
        } else if freecell::Solver::recognises(rules) {
            Some(Kind::FreeCell)
        } else {
            None
        }
    }
}

/// The solvers that answer for a table, the preferred one last, each with the names of its prunings that are on.
/// `tests/prunings.txt` in this crate lists them for every game.
#[doc(hidden)]
pub fn prunings(table: &Table) -> Vec<(&'static str, Vec<&'static str>)> {
    let packed = match Kind::of(table.rules()) {
        Some(Kind::Klondike) => klondike::prunings(table).map(|names| ("packed Klondike", names)),
        Some(Kind::Canfield) => canfield::prunings(table).map(|names| ("packed Canfield", names)),
        Some(Kind::Spider) => spider::prunings(table).map(|names| ("packed Spider", names)),
        Some(Kind::FreeCell) => freecell::prunings(table).map(|names| ("packed FreeCell", names)),
        None => None,
    };
    [("generic", generic::prunings(table.rules()))].into_iter().chain(packed).collect()
}

/// The solver of a family of games.
///
/// Every method returns `None` if the family does not [recognise](Family::recognises) the rules of the
/// table, or if the position on it is one that cannot arise in the family.
pub trait Family: fmt::Debug + Send {
    /// Whether this solver was proved correct for these rules.
    fn recognises(rules: &Rules) -> bool
    where
        Self: Sized;

    /// Decides whether the position can be won. The caller replays a winning line.
    fn solve(&mut self, table: &Table, limits: Limits, watch: &mut Watch<'_>) -> Option<Report>;

    /// Decides whether the position can be won, without constructing a winning line.
    fn estimate(&mut self, table: &Table, limits: Limits) -> Option<Estimate>;

    /// The decisions of a player who knows the stock but no other hidden card; see
    /// [`Solver::choices`](crate::Solver::choices).
    fn choices(&mut self, _table: &Table, _options: ChoiceOptions) -> Option<Vec<Choice>> {
        None
    }

    /// Searches for the shortest win, given some win.
    fn shortest(
        &mut self,
        _table: &Table,
        _line: &[Move],
        _limits: Limits,
        _watch: &mut Watch<'_>,
    ) -> Option<Shortest> {
        None
    }
}

/// The limits of [`Solver::choices`](crate::Solver::choices).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ChoiceOptions {
    /// The largest number of stock cards to play before the next card is turned up.
    pub stock_cards: usize,
    /// The largest number of positions to examine.
    pub positions: usize,
}

/// The solvers of all families. They keep their buffers from one position to the next.
#[derive(Debug, Default)]
pub(crate) struct Families {
    klondike: klondike::Solver,
    canfield: canfield::Solver,
    spider: spider::Solver,
    freecell: freecell::Solver,
}

impl Families {
    /// The families with the given settings.
    pub fn new(settings: Settings) -> Families {
        Families {
            klondike: klondike::Solver::configured(settings),
            canfield: canfield::Solver::configured(settings),
            spider: spider::Solver,
            freecell: freecell::Solver::default(),
        }
    }

    /// The solver of the family that recognises these rules, if there is one.
    pub fn of(&mut self, rules: &Rules) -> Option<&mut dyn Family> {
        Some(match Kind::of(rules)? {
            Kind::Klondike => &mut self.klondike,
            Kind::Canfield => &mut self.canfield,
            Kind::Spider => &mut self.spider,
            Kind::FreeCell => &mut self.freecell,
        })
    }
}

/// Settings that the families share. Every setting gives the same verdicts; only the effort differs.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The number of nodes that Klondike searches depth first before it continues best first; `None` for
    /// the default.
    pub depth_first_nodes: Option<u64>,
    /// Whether relaxed rules are searched first, because a position that cannot be won under them cannot
    /// be won at all.
    pub relaxations: bool,
    /// The number of threads that search one position, where the family supports it; 0 for a sequential
    /// search.
    pub threads: usize,
}

impl Default for Settings {
    /// The settings that decide most positions soonest, on one thread.
    fn default() -> Settings {
        Settings { depth_first_nodes: None, relaxations: true, threads: 0 }
    }
}
