//! The moves that count: from one state to the next, with everything reversible left out.
//!
//! With take-backs, raising a free card and taking it back undo each other, so all states that
//! differ only by such moves, a *class*, are equally good. The table keeps the one with everything
//! raised ([`Deal::settle`]); [`Expansion::run`] walks through the class, state by state, and
//! collects the moves that cannot be undone. Raising everything is not unique: twins that share
//! one child cannot both go up. So a class may be kept under two keys, which costs a little work;
//! because the walk covers the whole class, nothing is lost.

use super::config::{Config, Fault};
use super::deal::{Deal, State, UNLIMITED};
use super::layout::{self, Bits};

/// One card goes up or comes down; where from follows from the position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Step(u8);

impl Step {
    const UP: u8 = 0x40;

    pub fn up(bit: u8) -> Step {
        Step(bit | Step::UP)
    }

    pub fn down(bit: u8) -> Step {
        Step(bit)
    }

    pub fn bit(self) -> u8 {
        self.0 & 0x3F
    }

    pub fn is_up(self) -> bool {
        self.0 & Step::UP != 0
    }
}

/// No card is waiting to be used.
const NONE: u8 = 64;

/// One state of a class, and how the walk came to it.
#[derive(Copy, Clone, Debug)]
struct Stand {
    state: State,
    /// The stock card that came down last and must now be used, or [`NONE`].
    waiting: u8,
    from: u16,
    step: Step,
}

/// A state that a move leads to, not yet settled.
#[derive(Copy, Clone, Debug)]
pub(super) struct Child {
    pub state: State,
    from: u16,
    step: Step,
}

/// The work space of expanding a state.
#[derive(Debug, Default)]
pub(super) struct Expansion {
    stands: Vec<Stand>,
    /// What [`run`](Self::run) found, the most promising first.
    pub children: Vec<Child>,
}

impl Deal {
    /// Plays what may always be played: raises everything that comes back at no cost, and
    /// everything safe.
    ///
    /// * Take-backs: raising a free card is undone by taking it back, its host is still bare.
    /// * Draw 1, unlimited: a stock card up can do all it could in the stock. It can come down
    ///   whenever it could have been brought down, because no higher card of its suit is up before
    ///   the line we follow plays it up.
    /// * A safe card ([`Deal::safe`]), if free or locked: leaving a column only uncovers.
    #[inline]
    pub fn settle(&self, state: &mut State, config: &Config, mut trace: impl FnMut(Step)) {
        let easy = self.draw == 1 && state.redeals == UNLIMITED;
        loop {
            let tableau = self.tableau(state);
            let free = tableau & !state.locked;
            let next = self.next_up(state.up);
            let bare = next & Deal::barable(tableau, free) & tableau;
            let mut safe = if config.safe { self.safe(state.up) } else { 0 };
            if config.fault == Some(Fault::AlwaysUp) {
                safe = !0;
            }
            let reversible = if self.take_back { !0 } else { safe };
            let raise = bare & (free & reversible | state.locked & safe);
            if raise != 0 {
                let bit = raise.trailing_zeros() as u8;
                if state.locked >> bit & 1 == 1 {
                    self.reveal(state, bit);
                }
                self.raise(state, bit);
                trace(Step::up(bit));
                continue;
            }
            let stock = next & state.stock & reversible;
            if easy && stock != 0 {
                let bit = stock.trailing_zeros() as u8;
                self.take_stock(state, bit);
                self.raise(state, bit);
                trace(Step::up(bit));
                continue;
            }
            return;
        }
    }

    /// Is the game won, or so good as won?
    ///
    /// With all cards face up and every stock card in reach, the lowest card that is not up can
    /// always go up: only lower cards could lie on it.
    #[inline]
    pub fn won(&self, state: &State) -> bool {
        state.hidden == 0 && (state.stock == 0 || (self.draw == 1 && state.redeals == UNLIMITED))
    }
}

impl Expansion {
    /// Collects the children of a settled state.
    pub fn run(&mut self, deal: &Deal, state: &State, config: &Config) {
        self.stands.clear();
        self.children.clear();
        self.stands.push(Stand { state: *state, waiting: NONE, from: 0, step: Step(0) });
        let lazy = config.lazy && deal.draw == 1 && state.redeals == UNLIMITED && deal.take_back;
        let mut at = 0;
        while at < self.stands.len() {
            if lazy {
                self.lazy_moves(deal, at, config);
            } else {
                self.moves(deal, at, config);
            }
            at += 1;
        }
    }

    /// The steps from the expanded state to a child, before it is settled.
    pub fn steps(&self, child: usize, out: &mut Vec<Step>) {
        let child = &self.children[child];
        let start = out.len();
        out.push(child.step);
        let mut at = child.from as usize;
        while at != 0 {
            out.push(self.stands[at].step);
            at = self.stands[at].from as usize;
        }
        out[start..].reverse();
    }

    fn moves(&mut self, deal: &Deal, at: usize, config: &Config) {
        let from = at as u16;
        let state = self.stands[at].state;
        let tableau = deal.tableau(&state);
        let free = tableau & !state.locked;
        let bare = Deal::barable(tableau, free);
        let room = deal.room(tableau, free, state.empty);
        let next = deal.next_up(state.up);

        let up = state.locked & bare & next;
        self.reveals_up(deal, from, &state, up);
        // With take-backs a card that can go up and come down again need not come down directly.
        let directly = if deal.take_back { !next } else { !0 };
        self.reveals_down(deal, from, &state, state.locked & room & (directly | !bare));
        for bit in Bits(state.stock & next) {
            if self.reaches(deal, &state, bit, config) {
                let mut child = state;
                deal.take_stock(&mut child, bit);
                deal.raise(&mut child, bit);
                self.children.push(Child { state: child, from, step: Step::up(bit) });
            }
        }
        for bit in Bits(state.stock & room & directly) {
            if self.reaches(deal, &state, bit, config) {
                let mut child = state;
                deal.take_stock(&mut child, bit);
                self.children.push(Child { state: child, from, step: Step::down(bit) });
            }
        }
        for bit in Bits(free & bare & next) {
            let mut child = state;
            deal.raise(&mut child, bit);
            if deal.take_back {
                if config.fault != Some(Fault::OneMaximum) {
                    self.stand(child, NONE, from, Step::up(bit));
                }
            } else {
                self.children.push(Child { state: child, from, step: Step::up(bit) });
            }
        }
        if deal.take_back {
            for bit in Bits(state.up & !layout::lower(state.up) & room) {
                let mut child = state;
                deal.take_back(&mut child, bit);
                self.stand(child, NONE, from, Step::down(bit));
            }
        }
    }

    /// Draw 1, unlimited: only what turns up a card is a child; stock cards come down on the way.
    ///
    /// A stock card can be brought down at any time, so bringing it down may wait until the move
    /// that first needs it in the tableau: a card that comes down on it, or its twin that goes up
    /// while it takes over the twin's burden. A foundation card that comes down is such a card
    /// too, be it only to reach the one below it in its suit. Each such use needs ONE card
    /// fresh from the stock, and the take-backs it needs besides can come before that: so one
    /// waiting card is enough, as long as take-backs and raises may stand between.
    fn lazy_moves(&mut self, deal: &Deal, at: usize, config: &Config) {
        let from = at as u16;
        let Stand { state, waiting, .. } = self.stands[at];
        let tableau = deal.tableau(&state);
        let free = tableau & !state.locked;
        let bare = Deal::barable(tableau, free);
        let room = deal.room(tableau, free, state.empty);
        let next = deal.next_up(state.up);
        let (users, twins) = if waiting == NONE {
            (!0, !0)
        } else {
            let pair = layout::pairs(layout::any(1 << waiting));
            (pair >> 4, pair & !(1 << waiting))
        };

        let up = state.locked & bare & next;
        self.reveals_up(deal, from, &state, up & twins);
        self.reveals_down(deal, from, &state, state.locked & room & !up & users);
        let hosts_of = |bit: u8| layout::pairs(layout::any(1 << bit));
        for bit in Bits(state.stock & room & !next & users) {
            // Who could use it? Nobody, if no card fit for it can ever move, and no twin has a burden.
            let pair = hosts_of(bit);
            let useful = pair >> 4 & (state.locked | state.stock | state.up) != 0
                || pair & tableau != 0 && pair >> 4 & free != 0;
            if useful {
                let mut child = state;
                deal.take_stock(&mut child, bit);
                self.stand(child, bit, from, Step::down(bit));
            }
        }
        for bit in Bits(free & bare & next) {
            if bit == waiting {
                continue;
            }
            let mut child = state;
            deal.raise(&mut child, bit);
            let waiting = if twins >> bit & 1 == 1 { NONE } else { waiting };
            self.stand(child, waiting, from, Step::up(bit));
        }
        for bit in Bits(state.stock & next) {
            let mut child = state;
            deal.take_stock(&mut child, bit);
            deal.raise(&mut child, bit);
            self.stand(child, waiting, from, Step::up(bit));
        }
        if config.fault == Some(Fault::TooLazy) && waiting != NONE {
            return;
        }
        for bit in Bits(state.up & !layout::lower(state.up) & room) {
            let mut child = state;
            deal.take_back(&mut child, bit);
            let waiting = if users >> bit & 1 == 1 { NONE } else { waiting };
            self.stand(child, waiting, from, Step::down(bit));
        }
    }

    #[inline]
    fn reveals_up(&mut self, deal: &Deal, from: u16, state: &State, cards: u64) {
        for bit in Bits(cards) {
            let mut child = *state;
            deal.reveal(&mut child, bit);
            deal.raise(&mut child, bit);
            self.children.push(Child { state: child, from, step: Step::up(bit) });
        }
    }

    #[inline]
    fn reveals_down(&mut self, deal: &Deal, from: u16, state: &State, cards: u64) {
        for bit in Bits(cards) {
            let mut child = *state;
            deal.reveal(&mut child, bit);
            self.children.push(Child { state: child, from, step: Step::down(bit) });
        }
    }

    #[inline]
    fn reaches(&self, deal: &Deal, state: &State, bit: u8, config: &Config) -> bool {
        config.fault == Some(Fault::DrawOne) || deal.reaches(state, deal.stock_rank(state, bit))
    }

    /// Adds a state to the walk unless it was there.
    #[inline]
    fn stand(&mut self, state: State, waiting: u8, from: u16, step: Step) {
        let known = self.stands.iter().any(|stand| {
            stand.state.heights == state.heights
                && stand.state.order == state.order
                && stand.waiting == waiting
        });
        if !known {
            self.stands.push(Stand { state, waiting, from, step });
        }
    }
}
