//! How promising a state looks: the order of the beam. Lower is better.
//!
//! The score is a sum over columns and over joins between runs, so that a step, which touches two
//! columns, changes it by a few look-ups: children are judged before they are built.

use super::run::Run;
use super::state::{Game, State, Step};

/// What each feature of a state costs. Negative numbers are rewards.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// A face-down card.
    pub down: i32,
    /// A column that still has face-down cards.
    pub buried: i32,
    /// A run on a card one rank higher of another suit.
    pub mixed: i32,
    /// More for a mixed join, for each rank of the run on top.
    pub mixed_rank: i32,
    /// A run on a card that is not one rank higher.
    pub broken: i32,
    /// More for a broken join, for each rank of the run on top.
    pub broken_rank: i32,
    /// More for a broken join that covers a lower card.
    pub sunk: i32,
    /// A column that is not empty.
    pub base: i32,
    /// A king at the bottom of its column.
    pub king: i32,
    /// A column whose first face-up card has a place to go.
    pub placeable: i32,
    /// A run, for its length squared.
    pub square: i32,
    /// A rank shown by some column.
    pub variety: i32,
    /// A card still on the table.
    pub card: i32,
}

impl Weights {
    /// The number of weights.
    pub const LEN: usize = 13;

    /// From a list, in the order of the fields.
    pub const fn from_array(a: [i32; Self::LEN]) -> Weights {
        Weights {
            down: a[0],
            buried: a[1],
            mixed: a[2],
            mixed_rank: a[3],
            broken: a[4],
            broken_rank: a[5],
            sunk: a[6],
            base: a[7],
            king: a[8],
            placeable: a[9],
            square: a[10],
            variety: a[11],
            card: a[12],
        }
    }

    /// The first weights to try, tuned on our own deals.
    pub const FIRST: Weights =
        Weights::from_array([1000, 353, 1000, 74, 823, 0, 0, 2027, -444, -520, -6, -5, 77]);
    /// The weights to try when the first fail.
    pub const SECOND: Weights =
        Weights::from_array([1000, 500, 1000, 0, 1000, 0, 0, 2500, -500, -300, 0, 0, 77]);
}

/// Weights made ready for one game: tables by join, length and depth.
pub struct Scorer {
    /// By the rank covered (× 16) and the rank of the run on top of it.
    join: [i32; 256],
    length: [i32; 16],
    down: [i32; 128],
    king: i32,
    placeable: i32,
    variety: i32,
    card: i32,
    ranks: u8,
}

/// A state's score, and what is needed to judge its children.
pub struct Judged {
    /// The score.
    pub score: i32,
    /// How many columns show each rank.
    showing: [u8; 16],
    /// The ranks shown by some column, as bits.
    shown: u16,
    /// How many columns have this rank as their first face-up card and would gain by losing it.
    bases: [u8; 16],
}

impl Scorer {
    /// The tables for these weights.
    pub fn new(w: &Weights, game: &Game) -> Scorer {
        let mut join = [0; 256];
        for low in 0..16i32 {
            for head in 0..16i32 {
                join[(low * 16 + head) as usize] = if low == head + 1 {
                    w.mixed + w.mixed_rank * head
                } else {
                    w.broken + w.broken_rank * head + if head > low { w.sunk } else { 0 }
                };
            }
        }
        let mut length = [0; 16];
        for (n, cost) in (0..).zip(&mut length) {
            *cost = w.square * n * n;
        }
        let mut down = [0; 128];
        for (n, cost) in (0..).zip(&mut down) {
            *cost = w.base + w.down * n + if n > 0 { w.buried } else { 0 };
        }
        let (king, placeable, variety, card) = (w.king, w.placeable, w.variety, w.card);
        Scorer { join, length, down, king, placeable, variety, card, ranks: game.ruling.ranks }
    }

    #[inline]
    fn join(&self, under: Run, above: Run) -> i32 {
        self.join[usize::from(under.low()) * 16 + usize::from(above.head())]
    }

    /// What a column costs by its face-down cards and its first face-up run.
    #[inline]
    fn footing(&self, down: usize, first: Run) -> i32 {
        self.down[down & 127] + if down == 0 && first.head() == self.ranks { self.king } else { 0 }
    }

    /// Would the column gain by losing this first run?
    #[inline]
    fn restless(&self, down: usize, first: Run) -> bool {
        down > 0 || first.head() != self.ranks
    }

    /// Judges a state from scratch.
    pub fn judge(&self, state: &State, game: &Game) -> Judged {
        let mut judged = Judged { score: 0, showing: [0; 16], shown: 0, bases: [0; 16] };
        let mut score = 0;
        for c in 0..usize::from(game.columns) {
            let down = state.down(c);
            let Some((&first, rest)) = state.column(c)[down..].split_first() else { continue };
            score += self.footing(down, first) + self.length[usize::from(first.len())];
            score += self.card * state.cards(c) as i32;
            let mut under = first;
            for &run in rest {
                score += self.join(under, run) + self.length[usize::from(run.len())];
                under = run;
            }
            judged.showing[usize::from(under.low())] += 1;
            judged.shown |= 1 << under.low();
            judged.bases[usize::from(first.head())] += u8::from(self.restless(down, first));
        }
        for rank in 1..16 {
            if judged.showing[rank] > 0 {
                score += self.variety + self.placeable * i32::from(judged.bases[rank - 1]);
            }
        }
        judged.score = score;
        judged
    }

    /// The score after a carry; `None` where only building the child tells.
    #[inline]
    pub fn after(&self, judged: &Judged, state: &State, step: Step) -> Option<i32> {
        let (from, to, count) = (step.from(), step.to(), step.count());
        let source = state.column(from);
        let target = state.column(to);
        let run = source[source.len() - 1];
        let moved = run.tail(count);
        let mut score = judged.score;
        // The rank on top of the moved run is shown before and after. At most one rank is hidden
        // (the target's top) and one laid bare (what the run leaves); 0 stands for none.
        let (mut hidden, mut bared) = (0, 0);
        // The first face-up run of the source may go, that of the source or the target may come.
        let (mut gone, mut come) = (0, 0);
        if let Some(&top) = target.last() {
            if top.takes(moved) {
                let whole = top.len() + count;
                if whole == self.ranks {
                    return None;
                }
                score += self.length[usize::from(whole)] - self.length[usize::from(top.len())];
            } else {
                score += self.join(top, moved) + self.length[usize::from(count)];
            }
            hidden = top.low();
        } else {
            score += self.footing(0, moved) + self.length[usize::from(count)];
            if self.restless(0, moved) {
                come = 1 << moved.head();
            }
        }
        if count < run.len() {
            let rest = run.without(count);
            score += self.length[usize::from(rest.len())] - self.length[usize::from(run.len())];
            bared = rest.low();
        } else {
            let down = state.down(from);
            score -= self.length[usize::from(count)];
            if source.len() > down + 1 {
                let under = source[source.len() - 2];
                score -= self.join(under, run);
                bared = under.low();
            } else {
                score -= self.footing(down, run);
                if self.restless(down, run) {
                    gone = 1 << run.head();
                }
                if down > 0 {
                    let turned = source[source.len() - 2];
                    score += self.footing(down - 1, turned) + self.length[1];
                    bared = turned.low();
                    if self.restless(down - 1, turned) {
                        // Only one base comes: a run that went to an empty column was this one,
                        // and then its own base bit cancels `gone`.
                        if come != 0 {
                            gone = 0;
                        }
                        come = 1 << turned.head();
                    }
                }
            }
        }
        let mut shown = judged.shown;
        if hidden != bared {
            if hidden != 0 && judged.showing[usize::from(hidden)] == 1 {
                shown &= !(1 << hidden);
                score -= self.variety + self.placeable * i32::from(judged.bases[usize::from(hidden) - 1]);
            }
            if bared != 0 && judged.showing[usize::from(bared)] == 0 {
                shown |= 1 << bared;
                score += self.variety + self.placeable * i32::from(judged.bases[usize::from(bared) - 1]);
            }
        }
        let hosts = shown >> 1;
        score += self.placeable * (i32::from(hosts & come != 0) - i32::from(hosts & gone != 0));
        Some(score)
    }
}
