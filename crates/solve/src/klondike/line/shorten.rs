//! Shortening a winning line.
//!
//! A line is a list of steps, which raise a card or lay one down; the draws follow from them. Steps are
//! dropped or moved as long as the rest still wins in fewer moves. Nothing is proved about the length of the
//! result; [`shortest`] does that.
//!
//! [`shortest`]: crate::klondike::shortest

use super::piles::Piles;
use crate::klondike::card_set;
use crate::klondike::moves::Step;
use crate::klondike::position::Position;
use talon_rules::{Move, Pile};

/// Shortens a winning line by at most `trials` attempts, or until `stop` returns `true`. The result is at most
/// as long.
///
/// A thousand attempts take a few milliseconds; twenty thousand rarely leave anything to find.
pub fn shorten(position: &Position, line: &[Move], trials: u32, stop: &mut dyn FnMut() -> bool) -> Vec<Move> {
    let mut best = line.to_vec();
    let Some(mut steps) = steps_of(position, line) else { return best };
    // The hosts are chosen anew; if the result does not win, the line stays as it is.
    let Some(moves) = carry_out(position, &steps, usize::MAX) else { return best };
    if moves.len() <= best.len() {
        best = moves;
    }
    let mut left = trials;
    let mut candidate = Vec::with_capacity(steps.len());
    let mut improved = true;
    while improved {
        improved = false;
        let mut at = 0;
        while at < steps.len() {
            let mut found = None;
            for change in changes(&steps, at) {
                if left == 0 || (left.is_multiple_of(TRIALS_PER_LOOK) && stop()) {
                    return best;
                }
                left -= 1;
                change.apply(&steps, at, &mut candidate);
                if let Some(moves) = carry_out(position, &candidate, best.len()) {
                    found = Some(moves);
                    break;
                }
            }
            if let Some(moves) = found {
                best = moves;
                std::mem::swap(&mut steps, &mut candidate);
                improved = true;
            } else {
                at += 1;
            }
        }
    }
    best
}

/// The attempts between two calls of `stop`.
const TRIALS_PER_LOOK: u32 = 256;

/// A change of a list of steps.
#[derive(Copy, Clone, Debug)]
enum Change {
    /// Drop the step.
    Drop,
    /// Drop the step and that later one.
    DropBoth(usize),
    /// Move the step to another index.
    MoveTo(usize),
}

impl Change {
    fn apply(self, steps: &[Step], at: usize, out: &mut Vec<Step>) {
        out.clear();
        out.extend_from_slice(steps);
        match self {
            Change::Drop => {
                out.remove(at);
            }
            Change::DropBoth(other) => {
                out.remove(other);
                out.remove(at);
            }
            Change::MoveTo(to) => {
                let step = out.remove(at);
                out.insert(to, step);
            }
        }
    }
}

/// The changes to try with a step: dropping it, dropping it and the next step of the same card, and moving
/// it.
fn changes(steps: &[Step], at: usize) -> impl Iterator<Item = Change> + use<> {
    let bit = steps[at].bit();
    let again = (at + 1..steps.len()).find(|later| steps[*later].bit() == bit);
    let first = [Some(Change::Drop), again.map(Change::DropBoth)].into_iter().flatten();
    let near = (1..steps.len()).flat_map(move |far| [at.checked_sub(far), Some(at + far)]);
    let len = steps.len();
    first.chain(near.flatten().filter(move |to| *to < len).map(Change::MoveTo))
}

/// The steps of a line.
fn steps_of(position: &Position, line: &[Move]) -> Option<Vec<Step>> {
    let mut piles = Piles::new(position);
    let mut steps = Vec::new();
    for m in line {
        match *m {
            Move::Carry { from, to, count } => {
                let bit = card_set::bit(piles.carried(from, count)?);
                steps.push(if matches!(to, Pile::Foundation(_)) { Step::up(bit) } else { Step::down(bit) });
            }
            Move::Draw | Move::Redeal => {}
            Move::Deal => return None,
        }
        piles.play(*m)?;
    }
    Some(steps)
}

/// The moves of the steps if they win in fewer than `most` moves.
fn carry_out(position: &Position, steps: &[Step], most: usize) -> Option<Vec<Move>> {
    let mut piles = Piles::new(position);
    for step in steps {
        piles.step(*step)?;
        if piles.moves.len() >= most {
            return None;
        }
    }
    piles.is_won().then_some(piles.moves)
}
