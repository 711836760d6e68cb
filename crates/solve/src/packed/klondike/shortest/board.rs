//! A position in which every card has its place: what the shortest win must tell apart.
//!
//! The packed [`State`] keeps the free cards as a set. Here a bit a card says which of the two
//! possible hosts it lies on; with that a move is one plain move, and its cost is known: one, and
//! one for every draw and redeal before it.

use super::super::deal::{Deal, State, UNLIMITED};
use super::super::layout::{self, Bits};
use super::super::position::Position;

/// A position: the set of cards, and what lies on what.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    pub state: State,
    /// The free cards that lie on the higher of their two possible hosts.
    pub on: u64,
}

/// Where a card goes, with all that lies on it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum Target {
    /// To its foundation.
    Up,
    /// Onto this card.
    Card(u8),
    /// Onto this card, from its twin, which goes up then.
    Freeing(u8),
    /// Into an empty column.
    Space,
}

/// One plain move, after the draws and redeals that make it possible.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub bit: u8,
    pub to: Target,
    /// Plain moves it takes, draws and redeals included.
    pub cost: u16,
}

/// The constants of a search.
#[derive(Debug)]
pub(super) struct Ground {
    pub deal: Deal,
    /// By column and number of cards in place: those cards, and how many face-down ones among them
    /// must go to another column; see [`Ground::left`].
    columns: Vec<Vec<(u64, u16)>>,
}

/// The lower cards of a card's suit.
#[inline]
fn below(bit: u8) -> u64 {
    layout::SUITS[layout::foundation(bit) as usize] & ((1 << (bit & !3)) - 1)
}

impl Ground {
    pub fn new(deal: Deal) -> Ground {
        let columns = (0..deal.width()).map(|column| {
            let height = deal.in_place(&deal.root(), column);
            let mut kept = Vec::with_capacity(height + 1);
            let (mut cards, mut buried) = (0, 0);
            kept.push((0, 0));
            for depth in 0..height {
                let bit = deal.card_at(column, depth);
                kept.push((cards | 1 << bit, buried));
                buried += u16::from(below(bit) & cards != 0);
                cards |= 1 << bit;
            }
            kept
        });
        let columns = columns.collect();
        Ground { deal, columns }
    }

    /// The board of a position that was packed into this ground's deal.
    pub fn board(&self, position: &Position) -> Board {
        // For move counts the waste matters even where it reaches the same cards.
        let mut state = self.deal.root();
        state.waste = position.waste.len() as u8;
        let mut on = 0;
        for column in &position.columns {
            let face_up = &column.cards[column.face_down.min(column.cards.len())..];
            for two in face_up.windows(2) {
                let (host, card) = (layout::bit(two[0]), layout::bit(two[1]));
                on |= u64::from(host & 1) << card;
            }
        }
        Board { state, on }
    }

    /// The exact key of a board, in two words.
    #[inline]
    pub fn key(&self, board: &Board) -> [u64; 2] {
        [self.deal.key(&board.state), board.on | u64::from(board.state.redeals) << 52]
    }

    /// The board of a key.
    pub fn unpack(&self, key: [u64; 2]) -> Board {
        let state = self.deal.unpack(key[0], (key[1] >> 52) as u8);
        Board { state, on: key[1] & ((1 << 52) - 1) }
    }

    /// At least so many plain moves are left.
    ///
    /// * Every card that is not up goes up, one at a time.
    /// * Every card of the stock must be drawn.
    /// * A card above a lower one of its suit in the same column must first go to another column.
    ///   Face-down cards leave one by one, because the next is turned up only then; the face-up
    ///   ones may leave together, so they count once.
    pub fn left(&self, board: &Board) -> u32 {
        let state = &board.state;
        let free = self.deal.tableau(state) & !state.locked & !self.deal.kings;
        let mut left = (self.deal.all & !state.up).count_ones();
        let undrawn = state.order.count_ones() - u32::from(state.waste);
        left += undrawn.div_ceil(u32::from(self.deal.draw));
        for column in 0..self.columns.len() {
            let height = self.deal.in_place(state, column);
            if height < 2 {
                continue;
            }
            let hidden = self.columns[column][height - 1].0;
            left += u32::from(self.columns[column][height].1);
            let mut bit = self.deal.card_at(column, height - 1);
            loop {
                if below(bit) & hidden != 0 {
                    left += 1;
                    break;
                }
                match self.child(board, free, bit) {
                    Some(child) => bit = child,
                    None => break,
                }
            }
        }
        left
    }

    /// The card that lies on a card.
    #[inline]
    fn child(&self, board: &Board, free: u64, host: u8) -> Option<u8> {
        let pair = layout::pairs(layout::any(1 << host)) >> 4 & free;
        let here = if host & 1 == 1 { pair & board.on } else { pair & !board.on };
        (here != 0).then(|| here.trailing_zeros() as u8)
    }

    /// Draws and redeals until the card of this rank in the stock (from 1) lies on the waste.
    fn turns(&self, state: &State, rank: u32) -> Option<(u32, bool)> {
        let (len, waste) = (state.order.count_ones(), u32::from(state.waste));
        let draw = u32::from(self.deal.draw);
        if rank >= waste && (rank == len || (rank - waste).is_multiple_of(draw)) && rank > 0 {
            return Some(((rank - waste).div_ceil(draw), false));
        }
        if state.redeals == 0 || !(rank == len || rank.is_multiple_of(draw)) {
            return None;
        }
        Some(((len - waste).div_ceil(draw) + 1 + rank.div_ceil(draw), true))
    }

    /// Every plain move, each with the board it leads to.
    ///
    /// A card changes from one host to its twin only to free the first, which goes up at once: all
    /// that the change does is to bare one of two cards that take the same ones, so it can wait
    /// until one of them goes up. (What lies on the other host then could as well lie on the bared.)
    ///
    /// Where a safe card ([`Deal::safe`]) lies bare in a column, its going up is the only one: any
    /// win can begin with it and be no longer. What the win would have laid on it, of rank one and
    /// two less, can go up at that moment instead, which it must do once anyway, and every other
    /// move stays possible.
    pub fn each_step(&self, board: &Board, mut see: impl FnMut(Step, Board)) {
        let state = &board.state;
        let tableau = self.deal.tableau(state);
        let free = tableau & !state.locked;
        let lying = free & !self.deal.kings;
        let covered = (layout::any(lying & board.on) << 1 | layout::any(lying & !board.on)) << 4;
        let bare = tableau & !covered;
        let next = self.deal.next_up(state.up);
        let space = u32::from(state.empty) > (free & self.deal.kings).count_ones();

        let raise = bare & next;
        let safe = raise & self.deal.safe(state.up);
        let raise = if safe != 0 { safe & safe.wrapping_neg() } else { raise };
        for bit in Bits(raise) {
            let mut to = *board;
            if state.locked >> bit & 1 == 1 {
                self.deal.reveal(&mut to.state, bit);
            }
            self.deal.raise(&mut to.state, bit);
            to.on &= !(1 << bit);
            see(Step { bit, to: Target::Up, cost: 1 }, to);
        }
        if safe != 0 {
            return;
        }
        for host in Bits(bare) {
            let takes = layout::pairs(layout::any(1 << host)) >> 4;
            for bit in Bits(takes & state.locked) {
                let mut to = *board;
                self.deal.reveal(&mut to.state, bit);
                to.on |= u64::from(host & 1) << bit;
                see(Step { bit, to: Target::Card(host), cost: 1 }, to);
            }
            let twin = host ^ 1;
            if (next & tableau) >> twin & 1 == 1
                && let Some(bit) = self.child(board, lying, twin)
            {
                let mut to = *board;
                to.on = to.on & !(1 << bit | 1 << twin) | u64::from(host & 1) << bit;
                if state.locked >> twin & 1 == 1 {
                    self.deal.reveal(&mut to.state, twin);
                }
                self.deal.raise(&mut to.state, twin);
                see(Step { bit, to: Target::Freeing(host), cost: 2 }, to);
            }
            if self.deal.take_back {
                for bit in Bits(takes & state.up & !layout::lower(state.up)) {
                    let mut to = *board;
                    self.deal.take_back(&mut to.state, bit);
                    to.on |= u64::from(host & 1) << bit;
                    see(Step { bit, to: Target::Card(host), cost: 1 }, to);
                }
            }
        }
        if space {
            for bit in Bits(self.deal.kings & state.locked) {
                let mut to = *board;
                self.deal.reveal(&mut to.state, bit);
                see(Step { bit, to: Target::Space, cost: 1 }, to);
            }
            if self.deal.take_back {
                for bit in Bits(self.deal.kings & state.up) {
                    let mut to = *board;
                    self.deal.take_back(&mut to.state, bit);
                    see(Step { bit, to: Target::Space, cost: 1 }, to);
                }
            }
        }
        self.each_stock_step(board, bare, next, space, see);
    }

    fn each_stock_step(
        &self,
        board: &Board,
        bare: u64,
        next: u64,
        space: bool,
        mut see: impl FnMut(Step, Board),
    ) {
        let state = &board.state;
        let room = layout::pairs(layout::any(bare)) >> 4 | if space { self.deal.kings } else { 0 };
        for bit in Bits(state.stock & (next | room)) {
            let before = self.deal.before(state, bit);
            let Some((turns, redeal)) = self.turns(state, before + 1) else { continue };
            let cost = turns as u16 + 1;
            let mut taken = *board;
            taken.state.order &= !(1 << self.deal.stock_place(bit));
            taken.state.stock &= !(1 << bit);
            taken.state.waste = before as u8;
            if redeal && state.redeals != UNLIMITED {
                taken.state.redeals -= 1;
            }
            if next >> bit & 1 == 1 {
                let mut to = taken;
                self.deal.raise(&mut to.state, bit);
                see(Step { bit, to: Target::Up, cost }, to);
            }
            for host in Bits(layout::pairs(layout::any(1 << bit)) << 4 & bare) {
                let mut to = taken;
                to.on |= u64::from(host & 1) << bit;
                see(Step { bit, to: Target::Card(host), cost }, to);
            }
            if space && self.deal.kings >> bit & 1 == 1 {
                see(Step { bit, to: Target::Space, cost }, taken);
            }
        }
    }

    /// Is nothing left but to play up what lies open?
    pub fn is_open(&self, board: &Board) -> bool {
        board.state.hidden == 0 && board.state.stock == 0
    }
}
