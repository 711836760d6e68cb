//! The heuristic value of a state, by which searches order states. Lower is better.
//!
//! The value is a sum of table entries, the costs of features: one for each pair of neighbouring runs, each
//! run, each column and each rank on top of a column. A step changes two columns, so the value of a successor
//! follows from that of its parent by a few look-ups, without constructing the successor.

use super::moves::Step;
use super::run::Run;
use super::state::{Game, State};
use talon_cards::Generator;

// The features of all kinds lie in one table, one kind behind another.

/// A run on another run of the same column: by the rank that is covered (× 16), and the rank that covers it.
const JOIN: usize = 0;
/// A run: by its length.
const LENGTH: usize = JOIN + 256;
/// A column: by its face-down cards (at most 7, × 16), and the rank of its first face-up card.
const BASE: usize = LENGTH + 16;
/// A column: by its face-down cards (at most 7, × 16), and its number of face-up runs (at most 15).
const RUNS: usize = BASE + 128;
/// A column whose first face-up card fits on the top card of a column: by the rank of the first face-up card.
/// A king at the bottom of a column does not count, because it has nothing to gain.
const MOVABLE: usize = RUNS + 128;
/// A rank that is on top of a column.
const SHOWN: usize = MOVABLE + 16;
/// The position: by its number of empty columns.
const EMPTY: usize = SHOWN + 16;
/// A card in the columns.
const CARD: usize = EMPTY + 16;
/// A face-down card.
const FACE_DOWN: usize = CARD + 1;

/// The costs of all features. Negative costs are rewards.
#[derive(Clone, Debug)]
pub struct Heuristic {
    table: Box<[i32; Heuristic::FEATURES]>,
    ranks: u8,
}

/// The value of a state, and what is needed to compute the values of its successors.
pub struct Evaluation {
    /// The heuristic value.
    pub value: i32,
    /// The number of columns that show each rank.
    showing: [u8; 16],
    /// The set of ranks that some column shows.
    shown: u32,
    /// The number of columns with this rank as the first face-up card that would gain by losing it.
    bases: [u8; 16],
    /// The number of empty columns.
    empty: usize,
}

impl Heuristic {
    /// The number of features.
    pub const FEATURES: usize = FACE_DOWN + 1;

    /// Costs set by hand: a thousand for each run and each face-down card, and less for order.
    pub fn by_hand(game: &Game) -> Heuristic {
        let ranks = game.variant.ranks;
        let mut table = Box::new([0; Heuristic::FEATURES]);
        table[JOIN..LENGTH].fill(1000);
        for down in 0..8 {
            for rank in 0..16 {
                let king = down == 0 && rank == usize::from(ranks);
                table[BASE + down * 16 + rank] =
                    2500 + if down > 0 { 500 } else { 0 } - if king { 500 } else { 0 };
            }
        }
        table[MOVABLE..SHOWN].fill(-300);
        table[CARD] = 77;
        table[FACE_DOWN] = 1000;
        Heuristic { table, ranks }
    }

    /// Costs set by hand and then changed pseudo-randomly, in the same way for the same number.
    ///
    /// A beam search that fails with one set of costs often succeeds with another, far sooner than with a
    /// wider beam.
    pub fn varied(game: &Game, number: u64) -> Heuristic {
        let mut heuristic = Heuristic::by_hand(game);
        let mut random = Generator::new(number);
        let mut about = |scale: f64| (random.unit() - 0.5) * 2.0 * scale;
        let table = &mut heuristic.table;
        for (part, scale) in [
            (JOIN..LENGTH, 0.3),
            (BASE..RUNS, 0.4),
            (MOVABLE..SHOWN, 1.0),
            (CARD..FACE_DOWN, 0.8),
            (FACE_DOWN..Heuristic::FEATURES, 0.5),
        ] {
            let factor = 1.0 + about(scale);
            table[part].iter_mut().for_each(|cost| *cost = (f64::from(*cost) * factor) as i32);
        }
        let (mixed, rank) = (about(300.0) as i32, 6 + about(30.0) as i32);
        for low in 1..16 {
            for head in 0..16 {
                let fits = low == head + 1;
                table[JOIN + low * 16 + head] += if fits { mixed } else { rank * head as i32 };
            }
        }
        table.iter_mut().for_each(|cost| *cost += about(50.0) as i32);
        heuristic
    }

    /// Costs learned from winning lines of four-suit Spider, or those set by hand for a deck of fewer ranks.
    pub fn learned(game: &Game) -> Heuristic {
        if game.variant.ranks != 13 {
            return Heuristic::by_hand(game);
        }
        let mut table = Box::new([0; Heuristic::FEATURES]);
        let lines = include_str!("learned_costs.txt").lines().filter(|line| !line.starts_with('#'));
        let mut numbers = lines.flat_map(str::split_whitespace);
        for cost in table.iter_mut() {
            let number = numbers.next().and_then(|word| word.parse().ok());
            *cost = number.expect("the learned costs are a list of numbers");
        }
        // An unknown card counts as an average one.
        for down in 0..8 {
            let base = &mut table[BASE + down * 16..][..16];
            base[15] = base[1..14].iter().sum::<i32>() / 13;
        }
        table[SHOWN + 15] = table[SHOWN + 1..SHOWN + 14].iter().sum::<i32>() / 13;
        Heuristic { table, ranks: 13 }
    }

    /// The heuristic with these costs.
    pub fn with_costs(costs: Box<[i32; Heuristic::FEATURES]>, game: &Game) -> Heuristic {
        Heuristic { table: costs, ranks: game.variant.ranks }
    }

    /// The costs.
    pub fn costs(&self) -> &[i32; Heuristic::FEATURES] {
        &self.table
    }

    #[inline]
    fn join(&self, under: Run, above: Run) -> i32 {
        self.table[JOIN + usize::from(under.low()) * 16 + usize::from(above.head())]
    }

    #[inline]
    fn length(&self, length: u8) -> i32 {
        self.table[LENGTH + usize::from(length & 15)]
    }

    /// The cost of a column by its face-down cards and its first face-up run.
    #[inline]
    fn base(&self, down: usize, first: Run) -> i32 {
        self.table[BASE + down.min(7) * 16 + usize::from(first.head())]
    }

    /// The cost of a column by its face-down cards and its number of face-up runs.
    #[inline]
    fn runs(&self, down: usize, runs: usize) -> i32 {
        self.table[RUNS + down.min(7) * 16 + runs.min(15)]
    }

    /// Returns `true` if a column would gain by losing this first face-up run.
    #[inline]
    fn is_base(&self, down: usize, first: Run) -> bool {
        down > 0 || first.head() != self.ranks
    }

    /// Evaluates a state from scratch.
    pub fn evaluate(&self, state: &State, game: &Game) -> Evaluation {
        let mut evaluation = Evaluation { value: 0, showing: [0; 16], shown: 0, bases: [0; 16], empty: 0 };
        let mut value = 0;
        for c in 0..usize::from(game.columns) {
            let down = state.face_down(c);
            let up = &state.column(c)[down..];
            let Some((&first, rest)) = up.split_first() else {
                evaluation.empty += 1;
                continue;
            };
            value += self.base(down, first) + self.runs(down, up.len()) + self.length(first.length());
            value += self.table[CARD] * state.cards(c) as i32 + self.table[FACE_DOWN] * down as i32;
            let mut under = first;
            for &run in rest {
                value += self.join(under, run) + self.length(run.length());
                under = run;
            }
            evaluation.showing[usize::from(under.low())] += 1;
            evaluation.shown |= 1 << under.low();
            evaluation.bases[usize::from(first.head())] += u8::from(self.is_base(down, first));
        }
        for rank in 1..16 {
            if evaluation.showing[rank] > 0 {
                value += self.table[SHOWN + rank];
                value += self.table[MOVABLE + rank - 1] * i32::from(evaluation.bases[rank - 1]);
            }
        }
        evaluation.value = value + self.table[EMPTY + evaluation.empty];
        evaluation
    }

    /// Calls `each` with the index and the number of occurrences of every feature of a state. Programs that
    /// learn the costs use this.
    pub fn features(&self, state: &State, game: &Game, mut each: impl FnMut(usize, i32)) {
        let evaluation = self.evaluate(state, game);
        for c in 0..usize::from(game.columns) {
            let down = state.face_down(c);
            let up = &state.column(c)[down..];
            let Some(first) = up.first() else { continue };
            each(BASE + down.min(7) * 16 + usize::from(first.head()), 1);
            each(RUNS + down.min(7) * 16 + up.len().min(15), 1);
            each(CARD, state.cards(c) as i32);
            each(FACE_DOWN, down as i32);
            for run in up {
                each(LENGTH + usize::from(run.length()), 1);
            }
            for pair in up.windows(2) {
                each(JOIN + usize::from(pair[0].low()) * 16 + usize::from(pair[1].head()), 1);
            }
        }
        for rank in 1..16 {
            if evaluation.showing[rank] > 0 {
                each(SHOWN + rank, 1);
                each(MOVABLE + rank - 1, i32::from(evaluation.bases[rank - 1]));
            }
        }
        each(EMPTY + evaluation.empty, 1);
    }

    /// The value of the state after a carry; `evaluation` is that of `state`.
    #[inline]
    pub fn value_after(&self, evaluation: &Evaluation, state: &State, game: &Game, step: Step) -> i32 {
        let from_scratch = || {
            let mut child = *state;
            child.carry(game, step);
            self.evaluate(&child, game).value
        };
        if game.buried {
            return from_scratch();
        }
        let Some(value) = self.updated(evaluation, state, step) else { return from_scratch() };
        debug_assert_eq!(value, from_scratch());
        value
    }

    /// The value after a carry; `None` if a run is completed, so that more than two columns' features change.
    #[inline]
    fn updated(&self, evaluation: &Evaluation, state: &State, step: Step) -> Option<i32> {
        let (from, to, count) = (step.from(), step.to(), step.count());
        let source = state.column(from);
        let target = state.column(to);
        let run = source[source.len() - 1];
        let moved = run.tail(count);
        let mut value = evaluation.value;
        // The lowest rank of the moved run is shown before and after. At most one rank is covered (the top of
        // the target) and at most one is uncovered (below the run); 0 stands for none.
        let (mut covered, mut uncovered) = (0, 0);
        // The base of the source may disappear, and that of the source or of the target may appear.
        let (mut lost_base, mut new_base) = (0, 0);
        let mut empty = evaluation.empty;
        if let Some(&top) = target.last() {
            if top.takes(moved) {
                let whole = top.length() + count;
                if whole == self.ranks {
                    return None;
                }
                value += self.length(whole) - self.length(top.length());
            } else {
                let down = state.face_down(to);
                let runs = target.len() - down;
                value += self.join(top, moved) + self.length(count);
                value += self.runs(down, runs + 1) - self.runs(down, runs);
            }
            covered = top.low();
        } else {
            value += self.base(0, moved) + self.runs(0, 1) + self.length(count);
            empty -= 1;
            if self.is_base(0, moved) {
                new_base = moved.head();
            }
        }
        if count < run.length() {
            let rest = run.without(count);
            value += self.length(rest.length()) - self.length(run.length());
            uncovered = rest.low();
        } else {
            let down = state.face_down(from);
            let runs = source.len() - down;
            value -= self.length(count) + self.runs(down, runs);
            if runs > 1 {
                let under = source[source.len() - 2];
                value += self.runs(down, runs - 1) - self.join(under, run);
                uncovered = under.low();
            } else {
                value -= self.base(down, run);
                if self.is_base(down, run) {
                    lost_base = run.head();
                }
                if down > 0 {
                    let turned = source[source.len() - 2];
                    value += self.base(down - 1, turned) + self.runs(down - 1, 1) + self.length(1);
                    value -= self.table[FACE_DOWN];
                    uncovered = turned.low();
                    if self.is_base(down - 1, turned) {
                        // If the target was empty, the moved run is a base as before, so only the turned card
                        // is new.
                        if new_base != 0 {
                            lost_base = 0;
                        }
                        new_base = turned.head();
                    }
                } else {
                    empty += 1;
                }
            }
        }
        let mut shown = evaluation.shown;
        if covered != uncovered {
            if covered != 0 && evaluation.showing[usize::from(covered)] == 1 {
                shown &= !(1 << covered);
                value -= self.shown_rank(evaluation, covered);
            }
            if uncovered != 0 && evaluation.showing[usize::from(uncovered)] == 0 {
                shown |= 1 << uncovered;
                value += self.shown_rank(evaluation, uncovered);
            }
        }
        if new_base != 0 && shown >> (new_base + 1) & 1 != 0 {
            value += self.table[MOVABLE + usize::from(new_base)];
        }
        if lost_base != 0 && shown >> (lost_base + 1) & 1 != 0 {
            value -= self.table[MOVABLE + usize::from(lost_base)];
        }
        Some(value + self.table[EMPTY + empty] - self.table[EMPTY + evaluation.empty])
    }

    /// The cost of a rank being on top of some column.
    #[inline]
    fn shown_rank(&self, evaluation: &Evaluation, rank: u8) -> i32 {
        let rank = usize::from(rank);
        self.table[SHOWN + rank] + self.table[MOVABLE + rank - 1] * i32::from(evaluation.bases[rank - 1])
    }
}
