//! The moves of a search, packed into numbers.
//!
//! A move says what changes; which cards are drawn for it, and which moves follow without a choice, is
//! determined by the state. Some moves stand for several moves at the table: [`Kind::Uncover`] carries and
//! raises, and the moves of a relaxation begin with a [chain](crate::canfield::relax#the-open-stock-relaxation)
//! of stock cards.

mod column_moves;
mod stock_moves;

use crate::canfield::relax::chains::Chain;
use crate::canfield::state::{Game, Mode, State, Trace};

/// A move of the search: its kind, its card, the columns it leads from and to, and the chain before it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(in crate::canfield) struct Play(u64);

/// What a [`Play`] does.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(in crate::canfield) enum Kind {
    /// The top card of a column is raised.
    RaiseColumn,
    /// The top card of the reserve is raised.
    RaiseReserve,
    /// A stock card is raised.
    RaiseStock,
    /// The top card of the reserve goes onto a column.
    Reserve,
    /// A stock card goes onto a column.
    Stock,
    /// A whole column goes onto another.
    Merge,
    /// The cards on a card go onto another column, and that card is raised.
    Uncover,
    /// A foundation card is taken back onto a column.
    TakeBack,
    /// The top card of a column goes onto another column.
    Top,
    /// The cards on a card go onto another column.
    Part,
    /// Nothing but the raises before the move, in any-suit games.
    RaisesOnly,
}

const KINDS: [Kind; 11] = [
    Kind::RaiseColumn,
    Kind::RaiseReserve,
    Kind::RaiseStock,
    Kind::Reserve,
    Kind::Stock,
    Kind::Merge,
    Kind::Uncover,
    Kind::TakeBack,
    Kind::Top,
    Kind::Part,
    Kind::RaisesOnly,
];

impl Play {
    /// No move; it stands in the place of the move that led to a start.
    pub(in crate::canfield) const NONE: Play = Play(u64::MAX);

    /// A move without a chain. Parameters that its kind does not need are 0.
    #[inline]
    pub(in crate::canfield) fn new(kind: Kind, card: u8, from: usize, to: usize) -> Play {
        Play(kind as u64 | u64::from(card) << 4 | (from as u64) << 10 | (to as u64) << 12)
    }

    /// This move after a chain of stock cards, onto the same column.
    #[inline]
    pub(in crate::canfield) fn over(self, chain: Chain) -> Play {
        Play(self.0 | u64::from(chain.len) << 14 | chain.suits << 19)
    }

    /// This move after cards of the columns have been raised until the foundations have these heights, in
    /// any-suit games. The bits are those of the chain, which such games do not have.
    #[inline]
    pub(in crate::canfield) fn after(self, up: [u8; 4]) -> Play {
        Play(self.0 | up.iter().fold(0, |key, &up| key << 4 | u64::from(up)) << 19)
    }

    /// The heights of the foundations before the move; see [`Play::after`].
    #[inline]
    fn before(self) -> [u8; 4] {
        [31, 27, 23, 19].map(|shift| (self.0 >> shift & 15) as u8)
    }

    /// The move as a number.
    #[inline]
    pub(in crate::canfield) fn bits(self) -> u64 {
        self.0
    }

    /// The move with this number.
    #[inline]
    pub(in crate::canfield) fn from_bits(bits: u64) -> Play {
        Play(bits)
    }

    #[inline]
    pub(in crate::canfield) fn kind(self) -> Kind {
        KINDS[(self.0 & 15) as usize]
    }

    #[inline]
    pub(in crate::canfield) fn card(self) -> u8 {
        (self.0 >> 4 & 63) as u8
    }

    #[inline]
    fn from(self) -> usize {
        (self.0 >> 10 & 3) as usize
    }

    #[inline]
    fn to(self) -> usize {
        (self.0 >> 12 & 3) as usize
    }

    #[inline]
    fn chain(self) -> Chain {
        Chain { len: (self.0 >> 14 & 31) as u8, suits: self.0 >> 19 }
    }
}

impl Game {
    /// Makes a move and brings the state into its normal form.
    #[inline]
    pub(in crate::canfield) fn play(&mut self, state: &mut State, play: Play, trace: &mut impl Trace) {
        let (from, to) = (play.from(), play.to());
        if self.prunings.delayed_raises && self.mode == Mode::Exact {
            self.raise_to(state, play.before(), trace);
        }
        match play.kind() {
            Kind::RaiseColumn => self.raise_top(state, from, trace),
            Kind::RaiseReserve => self.raise_reserve(state, trace),
            Kind::RaiseStock => {
                self.raise_stock_before(state, play.card(), trace);
                self.take_stock_card(state, play.card());
                self.raise(state, play.card(), trace);
            }
            Kind::Reserve => {
                let card = self.reserve_top(state);
                self.lay_chain(state, play, trace);
                state.reserve -= 1;
                self.put(state, card, to, trace);
            }
            Kind::Stock => {
                self.lay_chain(state, play, trace);
                self.take_stock_card(state, play.card());
                self.put(state, play.card(), to, trace);
            }
            Kind::Merge => {
                self.lay_chain(state, play, trace);
                self.carry(state, from, 0, to, trace);
            }
            Kind::Uncover => {
                self.lay_chain(state, play, trace);
                let under = self.columns.up_to(state.columns[from], play.card());
                self.carry(state, from, under, to, trace);
                self.raise_top(state, from, trace);
            }
            Kind::TakeBack => {
                state.up[usize::from(play.card() & 3)] -= 1;
                self.put(state, play.card(), to, trace);
            }
            Kind::Part => {
                let under = self.columns.up_to(state.columns[from], play.card());
                self.carry(state, from, under, to, trace);
            }
            Kind::Top => {
                let under = self.columns.below(state.columns[from]);
                self.carry(state, from, under, to, trace);
            }
            Kind::RaisesOnly => {}
        }
        self.normalize(state, trace);
    }

    /// Puts the chain of a move onto its column.
    #[inline]
    fn lay_chain(&mut self, state: &mut State, play: Play, trace: &mut impl Trace) {
        let mut chain = play.chain();
        while chain.len > 0 {
            let rank = self.columns.top(state.columns[play.to()]) >> 2;
            let card = (if rank == 0 { self.layout.ranks } else { rank } - 1) * 4 + (chain.suits & 3) as u8;
            self.take_stock_card(state, card);
            self.put(state, card, play.to(), trace);
            chain = Chain { len: chain.len - 1, suits: chain.suits >> 2 };
        }
    }
}
