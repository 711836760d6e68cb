//! The types of players: a strategy gets a view and chooses a move.

use crate::{Fault, Oracle, Record};
use talon_rules::{Move, View};

/// An honest player: it sees what a person at the table would see.
///
/// A strategy must be deterministic. The same views with the same seed lead to the same choices, so that
/// every game can be repeated.
pub trait Strategy: Send {
    /// Starts a new game and forgets the previous one. All randomness of the game comes from `seed`.
    fn begin(&mut self, view: View<'_>, seed: u64);

    /// Chooses the next move, which must be legal. `None` ends the game: it is resigned unless it is stuck.
    fn choose(&mut self, view: View<'_>, record: &Record) -> Option<Move>;

    /// Returns why [`choose`](Strategy::choose) has just returned `None`, if the player did not resign but
    /// could not answer. Only a player that is a program of its own needs this.
    fn fault(&self) -> Option<Fault> {
        None
    }
}

/// A player of either kind.
pub enum Player {
    /// A player who sees what the rules show.
    Honest(Box<dyn Strategy>),
    /// A player who sees every card. It measures how well a game can be played at best and is not
    /// comparable with the others.
    Oracle(Oracle),
}

impl Player {
    /// The player that follows a strategy.
    pub fn honest(strategy: impl Strategy + 'static) -> Player {
        Player::Honest(Box::new(strategy))
    }
}
