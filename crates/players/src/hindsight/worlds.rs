//! The sampled worlds in which a decision is judged.

use crate::plan::hidden_cards;
use std::collections::HashSet;
use talon_cards::{Card, Generator};
use talon_rules::{Table, View};

/// An iterator over worlds that the player cannot tell from the true one.
///
/// They are sampled from a seed. If few cards are hidden, every possible world comes exactly once.
pub(super) struct Worlds<'a> {
    view: View<'a>,
    generator: Generator,
    /// The orders of the hidden cards that have been returned, if few cards are hidden.
    returned: Option<HashSet<Vec<Card>>>,
    /// The number of possible orders.
    orders: usize,
}

/// The largest number of hidden cards of which all orders are enumerated.
const FEW: usize = 4;

impl<'a> Worlds<'a> {
    /// The worlds that fit this view.
    pub fn new(view: View<'a>, seed: u64) -> Worlds<'a> {
        let few = hidden_cards(view) <= FEW;
        let orders = if few { orders(&view.unseen()) } else { usize::MAX };
        Worlds { view, generator: Generator::new(seed), returned: few.then(HashSet::new), orders }
    }
}

/// The number of different orders of these cards, which are sorted. With two decks, exchanging
/// equal cards gives the same order.
fn orders(unseen: &[Card]) -> usize {
    let alike = unseen.chunk_by(|a, b| a == b).map(|alike| (1..=alike.len()).product::<usize>());
    (1..=unseen.len()).product::<usize>() / alike.product::<usize>()
}

impl Iterator for Worlds<'_> {
    type Item = Table;

    fn next(&mut self) -> Option<Table> {
        let Some(returned) = &mut self.returned else { return Some(self.view.imagine(&mut self.generator)) };
        while returned.len() < self.orders {
            let world = self.view.imagine(&mut self.generator);
            let piles = self.view.piles();
            let hidden = piles.flat_map(|pile| {
                let known = self.view.cards(pile);
                known.zip(world.cards(pile)).filter(|(known, _)| known.is_none()).map(|(_, card)| card)
            });
            if returned.insert(hidden.collect()) {
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
    fn equal_cards_do_not_count_twice() {
        let [a, b, c] = [0, 1, 2].map(|index| Card::from_index(index).expect("a card"));
        for (cards, want) in [(&[][..], 1), (&[a], 1), (&[a, a], 1), (&[a, b, b], 3), (&[a, b, c, c], 12)] {
            assert_eq!(orders(cards), want, "{cards:?}");
        }
        assert_eq!(orders(&[a, a, b, b]), 6);
    }

    #[test]
    fn if_few_cards_are_hidden_every_world_comes_once() {
        let rules = talon_games::find("canfield").expect("canfield is a game");
        let mut player = crate::find("random", rules, None).expect("random is a player");
        let mut seen = 0;
        for deal in 0..400 {
            let mut table = Table::numbered(rules, deal).expect("its rules can be dealt");
            crate::play(&mut table, &mut player, deal);
            let hidden = hidden_cards(table.view());
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
        let start = Table::numbered(rules, 1).expect("its rules can be dealt");
        assert_eq!(Worlds::new(start.view(), 1).take(100).count(), 100);
    }
}
