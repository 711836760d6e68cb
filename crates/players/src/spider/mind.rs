//! One decision: the closure of what can be done unseen, the best ways out by the hand-made score,
//! and of those the one the nets like most.

use super::net::{Hope, Nets};
use super::sketch::{Sketch, sketch};
use cards::Deck;
use solve::packed::spider::{Attempt, Beam, Choice, Closure, Game, Reach, Scorer, Splits, State, Step};
use solve::{Effort, Limits};
use std::cmp::Ordering;

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

/// So many nets are asked about every choice.
const SOME: usize = 2;

/// So many choices are worth the opinion of all nets.
const LIKED: usize = 24;

/// The better choice first; of equals the one with the better score, which has the lower number.
fn order(a: &(Hope, usize), b: &(Hope, usize)) -> Ordering {
    b.0.value().total_cmp(&a.0.value()).then(a.1.cmp(&b.1))
}

/// The player's head: scores, nets and working memory. It holds nothing of a game in progress.
pub struct Mind {
    nets: Nets,
    scorer: Scorer,
    reach: Reach,
    closure: Closure,
    deck: Deck,
    /// Choices by their number, and what the nets expect of them.
    ranked: Vec<(Hope, usize)>,
}

impl Mind {
    /// A mind with these nets; without any it follows the hand-made score.
    pub fn new(deck: Deck, nets: Nets, scorer: Scorer, reach: Reach) -> Mind {
        Mind { nets, scorer, reach, closure: Closure::new(), deck, ranked: Vec::new() }
    }

    fn explore(&mut self, game: &Game, seen: &State) {
        self.closure.explore(game, seen, &self.scorer, &self.reach);
        if self.closure.choices().is_empty() && self.reach.fills > 0 {
            // Lost, unless runs taken apart freely lead on; too many ways to begin with. It saves
            // one stuck game in twenty-five for the next card, so those without fills go without.
            let last = Reach { cap: 10 * self.reach.cap, splits: Splits::Free, ..self.reach };
            self.closure.explore(game, seen, &self.scorer, &last);
        }
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
        let (best, hope) = self.best(game, seen)?;
        let pick = stray(self.closure.choices().len()).unwrap_or(best);
        let choice = &self.closure.choices()[pick];
        Some(Decision { path: self.closure.path(choice), sketch: self.look(game, choice), hope })
    }

    /// The choice the nets like most, by its number, and what they expect of it.
    fn best(&mut self, game: &Game, seen: &State) -> Option<(usize, Hope)> {
        self.explore(game, seen);
        if self.closure.choices().is_empty() {
            return None;
        }
        if self.nets.0.is_empty() {
            return Some((0, Hope::default()));
        }
        self.rank(game);
        self.ranked.iter().copied().min_by(order).map(|(hope, at)| (at, hope))
    }

    /// Asks the nets about the choices: some of them about all, and all about those that some like.
    /// Which way is best hardly ever hangs on more nets than some; to ask all about every way took a
    /// sixth more time.
    fn rank(&mut self, game: &Game) {
        self.ranked.clear();
        let choices = self.closure.choices();
        let some = self.nets.0.len().min(SOME);
        for (at, choice) in choices.iter().enumerate() {
            self.ranked.push((self.nets.of(some, &self.look(game, choice)), at));
        }
        if some == self.nets.0.len() {
            return;
        }
        if self.ranked.len() > LIKED {
            self.ranked.select_nth_unstable_by(LIKED, order);
            self.ranked.truncate(LIKED);
        }
        for at in 0..self.ranked.len() {
            let choice = &self.closure.choices()[self.ranked[at].1];
            self.ranked[at].0 = self.nets.hope(&self.look(game, choice));
        }
    }

    /// What is known after a choice.
    fn look(&self, game: &Game, choice: &Choice) -> Sketch {
        sketch(game, &self.closure.after(choice, game), self.deck, choice.step == Step::DEAL)
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

/// Half the share of face-down cards turned, half the share of runs that left.
pub fn progress(game: &Game, state: &State) -> f32 {
    let columns = 0..usize::from(game.columns);
    let hidden: usize = columns.clone().map(|c| state.down(c)).sum();
    let cards: usize = columns.map(|c| state.cards(c)).sum::<usize>() + 10 * usize::from(state.left());
    0.5 * (44 - hidden) as f32 / 44.0 + 0.5 * ((104 - cards) / 13) as f32 / 8.0
}
