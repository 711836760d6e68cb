//! The settings of the hindsight player.

use crate::features::has_free_passes;
use talon_rules::Rules;
use talon_solve::family::Kind;

/// How a [`Hindsight`](super::Hindsight) player thinks.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct HindsightSettings {
    /// The largest number of worlds for each decision.
    pub worlds: usize,
    /// The nodes that the solver may search for each candidate in each world.
    pub nodes: u64,
    /// What turning up a card is worth, in games won.
    pub bonus: f64,
    /// What each face-down card of the column that is opened is worth, in games won.
    pub pile: f64,
    /// What a world is worth that the solver did not decide, in games won.
    pub unknown: f64,
    /// Whether a world that is not won is worth the largest share of cards that the solver could bring to the
    /// foundations.
    pub cards: bool,
    /// The largest number of positions of a closure, in games of which the solver does not list the choices.
    pub cap: usize,
    /// In Klondike, the largest number of stock cards that a candidate plays before it turns up a card; 0
    /// makes single moves the candidates.
    pub takes: usize,
    /// Whether the greedy player plays every world to its end. Otherwise the solver judges the worlds.
    pub playout: bool,
    /// The settings of the solver.
    pub solver: talon_solve::Settings,
}

impl HindsightSettings {
    /// The settings that were found best for games of this kind.
    pub fn standard(rules: &Rules) -> HindsightSettings {
        let general = HindsightSettings {
            worlds: 32,
            nodes: 1000,
            bonus: 0.0,
            pile: 0.03,
            unknown: 0.4,
            cards: false,
            cap: 300,
            takes: 8,
            playout: false,
            solver: talon_solve::Settings { depth_first_nodes: Some(300), relaxations: false, threads: 0 },
        };
        let canfield = HindsightSettings {
            worlds: 60,
            nodes: 700,
            bonus: 0.05,
            pile: 0.0,
            unknown: 0.0,
            cards: true,
            ..general
        };
        match Kind::of(rules) {
            Some(Kind::Canfield) if has_free_passes(rules) => canfield,
            // With few redeals the player does not learn the stock in time, and a search with few nodes wins no world.
            Some(Kind::Canfield) => canfield.with_playouts(),
            // A game with a reserve and no packed solver (Demon) is too large for the generic solver.
            None if rules.reserve > 0 => canfield.with_playouts(),
            _ => general,
        }
    }

    /// The same settings with playouts instead of the solver.
    fn with_playouts(self) -> HindsightSettings {
        HindsightSettings { playout: true, bonus: 0.02, ..self }
    }
}
