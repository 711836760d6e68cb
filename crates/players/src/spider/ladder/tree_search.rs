//! Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse, 2012).
//!
//! The nodes of the tree are information states: what the player will know. Every round samples a world, goes down
//! the tree by the choice with the highest upper confidence bound (UCT), adds the first new information state that
//! the world leads to, and plays on from there as [Monte Carlo](super::monte_carlo) does. Which card a choice turns
//! up depends on the world, so a choice has one child for each card. In the end the choice tried most often is
//! played. Unlike flat Monte Carlo, the rounds go to the good choices, and the player assumes that it will choose
//! well after the next card, too.

use super::choices::{Choices, Ranked, open_game, sampled_world};
use super::playout::play_out;
use super::{Idea, Situation, brown};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use talon_cards::{Deck, Generator};
use talon_solve::spider::{COLUMNS, Heuristic, State, Step};

/// Searches a tree of information states.
pub struct TreeSearch {
    deck: Deck,
    /// The choices of the position to decide on.
    outer: Choices,
    /// The choices further down the tree.
    inner: Choices,
    rounds: usize,
    explore: f32,
}

/// The number of positions of the closures below the root.
const INNER: usize = 60;

/// A choice of a node.
struct Branch {
    choice: Ranked,
    visits: u32,
    sum: f32,
}

impl TreeSearch {
    /// The player of games with this deck: at most `ways` choices out of `cap` positions, `rounds` rounds, and
    /// `explore` as the factor of the confidence bound. A thousand of the hand-made score count as much as `trust` of the
    /// progress of a game.
    pub fn new(deck: Deck, cap: usize, ways: usize, rounds: usize, explore: f32, trust: f32) -> TreeSearch {
        let choices = |cap| Choices::new(cap, ways, trust);
        TreeSearch { deck, outer: choices(cap), inner: choices(INNER), rounds, explore }
    }

    /// The index of the branch to follow: one that was never tried, or the one with the highest bound.
    fn select(&self, branches: &[Branch]) -> usize {
        let visits: u32 = branches.iter().map(|branch| branch.visits).sum();
        let bound = |branch: &Branch| {
            let n = branch.visits as f32;
            if branch.visits == 0 {
                f32::INFINITY
            } else {
                branch.sum / n + branch.choice.prior + self.explore * ((visits as f32).ln() / n).sqrt()
            }
        };
        let better = |best: usize, other: usize| {
            if bound(&branches[other]) > bound(&branches[best]) { other } else { best }
        };
        (0..branches.len()).reduce(better).unwrap_or(0)
    }
}

/// The key of an information state. Unlike [`State::key`] it depends on the order of the columns, because the paths
/// of a node name columns.
fn key(state: &State) -> u64 {
    let mut hasher = DefaultHasher::new();
    state.rows_left().hash(&mut hasher);
    for c in 0..COLUMNS {
        (state.face_down(c), state.column(c)).hash(&mut hasher);
    }
    hasher.finish()
}

fn branches(choices: Vec<Ranked>) -> Vec<Branch> {
    choices.into_iter().map(|choice| Branch { choice, visits: 0, sum: 0.0 }).collect()
}

impl Idea for TreeSearch {
    fn decide(&mut self, situation: &Situation<'_>) -> Option<Vec<Step>> {
        if let Some(line) = open_game(situation, self.deck) {
            return line;
        }
        let observed = situation.game;
        let score = Heuristic::by_hand(observed);
        let mut choices = self.outer.find(observed, situation.state, &score);
        if choices.len() < 2 {
            return choices.pop().map(|choice| choice.path);
        }
        let mut generator = Generator::new(situation.seed);
        let (truth, start) = sampled_world(situation, &mut generator)?;
        let root = key(situation.state);
        let mut tree: HashMap<u64, Vec<Branch>> = HashMap::from([(root, branches(choices))]);
        let mut visited: Vec<(u64, usize)> = Vec::new();
        for _ in 0..self.rounds {
            let (game, mut state) = truth.determinize(&start, &mut generator);
            let mut here = root;
            visited.clear();
            while let Some(node) = tree.get(&here).filter(|node| !node.is_empty()) {
                let chosen = self.select(node);
                node[chosen].choice.path.iter().for_each(|&step| state.play(&game, step));
                visited.push((here, chosen));
                here = key(&state.observed());
            }
            tree.entry(here)
                .or_insert_with(|| branches(self.inner.find(observed, &state.observed(), &score)));
            let value = play_out(&game, state, brown::rate);
            for &(node, chosen) in &visited {
                if let Some(branch) = tree.get_mut(&node).and_then(|node| node.get_mut(chosen)) {
                    branch.visits += 1;
                    branch.sum += value;
                }
            }
        }
        let root = tree.remove(&root)?;
        root.into_iter().rev().max_by_key(|branch| branch.visits).map(|branch| branch.choice.path)
    }
}
