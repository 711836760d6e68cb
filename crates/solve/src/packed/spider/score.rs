//! How promising a state looks: the order of the beam. Lower is better.

use super::moves::Targets;
use super::run::Run;
use super::state::{Game, State};

/// What each feature of a state costs. Negative numbers are rewards.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// A face-down card.
    pub down: i32,
    /// A column that still has face-down cards.
    pub buried: i32,
    /// A run on a card one rank higher of another suit.
    pub mixed: i32,
    /// A run on a card that is not one rank higher.
    pub broken: i32,
    /// The first face-up run of a column.
    pub base: i32,
    /// More for a broken join, for each rank of the run on top.
    pub broken_rank: i32,
    /// An empty column.
    pub empty: i32,
    /// A king at the bottom of its column.
    pub king: i32,
    /// A column whose movable run has a place to go.
    pub placeable: i32,
    /// A pair of neighbours in a run of suit, beyond the join itself: length squared.
    pub square: i32,
}

impl Weights {
    /// The number of weights.
    pub const LEN: usize = 10;

    /// From a list, in the order of the fields.
    pub const fn from_array(a: [i32; Self::LEN]) -> Weights {
        Weights {
            down: a[0],
            buried: a[1],
            mixed: a[2],
            broken: a[3],
            base: a[4],
            broken_rank: a[5],
            empty: a[6],
            king: a[7],
            placeable: a[8],
            square: a[9],
        }
    }

    /// The first weights to try.
    pub const FIRST: Weights = Weights::from_array([1000, 500, 1000, 1000, 1000, 0, -1500, -500, -300, 0]);

    /// The cost of a state.
    pub fn score(&self, state: &State, game: &Game) -> i32 {
        let targets = Targets::of(state, game);
        let mut score = self.empty * targets.empty.count_ones() as i32;
        for c in 0..usize::from(game.columns) {
            score += self.column(state.column(c), state.down(c), game.ruling.ranks, &targets);
        }
        score
    }

    #[inline]
    fn column(&self, runs: &[Run], down: usize, ranks: u8, targets: &Targets) -> i32 {
        let Some((&first, rest)) = runs[down..].split_first() else { return 0 };
        let mut score = self.base + self.down * down as i32;
        if down > 0 {
            score += self.buried;
        } else if first.head() == ranks {
            score += self.king;
        }
        if (down > 0 || first.head() != ranks) && targets.showing[usize::from(first.head()) + 1] != 0 {
            score += self.placeable;
        }
        let mut under = first;
        for &run in rest {
            if under.low() == run.head() + 1 {
                score += self.mixed;
            } else {
                score += self.broken + self.broken_rank * i32::from(run.head());
            }
            let length = i32::from(under.len());
            score -= self.square * length * length;
            under = run;
        }
        let length = i32::from(under.len());
        score - self.square * length * length
    }
}
