//! Flat Monte Carlo: the best choices are played to the end in sampled worlds, and the one that comes furthest on
//! average is taken.
//!
//! The choices are those of [beam](super::beam), the best few by the hand-made score. All are tried in the same
//! worlds, in which the unseen cards are dealt anew. From there [brown] plays on, without looking at
//! face-down cards. How far a game comes is half the share of cards turned up and half the share of runs
//! completed. Because the playouts are weak, the score has a say, too.

use super::choices::{Choices, open_game, sampled_world};
use super::playout::play_out;
use super::{Idea, Situation, brown};
use talon_cards::{Deck, Generator};
use talon_solve::spider::{Heuristic, Step};

/// Compares choices by playouts.
pub struct MonteCarlo {
    deck: Deck,
    choices: Choices,
    worlds: usize,
}

impl MonteCarlo {
    /// The player of games with this deck: at most `ways` choices out of `cap` positions, in `worlds` worlds. A thousand
    /// of the hand-made score count as much as `trust` of the progress of a game.
    pub fn new(deck: Deck, cap: usize, ways: usize, worlds: usize, trust: f32) -> MonteCarlo {
        MonteCarlo { deck, choices: Choices::new(cap, ways, trust), worlds }
    }
}

impl Idea for MonteCarlo {
    fn decide(&mut self, situation: &Situation<'_>) -> Option<Vec<Step>> {
        if let Some(line) = open_game(situation, self.deck) {
            return line;
        }
        let score = Heuristic::by_hand(situation.game);
        let mut choices = self.choices.find(situation.game, situation.state, &score);
        if choices.len() < 2 {
            return choices.pop().map(|choice| choice.path);
        }
        let mut generator = Generator::new(situation.seed);
        let (truth, start) = sampled_world(situation, &mut generator)?;
        let mut sums: Vec<f32> = choices.iter().map(|choice| choice.prior * self.worlds as f32).collect();
        for _ in 0..self.worlds {
            let (game, state) = truth.determinize(&start, &mut generator);
            for (choice, sum) in choices.iter().zip(&mut sums) {
                let mut state = state;
                choice.path.iter().for_each(|&step| state.play(&game, step));
                *sum += play_out(&game, state, brown::rate);
            }
        }
        // Of equal choices the first one, which has the best score.
        let best =
            (0..sums.len()).reduce(|best, other| if sums[other] > sums[best] { other } else { best })?;
        Some(choices.swap_remove(best).path)
    }
}
