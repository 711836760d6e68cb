//! One decision: the closure of what can be done unseen, the best ways out by the hand-made score,
//! and of those the one the nets like most.

use super::net::{Hope, Nets};
use super::sketch::{Sketch, sketch};
use cards::Deck;
use solve::packed::spider::{Attempt, Beam, Closure, Game, Reach, Scorer, Splits, State, Step};
use solve::{Effort, Limits};

/// What was decided.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The steps, the one that shows something new last.
    pub path: Vec<Step>,
    /// What is known after it.
    pub sketch: Sketch,
    /// What the nets expect of the way they like most.
    pub hope: Hope,
}

/// The player's head: scores, nets and working memory. It holds nothing of a game in progress.
pub struct Mind {
    nets: Nets,
    scorer: Scorer,
    reach: Reach,
    closure: Closure,
    deck: Deck,
}

impl Mind {
    /// A mind with these nets; without any it follows the hand-made score.
    pub fn new(deck: Deck, nets: Nets, scorer: Scorer, reach: Reach) -> Mind {
        Mind { nets, scorer, reach, closure: Closure::new(), deck }
    }

    /// Decides in a blind state of a blind game; `None` when nothing is left to do.
    ///
    /// `stray` may pick another way than the best: it is told how many ways there are.
    pub fn decide(
        &mut self,
        game: &Game,
        seen: &State,
        stray: impl FnOnce(usize) -> Option<usize>,
    ) -> Option<Decision> {
        self.closure.explore(game, seen, &self.scorer, &self.reach);
        let choices = self.closure.choices();
        let look = |at: usize| {
            let choice = &choices[at];
            sketch(game, &self.closure.after(choice, game), self.deck, choice.step == Step::DEAL)
        };
        if choices.is_empty() {
            return None;
        }
        let (mut best, mut hope) = (0, Hope::default());
        if !self.nets.0.is_empty() {
            let mut most = f32::NEG_INFINITY;
            for at in 0..choices.len() {
                let here = self.nets.hope(&look(at));
                if here.value() > most {
                    (most, best, hope) = (here.value(), at, here);
                }
            }
        }
        let pick = stray(choices.len()).unwrap_or(best);
        Some(Decision { path: self.closure.path(&choices[pick]), sketch: look(pick), hope })
    }

    /// A line to the win once nothing is hidden, if a few beams find one.
    pub fn finish(&self, game: &Game, state: &State) -> Option<Vec<Step>> {
        let mut watch = solve::unwatched;
        let mut effort = Effort::new(Limits { nodes: 2_000_000, ..Limits::default() }, &mut watch);
        let mut beam = Beam::new(game);
        [10, 40, 160, 640, 2560].into_iter().find_map(|width| {
            let attempt = Attempt { width, splits: Splits::Gains, close: 200, slope: 0, last: 100 };
            beam.search(game, state, &attempt, &self.scorer, &mut effort).ok().flatten()
        })
    }
}

/// Is every card of the game in sight?
pub fn open(game: &Game, state: &State) -> bool {
    state.left() == 0 && (0..usize::from(game.columns)).all(|c| state.down(c) == 0)
}
