//! The beam: wins, found fast. It never proves a loss.
//!
//! One beam for each number of stock rows left, all advanced together one step at a time: states
//! compete only with states of the same age and the same stock, so early deals neither crowd out
//! nor wait for late ones.

use super::moves::{Splits, carries};
use super::score::{Scorer, Weights};
use super::state::{Game, State, Step};
use crate::{Effort, Why};

/// One attempt of the portfolio.
#[derive(Copy, Clone, Debug)]
pub struct Attempt {
    /// States kept for each number of rows and each number of steps.
    pub width: usize,
    /// How a state is judged.
    pub weights: Weights,
    /// Which steps are tried.
    pub splits: Splits,
    /// The layer in which the first row may be dealt at the earliest, the second at twice that, …
    pub open: u32,
    /// The layer after which the first row must have been dealt; see `slope`.
    pub close: u32,
    /// How many layers later each further row must have been dealt. The last beam never closes.
    pub slope: u32,
    /// The width of the last beam, in percent.
    pub last: usize,
}

#[derive(Copy, Clone)]
struct Kept {
    state: State,
    key: u64,
    node: u32,
}

#[derive(Copy, Clone)]
struct Candidate {
    score: i32,
    parent: u32,
    key: u64,
    step: Step,
}

/// The working memory of the attempts, kept from one to the next.
pub struct Beam {
    trail: Vec<(u32, Step)>,
    seen: Seen,
    levels: Vec<Level>,
}

#[derive(Default)]
struct Level {
    now: Vec<Kept>,
    next: Vec<Kept>,
    candidates: Vec<Candidate>,
}

impl Beam {
    /// Working memory for a game.
    pub fn new(game: &Game) -> Beam {
        Beam {
            trail: Vec::new(),
            seen: Seen::new(),
            levels: (0..=game.rows).map(|_| Level::default()).collect(),
        }
    }

    /// Bytes in use.
    fn bytes(&self) -> usize {
        let levels: usize = self
            .levels
            .iter()
            .map(|l| {
                (l.now.capacity() + l.next.capacity()) * size_of::<Kept>()
                    + l.candidates.capacity() * size_of::<Candidate>()
            })
            .sum();
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
        effort: &mut Effort<'_>,
    ) -> Result<Option<Vec<Step>>, Why> {
        if root.won() {
            return Ok(Some(Vec::new()));
        }
        self.trail.clear();
        self.seen.clear();
        for level in &mut self.levels {
            level.now.clear();
            level.next.clear();
            level.candidates.clear();
        }
        let scorer = Scorer::new(&attempt.weights, game);
        let key = root.key(game);
        self.trail.push((u32::MAX, Step::DEAL));
        self.levels[usize::from(root.left())].now.push(Kept { state: *root, key, node: 0 });
        self.seen.insert(key);
        let rows = u32::from(root.left());
        for layer in 0.. {
            let mut alive = false;
            for left in (0..self.levels.len()).rev() {
                let (lower, upper) = self.levels.split_at_mut(left);
                let level = &mut upper[0];
                if level.now.is_empty() {
                    continue;
                }
                let dealt = rows - left as u32;
                if left > 0 && layer > attempt.close + attempt.slope * dealt {
                    level.now.clear();
                    level.candidates.clear();
                    continue;
                }
                alive = true;
                for (parent, kept) in level.now.iter().enumerate() {
                    effort.node()?;
                    let judged = scorer.judge(&kept.state, game);
                    let candidates = &mut level.candidates;
                    let seen = &self.seen;
                    carries(&kept.state, game, attempt.splits, |step| {
                        let key = kept.state.key_after(game, kept.key, step);
                        if seen.contains(key) {
                            return;
                        }
                        let score = scorer.after(&judged, &kept.state, step).unwrap_or_else(|| {
                            let mut child = kept.state;
                            child.carry(game, step);
                            scorer.judge(&child, game).score
                        });
                        candidates.push(Candidate { score, parent: parent as u32, key, step });
                    });
                    if left > 0 && layer >= attempt.open * (dealt + 1) && kept.state.may_deal(game) {
                        let mut child = kept.state;
                        child.deal(game);
                        let key = child.key(game);
                        if !seen.contains(key) {
                            let score = scorer.judge(&child, game).score;
                            let step = Step::DEAL;
                            lower[left - 1].candidates.push(Candidate {
                                score,
                                parent: parent as u32,
                                key,
                                step,
                            });
                        }
                    }
                }
            }
            // Deals were judged in the layer of their parent: build them now, before it goes.
            for left in 0..self.levels.len() {
                let (lower, upper) = self.levels.split_at_mut(left + 1);
                let level = &mut lower[left];
                level.candidates.sort_unstable_by_key(|c| (c.score, c.key));
                level.next.clear();
                let width = if left == 0 { attempt.width * attempt.last / 100 } else { attempt.width };
                for candidate in &level.candidates {
                    if level.next.len() >= width {
                        break;
                    }
                    if !self.seen.insert(candidate.key) {
                        continue;
                    }
                    let parent = if candidate.step == Step::DEAL {
                        &upper[0].now[candidate.parent as usize]
                    } else {
                        &level.now[candidate.parent as usize]
                    };
                    let mut state = parent.state;
                    state.play(game, candidate.step);
                    debug_assert_eq!(candidate.key, state.key(game));
                    debug_assert_eq!(candidate.score, scorer.judge(&state, game).score);
                    let node = self.trail.len() as u32;
                    self.trail.push((parent.node, candidate.step));
                    if state.won() {
                        return Ok(Some(self.line(node)));
                    }
                    level.next.push(Kept { state, key: candidate.key, node });
                }
                level.candidates.clear();
            }
            for level in &mut self.levels {
                std::mem::swap(&mut level.now, &mut level.next);
            }
            effort.progress.states = effort.progress.states.max(self.trail.len() as u64);
            effort.memory(self.bytes())?;
            if !alive {
                break;
            }
        }
        Ok(None)
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

/// A set of keys. Two positions with one key count as one, which can cost a win, never invent one.
struct Seen {
    slots: Vec<u64>,
    used: usize,
}

impl Seen {
    fn new() -> Seen {
        Seen { slots: vec![0; 1 << 12], used: 0 }
    }

    fn bytes(&self) -> usize {
        self.slots.capacity() * 8
    }

    fn clear(&mut self) {
        self.slots.fill(0);
        self.used = 0;
    }

    #[inline]
    fn contains(&self, key: u64) -> bool {
        let key = key.max(1);
        let mask = self.slots.len() - 1;
        let mut at = (key >> 20) as usize & mask;
        loop {
            match self.slots[at] {
                0 => return false,
                k if k == key => return true,
                _ => at = (at + 1) & mask,
            }
        }
    }

    fn insert(&mut self, key: u64) -> bool {
        let key = key.max(1);
        if self.used * 2 >= self.slots.len() {
            let old = std::mem::take(&mut self.slots);
            self.slots = vec![0; old.len() * 2];
            self.used = 0;
            for key in old.into_iter().filter(|&key| key != 0) {
                self.insert(key);
            }
        }
        let mask = self.slots.len() - 1;
        let mut at = (key >> 20) as usize & mask;
        loop {
            match self.slots[at] {
                0 => {
                    self.slots[at] = key;
                    self.used += 1;
                    return true;
                }
                k if k == key => return false,
                _ => at = (at + 1) & mask,
            }
        }
    }
}
