//! Which moves make progress, so that a game without progress can be ended.

use talon_rules::{Event, Events, Pile, Table};

/// Recognises the moves of a game that make progress.
///
/// A move *makes progress* if it cannot be repeated for ever: it turns up a card or shows one for the first
/// time, takes a card from the reserve, the stock or the waste, deals a row, or brings more cards to the
/// foundations than there were before.
#[derive(Copy, Clone, Debug)]
pub struct Progress {
    /// The largest number of cards that the foundations have had.
    most_up: u8,
}

impl Progress {
    /// Starts with the first position of a game.
    pub fn new(table: &Table) -> Progress {
        Progress { most_up: table.cards_up() }
    }

    /// Returns `true` if the move that has just been played made progress. Every move of the game must be
    /// reported, in order, with its events and the table after it.
    #[inline]
    pub fn is_made(&mut self, table: &Table, events: &Events) -> bool {
        let more = table.cards_up() > self.most_up;
        self.most_up = self.most_up.max(table.cards_up());
        let rows = table.rules().stock.is_rows();
        more || events.iter().any(|event| match event {
            Event::TurnedUp(_) | Event::Dealt { .. } => true,
            Event::Drawn { fresh, .. } => fresh != 0,
            Event::Carried { from, .. } => {
                matches!(from, Pile::Reserve | Pile::Waste) || (from == Pile::Stock && !rows)
            }
            Event::Redealt { .. } => false,
        })
    }
}
