//! The state: for each card what it lies on, and what follows from that.

use super::game::{BOTTOM, CELL, Game, Key, NONE, UP, code_in, set_code};

/// A position, with sets of cards and counts that are kept up to date as cards move.
#[derive(Clone, Copy, Debug)]
pub struct State {
    /// The place of every card, packed.
    pub key: Key,
    /// For each card, what it lies on.
    pub below: [u8; 52],
    /// For each card, the card that lies on it; [`NONE`] if there is none.
    above: [u8; 52],
    /// For each card of a column, the bottom card.
    bottom: [u8; 52],
    /// For each card of a column, the number of cards below it.
    height: [u8; 52],
    /// For each bottom card, the number of cards below the top card of its column.
    top_height: [u8; 52],
    /// For each card of a column, the least rank (0 for the ace) of the cards below it.
    least: [u8; 52],
    /// For each card of a column, a hash of the cards from the bottom to it that forgets suits.
    chain: [u32; 52],
    /// The top cards of the columns.
    pub tops: u64,
    /// The cards in the cells.
    pub cells: u64,
    /// The number of cards in the cells.
    pub in_cells: u8,
    /// The cards that are face down.
    pub down: u64,
    /// The heights of the foundations, by suit.
    pub heights: [u8; 4],
    /// The number of empty columns.
    pub spaces: u8,
    /// The number of cards that are not on the foundations.
    pub left: u8,
    /// The number of cards that do not continue the card they lie on.
    pub breaks: u8,
    /// The number of those that lie above a card that is raised before them.
    pub blocks: u8,
    /// The number of cards that continue the one below but lie above one that is raised before them.
    pub held: u8,
    /// A hash of the position that forgets suits. It finds positions that are nearly equal, and proves nothing.
    pub likeness: u64,
}

/// No card lies below.
const LEAST_OF_NONE: u8 = u8::MAX;

impl State {
    /// A state that is not a position yet.
    fn empty() -> State {
        State {
            key: [0; 3],
            below: [NONE; 52],
            above: [NONE; 52],
            bottom: [0; 52],
            height: [0; 52],
            top_height: [0; 52],
            least: [LEAST_OF_NONE; 52],
            chain: [0; 52],
            tops: 0,
            cells: 0,
            in_cells: 0,
            down: 0,
            heights: [0; 4],
            spaces: 0,
            left: 0,
            breaks: 0,
            blocks: 0,
            held: 0,
            likeness: 0,
        }
    }

    /// A position from its key.
    pub fn unpack(game: &Game, key: &Key) -> State {
        let mut state = State { key: *key, down: game.face_down, spaces: game.columns, ..State::empty() };
        let mut bottoms = 0u64;
        let mut cards = game.deck;
        while cards != 0 {
            let card = cards.trailing_zeros() as u8;
            cards &= cards - 1;
            let at = usize::from(card);
            let code = code_in(key, card);
            let place = game.place(card, code);
            state.below[at] = place;
            if code != 0 {
                // What the card lay on at the start is uncovered, and therefore face up.
                state.down &= !(1u64 << (game.initial[at] & 63));
            }
            match place {
                UP => {
                    state.heights[at & 3] += 1;
                    continue;
                }
                CELL => state.cells |= 1 << card,
                BOTTOM => bottoms |= 1 << card,
                host => state.above[usize::from(host)] = card,
            }
            state.left += 1;
        }
        state.spaces -= bottoms.count_ones() as u8;
        while bottoms != 0 {
            let card = bottoms.trailing_zeros() as u8;
            bottoms &= bottoms - 1;
            let top = state.count_from(game, card);
            state.tops |= 1 << top;
            state.likeness = state.likeness.wrapping_add(state.column_likeness(top));
        }
        state.in_cells = state.cells.count_ones() as u8;
        let mut cells = state.cells;
        while cells != 0 {
            let card = cells.trailing_zeros() as u8;
            cells &= cells - 1;
            state.likeness = state.likeness.wrapping_add(cell_likeness(game, card));
        }
        state
    }

    /// The part of a column in the hash that forgets suits.
    #[inline]
    fn column_likeness(&self, top: u8) -> u64 {
        spread(u64::from(self.chain[usize::from(top)]) << 8)
    }

    /// The number of cards on a card of a column or a cell.
    #[inline]
    pub fn over(&self, card: u8) -> u8 {
        let at = usize::from(card);
        if self.cells >> card & 1 != 0 {
            return 0;
        }
        self.top_height[usize::from(self.bottom[at])] - self.height[at]
    }

    /// Counts the features of a card and of all cards on it, whose lower cards are in place, and returns the top
    /// card.
    #[inline]
    fn count_from(&mut self, game: &Game, head: u8) -> u8 {
        let mut card = head;
        loop {
            let under = self.below[usize::from(card)];
            let (mut chain, mut bottom, mut height) = (0, card, 0);
            if under < 52 {
                bottom = self.bottom[usize::from(under)];
                height = self.height[usize::from(under)] + 1;
                chain = self.chain[usize::from(under)];
                let least = self.least[usize::from(under)].min(under >> 2);
                self.least[usize::from(card)] = least;
                self.count(game, card, under, least, 1);
            } else {
                self.least[usize::from(card)] = LEAST_OF_NONE;
            }
            self.bottom[usize::from(card)] = bottom;
            self.height[usize::from(card)] = height;
            let class = u64::from(game.class[usize::from(card)]);
            self.chain[usize::from(card)] = (spread(u64::from(chain) << 8 | class) >> 32) as u32;
            match self.above[usize::from(card)] {
                NONE => {
                    self.top_height[usize::from(bottom)] = height;
                    return card;
                }
                next => card = next,
            }
        }
    }

    /// Adds the features of a card to the counts, or takes them from the counts if `sign` is -1.
    #[inline]
    fn count(&mut self, game: &Game, card: u8, under: u8, least: u8, sign: i8) {
        let follows = game.onto[usize::from(card)] >> under & 1 != 0;
        let over = least < card >> 2;
        let add = |count: &mut u8, is: bool| *count = count.wrapping_add_signed(sign * i8::from(is));
        add(&mut self.breaks, !follows);
        add(&mut self.held, over && follows);
        add(&mut self.blocks, over && !follows);
    }

    /// Moves a card, with all cards on it, onto a card, to the bottom of an empty column, to a cell or to its
    /// foundation.
    #[inline]
    pub fn put(&mut self, game: &Game, head: u8, to: u8) {
        let at = usize::from(head);
        let from = self.below[at];
        // The top card of what is moved, and the features that are lost.
        let mut top = head;
        loop {
            let under = self.below[usize::from(top)];
            if under < 52 {
                self.count(game, top, under, self.least[usize::from(top)], -1);
            }
            match self.above[usize::from(top)] {
                NONE => break,
                next => top = next,
            }
        }
        match from {
            CELL => {
                self.cells &= !(1 << head);
                self.in_cells -= 1;
                self.likeness = self.likeness.wrapping_sub(cell_likeness(game, head));
            }
            BOTTOM => {
                self.likeness = self.likeness.wrapping_sub(self.column_likeness(top));
                self.tops &= !(1 << top);
                self.spaces += 1;
            }
            under => {
                let change = self.column_likeness(under).wrapping_sub(self.column_likeness(top));
                self.likeness = self.likeness.wrapping_add(change);
                self.above[usize::from(under)] = NONE;
                self.top_height[usize::from(self.bottom[usize::from(under)])] =
                    self.height[usize::from(under)];
                self.tops = self.tops & !(1 << top) | 1 << under;
                self.down &= !(1 << under);
            }
        }
        self.below[at] = to;
        set_code(&mut self.key, head, game.code(head, to));
        match to {
            UP => {
                self.heights[at & 3] += 1;
                self.left -= 1;
                return;
            }
            CELL => {
                self.cells |= 1 << head;
                self.in_cells += 1;
                self.likeness = self.likeness.wrapping_add(cell_likeness(game, head));
                return;
            }
            BOTTOM => self.spaces -= 1,
            under => {
                self.likeness = self.likeness.wrapping_sub(self.column_likeness(under));
                self.above[usize::from(under)] = head;
                self.tops &= !(1 << under);
            }
        }
        self.tops |= 1 << top;
        self.count_from(game, head);
        self.likeness = self.likeness.wrapping_add(self.column_likeness(top));
    }
}

/// The part of a card in a cell in the hash that forgets suits.
#[inline]
fn cell_likeness(game: &Game, card: u8) -> u64 {
    spread(u64::from(game.class[usize::from(card)]) + 1)
}

/// Spreads a small number over 64 bits.
#[inline]
fn spread(number: u64) -> u64 {
    let mixed = (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ mixed >> 29).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}
