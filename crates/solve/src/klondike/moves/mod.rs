//! Steps, and the generation of successors in two stages.
//!
//! With take-backs, raising a free card and taking it back undo each other. All states that differ only by
//! such steps form a *class* and are equally good. The search keeps a class by a [normal
//! form](Game::normalize), in which everything is raised. The successors of a class are the states that
//! irreversible steps lead to: a stock card is taken, or a locked card leaves its place.
//!
//! - [`Stage::Direct`] generates the successors by one step from the normal form. This is cheap and mostly
//!   suffices.
//! - [`Stage::Prepared`] generates the successors that need other cards to come down first (see
//!   [`preparation`]). It covers the whole class, including its other normal forms, so nothing is lost by
//!   keeping only one of them. A class may be kept under two keys, which costs a little work.

pub(super) mod preparation;

use super::card_set::Bits;
use super::config::{Config, Fault};
use super::game::Game;
use super::prunings::{uses_delayed_stock_plays, uses_directed_take_backs};
use super::state::State;

/// A step: one card is raised or laid down. Where it comes from follows from the position, and so do the
/// draws, redeals and rearrangements before it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Step(u8);

impl Step {
    const UP: u8 = 0x40;

    /// The card is raised.
    pub fn up(bit: u8) -> Step {
        Step(bit | Step::UP)
    }

    /// The card is laid down in the tableau.
    pub fn down(bit: u8) -> Step {
        Step(bit)
    }

    /// The bit number of the card.
    pub fn bit(self) -> u8 {
        self.0 & 0x3F
    }

    /// Returns `true` if the card is raised.
    pub fn is_up(self) -> bool {
        self.0 & Step::UP != 0
    }
}

/// A state of the class that is expanded, and the step that led to it.
#[derive(Copy, Clone, Debug)]
struct Member {
    state: State,
    /// The index of the member it was reached from.
    from: u32,
    step: Step,
}

impl Member {
    #[inline]
    fn is(&self, state: &State) -> bool {
        let mine = &self.state;
        (mine.heights, mine.stock_places, mine.columns) == (state.heights, state.stock_places, state.columns)
    }
}

/// A successor, not yet in normal form.
#[derive(Copy, Clone, Debug)]
pub(super) struct Successor {
    pub state: State,
    /// The index of the member it was reached from.
    from: u32,
    step: Step,
}

/// The stages of the generation of successors.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Successors by one step.
    Direct,
    /// Successors for which other cards must be laid down, or stock cards raised, first.
    Prepared,
}

/// The generator of successors, with its buffers.
#[derive(Debug, Default)]
pub(super) struct Successors {
    members: Vec<Member>,
    /// The indices of the members that are normal forms.
    normal_forms: Vec<u32>,
    /// The members in which the preparation has bared its card.
    bared: Vec<u32>,
    /// The successors that [`generate`](Self::generate) found, the most promising first.
    pub list: Vec<Successor>,
}

impl Successors {
    /// Generates one stage of the successors of a state in normal form.
    pub fn generate(&mut self, game: &Game, state: &State, config: &Config, stage: Stage) {
        self.members.clear();
        self.normal_forms.clear();
        self.list.clear();
        self.members.push(Member { state: *state, from: 0, step: Step(0) });
        self.normal_forms.push(0);
        let delayed = uses_delayed_stock_plays(game, state, config);
        if stage == Stage::Direct {
            self.direct(game, 0, delayed);
        } else if uses_directed_take_backs(game, config) {
            let mut at = 0;
            while at < self.normal_forms.len() {
                if at > 0 {
                    self.direct(game, self.normal_forms[at], delayed);
                }
                self.prepared(game, self.normal_forms[at], delayed, config);
                at += 1;
            }
        } else if game.take_back {
            self.whole_class(game);
        }
    }

    /// Appends the steps from the expanded state to a successor that is not yet in normal form.
    pub fn steps(&self, index: usize, out: &mut Vec<Step>) {
        let successor = &self.list[index];
        let start = out.len();
        out.push(successor.step);
        let mut at = successor.from as usize;
        while at != 0 {
            out.push(self.members[at].step);
            at = self.members[at].from as usize;
        }
        out[start..].reverse();
    }

    /// The successors by one step from a member.
    fn direct(&mut self, game: &Game, from: u32, delayed: bool) {
        let state = self.members[from as usize].state;
        let tableau = game.tableau(&state);
        let free = tableau & !state.locked;
        let barable = Game::barable(tableau, free);
        let placeable = game.placeable(tableau, free, state.empty);
        let next = game.next_up(state.up);
        // With take-backs, a card that can be raised and then laid down need not be laid down directly.
        let directly = if game.take_back { !next } else { !0 };

        for bit in Bits(state.locked & barable & next) {
            let mut child = state;
            game.unlock(&mut child, bit);
            game.raise(&mut child, bit);
            self.list.push(Successor { state: child, from, step: Step::up(bit) });
        }
        for bit in Bits(state.locked & placeable & (directly | !barable)) {
            self.lay_down(game, from, bit);
        }
        if !delayed {
            let reachable = game.reachable(&state, state.stock_len());
            for bit in Bits(state.stock & (next | placeable)) {
                let reached = reachable >> game.stock_cards_before(&state, bit) & 1 == 1;
                if !reached && game.fault != Some(Fault::DrawIgnored) {
                    continue;
                }
                if next >> bit & 1 == 1 {
                    let mut child = state;
                    game.take_stock(&mut child, bit);
                    game.raise(&mut child, bit);
                    self.list.push(Successor { state: child, from, step: Step::up(bit) });
                }
                if (placeable & directly) >> bit & 1 == 1 {
                    self.lay_down(game, from, bit);
                }
            }
        }
        if !game.take_back {
            for bit in Bits(free & barable & next) {
                let mut child = state;
                game.raise(&mut child, bit);
                self.list.push(Successor { state: child, from, step: Step::up(bit) });
            }
        }
    }

    /// Adds the successor in which a stock card or a locked card is laid down. It must be placeable.
    #[inline]
    fn lay_down(&mut self, game: &Game, from: u32, bit: u8) {
        let mut child = self.members[from as usize].state;
        if child.stock >> bit & 1 == 1 {
            game.take_stock(&mut child, bit);
        } else {
            game.unlock(&mut child, bit);
        }
        self.list.push(Successor { state: child, from, step: Step::down(bit) });
    }
}
