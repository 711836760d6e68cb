//! Playouts: a sampled world is played to its end by a simple rung.

use super::carry::fill;
use super::rung::{Rate, best_carry};
use crate::spider::policy::progress;
use talon_solve::spider::{Game, State, Step};

/// The number of steps after which a playout ends. Games of the simple rungs are shorter.
const MOST_STEPS: usize = 400;

/// Plays a world to its end by a rung, which does not look at the face-down cards, and returns how far it came: 1
/// for a win.
pub(super) fn play_out(game: &Game, mut state: State, rate: Rate) -> f32 {
    let mut met = Vec::new();
    let mut hidden = usize::MAX;
    for _ in 0..MOST_STEPS {
        let now = (0..usize::from(game.columns)).map(|c| state.face_down(c)).sum();
        if now != hidden {
            met.clear();
            hidden = now;
        }
        met.push(state.key(game));
        let step = match best_carry(rate, game, &state, &met) {
            Some(step) => Some(step),
            None if state.rows_left() == 0 => None,
            None => deal(game, &mut state),
        };
        let Some(step) = step else { break };
        if step == Step::DEAL {
            met.clear();
        }
        state.play(game, step);
    }
    progress(game, &state)
}

/// Fills the empty columns and returns the step that deals a row, if that is possible.
fn deal(game: &Game, state: &mut State) -> Option<Step> {
    while !state.may_deal(game) {
        state.play(game, fill(game, state)?);
    }
    Some(Step::DEAL)
}
