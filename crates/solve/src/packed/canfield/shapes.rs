//! Easier games in which some cards of a rank cannot be told apart in the columns: lost there is lost.
//!
//! In lost deals most positions differ only in which suits lie where in the columns, and few cards ever
//! leave those. So here a column is the rank of its bottom card and its length (ranks go down by one),
//! and for each card in it no more than which of its [`Kinds`] it is:
//!
//! * The top of a column may go up as any card of its kind that is in the columns and is next.
//! * Everything else is as in the game itself: reserve, talon, top cards, whole columns, gaps.
//!
//! Forgetting who is who turns every position and every move into one of these, so a win there is a win
//! here. With all cards of a rank of one kind most positions of the game are one; with every card a
//! kind of its own this is the game.
//!
//! **Late.** As in `late`, cards are raised from columns only just before something needs it. Here it is
//! open from which column a card goes up and as which one the top of a column does. But take a win, and
//! in it the raises before the first move that is none: each says its column and its suit, and needs the
//! raises before it in both. Those that the move needs, and what those need, come first; the others can
//! be made after the move as before. So a move is tried after every way to raise cards whose last one, in
//! whatever order they went, is from a column or of a suit that the move is about.
//!
//! Cards that nobody can miss go up at once, for the same reason as in the game: a win says who each card was.
//! From a column that is only sure where no other card of its rank lies in the columns.

use super::layout::Layout;
use super::position::Take;
use super::shape::{Kinds, Shape};
use super::talon::below;

/// One of these games, and room to work.
pub(super) struct Moves<'a> {
    pub(super) layout: &'a Layout,
    pub(super) take: Take,
    pub(super) kinds: &'a Kinds,
    pub(super) room: &'a mut Room,
}

/// What the moves of one position need.
pub(super) struct Room {
    /// The positions after one move.
    pub(super) next: Vec<Shape>,
    /// All ways to raise cards, those with fewer first.
    ways: Vec<Found>,
    /// Those of them to be gone on with.
    open: Vec<usize>,
    /// Where to find a way: its number behind a stamp, which is another for every position.
    places: Vec<(u32, u32)>,
    stamp: u32,
    /// Were there more ways than could be tried?
    pub(super) overflow: bool,
    /// The known cards of which it mattered where they lie: whether the top of a column can be some card that is
    /// next says that card if it is known, else the known ones of its rank.
    pub(super) looked: u64,
    /// The known cards in the columns.
    known: u64,
    /// The cards of each column, the top first.
    cells: [[Cell; 53]; 4],
    lens: [u8; 4],
    /// The first empty column.
    gap: Option<usize>,
    cards: u64,
    reserve: u8,
}

/// A card of a column: its rank, and all that it could be.
#[derive(Copy, Clone, Default)]
struct Cell {
    kind: u64,
    rank: u8,
}

impl Room {
    pub(super) fn new() -> Room {
        Room {
            next: Vec::new(),
            ways: Vec::new(),
            open: Vec::new(),
            places: vec![(0, 0); 2 * WAYS],
            stamp: 0,
            overflow: false,
            looked: 0,
            known: 0,
            cells: [[Cell::default(); 53]; 4],
            lens: [0; 4],
            gap: None,
            cards: 0,
            reserve: 0,
        }
    }

    #[inline]
    fn is_empty(&self, way: Way, at: usize) -> bool {
        way.gone(at) == self.lens[at]
    }

    /// Is this a gap, and another one was there before? Of several one will do.
    #[inline]
    fn is_spare(&self, way: Way, at: usize) -> bool {
        self.is_empty(way, at) && self.gap.is_some_and(|gap| gap != at)
    }

    /// Is there a gap that the reserve would have filled?
    #[inline]
    fn leaves_gap(&self, way: Way, columns: usize) -> bool {
        self.reserve > 0 && (0..columns).any(|at| self.is_empty(way, at))
    }

    /// Forgets all ways but to raise nothing.
    fn begin(&mut self, up: &[u8; 4]) {
        self.ways.clear();
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.places.fill((0, 0));
            self.stamp = 1;
        }
        self.ways.push(Found { way: Way::none(up), columns: 0, suits: 0 });
    }

    /// Notes a way, whose last card came from this column and has this suit; where it is not to be new, only if it
    /// was found before.
    fn find(&mut self, way: Way, at: usize, suit: usize, may_be_new: bool) {
        let mask = self.places.len() - 1;
        let mut place = (way.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as usize & mask;
        while self.places[place].0 == self.stamp {
            let found = &mut self.ways[self.places[place].1 as usize];
            if found.way == way {
                found.columns |= 1 << at;
                found.suits |= 1 << suit;
                return;
            }
            place = (place + 1) & mask;
        }
        if may_be_new && self.ways.len() == WAYS {
            self.overflow = true;
        } else if may_be_new {
            self.places[place] = (self.stamp, self.ways.len() as u32);
            self.ways.push(Found { way, columns: 1 << at, suits: 1 << suit });
        }
    }

    /// Notes all ways with one card more than this.
    fn find_next(&mut self, way: Way, columns: usize, may_be_new: bool) {
        for at in 0..columns {
            if self.is_empty(way, at) {
                continue;
            }
            let Cell { kind, rank } = self.cells[at][usize::from(way.gone(at))];
            for suit in 0..4 {
                let card = 4 * rank + suit as u8;
                if way.up(suit) != rank || self.cards >> card & 1 == 0 {
                    continue;
                }
                self.looked |=
                    self.known & if self.known >> card & 1 == 1 { 1 << card } else { 15 << (4 * rank) };
                if kind >> card & 1 == 1 {
                    self.find(way.and(at, suit), at, suit, may_be_new);
                }
            }
        }
    }
}

/// A way to raise cards from columns: how many each column gave, and how many of each suit are up then.
#[derive(Copy, Clone, PartialEq, Eq)]
struct Way(u64);

impl Way {
    fn none(up: &[u8; 4]) -> Way {
        Way(u64::from(u32::from_le_bytes(*up)) << 32)
    }

    /// The cards a column gave.
    #[inline]
    fn gone(self, at: usize) -> u8 {
        (self.0 >> (8 * at)) as u8
    }

    #[inline]
    fn up(self, suit: usize) -> u8 {
        (self.0 >> (32 + 8 * suit)) as u8
    }

    /// One card more, of this suit from this column.
    #[inline]
    fn and(self, at: usize, suit: usize) -> Way {
        Way(self.0 + (1 << (8 * at)) + (1 << (32 + 8 * suit)))
    }
}

/// A way, and from which columns and of which suits its last card can be (a bit each).
#[derive(Copy, Clone)]
struct Found {
    way: Way,
    columns: u8,
    suits: u8,
}

/// The ways to raise cards that are followed. Nearly all positions have a few.
const WAYS: usize = 1 << 12;

impl Moves<'_> {
    /// All positions after one move, those with the fewest raises first.
    pub(super) fn all(&mut self, shape: &Shape) {
        let layout = self.layout;
        self.prepare(shape);
        let open = self.open(shape);
        let top =
            if shape.reserve == 0 { None } else { Some(layout.reserve[usize::from(shape.reserve) - 1]) };
        self.find_ways(&shape.up);
        for at in 0..self.room.ways.len() {
            let found = self.room.ways[at];
            self.hosts(shape, found, open, top);
            self.ups(shape, found, open, top);
            self.tops(shape, found);
        }
    }

    /// Finds all ways to raise cards from the columns. A column emptied is filled by the reserve at once, so no
    /// card goes up after that; but a way with such a card is none that needs it.
    fn find_ways(&mut self, up: &[u8; 4]) {
        let columns = self.layout.columns;
        let room = &mut *self.room;
        room.begin(up);
        let (mut next, mut gaps) = (0, false);
        while next < room.ways.len() {
            let way = room.ways[next].way;
            next += 1;
            if room.leaves_gap(way, columns) {
                gaps = true;
            } else {
                room.find_next(way, columns, true);
            }
        }
        if gaps {
            for at in 0..room.ways.len() {
                let way = room.ways[at].way;
                if room.leaves_gap(way, columns) {
                    room.find_next(way, columns, false);
                }
            }
        }
    }

    /// Lays the cards of a position out.
    fn prepare(&mut self, shape: &Shape) {
        let (kinds, room) = (self.kinds, &mut *self.room);
        room.overflow = false;
        room.looked = 0;
        room.known = kinds.known & shape.cards;
        room.ways.clear();
        room.cards = shape.cards;
        room.reserve = shape.reserve;
        room.gap = (0..self.layout.columns).find(|&at| shape.piles[at].len == 0);
        for at in 0..self.layout.columns {
            let pile = shape.piles[at];
            room.lens[at] = pile.len;
            let mut marks = pile.marks;
            let mut rank = if pile.len == 0 { 0 } else { shape.tail(self.layout, at) };
            for cell in &mut room.cells[at][..usize::from(pile.len)] {
                *cell = Cell { kind: kinds.kind(rank, (marks & 3) as u8), rank };
                marks >>= 2;
                rank = if rank + 1 == self.layout.ranks { 0 } else { rank + 1 };
            }
        }
    }

    /// The talon cards that can be had. A card that nobody can miss is not passed by.
    fn open(&self, shape: &Shape) -> u64 {
        let layout = self.layout;
        let mut rest = layout.talon.ahead(shape.stock, shape.cut);
        let mut open = 0;
        while rest != 0 {
            let card = layout.stock[rest.trailing_zeros() as usize];
            rest &= rest - 1;
            open |= 1 << card;
            if shape.is_next(card) && layout.is_safe_in_any_suit(&shape.up, card) {
                break;
            }
        }
        open
    }

    /// Cards of the piles go up, after all of their suits below them and nothing else.
    fn ups(&mut self, shape: &Shape, found: Found, open: u64, top: Option<u8>) {
        let Found { way, suits, .. } = found;
        if suits & suits.wrapping_sub(1) != 0 || self.room.leaves_gap(way, self.layout.columns) {
            return;
        }
        for suit in 0..4 {
            let rank = way.up(suit);
            if suits & !(1 << suit) != 0 || rank == self.layout.ranks {
                continue;
            }
            let card = 4 * rank + suit as u8;
            if top == Some(card) {
                let mut next = self.raised(shape, way);
                next.reserve -= 1;
                next.up[suit] += 1;
                self.meet(next);
            } else if open >> card & 1 == 1 {
                let mut next = self.raised(shape, way);
                next.draw(self.layout, card);
                next.up[suit] += 1;
                self.meet(next);
            }
        }
    }

    /// Everything that goes onto a column, or into it, after cards of it went up and what those needed.
    fn hosts(&mut self, shape: &Shape, found: Found, open: u64, top: Option<u8>) {
        for to in 0..self.layout.columns {
            if found.columns & !(1 << to) == 0 && !self.room.is_spare(found.way, to) {
                self.host(shape, found.way, to, open, top);
            }
        }
    }

    /// Everything that goes onto a column as it is then.
    fn host(&mut self, shape: &Shape, way: Way, to: usize, open: u64, top: Option<u8>) {
        let layout = self.layout;
        let columns = layout.columns;
        if self.room.reserve > 0 && (0..columns).any(|at| at != to && self.room.is_empty(way, at)) {
            return;
        }
        if self.room.is_empty(way, to) {
            if self.room.reserve > 0 {
                // The reserve fills it.
                let next = self.raised(shape, way);
                self.meet(next);
            } else {
                self.guests(shape, way, to, open & layout.fills);
            }
            return;
        }
        let fits = layout.fits[usize::from(4 * self.top_rank(way, to))];
        self.guests(shape, way, to, open & fits);
        if let Some(card) = top
            && fits >> card & 1 == 1
        {
            let mut next = self.raised(shape, way);
            next.reserve -= 1;
            self.put(&mut next, to, card);
            self.meet(next);
        }
        for from in 0..columns {
            if from != to && !self.room.is_empty(way, from) && fits >> (4 * shape.piles[from].head) & 1 == 1 {
                let mut next = self.raised(shape, way);
                let pile = std::mem::take(&mut next.piles[from]);
                let host = &mut next.piles[to];
                host.len += pile.len;
                host.marks = host.marks.unbounded_shl(2 * u32::from(pile.len)) | pile.marks;
                self.meet(next);
            }
        }
    }

    /// Talon cards go onto a column, or into it.
    fn guests(&mut self, shape: &Shape, way: Way, to: usize, cards: u64) {
        let mut rest = self.layout.bits(cards);
        while rest != 0 {
            let card = self.layout.stock[rest.trailing_zeros() as usize];
            rest &= rest - 1;
            let mut next = self.raised(shape, way);
            next.draw(self.layout, card);
            self.put(&mut next, to, card);
            self.meet(next);
        }
    }

    /// The top card of a column goes onto another, after cards of both went up and what those needed.
    fn tops(&mut self, shape: &Shape, found: Found) {
        let Found { way, columns, .. } = found;
        let count = self.layout.columns;
        if self.take != Take::TopOrWhole || self.room.leaves_gap(way, count) {
            return;
        }
        for from in 0..count {
            // A column of one card is a whole column.
            if way.gone(from) + 2 > self.room.lens[from] {
                continue;
            }
            let rank = self.top_rank(way, from);
            for to in 0..count {
                if from == to || columns & !(1 << from | 1 << to) != 0 || self.room.is_spare(way, to) {
                    continue;
                }
                if !self.room.is_empty(way, to)
                    && self.layout.fits[usize::from(4 * self.top_rank(way, to))] >> (4 * rank) & 1 == 0
                {
                    continue;
                }
                let mut next = self.raised(shape, way);
                let mark = next.piles[from].take(1);
                next.piles[to].lay(rank, mark);
                self.meet(next);
            }
        }
    }

    /// Puts a position with the others.
    fn meet(&mut self, mut shape: Shape) {
        // What is up must be the same in all these games, so that each knows the moves of the next.
        self.settle(&mut shape, |rank, _| 15 << (4 * rank));
        self.room.next.push(shape);
    }

    /// The position with everything up that nobody can miss and that can be had without drawing.
    pub(super) fn calm(&mut self, mut shape: Shape) -> Shape {
        let (layout, kinds) = (self.layout, self.kinds);
        loop {
            self.settle(&mut shape, |rank, mark| kinds.kind(rank, mark));
            let waste = shape.stock & below(shape.cut);
            if waste == 0 {
                return shape;
            }
            let card = layout.stock[63 - waste.leading_zeros() as usize];
            if !shape.is_next(card) || !layout.is_safe_in_any_suit(&shape.up, card) {
                return shape;
            }
            shape.draw(layout, card);
            shape.up[usize::from(card & 3)] += 1;
        }
    }

    /// What follows without choice: gaps filled, what nobody can miss up, the columns in order.
    fn settle(&mut self, shape: &mut Shape, could_be: impl Fn(u8, u8) -> u64) {
        let layout = self.layout;
        let columns = layout.columns;
        'again: loop {
            for at in 0..columns {
                if shape.piles[at].len == 0 && shape.reserve > 0 {
                    shape.reserve -= 1;
                    let card = layout.reserve[usize::from(shape.reserve)];
                    self.put(shape, at, card);
                }
            }
            for at in 0..columns {
                if shape.piles[at].len == 0 {
                    continue;
                }
                let mark = (shape.piles[at].marks & 3) as u8;
                let could_be = could_be(shape.tail(layout, at), mark) & shape.cards;
                if could_be.is_power_of_two() {
                    let card = could_be.trailing_zeros() as u8;
                    if shape.is_next(card) && layout.is_safe_in_any_suit(&shape.up, card) {
                        shape.raise(at, card);
                        continue 'again;
                    }
                }
            }
            if shape.reserve > 0 {
                let card = layout.reserve[usize::from(shape.reserve) - 1];
                if shape.is_next(card) && layout.is_safe_in_any_suit(&shape.up, card) {
                    shape.reserve -= 1;
                    shape.up[usize::from(card & 3)] += 1;
                    continue 'again;
                }
            }
            break;
        }
        shape.piles[..columns].sort_unstable();
    }

    #[inline]
    fn put(&mut self, shape: &mut Shape, to: usize, card: u8) {
        shape.cards |= 1 << card;
        shape.piles[to].lay(card >> 2, self.kinds.marks[usize::from(card)]);
    }

    /// The position after cards were raised.
    fn raised(&self, shape: &Shape, way: Way) -> Shape {
        let mut next = *shape;
        for at in 0..self.layout.columns {
            let gone = way.gone(at);
            if gone > 0 {
                next.piles[at].take(gone);
            }
        }
        for suit in 0..4 {
            next.up[suit] = way.up(suit);
            next.cards &= !self.layout.up_masks[suit][usize::from(way.up(suit))];
        }
        next
    }

    /// The rank on top of a column that is not empty.
    #[inline]
    fn top_rank(&self, way: Way, at: usize) -> u8 {
        self.room.cells[at][usize::from(way.gone(at))].rank
    }

    /// Can all of the columns go up as they lie? With too many ways to try it is thought so.
    pub(super) fn ends(&mut self, shape: &Shape) -> bool {
        self.prepare(shape);
        let columns = self.layout.columns;
        let room = &mut *self.room;
        room.begin(&shape.up);
        room.open.clear();
        room.open.push(0);
        while let Some(at) = room.open.pop() {
            let way = room.ways[at].way;
            if (0..columns).all(|at| room.is_empty(way, at)) {
                return true;
            }
            let before = room.ways.len();
            room.find_next(way, columns, true);
            if room.overflow {
                return true;
            }
            room.open.extend(before..room.ways.len());
        }
        false
    }
}
