//! The beam: wins, found fast. It never proves a loss.
//!
//! One beam for each number of stock rows left, all advanced together one step at a time: states
//! compete only with states of the same age and the same stock, so early deals neither crowd out
//! nor wait for late ones.

use super::dead::stuck;
use super::moves::{Splits, carries};
use super::score::Scorer;
use super::seen::Seen;
use super::state::{Game, State, Step};
use crate::{Effort, Why};

/// One attempt of the portfolio.
#[derive(Copy, Clone, Debug)]
pub struct Attempt {
    /// States kept for each number of rows and each number of steps.
    pub width: usize,
    /// Which steps are tried.
    pub splits: Splits,
    /// The layer after which the first row must have been dealt; see `slope`.
    pub close: u32,
    /// How many layers later each further row must have been dealt. The last beam closes
    /// [`Attempt::END`] layers later than a further row would.
    pub slope: u32,
    /// The width of the last beam, in percent.
    pub last: usize,
}

impl Attempt {
    /// Layers for playing the cards out when all rows are dealt. Beams that have not won by then
    /// mostly push cards to and fro.
    pub const END: u32 = 120;
}

#[derive(Copy, Clone)]
struct Kept {
    state: State,
    key: u64,
    node: u32,
}

/// A child that has been judged but not built.
#[derive(Copy, Clone)]
struct Candidate {
    /// The score, then some bits of the key: ties are broken at random, but always the same way.
    order: u64,
    key: u64,
    parent: u32,
    step: Step,
}

impl Candidate {
    #[inline]
    fn new(score: i32, key: u64, parent: usize, step: Step) -> Candidate {
        let order = u64::from(score.cast_unsigned() ^ 1 << 31) << 32 | key >> 32;
        Candidate { order, key, parent: parent as u32, step }
    }
}

/// The beam of one number of rows left.
#[derive(Default)]
struct Level {
    now: Vec<Kept>,
    next: Vec<Kept>,
    candidates: Vec<Candidate>,
    /// How many states are kept.
    width: usize,
    /// Candidates that score more have no chance.
    bound: i32,
}

impl Level {
    /// Candidates kept for each place in the beam when there are too many: the rest allows for
    /// duplicates among them.
    const SPARE: usize = 3;

    fn clear(&mut self) {
        self.now.clear();
        self.next.clear();
        self.forget();
    }

    fn forget(&mut self) {
        self.candidates.clear();
        self.bound = i32::MAX;
    }

    #[inline]
    fn offer(&mut self, candidate: Candidate) {
        if self.candidates.len() >= 2 * Self::SPARE * self.width + 64 {
            self.trim();
        }
        self.candidates.push(candidate);
    }

    /// Drops the worse half of the candidates.
    #[cold]
    fn trim(&mut self) {
        let keep = self.candidates.len() / 2;
        let (_, last, _) = self.candidates.select_nth_unstable_by_key(keep, |c| c.order);
        self.bound = ((last.order >> 32) as u32 ^ 1 << 31).cast_signed();
        self.candidates.truncate(keep);
    }
}

/// The working memory of the attempts, kept from one to the next.
pub struct Beam {
    /// Every state ever kept: its parent and the step that led to it; the root is 0.
    trail: Vec<(u32, Step)>,
    /// Where each layer of each beam starts in the trail.
    groups: Vec<u32>,
    seen: Seen,
    levels: Vec<Level>,
}

impl Beam {
    /// Working memory for a game.
    pub fn new(game: &Game) -> Beam {
        let levels = (0..=game.rows).map(|_| Level::default()).collect();
        Beam { trail: Vec::new(), groups: Vec::new(), seen: Seen::new(), levels }
    }

    /// Every state the last attempt kept, as its parent's number and the step from it; the root is
    /// number 0. For those who learn from searches.
    pub fn trail(&self) -> &[(u32, Step)] {
        &self.trail
    }

    /// Where in the trail each group of states starts that competed for the same places.
    pub fn groups(&self) -> &[u32] {
        &self.groups
    }

    /// Bytes in use.
    fn bytes(&self) -> usize {
        let of = |level: &Level| {
            (level.now.capacity() + level.next.capacity()) * size_of::<Kept>()
                + level.candidates.capacity() * size_of::<Candidate>()
        };
        let levels: usize = self.levels.iter().map(of).sum();
        levels + self.trail.capacity() * size_of::<(u32, Step)>() + self.seen.bytes()
    }

    /// Looks for a win from `root`.
    ///
    /// # Errors
    /// The reason the account of `effort` gives to stop.
    pub fn search(
        &mut self,
        game: &Game,
        root: &State,
        attempt: &Attempt,
        scorer: &Scorer,
        effort: &mut Effort<'_>,
    ) -> Result<Option<Vec<Step>>, Why> {
        if root.won() {
            return Ok(Some(Vec::new()));
        }
        self.trail.clear();
        self.groups.clear();
        self.seen.clear();
        for (left, level) in self.levels.iter_mut().enumerate() {
            level.clear();
            level.width = if left == 0 { attempt.width * attempt.last / 100 } else { attempt.width }.max(1);
        }
        let key = root.key(game);
        self.trail.push((u32::MAX, Step::DEAL));
        self.levels[usize::from(root.left())].now.push(Kept { state: *root, key, node: 0 });
        self.seen.insert(key);
        for layer in 0.. {
            let mut alive = false;
            for left in (0..=root.left()).rev() {
                let dealt = u32::from(root.left() - left);
                let end = if left == 0 { Attempt::END } else { 0 };
                if layer > attempt.close + attempt.slope * dealt + end {
                    self.levels[usize::from(left)].clear();
                }
                alive |= self.expand(game, left, attempt.splits, scorer, effort)?;
            }
            if !alive {
                break;
            }
            // From the last beam on: a deal needs its parent in the beam above.
            for left in 0..self.levels.len() {
                if let Some(node) = self.select(game, left) {
                    return Ok(Some(self.line(node)));
                }
            }
            for level in &mut self.levels {
                std::mem::swap(&mut level.now, &mut level.next);
                level.forget();
            }
            effort.progress.states = effort.progress.states.max(self.trail.len() as u64);
            effort.memory(self.bytes())?;
        }
        Ok(None)
    }

    /// Judges the children of one beam. Is there any state in it?
    fn expand(
        &mut self,
        game: &Game,
        left: u8,
        splits: Splits,
        scorer: &Scorer,
        effort: &mut Effort<'_>,
    ) -> Result<bool, Why> {
        let (lower, upper) = self.levels.split_at_mut(usize::from(left));
        let level = &mut upper[0];
        let now = std::mem::take(&mut level.now);
        let seen = &self.seen;
        for (parent, kept) in now.iter().enumerate() {
            effort.node()?;
            let state = &kept.state;
            let judged = scorer.judge(state, game);
            carries(state, game, splits, |step| {
                let score = scorer.after(&judged, state, step).unwrap_or_else(|| {
                    let mut child = *state;
                    child.carry(game, step);
                    scorer.judge(&child, game).score
                });
                debug_assert_eq!(score, {
                    let mut child = *state;
                    child.carry(game, step);
                    scorer.judge(&child, game).score
                });
                if score <= level.bound {
                    let key = state.key_after(game, kept.key, step);
                    if !seen.contains(key) {
                        level.offer(Candidate::new(score, key, parent, step));
                    }
                }
            });
            if state.may_deal(game) {
                let mut child = *state;
                child.deal(game);
                let score = scorer.judge(&child, game).score;
                let below = &mut lower[usize::from(left) - 1];
                let key = child.key(game);
                if score <= below.bound && !seen.contains(key) {
                    below.offer(Candidate::new(score, key, parent, Step::DEAL));
                }
            }
        }
        level.now = now;
        Ok(!level.now.is_empty())
    }

    /// Builds the best candidates of one beam; the node of a win, if one of them is.
    fn select(&mut self, game: &Game, left: usize) -> Option<u32> {
        let (lower, upper) = self.levels.split_at_mut(left + 1);
        let level = &mut lower[left];
        self.groups.push(self.trail.len() as u32);
        level.next.clear();
        level.candidates.sort_unstable_by_key(|candidate| candidate.order);
        for candidate in &level.candidates {
            if level.next.len() >= level.width {
                break;
            }
            if !self.seen.insert(candidate.key) {
                continue;
            }
            let parents = if candidate.step == Step::DEAL { &upper[0].now } else { &level.now };
            let parent = &parents[candidate.parent as usize];
            let mut state = parent.state;
            state.play(game, candidate.step);
            debug_assert_eq!(candidate.key, state.key(game));
            if stuck(&state, game) && !state.won() {
                continue;
            }
            let node = self.trail.len() as u32;
            self.trail.push((parent.node, candidate.step));
            if state.won() {
                return Some(node);
            }
            level.next.push(Kept { state, key: candidate.key, node });
        }
        None
    }

    fn line(&self, mut node: u32) -> Vec<Step> {
        let mut line = Vec::new();
        while node != 0 {
            let (parent, step) = self.trail[node as usize];
            line.push(step);
            node = parent;
        }
        line.reverse();
        line
    }
}
