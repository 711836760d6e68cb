//! Shorter wins: detours are cut out of a line that is already known to win.
//!
//! Two kinds of cut, repeated until neither helps. *Leaps*: a state of the line from which one or
//! two steps reach a state much later in the line. *Omissions*: a step without which, and perhaps
//! without one later step, the rest still wins.

use super::moves::{Splits, carries};
use super::state::{Game, State, Step};
use std::collections::HashMap;

/// The most rounds of cuts: each costs a few milliseconds and the first ones find nearly all.
const ROUNDS: usize = 6;

/// A line at most as long as `line`, winning if `line` does. Positions are told apart by their
/// hashes only, so the caller replays the result.
pub fn shorten(game: &Game, root: &State, line: &[Step]) -> Vec<Step> {
    let mut line = line.to_vec();
    for _ in 0..ROUNDS {
        let before = line.len();
        line = leap(game, root, &line);
        line = omit(game, root, &line);
        if line.len() == before {
            break;
        }
    }
    line
}

/// Every state of a line, the root first.
fn states(game: &Game, root: &State, line: &[Step]) -> Vec<State> {
    let mut states = Vec::with_capacity(line.len() + 1);
    states.push(*root);
    let mut state = *root;
    for &step in line {
        state.play(game, step);
        states.push(state);
    }
    states
}

/// Takes, from each state in turn, the one or two steps that lead furthest along the line.
fn leap(game: &Game, root: &State, line: &[Step]) -> Vec<Step> {
    let states = states(game, root, line);
    let mut index: HashMap<u64, usize> = HashMap::with_capacity(states.len());
    for (i, state) in states.iter().enumerate() {
        index.insert(state.key(game), i);
    }
    let mut out: Vec<Step> = Vec::with_capacity(line.len());
    let mut state = *root;
    let mut at = index[&state.key(game)];
    while at + 1 < states.len() {
        // The columns of `state` may be a permutation of those of the line.
        let own = map(game, &states[at], &state, line[at]);
        let mut best = (at + 1, vec![own]);
        let mut first: Vec<Step> = Vec::new();
        carries(&state, game, Splits::Free, |step| first.push(step));
        for &a in &first {
            let key = state.key_after(game, state.key(game), a);
            if let Some(&i) = index.get(&key)
                && i > best.0
            {
                best = (i, vec![a]);
            }
            let mut child = state;
            child.carry(game, a);
            let key = child.key(game);
            carries(&child, game, Splits::Gains, |b| {
                if let Some(&i) = index.get(&child.key_after(game, key, b))
                    && i > best.0 + 1
                {
                    best = (i, vec![a, b]);
                }
            });
        }
        for &step in &best.1 {
            state.play(game, step);
        }
        out.extend(best.1);
        at = best.0;
    }
    out
}

/// The step of `old` as it reads in `new`, which has the same columns in another order.
fn map(game: &Game, old: &State, new: &State, step: Step) -> Step {
    if step == Step::DEAL {
        return step;
    }
    let find = |c: usize, but: Option<usize>| {
        if old.same_column(c, new, c) && but != Some(c) {
            return c;
        }
        let mut columns = 0..usize::from(game.columns);
        columns.find(|&d| old.same_column(c, new, d) && but != Some(d)).unwrap_or(c)
    };
    let from = find(step.from(), None);
    Step::carry(from, find(step.to(), Some(from)), step.count())
}

/// Drops single steps, and pairs of a step and a later one that touches its target, while the rest
/// still wins.
fn omit(game: &Game, root: &State, line: &[Step]) -> Vec<Step> {
    let mut line = line.to_vec();
    let mut state = *root;
    let mut at = 0;
    while at < line.len() {
        if line[at] != Step::DEAL {
            if wins(game, state, &line[at + 1..], usize::MAX) {
                line.remove(at);
                continue;
            }
            let to = line[at].to();
            let later = (at + 1..line.len().min(at + 40)).find(|&i| {
                line[i].from() == to
                    && line[i] != Step::DEAL
                    && wins(game, state, &line[at + 1..], i - at - 1)
            });
            if let Some(i) = later {
                line.remove(i);
                line.remove(at);
                continue;
            }
        }
        state.play(game, line[at]);
        at += 1;
    }
    line
}

/// Does the line win from here with its step number `but` left out?
fn wins(game: &Game, mut state: State, line: &[Step], but: usize) -> bool {
    for (i, &step) in line.iter().enumerate() {
        if i == but {
            continue;
        }
        if !state.legal(game, step) {
            return false;
        }
        state.play(game, step);
    }
    state.won()
}
