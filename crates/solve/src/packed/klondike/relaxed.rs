//! Refuting single states by easier rules: what draw 1 without any limit cannot win, nothing can.
//!
//! Every state of a draw-3 search, or of one with few redeals or without take-backs, is a state of
//! the easier game as well, and there a verdict costs some ten nodes. Most of what a long losing
//! search looks at is lost by the easier rules already. The verdicts are kept for the whole search.
//!
//! Irreversible moves only ever empty the stock or unlock cards, so the states form no circles: a
//! depth-first search that leaves a state behind has refuted it, whatever becomes of the rest. So
//! verdicts are noted one by one, and a probe that ran out of its budget was not for nothing.

use super::config::{Config, Fault};
use super::deal::{Deal, State, UNLIMITED};
use super::expand::{Expansion, Part};
use crate::{Effort, Why};

/// What is known of a state by the easier rules.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Known {
    Winnable,
    Lost,
}

/// Verdicts by exact key, eight bytes each.
#[derive(Debug, Default)]
struct Memo {
    /// A key with [`WINNABLE`] or [`LOST`], or 0.
    slots: Vec<u64>,
    len: usize,
}

/// The key of a state without waste leaves the highest bits free: 16 for the foundations, 31 at
/// most for columns and stock each, and together no more than 59.
const WINNABLE: u64 = 1 << 63;
const LOST: u64 = 1 << 62;

impl Memo {
    /// The slot of a key, or the free one where it belongs.
    #[inline]
    fn slot(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = ((key ^ key >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & mask;
        while self.slots[at] != 0 && self.slots[at] & !(WINNABLE | LOST) != key {
            at = (at + 1) & mask;
        }
        at
    }

    #[inline]
    fn get(&self, key: u64) -> Option<Known> {
        if self.slots.is_empty() {
            return None;
        }
        match self.slots[self.slot(key)] {
            0 => None,
            known if known & LOST != 0 => Some(Known::Lost),
            _ => Some(Known::Winnable),
        }
    }

    fn note(&mut self, key: u64, known: Known) {
        if self.slots.len() <= self.len * 3 / 2 {
            let size = (self.slots.len() * 2).max(1 << 10);
            let old = std::mem::replace(&mut self.slots, vec![0; size]);
            for word in old.into_iter().filter(|word| *word != 0) {
                let at = self.slot(word & !(WINNABLE | LOST));
                self.slots[at] = word;
            }
        }
        let at = self.slot(key);
        self.len += usize::from(self.slots[at] == 0);
        self.slots[at] = key | if known == Known::Lost { LOST } else { WINNABLE };
    }
}

/// What a probe still has to look at.
#[derive(Copy, Clone, Debug)]
enum Frame {
    /// A state, not yet settled.
    Child(State),
    /// The prepared children of a state, needed only when its direct ones have failed.
    Later(State),
    /// All children of the state with this key have failed.
    Failed(u64),
}

/// The verdicts by easier rules found during one search, and the room to find more.
#[derive(Debug, Default)]
pub(super) struct Relaxed {
    memo: Memo,
    expansion: Expansion,
    stack: Vec<Frame>,
    /// Are the verdicts found to be told to others?
    pub tells: bool,
    /// If so, those found since it was emptied.
    pub news: Vec<(u64, Known)>,
}

impl Relaxed {
    /// Forgets everything: what memory a search takes must not depend on the one before.
    pub fn clear(&mut self) {
        self.memo = Memo::default();
        self.news.clear();
    }

    /// Hears of a verdict that another search found.
    pub fn learn(&mut self, news: &[(u64, Known)]) {
        news.iter().for_each(|(key, known)| self.memo.note(*key, *known));
    }

    fn note(&mut self, key: u64, known: Known) {
        self.memo.note(key, known);
        if self.tells {
            self.news.push((key, known));
        }
    }

    /// Bytes held, and those that the next verdict would make it hold for a moment.
    pub fn bytes(&self) -> usize {
        self.memo.slots.capacity() * 3 * size_of::<u64>() + self.stack.capacity() * size_of::<Frame>()
    }

    /// Is a state lost by the easier rules, as far as a few nodes tell? `false` says nothing.
    ///
    /// # Errors
    /// Why the whole search must end.
    pub fn refutes(
        &mut self,
        easier: &Deal,
        state: &State,
        config: &Config,
        effort: &mut Effort<'_>,
    ) -> Result<bool, Why> {
        let mut left = config.probe;
        self.stack.clear();
        self.stack.push(Frame::Child(State { waste: 0, redeals: UNLIMITED, ..*state }));
        while let Some(frame) = self.stack.pop() {
            match frame {
                Frame::Failed(key) => self.note(key, Known::Lost),
                Frame::Later(state) => self.push_children(easier, config, &state, Part::Prepared),
                Frame::Child(mut state) => {
                    if left == 0 {
                        if easier.fault == Some(Fault::HastyProbe) {
                            continue;
                        }
                        return Ok(false);
                    }
                    left -= 1;
                    easier.settle(&mut state, config, |_| ());
                    let key = easier.key(&state);
                    let known = self.memo.get(key);
                    if known == Some(Known::Lost) {
                        continue;
                    }
                    effort.node()?;
                    if known == Some(Known::Winnable) || easier.won(&state) {
                        // So can all be from which it was reached, and those are on the stack.
                        while let Some(frame) = self.stack.pop() {
                            if let Frame::Failed(key) = frame {
                                self.note(key, Known::Winnable);
                            }
                        }
                        return Ok(false);
                    }
                    if easier.dead(&state) {
                        self.note(key, Known::Lost);
                        continue;
                    }
                    self.stack.push(Frame::Failed(key));
                    self.stack.push(Frame::Later(state));
                    self.push_children(easier, config, &state, Part::Direct);
                }
            }
        }
        Ok(true)
    }

    fn push_children(&mut self, easier: &Deal, config: &Config, state: &State, part: Part) {
        self.expansion.run(easier, state, config, part);
        self.stack.extend(self.expansion.children.iter().rev().map(|child| Frame::Child(child.state)));
    }
}
