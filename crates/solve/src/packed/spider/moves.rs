//! Which steps a search tries from a state.

use super::state::{Game, State, Step};

/// How freely runs are taken apart.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Splits {
    /// A tail leaves its run only for a longer run of its suit, or for an empty column.
    Gains,
    /// Every tail goes wherever it may.
    Free,
    /// Every legal step, also those that only rename empty columns: for proofs.
    Every,
}

/// Where cards may go: the columns by the rank on top.
#[derive(Copy, Clone, Debug)]
pub struct Targets {
    /// For each rank, the columns that show it, as bits; index 0 is not used, 15 is an unseen card.
    pub showing: [u16; 17],
    /// The empty columns, as bits.
    pub empty: u16,
}

impl Targets {
    /// The targets of a state.
    #[inline]
    pub fn of(state: &State, game: &Game) -> Targets {
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

/// Calls `each` with the carries of `state` worth trying, in a fixed order. Deals are not among them.
#[inline]
pub fn carries(state: &State, game: &Game, splits: Splits, mut each: impl FnMut(Step)) {
    let targets = Targets::of(state, game);
    // Without a stock empty columns are all alike, and the first will do. With one, which of them
    // is filled decides which cards are dealt on what; only a proof takes the trouble.
    let empty = match splits {
        Splits::Every if state.left() > 0 => targets.empty,
        _ => targets.empty & targets.empty.wrapping_neg(),
    };
    for from in 0..usize::from(game.columns) {
        let column = state.column(from);
        let Some(&run) = column.last() else { continue };
        let length = run.length();
        let others = !(1u16 << from);
        let mut fits = targets.showing[usize::from(run.head()) + 1] & others;
        while fits != 0 {
            let to = fits.trailing_zeros() as usize;
            fits &= fits - 1;
            each(Step::carry(from, to, length));
        }
        // A column that is a single run gains nothing by moving to an empty place, unless the
        // place itself matters, or the run was dealt complete and leaves when it is touched.
        let matters = splits == Splits::Every && state.left() > 0;
        if column.len() > 1 || matters || length == game.ruling.ranks {
            let mut places = empty;
            while places != 0 {
                let to = places.trailing_zeros() as usize;
                places &= places - 1;
                each(Step::carry(from, to, length));
            }
        }
        for count in 1..length {
            let tail = run.tail(count);
            let mut fits = targets.showing[usize::from(tail.head()) + 1] & others;
            while fits != 0 {
                let to = fits.trailing_zeros() as usize;
                fits &= fits - 1;
                let good = splits != Splits::Gains
                    || state.top(to).is_some_and(|top| top.takes(tail) && top.length() + count > length);
                if good {
                    each(Step::carry(from, to, count));
                }
            }
            if splits != Splits::Gains || state.left() > 0 {
                let mut places = empty;
                while places != 0 {
                    let to = places.trailing_zeros() as usize;
                    places &= places - 1;
                    each(Step::carry(from, to, count));
                }
            }
        }
    }
}
