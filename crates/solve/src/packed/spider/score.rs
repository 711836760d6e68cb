//! How promising a state looks: the order of the beam. Lower is better.
//!
//! The score is a sum of table entries, one for each join between runs, each run, each column and
//! each rank on show. A step touches two columns and so changes the sum by a few look-ups:
//! children are judged before they are built.

use super::run::Run;
use super::state::{Game, State, Step};
use cards::Generator;

/// The tables, one behind the other. A join between two runs: by the rank covered (× 16) and the
/// rank of the run on top of it.
pub const JOIN: usize = 0;
/// A run, by its length.
pub const LENGTH: usize = JOIN + 256;
/// A column, by its face-down cards (at most 7, × 16) and the rank of its first face-up card.
pub const FOOT: usize = LENGTH + 16;
/// A column, by its face-down cards (at most 7, × 16) and its face-up runs (at most 15).
pub const TALL: usize = FOOT + 128;
/// A column whose first face-up card would fit on some other column, by the card's rank. Kings at
/// the bottom do not count: they are where they belong.
pub const PLACE: usize = TALL + 128;
/// A rank some column shows.
pub const SHOWN: usize = PLACE + 16;
/// The position, by the number of empty columns.
pub const EMPTY: usize = SHOWN + 16;
/// Each card in the columns.
pub const CARD: usize = EMPTY + 16;
/// Each face-down card.
pub const DOWN: usize = CARD + 1;
/// The size of all tables together.
pub const SIZE: usize = DOWN + 1;

/// The costs of all features, by the tables above. Negative numbers are rewards.
#[derive(Clone, Debug)]
pub struct Scorer {
    table: Box<[i32; SIZE]>,
    ranks: u8,
}

/// A state's score, and what is needed to judge its children.
pub struct Judged {
    /// The score.
    pub score: i32,
    /// How many columns show each rank.
    showing: [u8; 16],
    /// The ranks shown by some column, as bits.
    shown: u32,
    /// How many columns have this rank as their first face-up card and would gain by losing it.
    bases: [u8; 16],
    /// How many columns are empty.
    empty: usize,
}

impl Scorer {
    /// Plain costs, set by hand: a thousand for each run and each face-down card, less for order.
    pub fn plain(game: &Game) -> Scorer {
        let ranks = game.ruling.ranks;
        let mut table = Box::new([0; SIZE]);
        table[JOIN..LENGTH].fill(1000);
        for down in 0..8 {
            for rank in 0..16 {
                let king = down == 0 && rank == usize::from(ranks);
                table[FOOT + down * 16 + rank] =
                    2500 + if down > 0 { 500 } else { 0 } - if king { 500 } else { 0 };
            }
        }
        table[PLACE..SHOWN].fill(-300);
        table[CARD] = 77;
        table[DOWN] = 1000;
        Scorer { table, ranks }
    }

    /// Plain costs changed at random, always the same way for the same number: a beam that fails
    /// with one set often succeeds with another, far sooner than by being wider.
    pub fn varied(game: &Game, number: u64) -> Scorer {
        let mut scorer = Scorer::plain(game);
        let mut chance = Generator::new(number);
        let mut about = |scale: f64| (chance.unit() - 0.5) * 2.0 * scale;
        let table = &mut scorer.table;
        for (part, scale) in [
            (JOIN..LENGTH, 0.3),
            (FOOT..TALL, 0.4),
            (PLACE..SHOWN, 1.0),
            (CARD..DOWN, 0.8),
            (DOWN..SIZE, 0.5),
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
        scorer
    }

    /// Costs learned from searches; plain ones for decks they were not learned on.
    pub fn learned(game: &Game) -> Scorer {
        if game.ruling.ranks != 13 {
            return Scorer::plain(game);
        }
        let mut table = Box::new([0; SIZE]);
        let words = include_str!("learned.txt").lines().filter(|line| !line.starts_with('#'));
        let mut numbers = words.flat_map(str::split_whitespace);
        for cost in table.iter_mut() {
            let number = numbers.next().and_then(|word| word.parse().ok());
            *cost = number.expect("the learned costs are a list of numbers");
        }
        // A card just turned, and not seen yet, counts as an average card.
        for down in 0..8 {
            let foot = &mut table[FOOT + down * 16..][..16];
            foot[15] = foot[1..14].iter().sum::<i32>() / 13;
        }
        table[SHOWN + 15] = table[SHOWN + 1..SHOWN + 14].iter().sum::<i32>() / 13;
        Scorer { table, ranks: 13 }
    }

    /// Costs from a table.
    pub fn new(table: Box<[i32; SIZE]>, game: &Game) -> Scorer {
        Scorer { table, ranks: game.ruling.ranks }
    }

    /// The costs.
    pub fn table(&self) -> &[i32; SIZE] {
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

    /// What a column costs by its face-down cards and its first face-up run.
    #[inline]
    fn foot(&self, down: usize, first: Run) -> i32 {
        self.table[FOOT + down.min(7) * 16 + usize::from(first.head())]
    }

    /// What a column costs by its face-down cards and its face-up runs.
    #[inline]
    fn tall(&self, down: usize, runs: usize) -> i32 {
        self.table[TALL + down.min(7) * 16 + runs.min(15)]
    }

    /// Would the column gain by losing this first run?
    #[inline]
    fn restless(&self, down: usize, first: Run) -> bool {
        down > 0 || first.head() != self.ranks
    }

    /// Judges a state from scratch.
    pub fn judge(&self, state: &State, game: &Game) -> Judged {
        let mut judged = Judged { score: 0, showing: [0; 16], shown: 0, bases: [0; 16], empty: 0 };
        let mut score = 0;
        for c in 0..usize::from(game.columns) {
            let down = state.down(c);
            let up = &state.column(c)[down..];
            let Some((&first, rest)) = up.split_first() else {
                judged.empty += 1;
                continue;
            };
            score += self.foot(down, first) + self.tall(down, up.len()) + self.length(first.length());
            score += self.table[CARD] * state.cards(c) as i32 + self.table[DOWN] * down as i32;
            let mut under = first;
            for &run in rest {
                score += self.join(under, run) + self.length(run.length());
                under = run;
            }
            judged.showing[usize::from(under.low())] += 1;
            judged.shown |= 1 << under.low();
            judged.bases[usize::from(first.head())] += u8::from(self.restless(down, first));
        }
        for rank in 1..16 {
            if judged.showing[rank] > 0 {
                score += self.table[SHOWN + rank];
                score += self.table[PLACE + rank - 1] * i32::from(judged.bases[rank - 1]);
            }
        }
        judged.score = score + self.table[EMPTY + judged.empty];
        judged
    }

    /// The features of a state, as indices into the table with how often each counts: for those who
    /// learn the costs.
    pub fn features(&self, state: &State, game: &Game, mut each: impl FnMut(usize, i32)) {
        let judged = self.judge(state, game);
        for c in 0..usize::from(game.columns) {
            let down = state.down(c);
            let up = &state.column(c)[down..];
            let Some(first) = up.first() else { continue };
            each(FOOT + down.min(7) * 16 + usize::from(first.head()), 1);
            each(TALL + down.min(7) * 16 + up.len().min(15), 1);
            each(CARD, state.cards(c) as i32);
            each(DOWN, down as i32);
            for run in up {
                each(LENGTH + usize::from(run.length()), 1);
            }
            for pair in up.windows(2) {
                each(JOIN + usize::from(pair[0].low()) * 16 + usize::from(pair[1].head()), 1);
            }
        }
        for rank in 1..16 {
            if judged.showing[rank] > 0 {
                each(SHOWN + rank, 1);
                each(PLACE + rank - 1, i32::from(judged.bases[rank - 1]));
            }
        }
        each(EMPTY + judged.empty, 1);
    }

    /// The score after a carry; `None` where only building the child tells.
    #[inline]
    pub fn after(&self, judged: &Judged, state: &State, step: Step) -> Option<i32> {
        let (from, to, count) = (step.from(), step.to(), step.count());
        let source = state.column(from);
        let target = state.column(to);
        let run = source[source.len() - 1];
        let moved = run.tail(count);
        if count == self.ranks {
            return None;
        }
        let mut score = judged.score;
        // The rank on top of the moved run is shown before and after. At most one rank is hidden
        // (the target's top) and one laid bare (what the run leaves); 0 stands for none.
        let (mut hidden, mut bared) = (0, 0);
        // The first face-up run of the source may go, that of the source or the target may come.
        let (mut gone, mut come) = (0, 0);
        let mut empty = judged.empty;
        if let Some(&top) = target.last() {
            if top.takes(moved) {
                let whole = top.length() + count;
                if whole == self.ranks {
                    return None;
                }
                score += self.length(whole) - self.length(top.length());
            } else {
                let down = state.down(to);
                let runs = target.len() - down;
                score += self.join(top, moved) + self.length(count);
                score += self.tall(down, runs + 1) - self.tall(down, runs);
            }
            hidden = top.low();
        } else {
            score += self.foot(0, moved) + self.tall(0, 1) + self.length(count);
            empty -= 1;
            if self.restless(0, moved) {
                come = moved.head();
            }
        }
        if count < run.length() {
            let rest = run.without(count);
            score += self.length(rest.length()) - self.length(run.length());
            bared = rest.low();
        } else {
            let down = state.down(from);
            let runs = source.len() - down;
            score -= self.length(count) + self.tall(down, runs);
            if runs > 1 {
                let under = source[source.len() - 2];
                score += self.tall(down, runs - 1) - self.join(under, run);
                bared = under.low();
            } else {
                score -= self.foot(down, run);
                if self.restless(down, run) {
                    gone = run.head();
                }
                if down > 0 {
                    let turned = source[source.len() - 2];
                    score += self.foot(down - 1, turned) + self.tall(down - 1, 1) + self.length(1);
                    score -= self.table[DOWN];
                    bared = turned.low();
                    if self.restless(down - 1, turned) {
                        // Only one base comes: where the run itself came to an empty column, it
                        // came as the base it had been.
                        if come != 0 {
                            gone = 0;
                        }
                        come = turned.head();
                    }
                } else {
                    empty += 1;
                }
            }
        }
        let mut shown = judged.shown;
        if hidden != bared {
            if hidden != 0 && judged.showing[usize::from(hidden)] == 1 {
                shown &= !(1 << hidden);
                score -= self.show(judged, hidden);
            }
            if bared != 0 && judged.showing[usize::from(bared)] == 0 {
                shown |= 1 << bared;
                score += self.show(judged, bared);
            }
        }
        if come != 0 && shown >> (come + 1) & 1 != 0 {
            score += self.table[PLACE + usize::from(come)];
        }
        if gone != 0 && shown >> (gone + 1) & 1 != 0 {
            score -= self.table[PLACE + usize::from(gone)];
        }
        Some(score + self.table[EMPTY + empty] - self.table[EMPTY + judged.empty])
    }

    /// What it is worth that some column shows `rank`.
    #[inline]
    fn show(&self, judged: &Judged, rank: u8) -> i32 {
        let rank = usize::from(rank);
        self.table[SHOWN + rank] + self.table[PLACE + rank - 1] * i32::from(judged.bases[rank - 1])
    }
}
