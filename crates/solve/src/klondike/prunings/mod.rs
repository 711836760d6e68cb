//! The prunings: what each claims, why it holds, and under which rules.
//!
//! | pruning | switch | precondition | proof |
//! |---|---|---|---|
//! | safe cards are raised at once | [`safe_moves`] | none | [`safe`](self::safe) |
//! | stock cards are raised at once if the rest of the stock stays within reach | [`safe_moves`] | see the proof | [`Game::free_to_take`] |
//! | dead positions are given up | [`dead_test`] | none | [`dead`](self::dead) |
//! | dominated positions are dropped | [`dominance`] | none | [`dominance`](self::dominance) |
//! | cards are taken back only for a subgoal | [`directed_take_backs`] | [`uses_directed_take_backs`] | [`preparation`](super::moves::preparation) |
//! | stock cards are played only for a subgoal | [`delayed_stock_plays`] | [`uses_delayed_stock_plays`] | [`preparation`](super::moves::preparation) |
//! | relaxed games are searched first, and refute single states | [`relaxations`], [`refuter_nodes`] | [`has_relaxations`] | [`relaxation`](self::relaxation) |
//!
//! "None" means that the claim holds for every game that [`recognises`](super::recognises) accepts: any draw,
//! any redeal limit, with and without take-backs.
//!
//! [`safe_moves`]: super::Config::safe_moves
//! [`dead_test`]: super::Config::dead_test
//! [`dominance`]: super::Config::dominance
//! [`directed_take_backs`]: super::Config::directed_take_backs
//! [`delayed_stock_plays`]: super::Config::delayed_stock_plays
//! [`relaxations`]: super::Config::relaxations
//! [`refuter_nodes`]: super::Config::refuter_nodes

mod dead;
mod dominance;
pub(super) mod relaxation;
mod safe;

use super::config::Config;
use super::game::Game;
use super::state::{State, UNLIMITED};

/// Take-backs are directed only in games that have them.
#[inline]
pub(super) fn uses_directed_take_backs(game: &Game, config: &Config) -> bool {
    config.directed_take_backs && game.take_back
}

/// Stock plays can be delayed if every stock card can be reached at any time and can be taken back from the
/// foundation.
#[inline]
pub(super) fn uses_delayed_stock_plays(game: &Game, state: &State, config: &Config) -> bool {
    config.delayed_stock_plays && uses_directed_take_backs(game, config) && game.stock_is_open(state)
}

/// A game has relaxations if it is stricter than draw 1 with unlimited redeals and take-backs.
pub(super) fn has_relaxations(game: &Game) -> bool {
    game.draw > 1 || game.root().redeals != UNLIMITED || !game.take_back
}

/// The names of the prunings that are on when the search of a game begins.
pub(super) fn names(game: &Game, config: &Config) -> Vec<&'static str> {
    let names = [
        config.safe_moves.then_some("safe moves"),
        config.dead_test.then_some("dead test"),
        config.dominance.then_some("dominance"),
        uses_directed_take_backs(game, config).then_some("directed take-backs"),
        uses_delayed_stock_plays(game, &game.root(), config).then_some("delayed stock plays"),
        (config.relaxations && has_relaxations(game)).then_some("relaxations"),
    ];
    names.into_iter().flatten().collect()
}
