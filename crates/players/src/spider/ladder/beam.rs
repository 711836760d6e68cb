//! Beam: looks as far ahead as nothing new is seen, and takes the choice with the best hand-made score.
//!
//! A layered beam collects positions that can be reached before a card is turned up or a row is dealt; the best by
//! the [score](Heuristic::by_hand) are kept. Of all ways to turn up a card, and of all positions in which to deal a
//! row, the one with the best score is played. Once every card is face up, a search looks for the winning line.

use super::{Idea, Situation};
use crate::spider::net::Ensemble;
use crate::spider::policy::{Policy, is_open};
use talon_cards::Deck;
use talon_solve::spider::observation::ClosureOptions;
use talon_solve::spider::{Heuristic, Step};

/// Plays the best choice of a closure by the hand-made score.
pub struct Beam {
    deck: Deck,
    reach: ClosureOptions,
    policy: Option<Policy>,
}

impl Beam {
    /// The player of games with this deck; `cap` is the largest number of positions.
    pub fn new(deck: Deck, cap: usize) -> Beam {
        Beam { deck, reach: ClosureOptions { cap, ..ClosureOptions::default() }, policy: None }
    }
}

impl Idea for Beam {
    fn decide(&mut self, situation: &Situation<'_>) -> Option<Vec<Step>> {
        let Situation { game, state, .. } = *situation;
        let policy = self.policy.get_or_insert_with(|| {
            Policy::new(self.deck, Ensemble::default(), Heuristic::by_hand(game), self.reach)
        });
        if is_open(game, state) {
            return policy.finish(game, state);
        }
        policy.decide(game, state, |_| None).map(|decision| decision.path)
    }
}
