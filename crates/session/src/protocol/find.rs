//! The card finder in JSON: where the copies of a card lie, as far as the player knows.

use cards::Card;
use rules::{Pile, View};
use serde::Serialize;

/// The places of a card, and the same in words.
#[derive(Serialize)]
pub(super) struct Found {
    card: String,
    words: String,
    places: Vec<Place>,
}

#[derive(Serialize)]
struct Place {
    pile: String,
    /// Counted from the bottom of the pile.
    index: usize,
}

impl Found {
    pub(super) fn of(view: View<'_>, card: Card) -> Found {
        let copies = view.rules().deck().cards().into_iter().filter(|known| *known == card).count();
        let (mut places, mut words) = (Vec::new(), Vec::new());
        for pile in view.piles() {
            for (index, _) in view.cards(pile).enumerate().filter(|(_, known)| *known == Some(card)) {
                words.push(one(view, card, pile, index));
                places.push(Place { pile: pile.to_string(), index });
            }
        }
        match copies - places.len() {
            0 if copies == 0 => words.push(format!("{card:#} is not in this deck.")),
            0 => {}
            hidden if hidden == copies && copies == 1 => words.push(format!("{card:#} was not seen yet.")),
            1 => words.push(format!("One {card:#} was not seen yet.")),
            hidden => words.push(format!("{hidden} of the {copies} {card:#} were not seen yet.")),
        }
        Found { card: card.to_string(), words: words.join(" "), places }
    }
}

fn one(view: View<'_>, card: Card, pile: Pile, index: usize) -> String {
    let place = pile.words();
    match (pile, view.len(pile) - 1 - index) {
        (Pile::Foundation(_), _) => format!("{card:#} is up."),
        (Pile::Stock, _) => format!("{card:#} is in the stock."),
        (_, 0) => format!("{card:#} lies on top of {place}."),
        (_, 1) => format!("{card:#} is in {place}, under one card."),
        (_, over) => format!("{card:#} is in {place}, under {over} cards."),
    }
}
