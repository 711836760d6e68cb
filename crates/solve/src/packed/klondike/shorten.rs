//! Making a winning line shorter: what can be left out is left out, what can wait for the stock
//! to come by waits.
//!
//! A line is a list of steps (a card goes up, a card comes down); the draws follow from it. Steps
//! are dropped or moved as long as the rest still wins in fewer moves. The result is no proof of
//! anything but itself: the shortest line may be shorter.

use super::expand::Step;
use super::layout;
use super::line::Piles;
use super::position::Position;
use rules::{Move, Pile};

/// A winning line made shorter, at most `trials` attempts; the same line if none helps.
///
/// A thousand trials take a few milliseconds; twenty thousand rarely leave anything to find.
pub fn shorten(position: &Position, line: &[Move], trials: u32) -> Vec<Move> {
    let mut best = line.to_vec();
    let Some(mut steps) = steps_of(position, line) else { return best };
    // Hosts are chosen anew; where that does not win, the line stays as it is.
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
                if left == 0 {
                    return best;
                }
                left -= 1;
                change.make(&steps, at, &mut candidate);
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

/// One thing to try on a list of steps.
#[derive(Copy, Clone, Debug)]
enum Change {
    /// Leave the step out.
    Drop,
    /// Leave this one out and that later one.
    DropBoth(usize),
    /// Do the step at another place.
    MoveTo(usize),
}

impl Change {
    fn make(self, steps: &[Step], at: usize, out: &mut Vec<Step>) {
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

/// What may be tried with a step: without it, without it and its undoing, elsewhere.
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
                let bit = layout::bit(piles.carried(from, count)?);
                steps.push(if matches!(to, Pile::Foundation(_)) { Step::up(bit) } else { Step::down(bit) });
            }
            Move::Draw | Move::Redeal => {}
            Move::Deal => return None,
        }
        piles.play(*m)?;
    }
    Some(steps)
}

/// The moves of the steps, if they win in fewer than `most`.
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
