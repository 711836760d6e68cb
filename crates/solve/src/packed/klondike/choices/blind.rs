//! Playing on blindly: a quick game to its end by a plain rule, no card known before it lies open.
//!
//! The rule looks at nothing but the ways to the next card turned up: fewest stock cards, then the
//! column with most face-down cards. It wins 36 % of draw 3 in a tenth of a millisecond a game, which
//! is why it is here: to tell what a position is worth to somebody who does not know the hidden
//! cards. Where those lie matters only once they are turned up.

use super::super::config::Config;
use super::super::deal::{Deal, State};
use super::super::expand::{Expansion, Part};
use super::super::position::{Position, PositionError};

/// Stock cards taken on the way to the next card turned up, at most.
const TAKES: usize = 8;
/// States looked at for it.
const STATES: usize = 100;

/// Plays games on; keep one for many, it keeps its buffers.
#[derive(Debug, Default)]
pub struct Blind {
    expansion: Expansion,
    /// States without anything new turned up, by the number of stock cards taken.
    stands: Vec<State>,
    /// Their keys.
    seen: Vec<u64>,
}

impl Blind {
    /// Is the game won, played on from this position by the rule?
    ///
    /// With every card turned up it counts as won: what is left then hardly ever fails.
    ///
    /// # Errors
    /// When the position is none.
    pub fn wins(&mut self, position: &Position) -> Result<bool, PositionError> {
        let deal = Deal::new(position)?;
        let config = Config::default();
        let mut state = deal.root();
        // Every step turns up a card, or takes one from the stock for good.
        loop {
            deal.settle(&mut state, &config, |_| ());
            if state.hidden == 0 {
                return Ok(true);
            }
            match self.next(&deal, &state, &config) {
                Some(next) => state = next,
                None => return Ok(false),
            }
        }
    }

    /// Where the rule's way to the next card turned up leads; where there is none, the stock card
    /// that leaves most cards up.
    fn next(&mut self, deal: &Deal, state: &State, config: &Config) -> Option<State> {
        self.stands.clear();
        self.seen.clear();
        self.stands.push(*state);
        self.seen.push(deal.key(state));
        let (mut at, mut firsts) = (0, 1);
        for takes in 0..=TAKES {
            let mut best: Option<(usize, State)> = None;
            for _ in at..self.stands.len() {
                let here = self.stands[at];
                at += 1;
                for part in [Part::Direct, Part::Prepared] {
                    self.expansion.run(deal, &here, config, part);
                    for child in &self.expansion.children {
                        let mut next = child.state;
                        let under = deal.opened(&here, &next);
                        if under > 0 {
                            if best.is_none_or(|(most, _)| under > most) {
                                best = Some((under, next));
                            }
                        } else if self.stands.len() < STATES {
                            deal.settle(&mut next, config, |_| ());
                            let key = deal.key(&next);
                            if !self.seen.contains(&key) {
                                self.seen.push(key);
                                self.stands.push(next);
                            }
                        }
                    }
                }
            }
            if takes == 0 {
                firsts = self.stands.len();
            }
            if let Some((_, next)) = best {
                return Some(next);
            }
        }
        // The first of those with most cards up.
        self.stands[1..firsts].iter().rev().max_by_key(|stand| stand.up.count_ones()).copied()
    }
}
