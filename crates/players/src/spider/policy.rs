//! A policy: the closure of a position, the best choices by a hand-made score, and of those the one that the
//! nets value most.

use super::encoding::{Encoding, encode};
use super::net::{Ensemble, Value};
use super::world::World;
use std::cmp::Ordering;
use talon_cards::Deck;
use talon_solve::spider::observation::{Choice, Closure, ClosureOptions};
use talon_solve::spider::{BeamOptions, BeamSearch, COLUMNS, Game, Heuristic, Splits, State, Step};
use talon_solve::{Budget, Limits};

/// A decision of a policy.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The steps to play. The last one reveals something.
    pub path: Vec<Step>,
    /// The encoding of what is known after them.
    pub encoding: Encoding,
    /// The value of the best choice, whether or not it was the one decided on.
    pub best: Value,
}

/// A choice and what the nets expect of it.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The steps to play. The last one reveals something.
    pub path: Vec<Step>,
    /// The encoding of what is known after them.
    pub encoding: Encoding,
    /// The value of what is known after them.
    pub value: Value,
}

/// The number of nets that value every choice.
const FIRST_NETS: usize = 2;

/// The number of choices, the best by the first nets, that all nets value.
const SHORTLIST: usize = 24;

/// A rollout counts as lost or won if the probability of a win is below the first or above the second number.
const DECIDED: (f32, f32) = (0.015, 0.99);

/// The number of decisions after which a rollout ends.
const MOST_DECISIONS: usize = 400;

/// Orders choices by value, the best first. Of equal choices the one with the better score comes first, which
/// is the one with the lower index.
fn best_first(a: &(Value, usize), b: &(Value, usize)) -> Ordering {
    b.0.utility().total_cmp(&a.0.utility()).then(a.1.cmp(&b.1))
}

/// A greedy policy over choices. It holds scores, nets and working memory, but nothing of a game in progress.
pub struct Policy {
    nets: Ensemble,
    heuristic: Heuristic,
    reach: ClosureOptions,
    closure: Closure,
    deck: Deck,
    /// The value and the index of each choice.
    ranked: Vec<(Value, usize)>,
    /// The path of the current decision of a rollout.
    path: Vec<Step>,
}

impl Policy {
    /// The policy with these nets. Without nets it follows the hand-made score.
    pub fn new(deck: Deck, nets: Ensemble, heuristic: Heuristic, reach: ClosureOptions) -> Policy {
        Policy { nets, heuristic, reach, closure: Closure::new(), deck, ranked: Vec::new(), path: Vec::new() }
    }

    fn explore(&mut self, game: &Game, seen: &State) {
        self.closure.explore(game, seen, &self.heuristic, &self.reach);
        if self.closure.choices().is_empty() && self.reach.fills > 0 {
            // The game is lost unless taking runs apart freely leads on, which would give too many positions
            // to begin with. One stuck game in twenty-five reaches another card that way. Policies without
            // fills, which play rollouts, do without.
            let last = ClosureOptions { cap: 10 * self.reach.cap, splits: Splits::Free, ..self.reach };
            self.closure.explore(game, seen, &self.heuristic, &last);
        }
    }

    /// Decides in an information state; `None` if there is no choice.
    ///
    /// `stray` is told the number of choices and may pick one of them instead of the best.
    pub fn decide(
        &mut self,
        game: &Game,
        seen: &State,
        stray: impl FnOnce(usize) -> Option<usize>,
    ) -> Option<Decision> {
        let (index, best) = self.best(game, seen)?;
        let index = stray(self.closure.choices().len()).unwrap_or(index);
        let choice = &self.closure.choices()[index];
        Some(Decision { path: self.closure.path(choice), encoding: self.encode(game, choice), best })
    }

    /// The index and the value of the best choice.
    fn best(&mut self, game: &Game, seen: &State) -> Option<(usize, Value)> {
        self.explore(game, seen);
        if self.closure.choices().is_empty() {
            return None;
        }
        if self.nets.0.is_empty() {
            return Some((0, Value::default()));
        }
        self.rank(game);
        self.ranked.iter().copied().min_by(best_first).map(|(value, index)| (index, value))
    }

    /// Values the choices: all of them by the first nets, and a shortlist by all nets.
    ///
    /// The best choice hardly ever depends on the other nets. Asking all nets about every choice took a sixth
    /// more time.
    fn rank(&mut self, game: &Game) {
        self.ranked.clear();
        let choices = self.closure.choices();
        let first = self.nets.0.len().min(FIRST_NETS);
        for (index, choice) in choices.iter().enumerate() {
            self.ranked.push((self.nets.value_of_first(first, &self.encode(game, choice)), index));
        }
        if first == self.nets.0.len() {
            return;
        }
        if self.ranked.len() > SHORTLIST {
            self.ranked.select_nth_unstable_by(SHORTLIST, best_first);
            self.ranked.truncate(SHORTLIST);
        }
        for at in 0..self.ranked.len() {
            let choice = &self.closure.choices()[self.ranked[at].1];
            self.ranked[at].0 = self.nets.value(&self.encode(game, choice));
        }
    }

    fn encode(&self, game: &Game, choice: &Choice) -> Encoding {
        encode(game, &self.closure.after(choice, game), self.deck, choice.step == Step::DEAL)
    }

    /// The best choices in an information state, best first: at most `most`, none worse than the best by more
    /// than `margin`, and at most `alike` that reveal the same, which is a card of one column or a row.
    pub fn candidates(
        &mut self,
        game: &Game,
        seen: &State,
        most: usize,
        margin: f32,
        alike: usize,
    ) -> Vec<Candidate> {
        self.explore(game, seen);
        self.rank(game);
        self.ranked.sort_unstable_by(best_first);
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut counts = [0usize; COLUMNS + 1];
        for &(value, index) in &self.ranked {
            if candidates.len() >= most || value.utility() < self.ranked[0].0.utility() - margin {
                break;
            }
            let choice = &self.closure.choices()[index];
            let revealed = revealed_column(self.closure.before(choice), choice.step);
            if counts[revealed] < alike {
                counts[revealed] += 1;
                let (path, encoding) = (self.closure.path(choice), self.encode(game, choice));
                candidates.push(Candidate { path, encoding, value });
            }
        }
        candidates
    }

    /// The value of an information state: that of the best choice, or of what has been reached if there is no
    /// choice.
    pub fn value(&mut self, game: &Game, seen: &State) -> Value {
        if is_open(game, seen) {
            // Such a game is practically always won. Rollouts assume the same.
            return Value { win: 1.0, progress: 1.0 };
        }
        match self.best(game, seen) {
            Some((_, value)) => value,
            None => Value { win: 0.0, progress: progress(game, seen) },
        }
    }

    /// Plays a rollout: plays the world on by this policy, which sees only information states. The result is
    /// 1 for a win, 0 for a loss, or the probability of a win as soon as it is close to either.
    pub fn roll_out(&mut self, world: &mut World<'_>, mut state: State) -> f32 {
        for _ in 0..MOST_DECISIONS {
            let seen = state.observed();
            if state.is_won() || is_open(world.observed, &seen) {
                // An open game is practically always won, and the search for the winning line is expensive.
                return 1.0;
            }
            let Some((best, value)) = self.best(world.observed, &seen) else { return 0.0 };
            if value.win < DECIDED.0 || value.win > DECIDED.1 {
                return value.win;
            }
            self.closure.write_path(&self.closure.choices()[best], &mut self.path);
            self.path.iter().for_each(|&step| world.play(&mut state, step));
        }
        0.0
    }

    /// A winning line once no card is hidden, if one of a few beams finds it.
    pub fn finish(&self, game: &Game, state: &State) -> Option<Vec<Step>> {
        let mut watch = talon_solve::unwatched;
        let mut budget = Budget::new(Limits { nodes: 2_000_000, ..Limits::default() }, &mut watch);
        let mut beam = BeamSearch::new(game);
        [10, 40, 160, 640, 2560].into_iter().find_map(|width| {
            let options = BeamOptions {
                width,
                splits: Splits::Gains,
                first_deal: 200,
                deal_interval: 0,
                endgame_width: 100,
            };
            beam.search(game, state, &options, &self.heuristic, &mut budget).ok().flatten()
        })
    }
}

/// Whether every card of the game is visible.
pub fn is_open(game: &Game, state: &State) -> bool {
    state.rows_left() == 0 && (0..usize::from(game.columns)).all(|c| state.face_down(c) == 0)
}

/// The column in which a choice turns up a card; [`COLUMNS`] if it deals a row.
pub(super) fn revealed_column(before: &State, step: Step) -> usize {
    let from = step.from();
    if step == Step::DEAL {
        COLUMNS
    } else if before.would_turn(from) && before.top(from).is_some_and(|top| top.length() == step.count()) {
        from
    } else {
        step.to()
    }
}

/// How far a game with two decks has come: half the share of face-down cards turned up, and half the share of
/// runs that have left.
pub fn progress(game: &Game, state: &State) -> f32 {
    let columns = 0..usize::from(game.columns);
    let hidden: usize = columns.clone().map(|c| state.face_down(c)).sum();
    let cards: usize = columns.map(|c| state.cards(c)).sum::<usize>() + 10 * usize::from(state.rows_left());
    0.5 * (44 - hidden) as f32 / 44.0 + 0.5 * ((104 - cards) / 13) as f32 / 8.0
}
