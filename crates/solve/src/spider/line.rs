//! Winning lines: checking them, and removing detours.

use super::moves::{Splits, Step, carries};
use super::state::{Game, State};
use std::collections::HashMap;

/// The largest number of rounds of [`shorten`]. Each takes a few milliseconds, and the first ones find nearly
/// everything.
const ROUNDS: usize = 6;

/// Returns `true` if every step of the line is legal and the position is won at its end.
pub fn wins(game: &Game, root: &State, line: &[Step]) -> bool {
    wins_without(game, *root, line, usize::MAX)
}

/// Removes detours from a winning line; the result is at most as long.
///
/// Two kinds of cuts are repeated until neither helps. A *shortcut* is one step, or two, to a position much
/// further along the line. An *omission* leaves out a step, and perhaps one later step, without which the
/// rest still wins. Shortcuts compare positions by their hash keys only, so the caller has to check the
/// result with [`wins`].
pub fn shorten(game: &Game, root: &State, line: &[Step]) -> Vec<Step> {
    let mut line = line.to_vec();
    for _ in 0..ROUNDS {
        let before = line.len();
        line = take_shortcuts(game, root, &line);
        line = omit_steps(game, root, &line);
        if line.len() == before {
            break;
        }
    }
    line
}

/// All states of a line, beginning with the root.
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

/// From each state in turn, takes the one or two steps that lead furthest along the line.
fn take_shortcuts(game: &Game, root: &State, line: &[Step]) -> Vec<Step> {
    let states = states(game, root, line);
    let mut index: HashMap<u64, usize> = HashMap::with_capacity(states.len());
    for (i, state) in states.iter().enumerate() {
        index.insert(state.key(game), i);
    }
    let mut out: Vec<Step> = Vec::with_capacity(line.len());
    let mut state = *root;
    let mut at = index[&state.key(game)];
    while at + 1 < states.len() {
        let own = translate(game, &states[at], &state, line[at]);
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

/// The step of the state `old` in the state `new`, which has the same columns in a different order.
fn translate(game: &Game, old: &State, new: &State, step: Step) -> Step {
    if step == Step::DEAL {
        return step;
    }
    let find = |c: usize, except: Option<usize>| {
        if old.has_same_column(c, new, c) && except != Some(c) {
            return c;
        }
        let mut columns = 0..usize::from(game.columns);
        columns.find(|&d| old.has_same_column(c, new, d) && except != Some(d)).unwrap_or(c)
    };
    let from = find(step.from(), None);
    Step::carry(from, find(step.to(), Some(from)), step.count())
}

/// Leaves out single steps, and pairs of a step and a later one that leaves its target column, as long as the
/// rest still wins.
fn omit_steps(game: &Game, root: &State, line: &[Step]) -> Vec<Step> {
    let mut line = line.to_vec();
    let mut state = *root;
    let mut at = 0;
    while at < line.len() {
        if line[at] != Step::DEAL {
            if wins_without(game, state, &line[at + 1..], usize::MAX) {
                line.remove(at);
                continue;
            }
            let to = line[at].to();
            let later = (at + 1..line.len().min(at + 40)).find(|&i| {
                line[i].from() == to
                    && line[i] != Step::DEAL
                    && wins_without(game, state, &line[at + 1..], i - at - 1)
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

/// Returns `true` if the line wins without the step at the index `omitted`.
fn wins_without(game: &Game, mut state: State, line: &[Step], omitted: usize) -> bool {
    for (i, &step) in line.iter().enumerate() {
        if i == omitted {
            continue;
        }
        if !state.is_legal(game, step) {
            return false;
        }
        state.play(game, step);
    }
    state.is_won()
}
