//! The easier game in which columns have ranks and no suits: lost there is lost.
//!
//! In lost deals most positions differ only in which suits lie where in the columns, and few cards ever
//! leave those. So here a column is the rank of its bottom card and its length (ranks go down by one),
//! and of the cards in the columns only the set is known:
//!
//! * The top of a column may go up as any card of its rank that is in the columns and is next.
//! * Everything else is as in the game itself: reserve, talon, top cards, whole columns, gaps.
//! * Won is when the reserve and the talon are empty.
//!
//! Forgetting the suits turns every position and every move into one of these, so a win there is a win
//! here. It is harder than the heap game (see `heaps`), for what lies under other ranks stays there; and
//! what the heap game refutes is lost here as well.
//!
//! **Late.** As in `late`, cards are raised from columns only just before something needs it. Here it is
//! open from which column a card goes up and as which one the top of a column does. But take a win, and
//! in it the raises before the first move that is none: each says its column and its suit, and needs the
//! raises before it in both. Those that the move needs, and what those need, come first; the others can
//! be made after the move as before. All ways to raise what a move needs are tried.

use super::heaps::Heaps;
use super::layout::Layout;
use super::position::Take;
use super::state::{Ground, State};
use super::table::Table;
use super::talon::below;
use crate::{Effort, Why};
use std::cell::Cell;
use std::ops::Deref;

/// How the game stands.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// Positions wait.
    Open,
    /// It can be won, or cannot be told.
    Won,
    /// It is lost, and so is the real one.
    Lost,
}

/// A search of this game that can be gone on with.
pub(super) struct Shapes {
    waiting: Vec<Shape>,
    seen: Table,
    standing: Standing,
    take: Take,
    /// Positions met whose price is not paid yet.
    met: u64,
}

/// A column: the rank of its bottom card and its length.
#[derive(Copy, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Pile {
    len: u8,
    head: u8,
}

/// A position.
#[derive(Copy, Clone)]
struct Shape {
    stock: u64,
    /// All cards in the columns.
    cards: u64,
    piles: [Pile; 4],
    up: [u8; 4],
    reserve: u8,
    cut: u8,
}

/// The bits kept besides the name: the most cards undrawn with which the position was met, plus one.
const KEPT: u32 = 8;

/// The positions that asking the heap game about one position may cost.
const HEAPS_ALLOWED: u64 = 200;

/// The ways to raise cards that may be tried from one position. Nearly all have a few hundred; but once
/// nothing is in the way there can be more than anyone could wait for, and nobody looks at the watch
/// meanwhile.
const WAYS: u32 = 1 << 16;

/// The layout, and how many more ways may be tried.
struct Ways<'a> {
    layout: &'a Layout,
    left: Cell<u32>,
}

impl Deref for Ways<'_> {
    type Target = Layout;

    fn deref(&self) -> &Layout {
        self.layout
    }
}

impl Shapes {
    /// The game of a position, if this one says anything there.
    pub(super) fn new(ground: &Ground, state: &State) -> Option<Shapes> {
        // What makes a name must fit into it.
        if state.redeals > 0 || ground.layout.talon_len > 44 || state.reserve > 15 {
            return None;
        }
        let pile = |column| Pile {
            len: ground.columns.mask(column).count_ones() as u8,
            head: if column == 0 { 0 } else { ground.columns.head(column) >> 2 },
        };
        let mut shapes = Shapes {
            waiting: Vec::new(),
            seen: Table::new(KEPT),
            standing: Standing::Open,
            take: ground.take,
            met: 0,
        };
        let shape = Shape {
            stock: state.stock,
            cards: ground.tableau(state),
            piles: state.cols.map(pile),
            up: state.up,
            reserve: state.reserve,
            cut: state.cut,
        };
        shapes.meet(&ground.layout, shape);
        Some(shapes)
    }

    pub(super) fn bytes(&self) -> usize {
        self.seen.next_bytes() + self.waiting.capacity() * 2 * size_of::<Shape>()
    }

    /// Goes on for so many positions.
    pub(super) fn go_on(
        &mut self,
        layout: &Layout,
        allowed: u64,
        mut heaps: Option<&mut Heaps>,
        effort: &mut Effort,
    ) -> Result<Standing, Why> {
        let end = effort.progress.nodes + allowed;
        while self.standing == Standing::Open && effort.progress.nodes < end {
            let Some(shape) = self.waiting.pop() else {
                self.standing = Standing::Lost;
                break;
            };
            if shape.reserve == 0 && shape.stock == 0 {
                self.standing = Standing::Won;
                break;
            }
            if let Some(heaps) = heaps.as_deref_mut() {
                let state = State {
                    cols: [0; 4],
                    up: shape.up,
                    reserve: shape.reserve,
                    cut: shape.cut,
                    redeals: 0,
                    locked: 0,
                    stock: shape.stock,
                };
                if heaps.refutes(layout, &state, shape.cards, HEAPS_ALLOWED, effort)? {
                    continue;
                }
            }
            self.met = 0;
            self.moves(layout, &shape);
            effort.memory(self.bytes())?;
            for _ in 0..=self.met {
                effort.node()?;
            }
        }
        Ok(self.standing)
    }

    /// Puts a position with the others, unless it has nothing new.
    fn meet(&mut self, layout: &Layout, mut shape: Shape) {
        self.met += 1;
        let columns = layout.columns;
        for at in 0..columns {
            if shape.piles[at].len == 0 && shape.reserve > 0 {
                shape.reserve -= 1;
                let card = layout.reserve[usize::from(shape.reserve)];
                shape.cards |= 1 << card;
                shape.piles[at] = Pile { len: 1, head: card >> 2 };
            }
        }
        shape.piles[..columns].sort_unstable();
        let undrawn = u128::from((shape.stock & !below(shape.cut)).count_ones());
        let piles = shape.piles.iter().fold(0, |key, pile| {
            key << 10 | u128::from(pile.len) << 4 | u128::from(if pile.len == 0 { 0 } else { pile.head })
        });
        let up = shape.up.iter().fold(0, |key, &up| key << 4 | u128::from(up));
        let name = (((piles << 16 | up) << 4 | u128::from(shape.reserve)) << layout.talon_len
            | u128::from(shape.stock))
            + 1;
        let entry = self.seen.entry(name << KEPT).1;
        let met = *entry & ((1 << KEPT) - 1);
        if met < undrawn + 1 {
            *entry += undrawn + 1 - met;
            self.waiting.push(shape);
        }
    }

    fn moves(&mut self, layout: &Layout, shape: &Shape) {
        let layout = &Ways { layout, left: Cell::new(WAYS) };
        let ahead = layout.talon.ahead(shape.stock, shape.cut);
        let top =
            if shape.reserve == 0 { None } else { Some(layout.reserve[usize::from(shape.reserve) - 1]) };
        let columns = layout.columns;
        // A top card onto another column.
        if self.take == Take::TopOrWhole {
            for from in 0..columns {
                for to in 0..columns {
                    if from != to {
                        self.tops(layout, shape, from, to);
                    }
                }
            }
        }
        // Onto a column.
        for to in 0..columns {
            if shape.piles[to].len == 0 && (0..to).any(|at| shape.piles[at].len == 0) {
                // Of several gaps one will do.
                continue;
            }
            self.hosts(layout, shape, to, ahead, top);
        }
        // Up.
        if let Some(card) = top {
            raise_to(layout, shape, card, 0, &mut |raised| {
                let mut next = *raised;
                if !next.leaves_gap(columns) {
                    next.reserve -= 1;
                    next.up[usize::from(card & 3)] += 1;
                    self.meet(layout, next);
                }
            });
        }
        let mut bits = ahead;
        while bits != 0 {
            let bit = bits.trailing_zeros() as u8;
            bits &= bits - 1;
            let card = layout.stock[usize::from(bit)];
            raise_to(layout, shape, card, 0, &mut |raised| {
                let mut next = *raised;
                if !next.leaves_gap(columns) {
                    next.stock &= !(1 << bit);
                    next.cut = bit;
                    next.up[usize::from(card & 3)] += 1;
                    self.meet(layout, next);
                }
            });
        }
        if layout.left.get() == 0 {
            // Moves were left out: nothing is proved any more.
            self.standing = Standing::Won;
        }
    }

    /// Everything that goes onto a column, or into it, after cards of it went up.
    fn hosts(&mut self, layout: &Ways, shape: &Shape, to: usize, ahead: u64, top: Option<u8>) {
        let columns = layout.columns;
        if shape.reserve > 0 && (0..columns).any(|at| at != to && shape.piles[at].len == 0) {
            return;
        }
        let empty = shape.piles[to].len == 0;
        if empty && shape.reserve > 0 {
            // The reserve fills it.
            self.meet(layout, *shape);
            return;
        }
        let tail = shape.tail(layout, to);
        let mut bits = ahead;
        while bits != 0 {
            let bit = bits.trailing_zeros() as u8;
            bits &= bits - 1;
            let card = layout.stock[usize::from(bit)];
            if if empty { layout.fills >> card & 1 == 1 } else { fits(layout, tail, card >> 2) } {
                let mut next = *shape;
                next.stock &= !(1 << bit);
                next.cut = bit;
                next.put(to, card);
                self.meet(layout, next);
            }
        }
        if empty {
            return;
        }
        if let Some(card) = top
            && fits(layout, tail, card >> 2)
        {
            let mut next = *shape;
            next.reserve -= 1;
            next.put(to, card);
            self.meet(layout, next);
        }
        for from in 0..columns {
            let pile = shape.piles[from];
            if from != to && pile.len > 0 && fits(layout, tail, pile.head) {
                let mut next = *shape;
                next.piles[to].len += pile.len;
                next.piles[from].len = 0;
                self.meet(layout, next);
            }
        }
        pop(layout, shape, to, 0, &mut |raised| self.hosts(layout, raised, to, ahead, top));
    }

    /// The top card of a column, after cards of it went up, onto another, after cards of that did.
    fn tops(&mut self, layout: &Ways, shape: &Shape, from: usize, to: usize) {
        // A column of one card is a whole column.
        if shape.piles[from].len < 2 || shape.leaves_gap(layout.columns) {
            return;
        }
        self.top(layout, shape, from, to);
        pop(layout, shape, from, 0, &mut |raised| self.tops(layout, raised, from, to));
    }

    fn top(&mut self, layout: &Ways, shape: &Shape, from: usize, to: usize) {
        if shape.leaves_gap(layout.columns) {
            return;
        }
        let rank = shape.tail(layout, from);
        let empty = shape.piles[to].len == 0;
        if empty || fits(layout, shape.tail(layout, to), rank) {
            let mut next = *shape;
            next.piles[from].len -= 1;
            if empty {
                next.piles[to].head = rank;
            }
            next.piles[to].len += 1;
            self.meet(layout, next);
        }
        if !empty {
            pop(layout, shape, to, 1 << from, &mut |raised| self.top(layout, raised, from, to));
        }
    }
}

impl Shape {
    /// The rank on top of a column that is not empty.
    #[inline]
    fn tail(&self, layout: &Layout, at: usize) -> u8 {
        let Pile { len, head } = self.piles[at];
        (head + 4 * layout.ranks + 1 - len) % layout.ranks
    }

    /// Is there a gap that the reserve would have filled?
    #[inline]
    fn leaves_gap(&self, columns: usize) -> bool {
        self.reserve > 0 && self.piles[..columns].iter().any(|pile| pile.len == 0)
    }

    fn put(&mut self, to: usize, card: u8) {
        self.cards |= 1 << card;
        if self.piles[to].len == 0 {
            self.piles[to].head = card >> 2;
        }
        self.piles[to].len += 1;
    }

    /// The top of a column goes up as this card.
    fn raise(&mut self, at: usize, card: u8) {
        self.piles[at].len -= 1;
        self.cards &= !(1 << card);
        self.up[usize::from(card & 3)] += 1;
    }
}

/// May a card of this rank lie on one of that?
#[inline]
fn fits(layout: &Layout, host: u8, rank: u8) -> bool {
    layout.fits[usize::from(4 * host)] >> (4 * rank) & 1 == 1
}

/// All ways to raise the top of a column, after what must go before it. Columns that wait for it (a bit
/// each) stay as they are.
fn pop(layout: &Ways, shape: &Shape, at: usize, busy: u8, then: &mut dyn FnMut(&Shape)) {
    if shape.piles[at].len == 0 || layout.left.get() == 0 {
        return;
    }
    layout.left.set(layout.left.get() - 1);
    let rank = shape.tail(layout, at);
    for suit in 0..4 {
        let card = 4 * rank + suit;
        if shape.cards >> card & 1 == 1 {
            raise_to(layout, shape, card, busy | 1 << at, &mut |raised| {
                let mut next = *raised;
                next.raise(at, card);
                then(&next);
            });
        }
    }
}

/// All ways to raise the cards of a suit below this one.
fn raise_to(layout: &Ways, shape: &Shape, card: u8, busy: u8, then: &mut dyn FnMut(&Shape)) {
    let (rank, suit) = (card >> 2, usize::from(card & 3));
    let next = shape.up[suit];
    if next == rank {
        then(shape);
        return;
    }
    if next > rank {
        // Gone from elsewhere.
        return;
    }
    let missing = layout.up_masks[suit][usize::from(rank)] & !layout.up_masks[suit][usize::from(next)];
    if missing & !shape.cards != 0 {
        return;
    }
    for at in 0..layout.columns {
        if busy >> at & 1 == 0 {
            dig(layout, shape, at, 4 * next + suit as u8, busy, &mut |raised| {
                raise_to(layout, raised, card, busy, then);
            });
        }
    }
}

/// All ways to raise this card, which is next, from this column, after what lies on it.
fn dig(layout: &Ways, shape: &Shape, at: usize, card: u8, busy: u8, then: &mut dyn FnMut(&Shape)) {
    let (rank, suit) = (card >> 2, usize::from(card & 3));
    if shape.up[suit] > rank {
        // Something above it needed it.
        then(shape);
        return;
    }
    let len = shape.piles[at].len;
    if len == 0 {
        return;
    }
    let above = (rank + layout.ranks - shape.tail(layout, at)) % layout.ranks;
    if above >= len {
        return;
    }
    if above == 0 {
        let mut next = *shape;
        next.raise(at, card);
        then(&next);
        if len <= layout.ranks {
            return;
        }
    }
    pop(layout, shape, at, busy, &mut |raised| dig(layout, raised, at, card, busy, then));
}

#[cfg(test)]
mod tests {
    use super::super::columns::Columns;
    use super::super::position::{Position, Rules};
    use super::super::state::Prunings;
    use super::*;
    use crate::{Limits, unwatched};
    use cards::{Card, Rank, Suit};

    /// Four long columns and one king in the stock: the ways to raise what lies below the king are more
    /// than anyone could wait for. (Without the limit this test does not end.)
    #[test]
    fn too_many_ways_prove_nothing() {
        let rules = Rules::ANY_SUIT;
        let card = |rank, suit| Card::new(Rank::new(rank).expect("a rank"), suit);
        let mut columns: Vec<Vec<Card>> =
            Suit::ALL.into_iter().map(|suit| (1..=13).rev().map(|rank| card(rank, suit)).collect()).collect();
        let king = columns[3].remove(0);
        let position = Position {
            rules,
            ranks: 13,
            base: Rank::new(1).expect("a rank"),
            columns,
            reserve: Vec::new(),
            stock: vec![king],
            waste: Vec::new(),
            up: [0; 4],
            homes: vec![None; 4],
            redeals: Some(0),
        };
        let mut ground = Ground::new(&position, Columns::new(), Prunings::all(&rules));
        let start = ground.start(&position);
        let mut shapes = Shapes::new(&ground, &start).expect("one pass");
        let mut watch = unwatched;
        let mut effort = Effort::new(Limits::default(), &mut watch);
        let standing = shapes.go_on(&ground.layout, u64::MAX >> 1, None, &mut effort);
        assert_eq!(standing, Ok(Standing::Won));
        // It gave up at the first position.
        assert!(!shapes.waiting.is_empty());
    }
}
