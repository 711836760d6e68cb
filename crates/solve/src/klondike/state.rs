//! The packed state, and what follows from it at once.
//!
//! # What is kept
//! Every card is in one of four places:
//! - *up*, on its foundation;
//! - in the *stock*, which here includes the waste;
//! - *in place*, where the deal put it: face down, or *locked*, which is the face-up card directly on the
//!   face-down ones (or the lowest card of a column that was dealt face up);
//! - *free*: anywhere else in the tableau.
//!
//! The free cards are kept as a SET, without saying in which columns they lie. A king at the bottom of a
//! column counts as free, and its column as empty, because moving it to another empty column changes nothing.
//!
//! # Why a set is exact
//! A free card lies on one of two twins, or, if it is a king, in an empty column. Consider a pair of twins of
//! which `h` are face up in the tableau, and the `f` free cards that may lie on them.
//! - In every arrangement of the free cards exactly `h - f` of the twins are bare. So a card may be laid on
//!   the pair exactly if `h > f`: it goes on a bare one. ([`Game::placeable`])
//! - A face-up card may be bared exactly if the other face-up cards of its pair suffice as hosts for the `f`
//!   cards: if something lies on it, then its twin is bare and takes that card, with everything on it, in one
//!   legal move. ([`Game::barable`])
//!
//! So the set determines which moves are possible after suitable rearrangements, and rearrangements are
//! always possible and reveal nothing. Every other move of the game raises a card or lays a card down, and
//! changes the set.

use super::card_set;
use super::game::Game;

/// The value of [`State::redeals`] if they are unlimited.
pub(super) const UNLIMITED: u8 = u8::MAX;

/// A packed position; the [module page](self) explains what is kept.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// The cards on the foundations.
    pub up: u64,
    /// The cards in stock and waste.
    pub stock: u64,
    /// The face-down cards.
    pub face_down: u64,
    /// The face-up cards that are still in place.
    pub locked: u64,
    /// The cards in stock and waste by their places at the start.
    pub stock_places: u32,
    /// The number of cards in place in each column, packed.
    pub columns: u32,
    /// The heights of the foundations, four bits each.
    pub heights: u16,
    /// The number of columns without a card in place: empty, or with a free king at the bottom.
    pub empty: u8,
    /// The number of cards in the waste, in its [normal form](Game::canonical_waste).
    pub waste: u8,
    /// The number of redeals left, or [`UNLIMITED`].
    pub redeals: u8,
}

impl State {
    /// A state without cards.
    pub const EMPTY: State = State {
        up: 0,
        stock: 0,
        face_down: 0,
        locked: 0,
        stock_places: 0,
        columns: 0,
        heights: 0,
        empty: 0,
        waste: 0,
        redeals: 0,
    };

    /// The number of cards in stock and waste.
    #[inline]
    pub fn stock_len(&self) -> u32 {
        self.stock_places.count_ones()
    }
}

impl Game {
    /// The face-up cards of the tableau.
    #[inline]
    pub fn tableau(&self, state: &State) -> u64 {
        self.all & !(state.up | state.stock | state.face_down)
    }

    /// The next card of each foundation.
    #[inline]
    pub fn next_up(&self, up: u64) -> u64 {
        (card_set::higher(up) | self.aces) & self.all & !up
    }

    /// The cards that are bare in some arrangement, if they are in the tableau.
    #[inline]
    pub fn barable(tableau: u64, free: u64) -> u64 {
        let guests = free << 4;
        let bare =
            card_set::EVEN & !card_set::any(guests) | card_set::both(tableau) & !card_set::both(guests);
        card_set::pairs(bare)
    }

    /// The cards that can be laid in the tableau: on a bare host, or a king in an empty column.
    #[inline]
    pub fn placeable(&self, tableau: u64, free: u64, empty: u8) -> u64 {
        let hosts = tableau >> 4;
        let bare =
            card_set::any(hosts) & !card_set::any(free) | card_set::both(hosts) & !card_set::both(free);
        let mut placeable = card_set::pairs(bare);
        if u32::from(empty) > (free & self.kings).count_ones() {
            placeable |= self.kings;
        }
        placeable
    }

    /// Raises a card that is neither in the stock nor locked.
    #[inline]
    pub fn raise(&self, state: &mut State, bit: u8) {
        state.up |= 1 << bit;
        state.heights += 1 << (4 * card_set::foundation(bit));
    }

    /// Takes back the top card of a foundation, which becomes free.
    #[inline]
    pub fn take_back(&self, state: &mut State, bit: u8) {
        state.up &= !(1 << bit);
        state.heights -= 1 << (4 * card_set::foundation(bit));
    }
}
