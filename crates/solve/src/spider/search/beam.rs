//! Beam search: finds wins quickly, and never proves a loss.
//!
//! There is one beam for each number of stock rows left, and all beams advance together by one step at a
//! time. States therefore compete only with states of the same depth and the same stock, so that a line that
//! deals early neither displaces a line that deals late nor waits for it.

use super::key_set::KeySet;
use crate::exact::list_bytes;
use crate::spider::heuristic::Heuristic;
use crate::spider::moves::{Splits, Step, carries};
use crate::spider::prunings::is_dead;
use crate::spider::state::{Game, State};
use crate::{Budget, Why};

/// The parameters of one beam search.
#[derive(Copy, Clone, Debug)]
pub struct BeamOptions {
    /// The number of states that each beam keeps in each layer.
    pub width: usize,
    /// Which steps are tried.
    pub splits: Splits,
    /// The layer after which the beam before the first deal ends.
    pub first_deal: u32,
    /// The number of layers by which the beam after each further deal ends later. The beam after the last
    /// deal ends [`BeamOptions::ENDGAME`] layers later than that.
    pub deal_interval: u32,
    /// The width of the beam after the last deal, in per cent of `width`.
    pub endgame_width: usize,
}

impl BeamOptions {
    /// Additional layers for the play after the last deal. Beams that have not won by then rarely win at all.
    pub const ENDGAME: u32 = 120;
}

/// A state in a beam.
#[derive(Copy, Clone)]
struct Kept {
    state: State,
    key: u64,
    node: u32,
}

/// A successor that was evaluated but not constructed.
#[derive(Copy, Clone)]
struct Candidate {
    /// The heuristic value, then some bits of the key, which break ties pseudo-randomly but reproducibly.
    order: u64,
    key: u64,
    parent: u32,
    step: Step,
}

impl Candidate {
    #[inline]
    fn new(value: i32, key: u64, parent: usize, step: Step) -> Candidate {
        let order = u64::from(value.cast_unsigned() ^ 1 << 31) << 32 | key >> 32;
        Candidate { order, key, parent: parent as u32, step }
    }
}

/// The beam for one number of rows left.
#[derive(Default)]
struct Beam {
    now: Vec<Kept>,
    next: Vec<Kept>,
    candidates: Vec<Candidate>,
    /// The number of states that are kept.
    width: usize,
    /// Candidates with a greater value are rejected.
    bound: i32,
}

impl Beam {
    /// The candidates that are kept for each place in the beam when there are too many. Some of them turn out
    /// to be duplicates.
    const SPARE: usize = 3;

    fn clear(&mut self) {
        self.now.clear();
        self.next.clear();
        self.clear_candidates();
    }

    /// The number of candidates at which the worse half is dropped.
    fn most_candidates(&self) -> usize {
        2 * Self::SPARE * self.width + 64
    }

    /// Makes room for all that a layer may have.
    fn reserve(&mut self) {
        self.now.reserve_exact(self.width);
        self.next.reserve_exact(self.width);
        self.candidates.reserve_exact(self.most_candidates());
    }

    fn clear_candidates(&mut self) {
        self.candidates.clear();
        self.bound = i32::MAX;
    }

    #[inline]
    fn offer(&mut self, candidate: Candidate) {
        if self.candidates.len() >= self.most_candidates() {
            self.drop_worse_half();
        }
        self.candidates.push(candidate);
    }

    #[cold]
    fn drop_worse_half(&mut self) {
        let keep = self.candidates.len() / 2;
        let (_, last, _) = self.candidates.select_nth_unstable_by_key(keep, |c| c.order);
        self.bound = ((last.order >> 32) as u32 ^ 1 << 31).cast_signed();
        self.candidates.truncate(keep);
    }
}

/// A beam search and its memory, which is kept from one search to the next.
pub struct BeamSearch {
    /// Every state that was kept in a beam: its parent and the step that led to it. The root is number 0.
    tree: Vec<(u32, Step)>,
    /// The index in the tree where each layer of each beam begins.
    groups: Vec<u32>,
    known: KeySet,
    beams: Vec<Beam>,
}

impl BeamSearch {
    /// A search in a game.
    pub fn new(game: &Game) -> BeamSearch {
        let beams = (0..=game.rows).map(|_| Beam::default()).collect();
        BeamSearch { tree: Vec::new(), groups: Vec::new(), known: KeySet::default(), beams }
    }

    /// The states that the last search kept, each as the number of its parent and the step from there. The
    /// root is number 0. Programs that learn heuristics from searches use this.
    pub fn tree(&self) -> &[(u32, Step)] {
        &self.tree
    }

    /// The indices in the [`tree`](BeamSearch::tree) at which the groups of states begin that competed with
    /// each other.
    pub fn groups(&self) -> &[u32] {
        &self.groups
    }

    /// The bytes that the search uses until the next layer ends.
    pub(super) fn bytes(&self) -> usize {
        // Lists of states and of candidates have their final size from the beginning.
        let of = |beam: &Beam| {
            (beam.now.capacity() + beam.next.capacity()) * size_of::<Kept>()
                + beam.candidates.capacity() * size_of::<Candidate>()
        };
        let beams: usize = self.beams.iter().map(of).sum();
        let width: usize = self.beams.iter().map(|beam| beam.width).sum();
        let groups = list_bytes(&self.groups, self.beams.len());
        beams + list_bytes(&self.tree, width) + groups + self.known.bytes_after(width)
    }

    /// Searches for a win from `root`; `None` if the beams end without one.
    ///
    /// # Errors
    /// The reason why the budget ended the search.
    pub fn search(
        &mut self,
        game: &Game,
        root: &State,
        options: &BeamOptions,
        heuristic: &Heuristic,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Step>>, Why> {
        if root.is_won() {
            return Ok(Some(Vec::new()));
        }
        self.tree.clear();
        self.groups.clear();
        self.known.clear();
        for (left, beam) in self.beams.iter_mut().enumerate() {
            beam.clear();
            let percent = if left == 0 { options.endgame_width } else { 100 };
            beam.width = (options.width * percent / 100).max(1);
            if left <= usize::from(root.rows_left()) {
                beam.reserve();
            }
        }
        budget.check_memory(self.bytes())?;
        let key = root.key(game);
        self.tree.push((u32::MAX, Step::DEAL));
        self.beams[usize::from(root.rows_left())].now.push(Kept { state: *root, key, node: 0 });
        self.known.insert(key);
        for layer in 0.. {
            let mut alive = false;
            for left in (0..=root.rows_left()).rev() {
                let dealt = u32::from(root.rows_left() - left);
                let endgame = if left == 0 { BeamOptions::ENDGAME } else { 0 };
                if layer > options.first_deal + options.deal_interval * dealt + endgame {
                    self.beams[usize::from(left)].clear();
                }
                alive |= self.expand(game, left, options.splits, heuristic, budget)?;
            }
            if !alive {
                break;
            }
            // In ascending order of the rows left, because a deal still needs its parent in the beam above.
            for left in 0..self.beams.len() {
                if let Some(node) = self.select(game, left) {
                    return Ok(Some(self.line(node)));
                }
            }
            for beam in &mut self.beams {
                std::mem::swap(&mut beam.now, &mut beam.next);
                beam.clear_candidates();
            }
            budget.progress.states = budget.progress.states.max(self.tree.len() as u64);
            budget.check_memory(self.bytes())?;
        }
        Ok(None)
    }

    /// Evaluates the successors of one beam; returns `false` if the beam is empty.
    fn expand(
        &mut self,
        game: &Game,
        left: u8,
        splits: Splits,
        heuristic: &Heuristic,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Why> {
        let (lower, upper) = self.beams.split_at_mut(usize::from(left));
        let beam = &mut upper[0];
        let now = std::mem::take(&mut beam.now);
        let known = &self.known;
        for (parent, kept) in now.iter().enumerate() {
            budget.spend_node()?;
            let state = &kept.state;
            let evaluation = heuristic.evaluate(state, game);
            let mut steps = 0;
            carries(state, game, splits, |step| {
                steps += 1;
                let value = heuristic.value_after(&evaluation, state, game, step);
                if value <= beam.bound {
                    let key = state.key_after(game, kept.key, step);
                    if !known.contains(key) {
                        beam.offer(Candidate::new(value, key, parent, step));
                    }
                }
            });
            budget.hasten(steps / 4);
            if state.may_deal(game) {
                let mut child = *state;
                child.deal(game);
                let value = heuristic.evaluate(&child, game).value;
                let below = &mut lower[usize::from(left) - 1];
                let key = child.key(game);
                if value <= below.bound && !known.contains(key) {
                    below.offer(Candidate::new(value, key, parent, Step::DEAL));
                }
            }
        }
        beam.now = now;
        Ok(!beam.now.is_empty())
    }

    /// Constructs the best candidates of one beam. Returns the node of a win if one of them is won.
    fn select(&mut self, game: &Game, left: usize) -> Option<u32> {
        let (lower, upper) = self.beams.split_at_mut(left + 1);
        let beam = &mut lower[left];
        self.groups.push(self.tree.len() as u32);
        beam.next.clear();
        beam.candidates.sort_unstable_by_key(|candidate| candidate.order);
        for candidate in &beam.candidates {
            if beam.next.len() >= beam.width {
                break;
            }
            if !self.known.insert(candidate.key) {
                continue;
            }
            let parents = if candidate.step == Step::DEAL { &upper[0].now } else { &beam.now };
            let parent = &parents[candidate.parent as usize];
            let mut state = parent.state;
            state.play(game, candidate.step);
            debug_assert_eq!(candidate.key, state.key(game));
            if is_dead(&state, game) && !state.is_won() {
                continue;
            }
            let node = self.tree.len() as u32;
            self.tree.push((parent.node, candidate.step));
            if state.is_won() {
                return Some(node);
            }
            beam.next.push(Kept { state, key: candidate.key, node });
        }
        None
    }

    fn line(&self, mut node: u32) -> Vec<Step> {
        let mut line = Vec::new();
        while node != 0 {
            let (parent, step) = self.tree[node as usize];
            line.push(step);
            node = parent;
        }
        line.reverse();
        line
    }
}
