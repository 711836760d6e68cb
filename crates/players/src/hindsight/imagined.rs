//! The worlds a decision is judged in: deterministic from a seed, and all of them where there are few.

use crate::plan::hidden;
use cards::{Card, Generator};
use rules::{Table, View};
use std::collections::HashSet;

/// Worlds the player cannot tell from the true one: at random, and where few cards are hidden every
/// one there can be, once.
pub(super) struct Worlds<'a> {
    view: View<'a>,
    generator: Generator,
    /// The orders had, where there are few.
    had: Option<HashSet<Vec<Card>>>,
    orders: usize,
}

/// With so few cards hidden every order is looked at.
const FEW: usize = 4;

impl<'a> Worlds<'a> {
    /// The worlds of what is seen, from a seed.
    pub fn new(view: View<'a>, seed: u64) -> Worlds<'a> {
        let hidden = hidden(view);
        let few = hidden <= FEW;
        let orders = if few { orders(&view.unseen()) } else { usize::MAX };
        Worlds { view, generator: Generator::new(seed), had: few.then(HashSet::new), orders }
    }
}

/// How many orders these cards, sorted, have: two of a kind (two decks) change places unnoticed.
fn orders(unseen: &[Card]) -> usize {
    let alike = unseen.chunk_by(|a, b| a == b).map(|alike| (1..=alike.len()).product::<usize>());
    (1..=unseen.len()).product::<usize>() / alike.product::<usize>()
}

impl Iterator for Worlds<'_> {
    type Item = Table;

    fn next(&mut self) -> Option<Table> {
        let Some(had) = &mut self.had else { return Some(self.view.imagine(&mut self.generator)) };
        while had.len() < self.orders {
            let world = self.view.imagine(&mut self.generator);
            let piles = self.view.piles();
            let hidden = piles.flat_map(|pile| {
                let known = self.view.cards(pile);
                known.zip(world.cards(pile)).filter(|(known, _)| known.is_none()).map(|(_, card)| card)
            });
            if had.insert(hidden.collect()) {
                return Some(world);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_of_a_kind_change_places_unnoticed() {
        let [a, b, c] = [0, 1, 2].map(|index| Card::from_index(index).expect("a card"));
        for (cards, want) in [(&[][..], 1), (&[a], 1), (&[a, a], 1), (&[a, b, b], 3), (&[a, b, c, c], 12)] {
            assert_eq!(orders(cards), want, "{cards:?}");
        }
        assert_eq!(orders(&[a, a, b, b]), 6);
    }

    #[test]
    fn where_few_cards_are_hidden_every_world_comes_once() {
        let rules = games::find("canfield").expect("a game of ours");
        let mut player = crate::find("random", rules, None).expect("a player of ours");
        let mut seen = 0;
        for deal in 0..400 {
            let mut table = Table::numbered(rules, deal).expect("our own rules can be played");
            crate::play(&mut table, &mut player, deal);
            let hidden = hidden(table.view());
            if !(2..=FEW).contains(&hidden) {
                continue;
            }
            seen += 1;
            let cards = |world: Table| -> Vec<Card> {
                world.piles().flat_map(|pile| world.cards(pile).collect::<Vec<_>>()).collect()
            };
            let worlds: HashSet<Vec<Card>> = Worlds::new(table.view(), 1).map(cards).collect();
            assert_eq!(worlds.len(), (1..=hidden).product::<usize>(), "deal {deal}");
            assert_eq!(Worlds::new(table.view(), 1).count(), worlds.len());
        }
        assert!(seen > 0);
        let start = Table::numbered(rules, 1).expect("our own rules can be played");
        assert_eq!(Worlds::new(start.view(), 1).take(100).count(), 100);
    }
}
