//! Everything a player can do before anything new is seen.
//!
//! From what is visible, all carries that turn no card are tried in a layered beam, each position
//! once. The ways out of this closure are the player's real choices: a carry that turns a card up,
//! or a deal. Nothing here looks at a hidden card: the state searched is a blind one.
//!
//! A player runs [`Closure::explore`], judges the best [`Closure::choices`] by whatever it knows,
//! and plays [`Closure::path`] of the one it likes.

use super::moves::{Splits, carries};
use super::score::Scorer;
use super::seen::Seen;
use super::state::{Game, State, Step};
use std::collections::BinaryHeap;

/// How far a closure is searched.
#[derive(Copy, Clone, Debug)]
pub struct Reach {
    /// At most so many positions are expanded.
    pub cap: usize,
    /// In so many layers, each of the width `cap / layers`; what is left of the cap goes to the
    /// best positions that were dropped.
    pub layers: usize,
    /// How runs are taken apart.
    pub splits: Splits,
    /// At most so many choices are kept, the best by score.
    pub choices: usize,
    /// What turning a card adds to the score of a choice.
    pub reveal: i32,
    /// What dealing a row adds to the score of a choice.
    pub deal: i32,
    /// So many of the best positions with empty columns have them filled for a deal. A beam likes
    /// empty columns too well to fill several on its own.
    pub fills: usize,
}

impl Default for Reach {
    /// A thousand positions in thirty layers, and the prototype's prices.
    fn default() -> Reach {
        Reach {
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

/// A way out of the closure.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The score of what is known afterwards, with the price of the choice; lower is better.
    pub score: i32,
    /// The position it is made in, by number.
    node: u32,
    /// The carry that turns a card, or a deal.
    pub step: Step,
}

struct Node {
    state: State,
    merit: i32,
    key: u64,
    parent: u32,
    step: Step,
}

/// A position judged but not built; ordered so that the greatest is the best.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    merit: i32,
    key: u64,
    parent: u32,
    step: Step,
}

/// The closure of one position; its memory is kept from one position to the next.
#[derive(Default)]
pub struct Closure {
    nodes: Vec<Node>,
    /// How many of the nodes were looked at; the others only lead to deals.
    looked: usize,
    choices: Vec<Choice>,
    seen: Seen,
    layer: Vec<Candidate>,
    dropped: BinaryHeap<Candidate>,
    /// Positions with empty columns, best first.
    gaps: Vec<(i32, u32)>,
    /// Deals from positions that were filled, and the keys of those.
    filled: Vec<(Choice, u64)>,
}

impl Closure {
    /// An empty closure.
    pub fn new() -> Closure {
        Closure::default()
    }

    /// Searches the closure of `root`, a blind state of a blind game.
    pub fn explore(&mut self, game: &Game, root: &State, scorer: &Scorer, reach: &Reach) {
        self.nodes.clear();
        self.choices.clear();
        self.seen.clear();
        self.layer.clear();
        // Nothing is taken from it until the layers are done: it need not be a heap before.
        let mut dropped = std::mem::take(&mut self.dropped).into_vec();
        dropped.clear();
        let key = root.key(game);
        self.seen.insert(key);
        let merit = -scorer.judge(root, game).score;
        self.nodes.push(Node { state: *root, merit, key, parent: 0, step: Step::DEAL });
        let width = (reach.cap / reach.layers.max(1)).max(1);
        let mut first = 0;
        while first < self.nodes.len() && self.nodes.len() < reach.cap {
            let end = self.nodes.len();
            for node in first..end {
                self.expand(node, game, scorer, reach);
            }
            first = end;
            let keep = width.min(reach.cap - end).min(self.layer.len());
            if keep < self.layer.len() {
                self.layer.select_nth_unstable_by(keep, |a, b| b.cmp(a));
                dropped.extend(self.layer.drain(keep..));
            }
            self.layer.sort_unstable_by(|a, b| b.cmp(a));
            for at in 0..self.layer.len() {
                self.build(self.layer[at], game);
            }
            self.layer.clear();
        }
        // The last layer was built but not expanded; then the best of what was dropped.
        for node in first..self.nodes.len() {
            self.expand(node, game, scorer, reach);
            dropped.append(&mut self.layer);
        }
        self.dropped = BinaryHeap::from(dropped);
        while self.nodes.len() < reach.cap
            && let Some(candidate) = self.dropped.pop()
        {
            self.build(candidate, game);
            self.expand(self.nodes.len() - 1, game, scorer, reach);
            self.dropped.extend(self.layer.drain(..));
        }
        self.choices.sort_unstable_by_key(|choice| (choice.score, choice.node, choice.step));
        self.choices.truncate(reach.choices);
        self.looked = self.nodes.len();
        if root.left() > 0 && game.ruling.strict {
            self.fill(game, scorer, reach);
        }
    }

    /// Fills the empty columns of the best positions that have some, each time by the carry that
    /// costs least, and adds deals from there. They come on top of the choices there is room for:
    /// by score alone they would be the last.
    fn fill(&mut self, game: &Game, scorer: &Scorer, reach: &Reach) {
        let columns = 0..usize::from(game.columns);
        self.gaps.clear();
        self.filled.clear();
        for (number, node) in self.nodes.iter().enumerate() {
            if columns.clone().any(|c| node.state.is_empty(c)) {
                self.gaps.push((-node.merit, number as u32));
            }
        }
        if self.gaps.len() > reach.fills {
            self.gaps.select_nth_unstable(reach.fills);
            self.gaps.truncate(reach.fills);
        }
        self.gaps.sort_unstable();
        for at in 0..self.gaps.len() {
            let mut number = self.gaps[at].1;
            let first_new = self.nodes.len();
            loop {
                let Node { state, key, merit, .. } = self.nodes[number as usize];
                if state.may_deal(game) {
                    // Two positions are often filled to the same.
                    if !self.filled.iter().any(|&(_, known)| known == key) {
                        let choice = Choice { score: reach.deal - merit, node: number, step: Step::DEAL };
                        self.filled.push((choice, key));
                    } else {
                        self.nodes.truncate(first_new);
                    }
                    break;
                }
                let judged = scorer.judge(&state, game);
                let mut best: Option<(i32, Step)> = None;
                carries(&state, game, Splits::Free, |step| {
                    // What turns a card ends the way.
                    if !state.is_empty(step.to()) || reveals(&state, game, step) {
                        return;
                    }
                    let score = scorer.after(&judged, &state, step).unwrap_or_else(|| {
                        let mut child = state;
                        child.carry(game, step);
                        scorer.judge(&child, game).score
                    });
                    if best.is_none_or(|best| (score, step) < best) {
                        best = Some((score, step));
                    }
                });
                let Some((score, step)) = best else {
                    self.nodes.truncate(first_new);
                    break;
                };
                let key = state.key_after(game, key, step);
                self.build(Candidate { merit: -score, key, parent: number, step }, game);
                number = self.nodes.len() as u32 - 1;
            }
        }
        self.choices.extend(self.filled.iter().map(|&(choice, _)| choice));
        self.choices.sort_unstable_by_key(|choice| (choice.score, choice.node, choice.step));
    }

    fn build(&mut self, candidate: Candidate, game: &Game) {
        let mut state = self.nodes[candidate.parent as usize].state;
        state.carry(game, candidate.step);
        let Candidate { merit, key, parent, step } = candidate;
        self.nodes.push(Node { state, merit, key, parent, step });
    }

    /// Finds the choices and the new neighbours of a position.
    fn expand(&mut self, number: usize, game: &Game, scorer: &Scorer, reach: &Reach) {
        let Node { state, key, .. } = self.nodes[number];
        let parent = number as u32;
        let judged = scorer.judge(&state, game);
        carries(&state, game, reach.splits, |step| {
            let score = scorer.after(&judged, &state, step).unwrap_or_else(|| {
                let mut child = state;
                child.carry(game, step);
                scorer.judge(&child, game).score
            });
            if reveals(&state, game, step) {
                self.choices.push(Choice { score: score + reach.reveal, node: parent, step });
            } else {
                let key = state.key_after(game, key, step);
                if self.seen.insert(key) {
                    self.layer.push(Candidate { merit: -score, key, parent, step });
                }
            }
        });
        if state.may_deal(game) {
            let score = judged.score + reach.deal;
            self.choices.push(Choice { score, node: parent, step: Step::DEAL });
        }
        if self.choices.len() > 4 * reach.choices + 64 {
            self.choices.select_nth_unstable_by_key(reach.choices, |c| (c.score, c.node, c.step));
            self.choices.truncate(reach.choices);
        }
    }

    /// The choices, best first.
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// How many positions were looked at.
    pub fn len(&self) -> usize {
        self.looked
    }

    /// Was nothing explored yet?
    pub fn is_empty(&self) -> bool {
        self.looked == 0
    }

    /// The position a choice is made in.
    pub fn before(&self, choice: &Choice) -> &State {
        &self.nodes[choice.node as usize].state
    }

    /// What is known after a choice: a turned card is face up and [`super::Run::UNSEEN`]; before a
    /// deal it is the position itself.
    pub fn after(&self, choice: &Choice, game: &Game) -> State {
        let mut state = *self.before(choice);
        if choice.step != Step::DEAL {
            state.carry(game, choice.step);
        }
        state
    }

    /// The steps that lead to a choice, the choice itself last.
    pub fn path(&self, choice: &Choice) -> Vec<Step> {
        let mut path = Vec::new();
        self.trace(choice, &mut path);
        path
    }

    /// Writes the steps that lead to a choice over `path`.
    pub fn trace(&self, choice: &Choice, path: &mut Vec<Step>) {
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

/// Does a carry turn a card up, in the column it leaves or under a run it completes?
pub(super) fn reveals(state: &State, game: &Game, step: Step) -> bool {
    let source = state.top(step.from()).expect("a carry has a source");
    if step.count() == source.length() && state.turns(step.from()) {
        return true;
    }
    match state.top(step.to()) {
        Some(top) => {
            let moved = source.tail(step.count());
            top.takes(moved) && top.length() + step.count() == game.ruling.ranks && state.turns(step.to())
        }
        None => false,
    }
}
