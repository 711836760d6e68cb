//! Steps of the packed state, and the generator of the steps that a search tries.

use super::state::{Game, State};
use talon_rules::{Move, Pile};

/// One step of the packed state: a row is dealt, or the last cards of a column are carried to another.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step(u16);

impl Step {
    /// Deals a row.
    pub const DEAL: Step = Step(0);

    /// Carries the last `count` cards (1 to 13) of the column `from` to the column `to`.
    #[inline]
    pub const fn carry(from: usize, to: usize, count: u8) -> Step {
        Step((from as u16) << 8 | (to as u16) << 4 | count as u16)
    }

    /// The column that the cards leave.
    #[inline]
    pub const fn from(self) -> usize {
        (self.0 >> 8) as usize
    }

    /// The column that receives the cards.
    #[inline]
    pub const fn to(self) -> usize {
        (self.0 >> 4) as usize & 15
    }

    /// The number of cards; 0 for a deal.
    #[inline]
    pub const fn count(self) -> u8 {
        self.0 as u8 & 15
    }

    /// The move of the rules engine.
    pub const fn plain(self) -> Move {
        if self.0 == 0 {
            Move::Deal
        } else {
            let (from, to) = (Pile::Column(self.from() as u8), Pile::Column(self.to() as u8));
            Move::Carry { from, to, count: self.count() }
        }
    }
}

/// Which steps take runs apart.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Splits {
    /// The tail of a run is carried only onto a longer run of its suit, or to an empty column.
    Gains,
    /// Every tail is carried wherever it fits.
    Free,
    /// All legal steps, including those that only exchange columns while the order of the columns matters.
    /// Exhaustive searches use this.
    Every,
}

/// The columns by the rank of their top card.
#[derive(Copy, Clone, Debug)]
struct Targets {
    /// For each rank, the set of columns that show it. Index 15 is an unknown card.
    showing: [u16; 17],
    /// The set of empty columns.
    empty: u16,
}

impl Targets {
    #[inline]
    fn of(state: &State, game: &Game) -> Targets {
        let mut targets = Targets { showing: [0; 17], empty: 0 };
        for c in 0..usize::from(game.columns) {
            match state.top(c) {
                Some(run) => targets.showing[usize::from(run.low())] |= 1 << c,
                None => targets.empty |= 1 << c,
            }
        }
        targets
    }
}

/// Calls `each` with the carries of a state that are worth trying, in a fixed order. Deals are not among
/// them.
///
/// Two kinds of carries are left out because they only exchange columns: carries to an empty column other
/// than the first, and carries of a column that is a single run to an empty column. They matter only while
/// rows are to be dealt, and only [`Splits::Every`] tries them then.
#[inline]
pub fn carries(state: &State, game: &Game, splits: Splits, mut each: impl FnMut(Step)) {
    let targets = Targets::of(state, game);
    let empty = match splits {
        Splits::Every if state.rows_left() > 0 => targets.empty,
        _ => targets.empty & targets.empty.wrapping_neg(),
    };
    for from in 0..usize::from(game.columns) {
        let column = state.column(from);
        let Some(&run) = column.last() else { continue };
        let length = run.length();
        let others = !(1u16 << from);
        for_each_column(targets.showing[usize::from(run.head()) + 1] & others, |to| {
            each(Step::carry(from, to, length));
        });
        let columns_matter = splits == Splits::Every && state.rows_left() > 0;
        if column.len() > 1 || columns_matter {
            for_each_column(empty, |to| each(Step::carry(from, to, length)));
        }
        for count in 1..length {
            let tail = run.tail(count);
            for_each_column(targets.showing[usize::from(tail.head()) + 1] & others, |to| {
                let good = splits != Splits::Gains
                    || state.top(to).is_some_and(|top| top.takes(tail) && top.length() + count > length);
                if good {
                    each(Step::carry(from, to, count));
                }
            });
            if splits != Splits::Gains || state.rows_left() > 0 {
                for_each_column(empty, |to| each(Step::carry(from, to, count)));
            }
        }
    }
}

/// Calls `each` with the columns of a set, from left to right.
#[inline]
fn for_each_column(mut columns: u16, mut each: impl FnMut(usize)) {
    while columns != 0 {
        each(columns.trailing_zeros() as usize);
        columns &= columns - 1;
    }
}

/// Returns `true` if a carry turns up a card, in the column it leaves or under a run that it completes.
pub fn reveals(state: &State, game: &Game, step: Step) -> bool {
    let source = state.top(step.from()).expect("a carry has a source");
    if step.count() == source.length() && state.would_turn(step.from()) {
        return true;
    }
    match state.top(step.to()) {
        Some(top) => {
            let moved = source.tail(step.count());
            let completes = top.takes(moved) && top.length() + step.count() == game.variant.ranks;
            completes && state.would_turn(step.to())
        }
        None => false,
    }
}
