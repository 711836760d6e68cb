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

/// What cards come down for.
#[derive(Copy, Clone, Debug)]
enum Goal {
    /// There shall be room for this locked or stock card.
    Down(u8),
    /// This card of the tableau shall be bared; it goes up next.
    Up(u8),
}

/// One state of a class, and how the walk came to it.
#[derive(Copy, Clone, Debug)]
struct Stand {
    state: State,
    from: u32,
    step: Step,
}

impl Stand {
    #[inline]
    fn same(&self, state: &State) -> bool {
        let mine = &self.state;
        (mine.heights, mine.order, mine.columns) == (state.heights, state.order, state.columns)
    }
}

/// A state that a move leads to, not yet settled.
#[derive(Copy, Clone, Debug)]
pub(super) struct Child {
    pub state: State,
    from: u32,
    step: Step,
}

/// Which children are wanted.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Those one move away: cheap, and mostly enough.
    Direct,
    /// Those for which other cards must come down, or stock cards go up, first.
    Prepared,
}

/// The work space of expanding a state.
#[derive(Debug, Default)]
pub(super) struct Expansion {
    stands: Vec<Stand>,
    /// The settled states of the class among them.
    roots: Vec<u32>,
    /// Where a walk bared its card.
    ready: Vec<u32>,
    /// What [`run`](Self::run) found, the most promising first.
    pub children: Vec<Child>,
}

impl Deal {
    /// Plays what may always be played: raises everything that comes back at no cost, and
    /// everything safe.
    ///
    /// * Take-backs: raising a free card is undone by taking it back, its host is still bare.
    /// * A stock card whose leaving costs nothing ([`Deal::at_no_cost`]): up it can do all it
    ///   could in the stock, it can come down whenever it could have been brought down. But it
    ///   keeps the card below it in its suit from coming down; so that one must be safe (or,
    ///   without take-backs, the card itself).
    /// * A safe card ([`Deal::safe`]), if free or locked: leaving a column only uncovers.
    #[inline]
    pub fn settle(&self, state: &mut State, config: &Config, mut trace: impl FnMut(Step)) {
        loop {
            let tableau = self.tableau(state);
            let free = tableau & !state.locked;
            let next = self.next_up(state.up);
            let bare = next & Deal::barable(tableau, free) & tableau;
            let mut safe = if config.safe { self.safe(state.up) } else { 0 };
            if self.fault == Some(Fault::AlwaysUp) {
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
            let mut harmless = if self.take_back { layout::higher(safe) | self.aces } else { safe };
            if self.fault == Some(Fault::HastyStock) {
                harmless = !0;
            }
            let stock = next & harmless & self.at_no_cost(state);
            if config.safe && stock != 0 {
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
    /// Collects children of a settled state: those one move away, or the others.
    pub fn run(&mut self, deal: &Deal, state: &State, config: &Config, part: Part) {
        self.stands.clear();
        self.roots.clear();
        self.children.clear();
        self.stands.push(Stand { state: *state, from: 0, step: Step(0) });
        self.roots.push(0);
        let easy = deal.draw == 1 && state.redeals == UNLIMITED && deal.take_back;
        let lazy = config.lazy && config.goals && easy;
        if part == Part::Direct {
            self.direct(deal, 0, lazy);
        } else if !config.goals && deal.take_back {
            self.whole_class(deal);
        } else if deal.take_back {
            let mut at = 0;
            while at < self.roots.len() {
                if at > 0 {
                    self.direct(deal, self.roots[at], lazy);
                }
                self.prepared(deal, self.roots[at], lazy, config);
                at += 1;
            }
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

    /// The moves possible at once.
    fn direct(&mut self, deal: &Deal, from: u32, lazy: bool) {
        let state = self.stands[from as usize].state;
        let tableau = deal.tableau(&state);
        let free = tableau & !state.locked;
        let bare = Deal::barable(tableau, free);
        let room = deal.room(tableau, free, state.empty);
        let next = deal.next_up(state.up);
        // With take-backs a card that can go up and come down again need not come down directly.
        let directly = if deal.take_back { !next } else { !0 };

        for bit in Bits(state.locked & bare & next) {
            let mut child = state;
            deal.reveal(&mut child, bit);
            deal.raise(&mut child, bit);
            self.children.push(Child { state: child, from, step: Step::up(bit) });
        }
        for bit in Bits(state.locked & room & (directly | !bare)) {
            self.come_down(deal, from, bit);
        }
        if !lazy {
            let reach = deal.reach(&state, state.order.count_ones());
            for bit in Bits(state.stock & (next | room)) {
                let reached = reach >> deal.before(&state, bit) & 1 == 1;
                if !reached && deal.fault != Some(Fault::DrawOne) {
                    continue;
                }
                if next >> bit & 1 == 1 {
                    let mut child = state;
                    deal.take_stock(&mut child, bit);
                    deal.raise(&mut child, bit);
                    self.children.push(Child { state: child, from, step: Step::up(bit) });
                }
                if (room & directly) >> bit & 1 == 1 {
                    self.come_down(deal, from, bit);
                }
            }
        }
        if !deal.take_back {
            for bit in Bits(free & bare & next) {
                let mut child = state;
                deal.raise(&mut child, bit);
                self.children.push(Child { state: child, from, step: Step::up(bit) });
            }
        }
    }

    /// The moves that other cards must come down for.
    fn prepared(&mut self, deal: &Deal, from: u32, lazy: bool, config: &Config) {
        if deal.fault == Some(Fault::NoTakeBack) {
            return;
        }
        let state = self.stands[from as usize].state;
        let tableau = deal.tableau(&state);
        let free = tableau & !state.locked;
        let bare = Deal::barable(tableau, free);
        let room = deal.room(tableau, free, state.empty);
        let next = deal.next_up(state.up);
        // Cards that may be brought down on the way to something else, and what they could host.
        let pool = if lazy { state.up | state.stock } else { state.up };
        let hosted = layout::pairs(layout::any(pool)) >> 4;

        let mut goals = state.locked & !(next & bare);
        if !lazy {
            goals |= state.stock & !next;
        }
        let reach = deal.reach(&state, state.order.count_ones());
        for bit in Bits(goals & hosted & !room) {
            let waits = state.stock >> bit & 1 == 1 && reach >> deal.before(&state, bit) & 1 == 0;
            if !waits || deal.fault == Some(Fault::DrawOne) {
                self.walk(deal, from, Goal::Down(bit), lazy, config);
            }
        }
        for bit in Bits(tableau & next & !bare) {
            let twin = layout::pairs(layout::any(1 << bit)) & !(1 << bit);
            if twin & pool != 0 {
                self.walk(deal, from, Goal::Up(bit), lazy, config);
            }
        }
        if lazy {
            self.chains(deal, from, next & state.stock, tableau, bare, config);
        }
    }

    /// Every state of the class, and what can be done there: obvious, slow, the measure of the rest.
    fn whole_class(&mut self, deal: &Deal) {
        let mut at = 0;
        while at < self.stands.len() {
            if at > 0 {
                self.direct(deal, at as u32, false);
            }
            let state = self.stands[at].state;
            let tableau = deal.tableau(&state);
            let free = tableau & !state.locked;
            let up = free & Deal::barable(tableau, free) & deal.next_up(state.up);
            let down = state.up & !layout::lower(state.up) & deal.room(tableau, free, state.empty);
            for bit in Bits(up | down) {
                let mut next = state;
                let step = if up >> bit & 1 == 1 {
                    deal.raise(&mut next, bit);
                    Step::up(bit)
                } else {
                    deal.take_back(&mut next, bit);
                    Step::down(bit)
                };
                if !self.stands.iter().any(|stand| stand.same(&next)) {
                    self.stands.push(Stand { state: next, from: at as u32, step });
                }
            }
            at += 1;
        }
    }

    /// Draw 1: stock cards go up for the sake of the first card of the tableau they lift.
    fn chains(&mut self, deal: &Deal, from: u32, starts: u64, tableau: u64, bare: u64, config: &Config) {
        let state = self.stands[from as usize].state;
        for bit in Bits(starts) {
            let mut lifted = layout::higher(1 << bit);
            while lifted & state.stock != 0 {
                lifted = layout::higher(lifted);
            }
            if lifted & tableau == 0 {
                continue;
            }
            let goal = Goal::Up(lifted.trailing_zeros() as u8);
            if lifted & bare != 0 {
                self.reach(deal, from, goal);
            } else {
                let twin = layout::pairs(layout::any(lifted)) & !lifted;
                if twin & (state.up | state.stock) != 0 {
                    self.walk(deal, from, goal, true, config);
                }
            }
        }
    }

    /// A stock or locked card comes down where there is room.
    #[inline]
    fn come_down(&mut self, deal: &Deal, from: u32, bit: u8) {
        let mut child = self.stands[from as usize].state;
        if child.stock >> bit & 1 == 1 {
            deal.take_stock(&mut child, bit);
        } else {
            deal.reveal(&mut child, bit);
        }
        self.children.push(Child { state: child, from, step: Step::down(bit) });
    }

    /// All ways to make a goal possible by bringing other cards down, none of them for nothing.
    ///
    /// Cards that come down only prepare: they host another, lay open the card below them in
    /// their suit, or take a twin's burden. What is not needed for the goal can as well be done
    /// after it, so only the cards a goal WANTS come down: those it needs as a host or a twin;
    /// those that lie above a wanted card on its foundation; and the possible hosts of a wanted
    /// card for which there is no room. At a stand where the goal is possible the walk ends.
    fn walk(&mut self, deal: &Deal, root: u32, goal: Goal, lazy: bool, config: &Config) {
        let first = self.stands.len();
        let mut at = root as usize;
        loop {
            let state = self.stands[at].state;
            let tableau = deal.tableau(&state);
            let free = tableau & !state.locked;
            let room = deal.room(tableau, free, state.empty);
            let pool = if lazy { state.up | state.stock } else { state.up };
            let (done, mut want) = match goal {
                Goal::Down(bit) => (room >> bit & 1 == 1, layout::pairs(layout::any(1 << bit)) << 4),
                Goal::Up(bit) => {
                    let pair = layout::pairs(layout::any(1 << bit));
                    (Deal::barable(tableau, free) >> bit & 1 == 1, pair & !(1 << bit))
                }
            };
            if done {
                self.reach(deal, at as u32, goal);
            } else {
                want &= pool;
                loop {
                    let before = want;
                    if deal.fault != Some(Fault::TooLazy) {
                        want |= layout::higher(want & state.up) & state.up;
                    }
                    want |= layout::pairs(layout::any(want & !room)) << 4 & pool;
                    if want == before {
                        break;
                    }
                }
                let tops = state.up & !layout::lower(state.up);
                for bit in Bits(want & room & (tops | state.stock)) {
                    let mut child = state;
                    if state.stock >> bit & 1 == 1 {
                        deal.take_stock(&mut child, bit);
                    } else {
                        deal.take_back(&mut child, bit);
                    }
                    let known = self.stands[first..].iter().any(|stand| stand.same(&child));
                    if !known {
                        self.stands.push(Stand { state: child, from: at as u32, step: Step::down(bit) });
                    }
                }
            }
            at = if at < first { first } else { at + 1 };
            if at >= self.stands.len() {
                break;
            }
        }
        if let Goal::Up(bit) = goal {
            self.settle_ready(deal, bit, config);
        }
    }

    /// A goal is possible at a stand: a child, or another settled state of the class.
    fn reach(&mut self, deal: &Deal, at: u32, goal: Goal) {
        match goal {
            Goal::Down(bit) => self.come_down(deal, at, bit),
            Goal::Up(bit) => {
                let mut state = self.stands[at as usize].state;
                let mut below = layout::lower(1 << bit) & !state.up;
                let chain = below != 0;
                while below != 0 {
                    let lower = below.trailing_zeros() as u8;
                    if state.stock & below == 0 {
                        // The walk itself used a card of the chain.
                        return;
                    }
                    deal.take_stock(&mut state, lower);
                    deal.raise(&mut state, lower);
                    below = layout::lower(below) & !state.up;
                }
                if chain || state.locked >> bit & 1 == 1 {
                    if state.locked >> bit & 1 == 1 {
                        deal.reveal(&mut state, bit);
                    }
                    deal.raise(&mut state, bit);
                    self.children.push(Child { state, from: at, step: Step::up(bit) });
                } else {
                    self.ready.push(at);
                }
            }
        }
    }

    /// Raises a free card bared at these stands; what settles is expanded as well, if it is new.
    fn settle_ready(&mut self, deal: &Deal, bit: u8, config: &Config) {
        for index in 0..self.ready.len() {
            let mut from = self.ready[index];
            let mut state = self.stands[from as usize].state;
            deal.raise(&mut state, bit);
            let start = self.stands.len();
            self.stands.push(Stand { state, from, step: Step::up(bit) });
            let stands = &mut self.stands;
            deal.settle(&mut state, config, |step| {
                from = stands.len() as u32 - 1;
                stands.push(Stand { state: stands[from as usize].state, from, step });
            });
            if self.roots.iter().any(|root| self.stands[*root as usize].same(&state)) {
                self.stands.truncate(start);
            } else if deal.fault != Some(Fault::OneMaximum) {
                let last = self.stands.len() - 1;
                self.stands[last].state = state;
                self.roots.push(last as u32);
            }
        }
        self.ready.clear();
    }
}
