//! The easiest of the games of columns: of each column only the rank of its bottom card is known, and nothing of
//! which column ends where. Lost there is lost.
//!
//! Ranks go down by one in a column, so how many cards of each rank lie in the columns, and which ranks the bottom
//! cards have, say which ranks the top cards have: of the n cards of a rank those that are no bottom cards lie on one of the
//! rank above each, and the cards of that rank on which nothing lies are top cards. So a position is the piles, what is up
//! and the ranks of the bottom cards, and:
//!
//! * A card of the talon or the reserve goes onto any top card of the rank above.
//! * A top card goes up as any card of its rank in the columns that is next. If it may be a bottom card too, it lies alone
//!   or not, as one likes: if so its column is gone.
//! * A column with some bottom card goes onto any top card of the rank above.
//! * An empty column is filled by the reserve, later by any card of the talon or any top card that is no bottom card.
//! * The move of a top card onto another column changes nothing: it is none.
//! * Won is when the reserve and the talon are empty.
//!
//! Forgetting turns every position of the game of shapes (see `shapes`) into one of these and every move into one or
//! none, so a win there is a win here. Of Rainbow's positions about nine are one here, of Chameleon's two or three.
//!
//! **Late.** As in `shapes`, cards are raised only just before something needs it. Who is who does not matter here: a
//! raise takes a top card of one rank and leaves one of the rank above (or an empty column). Take a win, the
//! raises before its first other move, and one of them that could be the last. If the move can be made without it, that
//! raise can as well be made afterwards, for the move takes no top card that it needs: both were there for both. So a move
//! is tried after a way to raise cards only if every raise that could be its last is needed: it left the only top card of
//! the rank that the move wants, or the only empty column, or is of the suit that goes up next.
//!
//! Cards that nobody can miss go up at once where no other card of their rank lies in the columns, as in `shapes`.

use super::heaps::{ONES, counts};
use super::labels::{self, BARE, Name};
use super::layout::Layout;
use super::position::Take;
use super::shape::Shape;
use super::talon::below;

/// A position.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Heads {
    /// All cards in the columns.
    pub(super) cards: u64,
    pub(super) stock: u64,
    /// The columns whose bottom card has each rank, a nibble each.
    pub(super) heads: u64,
    pub(super) up: [u8; 4],
    pub(super) reserve: u8,
    pub(super) cut: u8,
}

/// The most ways to raise cards that are followed. Nearly all positions have a few.
const WAYS: usize = 512;

/// A way to raise cards.
#[derive(Copy, Clone)]
struct Way {
    /// Cards up then, a byte for each suit.
    up: u32,
    /// Cards of each rank, bottom and top cards then, a nibble each.
    have: u64,
    heads: u64,
    tails: u64,
    /// What its last card can be: which ranks it may leave on top (a bit each), its suit, and whether it may leave a gap.
    ranks: u16,
    suits: u8,
    gap: bool,
}

impl Way {
    #[inline]
    fn up_of(&self, suit: usize) -> u8 {
        (self.up >> (8 * suit)) as u8
    }

    /// Is there a top card of this rank, and was every card that could be the last raised for it?
    #[inline]
    fn is_needed_for(&self, rank: u8) -> bool {
        match nibble(self.tails, rank) {
            0 => false,
            1 => self.ranks & !(1 << rank) == 0,
            _ => self.ranks == 0,
        }
    }
}

/// What the moves of one position need.
pub(super) struct Room {
    /// The positions after one move.
    pub(super) next: Vec<Heads>,
    /// All ways to raise cards, those with fewer first.
    ways: Vec<Way>,
    /// Were there more ways than could be tried?
    pub(super) overflow: bool,
}

impl Room {
    pub(super) fn new() -> Room {
        Room { next: Vec::new(), ways: Vec::new(), overflow: false }
    }

    /// Notes a way; those with as many cards begin at this number.
    fn find(&mut self, first: usize, after: Way) {
        for known in &mut self.ways[first..] {
            if known.up == after.up && known.heads == after.heads {
                known.ranks |= after.ranks;
                known.suits |= after.suits;
                known.gap |= after.gap;
                return;
            }
        }
        if self.ways.len() == WAYS {
            self.overflow = true;
        } else {
            self.ways.push(after);
        }
    }
}

/// The number of a rank.
#[inline]
fn nibble(nibbles: u64, rank: u8) -> u64 {
    nibbles >> (4 * rank) & 15
}

impl Heads {
    /// What is left of a position of the game of shapes.
    pub(super) fn of(layout: &Layout, shape: &Shape) -> Heads {
        let piles = shape.piles[..layout.columns].iter().filter(|pile| pile.len > 0);
        Heads {
            cards: shape.cards,
            stock: shape.stock,
            heads: piles.fold(0, |heads, pile| heads + (1 << (4 * pile.head))),
            up: shape.up,
            reserve: shape.reserve,
            cut: shape.cut,
        }
    }

    /// The cards undrawn.
    #[inline]
    pub(super) fn undrawn(&self) -> u8 {
        (self.stock & !below(self.cut)).count_ones() as u8
    }

    /// Its name but for the cards undrawn.
    #[inline]
    pub(super) fn name(&self, layout: &Layout) -> Name<BARE> {
        let mut rest = self.heads;
        let mut ranks = 0;
        while rest != 0 {
            let rank = rest.trailing_zeros() / 4;
            ranks = ranks << 4 | u128::from(rank + 1);
            rest -= 1 << (4 * rank);
        }
        labels::words(layout, ranks, &self.up, self.reserve, self.stock)
    }

    /// Are the reserve and the talon gone?
    #[inline]
    pub(super) fn is_dealt_out(&self) -> bool {
        self.reserve == 0 && self.stock == 0
    }

    #[inline]
    fn is_next(&self, card: u8) -> bool {
        self.up[usize::from(card & 3)] == card >> 2
    }

    /// The columns whose top card has each rank, a nibble each.
    #[inline]
    fn tails(&self, layout: &Layout) -> u64 {
        let have = counts(self.cards);
        let lie = have - self.heads;
        let top = 4 * (u32::from(layout.ranks) - 1);
        let around = lie << 4 & !(15 << (top + 4)) | lie >> top & 15;
        have - around
    }

    /// A card of the talon comes to the top and leaves.
    #[inline]
    fn draw(&mut self, layout: &Layout, card: u8) {
        let bit = layout.bit_of[usize::from(card)];
        self.stock &= !(1 << bit);
        self.cut = bit;
    }

    /// How many columns are not empty.
    #[inline]
    fn columns(&self) -> u64 {
        self.heads.wrapping_mul(ONES) >> 60
    }

    /// What follows without choice: gaps filled, what nobody can miss up.
    fn settle(&mut self, layout: &Layout) {
        'again: loop {
            if self.reserve > 0 && self.columns() < layout.columns as u64 {
                self.reserve -= 1;
                let card = layout.reserve[usize::from(self.reserve)];
                self.cards |= 1 << card;
                self.heads += 1 << (4 * (card >> 2));
                continue 'again;
            }
            for suit in 0..4u8 {
                let rank = self.up[usize::from(suit)];
                if rank >= layout.ranks {
                    continue;
                }
                let card = 4 * rank + suit;
                if self.cards & 15 << (4 * rank) == 1 << card
                    && layout.is_safe_in_any_suit(&self.up, card)
                    && nibble(self.tails(layout), rank) > 0
                {
                    self.cards &= !(1 << card);
                    self.up[usize::from(suit)] += 1;
                    // The only one of its rank: if it is a bottom card and a top card it lies alone.
                    self.heads &= !(15 << (4 * rank));
                    continue 'again;
                }
            }
            if self.reserve > 0 {
                let card = layout.reserve[usize::from(self.reserve) - 1];
                if self.is_next(card) && layout.is_safe_in_any_suit(&self.up, card) {
                    self.reserve -= 1;
                    self.up[usize::from(card & 3)] += 1;
                    continue 'again;
                }
            }
            return;
        }
    }
}

/// The game and room to work.
pub(super) struct Moves<'a> {
    pub(super) layout: &'a Layout,
    pub(super) take: Take,
    pub(super) room: &'a mut Room,
}

impl Moves<'_> {
    /// The bits of the talon cards that can be had. A card that nobody can miss is not passed by.
    fn open(&self, at: &Heads) -> u64 {
        let layout = self.layout;
        let mut open = layout.talon.ahead(at.stock, at.cut);
        for suit in 0..4u8 {
            let rank = at.up[usize::from(suit)];
            let card = 4 * rank + suit;
            if rank < layout.ranks && layout.stock_cards >> card & 1 == 1 {
                let bit = layout.bit_of[usize::from(card)];
                if open >> bit & 1 == 1 && layout.is_safe_in_any_suit(&at.up, card) {
                    open &= below(bit + 1);
                }
            }
        }
        open
    }

    /// Finds all ways to raise cards from the columns. While the reserve fills gaps, none is left by the way.
    fn find_ways(&mut self, at: &Heads) {
        let layout = self.layout;
        let room = &mut *self.room;
        room.ways.clear();
        room.overflow = false;
        room.ways.push(Way {
            up: u32::from_le_bytes(at.up),
            have: counts(at.cards),
            heads: at.heads,
            tails: at.tails(layout),
            ranks: 0,
            suits: 0,
            gap: false,
        });
        let mut next = 0;
        while next < room.ways.len() {
            // Those with one card more begin here.
            let end = room.ways.len();
            while next < end {
                let way = room.ways[next];
                next += 1;
                for suit in 0..4 {
                    let rank = way.up_of(suit);
                    let card = 4 * rank + suit as u8;
                    if rank >= layout.ranks || at.cards >> card & 1 == 0 || nibble(way.tails, rank) == 0 {
                        continue;
                    }
                    let one = 1u64 << (4 * rank);
                    let host = if rank + 1 == layout.ranks { 0 } else { rank + 1 };
                    if nibble(way.have, rank) > nibble(way.heads, rank) {
                        let after = Way {
                            up: way.up + (1 << (8 * suit)),
                            have: way.have - one,
                            tails: way.tails - one + (1 << (4 * host)),
                            heads: way.heads,
                            ranks: 1 << host,
                            suits: 1 << suit,
                            gap: false,
                        };
                        room.find(end, after);
                    }
                    if at.reserve == 0 && nibble(way.heads, rank) > 0 {
                        let after = Way {
                            up: way.up + (1 << (8 * suit)),
                            have: way.have - one,
                            tails: way.tails - one,
                            heads: way.heads - one,
                            ranks: 0,
                            suits: 1 << suit,
                            gap: true,
                        };
                        room.find(end, after);
                    }
                }
            }
        }
    }

    /// All positions after one move.
    pub(super) fn all(&mut self, at: &Heads) {
        let layout = self.layout;
        self.room.next.clear();
        self.find_ways(at);
        let open = self.open(at);
        let top = if at.reserve == 0 { None } else { Some(layout.reserve[usize::from(at.reserve) - 1]) };
        for number in 0..self.room.ways.len() {
            let way = self.room.ways[number];
            let raised = self.raised(at, &way);
            self.hosts(&raised, &way, open, top);
            self.ups(&raised, &way, open, top);
            if at.reserve > 0 {
                self.gaps_filled(at, &raised, &way);
            } else {
                self.gaps(&raised, &way, open);
            }
        }
    }

    /// The position after cards were raised.
    fn raised(&self, at: &Heads, way: &Way) -> Heads {
        let mut next = *at;
        next.up = way.up.to_le_bytes();
        for suit in 0..4 {
            next.cards &= !self.layout.up_masks[suit][usize::from(next.up[suit])];
        }
        next.heads = way.heads;
        next
    }

    /// Puts a position with the others.
    fn meet(&mut self, mut next: Heads) {
        next.settle(self.layout);
        self.room.next.push(next);
    }

    /// Talon cards leave the talon, each for one position.
    fn guests(&mut self, raised: &Heads, bits: u64, put: impl Fn(&mut Heads, u8)) {
        let mut rest = bits;
        while rest != 0 {
            let card = self.layout.stock[rest.trailing_zeros() as usize];
            rest &= rest - 1;
            let mut next = *raised;
            next.draw(self.layout, card);
            put(&mut next, card);
            self.meet(next);
        }
    }

    /// Everything that goes onto a top card.
    fn hosts(&mut self, raised: &Heads, way: &Way, open: u64, top: Option<u8>) {
        let layout = self.layout;
        let mut rest = if way.gap { 0 } else { way.tails };
        while rest != 0 {
            let rank = (rest.trailing_zeros() / 4) as u8;
            rest &= !(15 << (4 * rank));
            if !way.is_needed_for(rank) {
                continue;
            }
            let head = if rank == 0 { layout.ranks - 1 } else { rank - 1 };
            let fits = layout.fits[usize::from(4 * rank)];
            if fits != 0 {
                let guests = open & layout.rank_bits[usize::from(head)];
                self.guests(raised, guests, |next, card| next.cards |= 1 << card);
            }
            if let Some(card) = top
                && fits >> card & 1 == 1
            {
                let mut next = *raised;
                next.reserve -= 1;
                next.cards |= 1 << card;
                self.meet(next);
            }
            if nibble(way.heads, head) > 0 && fits >> (4 * head) & 1 == 1 && raised.columns() > 1 {
                let mut next = *raised;
                next.heads -= 1 << (4 * head);
                self.meet(next);
            }
        }
    }

    /// Cards of the piles go up.
    fn ups(&mut self, raised: &Heads, way: &Way, open: u64, top: Option<u8>) {
        for suit in 0..4 {
            let rank = way.up_of(suit);
            if way.suits & !(1 << suit) != 0 || rank >= self.layout.ranks {
                continue;
            }
            let card = 4 * rank + suit as u8;
            let mut next = *raised;
            next.up[suit] += 1;
            if top == Some(card) {
                next.reserve -= 1;
                self.meet(next);
            } else if self.layout.stock_cards >> card & 1 == 1
                && open >> self.layout.bit_of[usize::from(card)] & 1 == 1
            {
                next.draw(self.layout, card);
                self.meet(next);
            }
        }
    }

    /// A card that lies alone goes up, and the reserve fills the gap.
    fn gaps_filled(&mut self, at: &Heads, raised: &Heads, way: &Way) {
        for suit in 0..4 {
            let rank = way.up_of(suit);
            let card = 4 * rank + suit as u8;
            if rank >= self.layout.ranks
                || at.cards >> card & 1 == 0
                || nibble(way.tails, rank) == 0
                || nibble(way.heads, rank) == 0
            {
                continue;
            }
            // The card before it in its suit leaves this rank on top as well.
            if way.suits & !(1 << suit) == 0 || way.is_needed_for(rank) {
                let mut next = *raised;
                next.up[suit] += 1;
                next.cards &= !(1 << card);
                next.heads -= 1 << (4 * rank);
                self.meet(next);
            }
        }
    }

    /// What goes into a gap once the reserve is gone.
    fn gaps(&mut self, raised: &Heads, way: &Way, open: u64) {
        let layout = self.layout;
        let gaps = layout.columns as u64 - raised.columns();
        if gaps == 0 || way.gap && gaps > 1 {
            return;
        }
        if way.ranks == 0 {
            let fills = if layout.rules.base_enters { u64::MAX } else { !layout.rank_bits[0] };
            self.guests(raised, open & fills, |next, card| {
                next.cards |= 1 << card;
                next.heads += 1 << (4 * (card >> 2));
            });
        }
        if self.take == Take::Whole {
            return;
        }
        for rank in 0..layout.ranks {
            if nibble(way.tails, rank) > 0
                && nibble(way.have, rank) > nibble(way.heads, rank)
                && (way.ranks == 0 || way.is_needed_for(rank))
            {
                let mut next = *raised;
                next.heads += 1 << (4 * rank);
                self.meet(next);
            }
        }
    }
}
