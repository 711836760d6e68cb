//! One decision: the closure of what can be done unseen, the best ways out by the hand-made score,
//! and of those the one the nets like most.

use super::net::{Hope, Nets};
use super::sketch::{Sketch, sketch};
use super::world::World;
use cards::Deck;
use solve::packed::spider::{
    Attempt, Beam, COLUMNS, Choice, Closure, Game, Reach, Scorer, Splits, State, Step,
};
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

/// One of the ways to choose from.
#[derive(Clone, Debug)]
pub struct Way {
    /// The steps, the one that shows something new last.
    pub path: Vec<Step>,
    /// What the nets expect of it.
    pub hope: Hope,
    /// What is known after it.
    pub sketch: Sketch,
}

/// So many nets are asked about every choice.
const SOME: usize = 2;

/// So many choices are worth the opinion of all nets.
const LIKED: usize = 24;

/// A game played on is as good as won, or lost, where the nets hope for more, or less, than this.
const DECIDED: (f32, f32) = (0.015, 0.99);

/// So many decisions end every game played on.
const DECISIONS: usize = 400;

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
    /// The way of a game played on.
    path: Vec<Step>,
}

impl Mind {
    /// A mind with these nets; without any it follows the hand-made score.
    pub fn new(deck: Deck, nets: Nets, scorer: Scorer, reach: Reach) -> Mind {
        Mind { nets, scorer, reach, closure: Closure::new(), deck, ranked: Vec::new(), path: Vec::new() }
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

    /// The ways the nets like most in a blind state, best first: at most `most`, none of them worth
    /// less than the best by more than `margin`, and at most `alike` that show the same next (the
    /// card under the same column, or a row).
    pub fn ways(&mut self, game: &Game, seen: &State, most: usize, margin: f32, alike: usize) -> Vec<Way> {
        self.explore(game, seen);
        self.rank(game);
        self.ranked.sort_unstable_by(order);
        let mut ways: Vec<Way> = Vec::new();
        let mut counts = [0usize; COLUMNS + 1];
        for &(hope, at) in &self.ranked {
            if ways.len() >= most || hope.value() < self.ranked[0].0.value() - margin {
                break;
            }
            let choice = &self.closure.choices()[at];
            let shows = turned(self.closure.before(choice), choice.step);
            if counts[shows] < alike {
                counts[shows] += 1;
                ways.push(Way { path: self.closure.path(choice), hope, sketch: self.look(game, choice) });
            }
        }
        ways
    }

    /// What there is to hope for in a blind state: of the way the nets like most, or what was reached
    /// where there is none.
    pub fn hope(&mut self, game: &Game, seen: &State) -> Hope {
        if open(game, seen) {
            // Practically always won, as in games played on.
            return Hope { win: 1.0, progress: 1.0 };
        }
        match self.best(game, seen) {
            Some((_, hope)) => hope,
            None => Hope { win: 0.0, progress: progress(game, seen) },
        }
    }

    /// Plays a world on as this mind would, blindly: 1 for a win, 0 for a loss, or what the nets hope
    /// for once that is as good as either.
    pub fn play_on(&mut self, world: &mut World<'_>, mut state: State) -> f32 {
        for _ in 0..DECISIONS {
            let seen = state.masked();
            if state.won() || open(world.blind, &seen) {
                // Practically always won, and the search for the line is dear.
                return 1.0;
            }
            let Some((best, hope)) = self.best(world.blind, &seen) else { return 0.0 };
            if hope.win < DECIDED.0 || hope.win > DECIDED.1 {
                return hope.win;
            }
            self.closure.trace(&self.closure.choices()[best], &mut self.path);
            self.path.iter().for_each(|&step| world.play(&mut state, step));
        }
        0.0
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

/// Which column a choice turns a card of; [`COLUMNS`] for a deal.
fn turned(before: &State, step: Step) -> usize {
    let from = step.from();
    if step == Step::DEAL {
        COLUMNS
    } else if before.turns(from) && before.top(from).is_some_and(|top| top.length() == step.count()) {
        from
    } else {
        step.to()
    }
}

/// Half the share of face-down cards turned, half the share of runs that left.
pub fn progress(game: &Game, state: &State) -> f32 {
    let columns = 0..usize::from(game.columns);
    let hidden: usize = columns.clone().map(|c| state.down(c)).sum();
    let cards: usize = columns.map(|c| state.cards(c)).sum::<usize>() + 10 * usize::from(state.left());
    0.5 * (44 - hidden) as f32 / 44.0 + 0.5 * ((104 - cards) / 13) as f32 / 8.0
}
