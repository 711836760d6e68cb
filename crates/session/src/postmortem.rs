//! The post-mortem: which move turned a winnable game into a dead end.
//!
//! Along a line of play, a game can turn from winnable to dead but never back: every position before a
//! winnable one is winnable, and every position after a dead one is dead. So not all positions need to be
//! solved. Where a search ends without an answer, nothing is concluded and its neighbours are solved
//! instead. What stays unknown is reported as unknown.

use crate::Verdict;
use talon_rules::Move;

/// The result of a post-mortem. Positions count from 0, the deal; move `n` leads from position `n - 1` to
/// `n`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PostMortem {
    /// The deal could not be won.
    NeverWinnable,
    /// The last position can still be won, by these moves.
    StillWinnable(Vec<Move>),
    /// The game could be won before this move, but not after it.
    LostBy {
        /// The number of the move, from 1.
        at: usize,
        /// The moves that would have won instead.
        line: Vec<Move>,
    },
    /// The last proof of a win is after move `winnable` (`None`: not even for the deal); the first proof of
    /// a dead end is after move `dead` (`None`: nowhere). Nothing is known about the positions between
    /// them.
    NotKnown {
        /// The last position known to be winnable.
        winnable: Option<usize>,
        /// The first position known to be dead.
        dead: Option<usize>,
    },
}

impl PostMortem {
    /// Examines a line of `positions` positions, including the deal; `judge` solves one of them.
    ///
    /// If `judge` returns `None`, the post-mortem is cancelled and returns `None` as well.
    pub fn examine(positions: usize, mut judge: impl FnMut(usize) -> Option<Verdict>) -> Option<PostMortem> {
        let mut asked = vec![false; positions];
        // Positions before `won` are winnable; positions from `dead` on are dead.
        let (mut won, mut dead) = (0, positions);
        let mut line = Vec::new();
        loop {
            // The position nearest to the middle that was not solved yet; the last one first, since most
            // games that are examined are lost.
            let middle = if dead == positions && !asked[positions - 1] {
                positions - 1
            } else {
                let middle = (won + dead) / 2;
                let open = (won..dead).filter(|&i| !asked[i]);
                match open.min_by_key(|&i| i.abs_diff(middle)) {
                    Some(i) => i,
                    None => break,
                }
            };
            asked[middle] = true;
            match judge(middle)? {
                Verdict::Winnable(found) => {
                    line = found;
                    won = middle + 1;
                }
                Verdict::Dead => dead = middle,
                _ => {}
            }
        }
        Some(match (won, dead) {
            (_, 0) => PostMortem::NeverWinnable,
            (won, _) if won == positions => PostMortem::StillWinnable(line),
            (won, dead) if won == dead => PostMortem::LostBy { at: dead, line },
            (won, dead) => PostMortem::NotKnown {
                winnable: won.checked_sub(1),
                dead: (dead < positions).then_some(dead),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use talon_solve::Why;

    /// Every possible pattern of winnable, unknown and dead positions.
    #[test]
    fn it_finds_the_turn_or_says_how_near_it_came() {
        for positions in 1..8usize {
            for first_dead in 0..=positions {
                for unknown in 0..1u32 << positions {
                    let is_known = |i: usize| unknown >> i & 1 == 0;
                    let judge = |i: usize| {
                        Some(match (is_known(i), i < first_dead) {
                            (false, _) => Verdict::NotKnown(Why::Nodes),
                            (true, true) => Verdict::Winnable(vec![Move::Draw; i]),
                            (true, false) => Verdict::Dead,
                        })
                    };
                    let winnable = (0..first_dead).rev().find(|&i| is_known(i));
                    let dead = (first_dead..positions).find(|&i| is_known(i));
                    let expected = match (winnable, dead) {
                        (_, Some(0)) => PostMortem::NeverWinnable,
                        (Some(w), None) if w + 1 == positions => {
                            PostMortem::StillWinnable(vec![Move::Draw; w])
                        }
                        (Some(w), Some(d)) if w + 1 == d => {
                            PostMortem::LostBy { at: d, line: vec![Move::Draw; w] }
                        }
                        (winnable, dead) => PostMortem::NotKnown { winnable, dead },
                    };
                    assert_eq!(PostMortem::examine(positions, judge), Some(expected));
                }
            }
        }
    }

    #[test]
    fn breaking_off_breaks_off() {
        assert_eq!(PostMortem::examine(5, |_| None), None);
    }
}
