//! The card finder in JSON: where the copies of a card lie, as far as the player knows.

use crate::finder;
use serde::Serialize;
use talon_cards::Card;
use talon_rules::View;

/// The places of a card, and a sentence about them.
#[derive(Serialize)]
pub(super) struct Found {
    card: String,
    words: String,
    places: Vec<Place>,
}

#[derive(Serialize)]
struct Place {
    pile: String,
    /// The index, counted from the bottom of the pile.
    index: usize,
}

impl Found {
    pub(super) fn of(view: View<'_>, card: Card) -> Found {
        let place = |found: &finder::Found| Place { pile: found.pile.to_string(), index: found.index };
        let places = finder::places(view, card).iter().map(place).collect();
        Found { card: card.to_string(), words: finder::find(view, card), places }
    }
}
