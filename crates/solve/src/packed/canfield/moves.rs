//! The moves of a search: one each for what can make a difference, as numbers.

use super::chains::Chain;
use super::columns::NONE;
use super::position::{Gap, Take, TakeBack};
use super::state::{Ground, Log, Mode, State};

/// A move of the search, packed: what moves, from where, to which column, over which talon cards.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Play(u64);

/// What a [`Play`] does.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The top of a column goes up.
    RaiseColumn,
    /// The top of the reserve goes up.
    RaiseReserve,
    /// A talon card goes up.
    RaiseStock,
    /// The top of the reserve goes onto a column.
    Reserve,
    /// A talon card goes onto a column.
    Stock,
    /// A whole column goes onto another.
    Merge,
    /// The cards on a card go onto another column, and that card goes up.
    Uncover,
    /// A foundation card comes back onto a column.
    TakeBack,
    /// The top card of a column goes onto another.
    Top,
    /// The cards on a card go onto another column.
    Part,
    /// Nothing but the raises before it (see `late`).
    Lift,
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
    Kind::Lift,
];

impl Play {
    pub(super) const NONE: Play = Play(u64::MAX);

    #[inline]
    pub(super) fn new(kind: Kind, card: u8, from: usize, to: usize) -> Play {
        Play(kind as u64 | u64::from(card) << 4 | (from as u64) << 10 | (to as u64) << 12)
    }

    #[inline]
    pub(super) fn over(self, chain: Chain) -> Play {
        Play(self.0 | u64::from(chain.len) << 14 | chain.suits << 19)
    }

    /// The move after raises from the columns up to these numbers (see `late`).
    #[inline]
    pub(super) fn after(self, up: [u8; 4]) -> Play {
        Play(self.0 | up.iter().fold(0, |key, &up| key << 4 | u64::from(up)) << 19)
    }

    /// The raises before the move; only where talon cards are not laid in chains.
    #[inline]
    fn before(self) -> [u8; 4] {
        [31, 27, 23, 19].map(|shift| (self.0 >> shift & 15) as u8)
    }

    /// The move as a number, and back.
    #[inline]
    pub(super) fn bits(self) -> u64 {
        self.0
    }

    #[inline]
    pub(super) fn from_bits(bits: u64) -> Play {
        Play(bits)
    }

    #[inline]
    pub(super) fn kind(self) -> Kind {
        KINDS[(self.0 & 15) as usize]
    }

    #[inline]
    pub(super) fn card(self) -> u8 {
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

impl Ground {
    /// Makes a move and settles what follows.
    #[inline]
    pub(super) fn play(&mut self, state: &mut State, play: Play, log: &mut impl Log) {
        let (from, to) = (play.from(), play.to());
        if self.prunings.late && self.mode == Mode::Exact {
            self.raise_to(state, play.before(), log);
        }
        match play.kind() {
            Kind::RaiseColumn => self.raise_tail(state, from, log),
            Kind::RaiseReserve => self.raise_reserve(state, log),
            Kind::RaiseStock => {
                self.raise_stock_before(state, play.card(), log);
                self.play_stock(state, play.card());
                self.put_up(state, play.card(), log);
            }
            Kind::Reserve => {
                let card = self.reserve_top(state);
                self.lay_chain(state, play, log);
                state.reserve -= 1;
                self.put(state, card, to, log);
            }
            Kind::Stock => {
                self.lay_chain(state, play, log);
                self.play_stock(state, play.card());
                self.put(state, play.card(), to, log);
            }
            Kind::Merge => {
                self.lay_chain(state, play, log);
                self.carry(state, from, 0, to, log);
            }
            Kind::Uncover => {
                self.lay_chain(state, play, log);
                let under = self.columns.up_to(state.cols[from], play.card());
                self.carry(state, from, under, to, log);
                self.raise_tail(state, from, log);
            }
            Kind::TakeBack => {
                state.up[usize::from(play.card() & 3)] -= 1;
                self.put(state, play.card(), to, log);
            }
            Kind::Part => {
                let under = self.columns.up_to(state.cols[from], play.card());
                self.carry(state, from, under, to, log);
            }
            Kind::Top => {
                let under = self.columns.below(state.cols[from]);
                self.carry(state, from, under, to, log);
            }
            Kind::Lift => {}
        }
        self.settle(state, log);
    }

    #[inline]
    fn lay_chain(&mut self, state: &mut State, play: Play, log: &mut impl Log) {
        let mut chain = play.chain();
        while chain.len > 0 {
            let rank = self.columns.tail(state.cols[play.to()]) >> 2;
            let card = (if rank == 0 { self.layout.ranks } else { rank } - 1) * 4 + (chain.suits & 3) as u8;
            self.play_stock(state, card);
            self.put(state, card, play.to(), log);
            chain = Chain { len: chain.len - 1, suits: chain.suits >> 2 };
        }
    }

    /// All moves but those of talon cards.
    pub(super) fn table_moves(&mut self, state: &State, out: &mut Vec<Play>) {
        let layout = &self.layout;
        let columns = layout.columns;
        let tails: [u8; 4] = std::array::from_fn(|at| self.columns.tail(state.cols[at]));
        for (at, &tail) in tails.iter().enumerate() {
            if self.goes_up(state, tail) {
                out.push(Play::new(Kind::RaiseColumn, tail, at, 0));
            }
        }
        let top = self.reserve_top(state);
        if self.goes_up(state, top) {
            out.push(Play::new(Kind::RaiseReserve, top, 0, 0));
        }
        let gap = (0..columns).find(|&at| state.cols[at] == 0);
        if self.take == Take::Part {
            self.uncovers(state, gap, out);
        }
        if top != NONE {
            for (at, &tail) in tails.iter().enumerate() {
                if layout.fits[usize::from(tail)] >> top & 1 == 1 {
                    out.push(Play::new(Kind::Reserve, top, 0, at));
                }
            }
            // Only where gaps are filled by hand can there be one now.
            if let Some(gap) = gap
                && layout.fills >> top & 1 == 1
            {
                out.push(Play::new(Kind::Reserve, top, 0, gap));
            }
        }
        for from in 0..columns {
            let head = self.columns.head(state.cols[from]);
            if head == NONE {
                continue;
            }
            for (to, &tail) in tails.iter().enumerate() {
                if to != from && layout.fits[usize::from(tail)] >> head & 1 == 1 {
                    out.push(Play::new(Kind::Merge, head, from, to));
                }
            }
        }
    }

    /// The moves that can be taken back: tried last, so that the search does not wander.
    pub(super) fn idle_moves(&self, state: &State, out: &mut Vec<Play>) {
        let gap = (0..self.layout.columns).find(|&at| state.cols[at] == 0);
        if self.take == Take::TopOrWhole {
            self.tops(state, gap, out);
        }
        if self.all_parts {
            self.parts(state, gap, out);
        }
        if self.layout.takes_back() {
            self.take_backs(state, gap, out);
        }
    }

    /// Every move of a part run.
    fn parts(&self, state: &State, gap: Option<usize>, out: &mut Vec<Play>) {
        let layout = &self.layout;
        for from in 0..layout.columns {
            let mut run = state.cols[from];
            while self.columns.below(run) != 0 {
                let first = self.columns.tail(run);
                run = self.columns.below(run);
                let under = self.columns.tail(run);
                for to in 0..layout.columns {
                    let host = self.columns.tail(state.cols[to]);
                    if to != from && layout.fits[usize::from(host)] >> first & 1 == 1 {
                        out.push(Play::new(Kind::Part, under, from, to));
                    }
                }
                if let Some(gap) = gap
                    && layout.gap_open(state.reserve)
                    && layout.rules.gap == Gap::Anything
                    && layout.fills >> first & 1 == 1
                {
                    out.push(Play::new(Kind::Part, under, from, gap));
                }
            }
        }
    }

    /// Part runs move only to free a card that then goes up (but see [`Ground::has_ring`]): a tail moved
    /// from one host to another of the same kind changes nothing else (whatever the other host would have taken, the first
    /// one takes), so a line that moves it and does not raise the freed card can be followed with
    /// the two hosts' guests exchanged.
    fn uncovers(&self, state: &State, gap: Option<usize>, out: &mut Vec<Play>) {
        let layout = &self.layout;
        for suit in 0..4u8 {
            let rank = state.up[usize::from(suit)];
            let card = rank * 4 + suit;
            if rank >= layout.ranks {
                continue;
            }
            for from in 0..layout.columns {
                let column = state.cols[from];
                if self.columns.mask(column) >> card & 1 == 0 || self.columns.tail(column) == card {
                    continue;
                }
                let first = self.columns.above(column, card);
                for to in 0..layout.columns {
                    let host = self.columns.tail(state.cols[to]);
                    if to != from && layout.fits[usize::from(host)] >> first & 1 == 1 {
                        out.push(Play::new(Kind::Uncover, card, from, to));
                    }
                }
                if let Some(gap) = gap
                    && layout.gap_open(state.reserve)
                    && layout.rules.gap == Gap::Anything
                    && layout.fills >> first & 1 == 1
                {
                    out.push(Play::new(Kind::Uncover, card, from, gap));
                }
            }
        }
    }

    /// Every move of a single top card: where runs do not move in parts, the exchange of guests that
    /// makes most of them needless cannot be undone later.
    fn tops(&self, state: &State, gap: Option<usize>, out: &mut Vec<Play>) {
        let layout = &self.layout;
        for from in 0..layout.columns {
            let column = state.cols[from];
            if self.columns.below(column) == 0 {
                // A column of one card is a whole column.
                continue;
            }
            let card = self.columns.tail(column);
            for to in 0..layout.columns {
                let host = self.columns.tail(state.cols[to]);
                if to != from && layout.fits[usize::from(host)] >> card & 1 == 1 {
                    out.push(Play::new(Kind::Top, card, from, to));
                }
            }
            if let Some(gap) = gap
                && layout.gap_open(state.reserve)
                && layout.rules.gap == Gap::Anything
                && layout.fills >> card & 1 == 1
            {
                out.push(Play::new(Kind::Top, card, from, gap));
            }
        }
    }

    fn take_backs(&self, state: &State, gap: Option<usize>, out: &mut Vec<Play>) {
        let layout = &self.layout;
        for suit in 0..4u8 {
            let up = state.up[usize::from(suit)];
            // Never the base card, nor one the deck has not got; nor one that would go straight back.
            if up < 2 || layout.all >> suit & 1 == 0 {
                continue;
            }
            let card = (up - 1) * 4 + suit;
            let mut before = *state;
            before.up[usize::from(suit)] -= 1;
            if self.prunings.safe && self.is_safe(&before, card) {
                continue;
            }
            for to in 0..layout.columns {
                if layout.fits[usize::from(self.columns.tail(state.cols[to]))] >> card & 1 == 1 {
                    out.push(Play::new(Kind::TakeBack, card, 0, to));
                }
            }
            if let Some(gap) = gap
                && layout.rules.take_back == TakeBack::Anywhere
                && layout.gap_open(state.reserve)
                && layout.rules.gap == Gap::Anything
            {
                out.push(Play::new(Kind::TakeBack, card, 0, gap));
            }
        }
    }

    /// The talon cards that can come to the top of the waste.
    #[inline]
    pub(super) fn reachable(&self, state: &State) -> u64 {
        let talon = &self.layout.talon;
        let ahead = talon.ahead(state.stock, state.cut);
        if self.layout.unlimited || state.redeals > 0 { ahead | talon.fresh(state.stock) } else { ahead }
    }

    /// The moves of these talon cards.
    pub(super) fn stock_moves(&self, state: &State, bits: u64, out: &mut Vec<Play>) {
        let layout = &self.layout;
        let gap =
            (0..layout.columns).find(|&at| state.cols[at] == 0).filter(|_| layout.gap_open(state.reserve));
        let tails: [u64; 4] =
            std::array::from_fn(|at| layout.fits[usize::from(self.columns.tail(state.cols[at]))]);
        let bits = self.not_passing_safe(state, bits);
        // Up first; and the last cards first: what is played early in a pass shifts all after it.
        let mut rest = bits;
        while rest != 0 {
            let bit = 63 - rest.leading_zeros();
            rest ^= 1 << bit;
            if self.goes_up(state, layout.stock[bit as usize]) {
                out.push(Play::new(Kind::RaiseStock, layout.stock[bit as usize], 0, 0));
            }
        }
        let mut rest = bits;
        while rest != 0 {
            let bit = 63 - rest.leading_zeros();
            rest ^= 1 << bit;
            let card = layout.stock[bit as usize];
            for (to, fits) in tails.iter().enumerate() {
                if fits >> card & 1 == 1 {
                    out.push(Play::new(Kind::Stock, card, 0, to));
                }
            }
            if let Some(gap) = gap
                && layout.fills >> card & 1 == 1
            {
                out.push(Play::new(Kind::Stock, card, 0, gap));
            }
        }
    }

    /// Does a talon card go up that nobody can miss?
    pub(super) fn is_not_passed(&self, state: &State, play: Play) -> bool {
        let card = play.card();
        play.kind() == Kind::RaiseStock && self.goes_up(state, card) && self.is_safe(state, card)
    }

    /// These talon cards without those beyond one that nobody can miss. Where one card is drawn at a
    /// time it shows before they do, and then it goes up: what is reached past it is reached after it
    /// as well. Without a limit of redeals nothing lies beyond anything.
    #[inline]
    pub(super) fn not_passing_safe(&self, state: &State, bits: u64) -> u64 {
        if self.layout.unlimited || self.layout.talon.draw() > 1 || !self.prunings.safe {
            return bits;
        }
        let ahead = bits & self.layout.talon.ahead(state.stock, state.cut);
        let mut rest = ahead;
        while rest != 0 {
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            let card = self.layout.stock[bit as usize];
            if self.goes_up(state, card) && self.is_safe(state, card) {
                return ahead & !rest;
            }
        }
        bits
    }
}
