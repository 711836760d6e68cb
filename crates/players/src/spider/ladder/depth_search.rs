//! Depth-limited search: all sequences of up to three carries, judged by a hand-made score.
//!
//! The [score](Heuristic::by_hand) counts a thousand for each face-down card and each run, and less for order; lower
//! is better. A sequence ends early with a carry that turns up a card, because nobody knows what comes then. The
//! best sequence is played if it scores better than the position as it is.

use super::{Idea, Situation};
use talon_solve::spider::{Game, Heuristic, Splits, State, Step, carries, reveals};

/// Searches to a fixed depth.
pub struct DepthSearch {
    /// The largest number of carries in a sequence.
    pub depth: usize,
}

/// What turning up a card is worth.
const REVEAL: i32 = -800;

struct Search<'a> {
    game: &'a Game,
    score: Heuristic,
    /// The carries that lead to the position at hand.
    path: Vec<Step>,
    best: (i32, Vec<Step>),
}

impl Search<'_> {
    fn search(&mut self, state: &State, depth: usize) {
        let evaluation = self.score.evaluate(state, self.game);
        let mut steps = Vec::new();
        carries(state, self.game, Splits::Gains, |step| steps.push(step));
        for step in steps {
            let uncovers = reveals(state, self.game, step);
            let score = self.score.value_after(&evaluation, state, self.game, step);
            let score = if uncovers { score + REVEAL } else { score };
            self.path.push(step);
            if score < self.best.0 {
                self.best = (score, self.path.clone());
            }
            if depth > 1 && !uncovers {
                let mut after = *state;
                after.carry(self.game, step);
                self.search(&after, depth - 1);
            }
            self.path.pop();
        }
    }
}

impl Idea for DepthSearch {
    fn decide(&mut self, situation: &Situation<'_>) -> Option<Vec<Step>> {
        let Situation { game, state, .. } = *situation;
        let score = Heuristic::by_hand(game);
        let now = score.evaluate(state, game).value;
        let mut search = Search { game, score, path: Vec::new(), best: (now, Vec::new()) };
        search.search(state, self.depth);
        let path = search.best.1;
        (!path.is_empty()).then_some(path)
    }
}
