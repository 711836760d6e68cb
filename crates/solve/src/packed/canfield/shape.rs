//! A position whose cards are known only by their kinds: columns as ranks, lengths and marks. Its moves are made by
//! `shapes`.

use super::layout::Layout;
use super::state::{Ground, State};
use super::talon::below;

/// Which cards are told from the others of their rank.
#[derive(Clone)]
pub(super) struct Kinds {
    /// The cards that are a kind of their own; the others of a rank are one.
    pub(super) known: u64,
    /// The mark of each card: the suit that stands for its kind.
    pub(super) marks: [u8; 64],
}

impl Kinds {
    /// These cards are known.
    pub(super) fn new(known: u64) -> Kinds {
        let mut kinds = Kinds { known, marks: [0; 64] };
        for card in 0..64u8 {
            let others = !(known >> (card & !3)) & 15;
            kinds.marks[usize::from(card)] =
                if known >> card & 1 == 1 { card & 3 } else { others.trailing_zeros() as u8 };
        }
        kinds
    }

    /// None is: all marks are 0.
    pub(super) fn none() -> Kinds {
        Kinds::new(0)
    }

    /// Every card is one of its own.
    pub(super) fn all() -> Kinds {
        Kinds::new(u64::MAX)
    }

    /// The cards of this rank that have this mark.
    #[inline]
    pub(super) fn kind(&self, rank: u8, mark: u8) -> u64 {
        let card = 4 * rank + mark;
        if self.known >> card & 1 == 1 { 1 << card } else { (15 << (4 * rank)) & !self.known }
    }
}

/// A column: the rank of its bottom card, its length, and the marks of its cards, two bits
/// each, the top's lowest: 104 bits at most.
#[derive(Copy, Clone, Default, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(Rust, packed(8))]
pub(super) struct Pile {
    pub(super) len: u8,
    pub(super) head: u8,
    pub(super) marks: u128,
}

impl Pile {
    #[inline]
    pub(super) fn lay(&mut self, rank: u8, mark: u8) {
        if self.len == 0 {
            self.head = rank;
        }
        self.len += 1;
        self.marks = self.marks << 2 | u128::from(mark);
    }

    /// Takes so many cards off; the mark of the top one.
    #[inline]
    pub(super) fn take(&mut self, count: u8) -> u8 {
        let mark = (self.marks & 3) as u8;
        self.len -= count;
        self.marks = self.marks.unbounded_shr(2 * u32::from(count));
        if self.len == 0 {
            self.head = 0;
        }
        mark
    }
}

/// A position.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Shape {
    pub(super) up: [u8; 4],
    pub(super) reserve: u8,
    pub(super) cut: u8,
    pub(super) piles: [Pile; 4],
    pub(super) stock: u64,
    /// All cards in the columns.
    pub(super) cards: u64,
}

impl Shape {
    /// A position of the game, every card known.
    pub(super) fn of(ground: &Ground, state: &State) -> Shape {
        let pile = |column| {
            let mut cards = [0; 64];
            let (mut column, mut count) = (column, 0);
            while column != 0 {
                cards[count] = ground.columns.tail(column);
                count += 1;
                column = ground.columns.below(column);
            }
            let mut pile = Pile::default();
            cards[..count].iter().rev().for_each(|&card| pile.lay(card >> 2, card & 3));
            pile
        };
        let mut shape = Shape {
            up: state.up,
            reserve: state.reserve,
            cut: state.cut,
            piles: state.cols.map(pile),
            stock: state.stock,
            cards: ground.tableau(state),
        };
        shape.piles[..ground.layout.columns].sort_unstable();
        shape
    }

    /// The same position with fewer cards known.
    pub(super) fn forget(&self, layout: &Layout, fewer: &Kinds) -> Shape {
        let mut next = *self;
        for pile in &mut next.piles[..layout.columns] {
            let old = pile.marks;
            pile.marks = 0;
            if fewer.known == 0 {
                continue;
            }
            let mut rank = pile.head;
            for at in (0..u32::from(pile.len)).rev() {
                let mark = (old >> (2 * at) & 3) as u8;
                pile.marks = pile.marks << 2 | u128::from(fewer.marks[usize::from(4 * rank + mark)]);
                rank = if rank == 0 { layout.ranks - 1 } else { rank - 1 };
            }
        }
        next.piles[..layout.columns].sort_unstable();
        next
    }

    /// Is it the same position, wherever a stock of no cards was cut?
    pub(super) fn is(&self, other: &Shape) -> bool {
        self.undrawn() == other.undrawn() && Shape { cut: other.cut, ..*self } == *other
    }

    /// The cards undrawn.
    #[inline]
    pub(super) fn undrawn(&self) -> u8 {
        (self.stock & !below(self.cut)).count_ones() as u8
    }

    /// Are the reserve and the talon gone?
    #[inline]
    pub(super) fn is_dealt_out(&self) -> bool {
        self.reserve == 0 && self.stock == 0
    }

    /// The rank on top of a column that is not empty.
    #[inline]
    pub(super) fn tail(&self, layout: &Layout, at: usize) -> u8 {
        let Pile { len, head, .. } = self.piles[at];
        layout.rank_above(head, len)
    }

    /// The top of a column goes up as this card.
    #[inline]
    pub(super) fn raise(&mut self, at: usize, card: u8) {
        self.piles[at].take(1);
        self.cards &= !(1 << card);
        self.up[usize::from(card & 3)] += 1;
    }

    /// A card of the talon comes to the top and leaves.
    #[inline]
    pub(super) fn draw(&mut self, layout: &Layout, card: u8) {
        let bit = layout.bit_of[usize::from(card)];
        self.stock &= !(1 << bit);
        self.cut = bit;
    }

    #[inline]
    pub(super) fn is_next(&self, card: u8) -> bool {
        self.up[usize::from(card & 3)] == card >> 2
    }
}
