//! One decision: the closure of what can be done unseen, the best ways out by the hand-made score,
//! and of those the one the nets like most.

use super::net::{Hope, Nets};
use super::sketch::{Sketch, sketch};
use cards::Deck;
use solve::packed::spider::{Attempt, Beam, COLUMNS, Closure, Game, Reach, Scorer, Splits, State, Step};
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

/// One of the ways to choose from.
#[derive(Clone, Debug)]
pub struct Way {
    /// The steps, the one that shows something new last.
    pub path: Vec<Step>,
    /// What the nets expect of it.
    pub hope: Hope,
}

/// The player's head: scores, nets and working memory. It holds nothing of a game in progress.
pub struct Mind {
    nets: Nets,
    scorer: Scorer,
    reach: Reach,
    closure: Closure,
    deck: Deck,
    ranked: Vec<(Hope, usize, usize)>,
    ways: Vec<Way>,
}

impl Mind {
    /// A mind with these nets; without any it follows the hand-made score.
    pub fn new(deck: Deck, nets: Nets, scorer: Scorer, reach: Reach) -> Mind {
        Mind { nets, scorer, reach, closure: Closure::new(), deck, ranked: Vec::new(), ways: Vec::new() }
    }

    fn explore(&mut self, game: &Game, seen: &State) {
        self.closure.explore(game, seen, &self.scorer, &self.reach);
        if self.closure.choices().is_empty() {
            // Lost, unless runs taken apart freely lead on; too many ways to begin with.
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
        self.explore(game, seen);
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

    /// The ways the nets like most in a blind state, best first: at most `most`, none of them worth
    /// less than the best by more than `margin`, and at most `alike` that show the same next (the
    /// card under the same column, or a row).
    pub fn ways(&mut self, game: &Game, seen: &State, most: usize, margin: f32, alike: usize) -> &[Way] {
        self.explore(game, seen);
        self.ways.clear();
        self.ranked.clear();
        for (at, choice) in self.closure.choices().iter().enumerate() {
            let after = self.closure.after(choice, game);
            let hope = self.nets.hope(&sketch(game, &after, self.deck, choice.step == Step::DEAL));
            let shows = turned(&after, self.closure.before(choice), choice.step);
            self.ranked.push((hope, at, shows));
        }
        self.ranked.sort_by(|a, b| b.0.value().total_cmp(&a.0.value()).then(a.1.cmp(&b.1)));
        let mut counts = [0usize; COLUMNS + 1];
        for &(hope, at, shows) in &self.ranked {
            if self.ways.len() >= most || hope.value() < self.ranked[0].0.value() - margin {
                break;
            }
            if counts[shows] < alike {
                counts[shows] += 1;
                self.ways.push(Way { path: self.closure.path(&self.closure.choices()[at]), hope });
            }
        }
        &self.ways
    }

    /// Plays a world on as this mind would, blindly, for at most `most` decisions: what came of it,
    /// or what the nets hope for.
    pub fn play_on(&mut self, game: &Game, mut state: State, most: usize) -> Hope {
        let blind = game.blind();
        let mut hope = Hope::default();
        for _ in 0..most {
            let seen = state.masked();
            if open(&blind, &seen) {
                // Practically always won, and the search for the line is dear.
                return Hope { win: 1.0, progress: 1.0 };
            }
            let Some(decision) = self.decide(&blind, &seen, |_| None) else {
                return Hope { win: 0.0, progress: progress(game, &state) };
            };
            hope = decision.hope;
            decision.path.into_iter().for_each(|step| state.play(game, step));
            if state.won() {
                return Hope { win: 1.0, progress: 1.0 };
            }
        }
        hope
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
fn turned(after: &State, before: &State, step: Step) -> usize {
    if step == Step::DEAL {
        return COLUMNS;
    }
    let turns = |c: usize| after.down(c) < before.down(c);
    if turns(step.from()) { step.from() } else { step.to() }
}

/// Half the share of face-down cards turned, half the share of runs that left.
pub fn progress(game: &Game, state: &State) -> f32 {
    let columns = 0..usize::from(game.columns);
    let hidden: usize = columns.clone().map(|c| state.down(c)).sum();
    let cards: usize = columns.map(|c| state.cards(c)).sum::<usize>() + 10 * usize::from(state.left());
    0.5 * (44 - hidden) as f32 / 44.0 + 0.5 * ((104 - cards) / 13) as f32 / 8.0
}
