//! The choices that the sampling rungs compare, and the worlds that they compare them in.

use super::Situation;
use crate::spider::net::Ensemble;
use crate::spider::policy::{Policy, is_open, revealed_column};
use talon_cards::{Deck, Generator};
use talon_solve::spider::observation::{Closure, ClosureOptions};
use talon_solve::spider::{COLUMNS, Game, Heuristic, State, Step, pack};

/// The largest number of choices that turn up a card of the same column, or deal a row.
const ALIKE: usize = 2;

/// Finds the best choices of a position by the hand-made score.
pub(super) struct Choices {
    closure: Closure,
    reach: ClosureOptions,
    most: usize,
    trust: f32,
}

/// A choice, and what its score says about it.
pub(super) struct Ranked {
    /// The steps to play. The last one reveals something.
    pub path: Vec<Step>,
    /// How much progress the score expects of it, compared with the best choice; not above 0.
    pub prior: f32,
}

impl Choices {
    /// At most `most` choices out of closures of at most `cap` positions. A thousand of the score are worth `trust` of
    /// the progress of a game.
    pub fn new(cap: usize, most: usize, trust: f32) -> Choices {
        let reach = ClosureOptions { cap, choices: 20 * most, ..ClosureOptions::default() };
        Choices { closure: Closure::new(), reach, most, trust }
    }

    /// The best choices in an information state, best first.
    pub fn find(&mut self, game: &Game, seen: &State, score: &Heuristic) -> Vec<Ranked> {
        self.closure.explore(game, seen, score, &self.reach);
        let mut counts = [0; COLUMNS + 1];
        let mut ranked = Vec::new();
        let best = self.closure.choices().first().map_or(0, |choice| choice.value);
        for choice in self.closure.choices() {
            let revealed = revealed_column(self.closure.before(choice), choice.step);
            if counts[revealed] < ALIKE {
                counts[revealed] += 1;
                let prior = self.trust * (best - choice.value) as f32 / 1000.0;
                ranked.push(Ranked { path: self.closure.path(choice), prior });
            }
            if ranked.len() == self.most {
                break;
            }
        }
        ranked
    }
}

/// The winning line of a game without hidden cards, if there are none and a search finds it.
pub(super) fn open_game(situation: &Situation<'_>, deck: Deck) -> Option<Option<Vec<Step>>> {
    let Situation { game, state, .. } = *situation;
    is_open(game, state).then(|| {
        let policy =
            Policy::new(deck, Ensemble::default(), Heuristic::by_hand(game), ClosureOptions::default());
        policy.finish(game, state)
    })
}

/// A position that the player cannot tell from the true one. [`Game::determinize`] makes others from it.
pub(super) fn sampled_world(situation: &Situation<'_>, generator: &mut Generator) -> Option<(Game, State)> {
    Game::pack(&pack(&situation.view.imagine(generator))?)
}
