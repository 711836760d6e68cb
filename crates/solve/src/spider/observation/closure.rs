//! The closure of an information state: everything that carries can reach before anything new is seen.

use crate::spider::heuristic::Heuristic;
use crate::spider::moves::{Splits, Step, carries, reveals};
use crate::spider::search::key_set::KeySet;
use crate::spider::state::{Game, State};
use std::collections::BinaryHeap;

/// How far a closure is explored.
#[derive(Copy, Clone, Debug)]
pub struct ClosureOptions {
    /// The largest number of positions to expand.
    pub cap: usize,
    /// The number of layers. Each keeps the best `cap / layers` positions; what is left of `cap` then goes to
    /// the best positions that the layers dropped.
    pub layers: usize,
    /// Which steps are tried.
    pub splits: Splits,
    /// The largest number of choices to keep, the best by their values.
    pub choices: usize,
    /// What is added to the value of a choice that turns up a card.
    pub reveal: i32,
    /// What is added to the value of a choice that deals a row.
    pub deal: i32,
    /// The number of positions with empty columns, the best by their values, in which these are filled so
    /// that a row can be dealt. Empty columns are so valuable that the layers rarely keep a position where
    /// several were filled.
    pub fills: usize,
}

impl Default for ClosureOptions {
    /// A thousand positions in thirty layers.
    fn default() -> ClosureOptions {
        ClosureOptions {
            cap: 1000,
            layers: 30,
            splits: Splits::Gains,
            choices: 400,
            reveal: -800,
            deal: 3000,
            fills: 32,
        }
    }
}

/// A step that leads out of the closure: it turns up a card or deals a row.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The heuristic value of what is known after the step, plus the amount that [`ClosureOptions`] adds to
    /// it. Lower is better.
    pub value: i32,
    /// The number of the position in which the step is played.
    node: u32,
    /// The step.
    pub step: Step,
}

struct Node {
    state: State,
    /// The negative heuristic value.
    merit: i32,
    key: u64,
    parent: u32,
    step: Step,
}

/// A position that was evaluated but not constructed. The greatest is the best.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    merit: i32,
    key: u64,
    parent: u32,
    step: Step,
}

/// The closure of one information state, explored by a layered beam search without a goal. It keeps its
/// memory from one state to the next.
#[derive(Default)]
pub struct Closure {
    nodes: Vec<Node>,
    /// The number of nodes that were expanded; the others only lead to deals.
    expanded: usize,
    choices: Vec<Choice>,
    known: KeySet,
    layer: Vec<Candidate>,
    dropped: BinaryHeap<Candidate>,
    /// Positions with empty columns and their values, the best first.
    gaps: Vec<(i32, u32)>,
    /// Deals from positions whose columns were filled, with the keys of those positions.
    filled: Vec<(Choice, u64)>,
}

impl Closure {
    /// An empty closure.
    pub fn new() -> Closure {
        Closure::default()
    }

    /// Explores the closure of `root`, which is an information state of an [observed](Game::observed) game.
    pub fn explore(&mut self, game: &Game, root: &State, heuristic: &Heuristic, options: &ClosureOptions) {
        self.nodes.clear();
        self.choices.clear();
        self.known.clear();
        self.layer.clear();
        // Nothing is taken from it before the layers are done, so it need not be a heap until then.
        let mut dropped = std::mem::take(&mut self.dropped).into_vec();
        dropped.clear();
        let key = root.key(game);
        self.known.insert(key);
        let merit = -heuristic.evaluate(root, game).value;
        self.nodes.push(Node { state: *root, merit, key, parent: 0, step: Step::DEAL });
        let width = (options.cap / options.layers.max(1)).max(1);
        let mut first = 0;
        while first < self.nodes.len() && self.nodes.len() < options.cap {
            let end = self.nodes.len();
            for node in first..end {
                self.expand(node, game, heuristic, options);
            }
            first = end;
            let keep = width.min(options.cap - end).min(self.layer.len());
            if keep < self.layer.len() {
                self.layer.select_nth_unstable_by(keep, |a, b| b.cmp(a));
                dropped.extend(self.layer.drain(keep..));
            }
            self.layer.sort_unstable_by(|a, b| b.cmp(a));
            for at in 0..self.layer.len() {
                self.construct(self.layer[at], game);
            }
            self.layer.clear();
        }
        // The last layer was constructed but not expanded. After it come the best positions that were
        // dropped.
        for node in first..self.nodes.len() {
            self.expand(node, game, heuristic, options);
            dropped.append(&mut self.layer);
        }
        self.dropped = BinaryHeap::from(dropped);
        while self.nodes.len() < options.cap
            && let Some(candidate) = self.dropped.pop()
        {
            self.construct(candidate, game);
            self.expand(self.nodes.len() - 1, game, heuristic, options);
            self.dropped.extend(self.layer.drain(..));
        }
        self.sort_choices();
        self.choices.truncate(options.choices);
        self.expanded = self.nodes.len();
        if root.rows_left() > 0 && game.variant.strict {
            self.fill_columns(game, heuristic, options);
        }
    }

    fn sort_choices(&mut self) {
        self.choices.sort_unstable_by_key(|choice| (choice.value, choice.node, choice.step));
    }

    /// Fills the empty columns of the best positions that have some, each time by the carry with the best
    /// value, and adds deals from the positions reached. They are added to the choices kept so far, because
    /// by their values alone they would be among the last.
    fn fill_columns(&mut self, game: &Game, heuristic: &Heuristic, options: &ClosureOptions) {
        let columns = 0..usize::from(game.columns);
        self.gaps.clear();
        self.filled.clear();
        for (number, node) in self.nodes.iter().enumerate() {
            if columns.clone().any(|c| node.state.is_empty(c)) {
                self.gaps.push((-node.merit, number as u32));
            }
        }
        if self.gaps.len() > options.fills {
            self.gaps.select_nth_unstable(options.fills);
            self.gaps.truncate(options.fills);
        }
        self.gaps.sort_unstable();
        for at in 0..self.gaps.len() {
            let mut number = self.gaps[at].1;
            let first_new = self.nodes.len();
            loop {
                let Node { state, key, merit, .. } = self.nodes[number as usize];
                if state.may_deal(game) {
                    // Different positions are often filled to the same one.
                    if !self.filled.iter().any(|&(_, known)| known == key) {
                        let choice = Choice { value: options.deal - merit, node: number, step: Step::DEAL };
                        self.filled.push((choice, key));
                    } else {
                        self.nodes.truncate(first_new);
                    }
                    break;
                }
                let Some((value, step)) = best_fill(game, &state, heuristic) else {
                    self.nodes.truncate(first_new);
                    break;
                };
                let key = state.key_after(game, key, step);
                self.construct(Candidate { merit: -value, key, parent: number, step }, game);
                number = self.nodes.len() as u32 - 1;
            }
        }
        self.choices.extend(self.filled.iter().map(|&(choice, _)| choice));
        self.sort_choices();
    }

    fn construct(&mut self, candidate: Candidate, game: &Game) {
        let mut state = self.nodes[candidate.parent as usize].state;
        state.carry(game, candidate.step);
        let Candidate { merit, key, parent, step } = candidate;
        self.nodes.push(Node { state, merit, key, parent, step });
    }

    /// Finds the choices and the new successors of a position.
    fn expand(&mut self, number: usize, game: &Game, heuristic: &Heuristic, options: &ClosureOptions) {
        let Node { state, key, .. } = self.nodes[number];
        let parent = number as u32;
        let evaluation = heuristic.evaluate(&state, game);
        carries(&state, game, options.splits, |step| {
            let value = heuristic.value_after(&evaluation, &state, game, step);
            if reveals(&state, game, step) {
                self.choices.push(Choice { value: value + options.reveal, node: parent, step });
            } else {
                let key = state.key_after(game, key, step);
                if self.known.insert(key) {
                    self.layer.push(Candidate { merit: -value, key, parent, step });
                }
            }
        });
        if state.may_deal(game) {
            let value = evaluation.value + options.deal;
            self.choices.push(Choice { value, node: parent, step: Step::DEAL });
        }
        if self.choices.len() > 4 * options.choices + 64 {
            self.choices.select_nth_unstable_by_key(options.choices, |c| (c.value, c.node, c.step));
            self.choices.truncate(options.choices);
        }
    }

    /// The choices, the best first.
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// The number of positions that were expanded.
    pub fn len(&self) -> usize {
        self.expanded
    }

    /// Returns `true` if nothing was explored yet.
    pub fn is_empty(&self) -> bool {
        self.expanded == 0
    }

    /// The position in which a choice is played.
    pub fn before(&self, choice: &Choice) -> &State {
        &self.nodes[choice.node as usize].state
    }

    /// What is known after a choice. A card that it turns up is face up and unknown. For a deal this is the
    /// position before it.
    pub fn after(&self, choice: &Choice, game: &Game) -> State {
        let mut state = *self.before(choice);
        if choice.step != Step::DEAL {
            state.carry(game, choice.step);
        }
        state
    }

    /// The steps from the root to a choice, including its own step.
    pub fn path(&self, choice: &Choice) -> Vec<Step> {
        let mut path = Vec::new();
        self.write_path(choice, &mut path);
        path
    }

    /// Replaces the contents of `path` by the steps from the root to a choice, including its own step.
    pub fn write_path(&self, choice: &Choice, path: &mut Vec<Step>) {
        path.clear();
        path.push(choice.step);
        let mut at = choice.node as usize;
        while at != 0 {
            path.push(self.nodes[at].step);
            at = self.nodes[at].parent as usize;
        }
        path.reverse();
    }
}

/// The carry to an empty column with the best value among those that reveal nothing, and that value.
fn best_fill(game: &Game, state: &State, heuristic: &Heuristic) -> Option<(i32, Step)> {
    let evaluation = heuristic.evaluate(state, game);
    let mut best: Option<(i32, Step)> = None;
    carries(state, game, Splits::Free, |step| {
        if !state.is_empty(step.to()) || reveals(state, game, step) {
            return;
        }
        let value = heuristic.value_after(&evaluation, state, game, step);
        if best.is_none_or(|best| (value, step) < best) {
            best = Some((value, step));
        }
    });
    best
}
