//! Abstractions of the game, and the one search that decides their states.
//!
//! An abstraction forgets a part of the position and gives every move of the game a counterpart. A win of the
//! game is then also a win of the abstraction, and a state that is lost in the abstraction is lost in the
//! game. [`Search`] is a depth-first search with a transposition table. It works for abstractions in which
//! every move takes a card out of the supply (the reserve, the stock and the waste) for good, so that no
//! state is ever reached again from itself.

use crate::canfield::relax::Finding;
use crate::exact::{Found, OpenTable, mix};
use crate::{Budget, Why};
use std::ops::ControlFlow;

/// What the visitor of a successor answers: go on with the next one, or stop with a result.
pub(super) type Visit = ControlFlow<Result<Finding, Why>>;

/// A relaxation of the game whose states are small.
pub(super) trait Abstraction: Copy {
    /// A state of the abstraction.
    type State: Copy;

    /// Plays the moves that need no choice.
    fn normalize(self, state: &mut Self::State);

    /// Returns `true` if the state is won.
    fn is_goal(self, state: &Self::State) -> bool;

    /// The exact key of a state that is not a goal.
    fn key(self, state: &Self::State) -> Key;

    /// Shows every successor of a state to `visit`, until it stops.
    ///
    /// An implementation that cannot produce all successors stops with [`Finding::Unknown`].
    fn successors(self, state: &Self::State, visit: &mut impl FnMut(Self::State) -> Visit) -> Visit;
}

/// For [`Search::decide`]: there is no cheaper abstraction to query.
pub(super) fn unaided<S>(_: &S, _: &mut Budget) -> Result<bool, Why> {
    Ok(false)
}

/// The key of an abstract state, in two parts: the cards left in the supply, which have to be equal, and what
/// can be compared.
///
/// *Dominance.* Of two states with the same supply, the one with at most as many cards on each foundation and
/// at least as many undrawn cards is at least as good. It can raise the cards that the other one has raised
/// and draw the cards that the other one has drawn, whenever it needs that. So a lost state refutes every
/// state that it dominates, and a won state proves every state that dominates it.
#[derive(Copy, Clone, Debug)]
pub(super) struct Key {
    /// The cards in the supply, in at most 41 bits; never 0.
    pub(super) supply: u64,
    /// The number of cards on each foundation, a nibble each.
    pub(super) up: u16,
    /// The number of undrawn cards, less than 64.
    pub(super) undrawn: u8,
}

/// The bits of a slot of the table: the supply, then the foundations, then [`WON`], then the undrawn cards.
const VERDICT_BITS: u32 = 7;
const UP_BITS: u32 = 16;
const WON: u64 = 1 << 6;

impl Key {
    /// The bits that [`supply`](Key::supply) may have.
    pub(super) const SUPPLY_BITS: u32 = 64 - UP_BITS - VERDICT_BITS;

    fn slot(self, won: bool) -> u64 {
        debug_assert!(self.supply != 0 && self.supply >> Key::SUPPLY_BITS == 0 && self.undrawn < 64);
        let up = (self.supply << UP_BITS | u64::from(self.up)) << VERDICT_BITS;
        up | if won { WON } else { 0 } | u64::from(self.undrawn)
    }
}

/// The supply of a slot.
fn supply(slot: u64) -> u64 {
    slot >> (UP_BITS + VERDICT_BITS)
}

/// Returns `true` if `first` and `second` have the same supply and `first` dominates `second`.
#[inline]
fn dominates(first: u64, second: u64) -> bool {
    const HIGH: u64 = 0x8080_8080;
    // A byte for each foundation, so that no difference borrows from the next.
    let spread = |slot: u64| {
        let up = slot >> VERDICT_BITS;
        (up & 15) | (up & 0xF0) << 4 | (up & 0xF00) << 8 | (up & 0xF000) << 12
    };
    supply(first) == supply(second)
        && first & (WON - 1) >= second & (WON - 1)
        && ((spread(second) | HIGH) - spread(first)) & HIGH == HIGH
}

/// Returns `true` if the verdict in `known` holds for the state of `slot` too.
#[inline]
fn covers(known: u64, slot: u64) -> bool {
    if known & WON == 0 { dominates(known, slot) } else { dominates(slot, known) }
}

/// The number of slots at the start of a search, and the most that are kept for the next deal.
const SLOTS: usize = 1 << 10;
const KEEP: usize = SLOTS << 3;

/// A depth-first search and its transposition table, which lasts for all queries about one deal.
pub(super) struct Search {
    table: OpenTable<u64>,
    /// The bytes that the table may use. A full table forgets every verdict rather than use more, because they
    /// can be found again.
    pub(super) room: usize,
}

impl Search {
    pub(super) fn new() -> Search {
        Search { table: OpenTable::new(SLOTS), room: usize::MAX }
    }

    /// Forgets every verdict.
    pub(super) fn clear(&mut self) {
        self.table.reset(SLOTS, KEEP);
    }

    /// The number of verdicts stored.
    pub(super) fn states(&self) -> u64 {
        self.table.len() as u64
    }

    /// The bytes in use while the table next grows.
    pub(super) fn bytes(&self) -> usize {
        self.table.peak_bytes()
    }

    /// Decides a state, expanding at most `allowed` states, which counts down.
    ///
    /// `is_refuted` is called for every state before it is expanded: a cheaper abstraction may know that it
    /// is lost. The verdicts found are kept even if the query itself stays open.
    ///
    /// # Errors
    /// The reason why the whole search has to end.
    pub(super) fn decide<A: Abstraction, R: FnMut(&A::State, &mut Budget) -> Result<bool, Why>>(
        &mut self,
        abstraction: A,
        mut state: A::State,
        is_refuted: &mut R,
        allowed: &mut u64,
        budget: &mut Budget,
    ) -> Result<Finding, Why> {
        abstraction.normalize(&mut state);
        if abstraction.is_goal(&state) {
            return Ok(Finding::Won);
        }
        let key = abstraction.key(&state);
        if let Some(won) = self.verdict(key) {
            return Ok(if won { Finding::Won } else { Finding::Lost });
        }
        if is_refuted(&state, budget)? {
            return Ok(Finding::Lost);
        }
        if *allowed == 0 {
            return Ok(Finding::Unknown);
        }
        *allowed -= 1;
        budget.spend_node()?;
        let visited = abstraction.successors(&state, &mut |next| match self.decide(
            abstraction,
            next,
            is_refuted,
            allowed,
            budget,
        ) {
            Ok(Finding::Lost) => ControlFlow::Continue(()),
            found => ControlFlow::Break(found),
        });
        let finding = match visited {
            ControlFlow::Continue(()) => Finding::Lost,
            ControlFlow::Break(found) => found?,
        };
        if finding != Finding::Unknown {
            self.store(key, finding == Finding::Won, budget)?;
        }
        Ok(finding)
    }

    /// The verdict on a state, if one that is stored covers it.
    #[inline]
    fn verdict(&self, key: Key) -> Option<bool> {
        let queried = key.slot(false);
        match self.table.find(mix(key.supply), |slot| covers(slot, queried)) {
            Found::At(at) => Some(self.table.slot(at) & WON != 0),
            Found::Vacant(_) => None,
        }
    }

    /// Stores a verdict; it replaces one that it covers, if there is one.
    fn store(&mut self, key: Key, won: bool, budget: &mut Budget) -> Result<(), Why> {
        if self.table.is_crowded() {
            if self.table.peak_bytes() > self.room {
                self.clear();
            } else {
                self.table.grow_watched(|slot| mix(supply(slot)), budget)?;
            }
        }
        let new = key.slot(won);
        match self.table.find(mix(key.supply), |slot| (slot ^ new) & WON == 0 && covers(new, slot)) {
            Found::At(at) => *self.table.slot_mut(at) = new,
            Found::Vacant(at) => self.table.occupy(at, new),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, unwatched};
    use std::collections::HashMap;
    use talon_cards::Generator;

    /// A game of random rules that satisfies the dominance of [`Key`]: each pile has a demand, and a state
    /// can leave it if few enough cards are up and enough are undrawn.
    #[derive(Copy, Clone)]
    struct Steps(u64);

    type Step = (u64, [u8; 4], u8);

    impl Steps {
        fn leads(self, from: u64, to: u64) -> Option<([u8; 4], u8)> {
            let mut random = Generator::new(self.0 << 16 | from << 8 | to);
            let demand = std::array::from_fn(|_| random.below(4) as u8);
            (random.below(3) > 0).then_some((demand, random.below(6) as u8))
        }

        fn next(self, state: &Step) -> Vec<Step> {
            let &(from, up, undrawn) = state;
            let next = |to| {
                let (demand, cards) = self.leads(from, to)?;
                let fits = (0..4).all(|suit| up[suit] <= demand[suit]) && undrawn >= cards;
                fits.then(|| (to, up, undrawn - u8::from(to % 2 == 0).min(undrawn)))
            };
            (0..from).filter_map(next).collect()
        }

        fn is_won(self, state: &Step, known: &mut HashMap<Step, bool>) -> bool {
            if let Some(&won) = known.get(state) {
                return won;
            }
            let won = state.0 == 0 || self.next(state).iter().any(|next| self.is_won(next, known));
            known.insert(*state, won);
            won
        }
    }

    impl Abstraction for Steps {
        type State = Step;

        fn normalize(self, _: &mut Step) {}

        fn is_goal(self, state: &Step) -> bool {
            state.0 == 0
        }

        fn key(self, &(supply, up, undrawn): &Step) -> Key {
            Key { supply, up: up.iter().fold(0, |key, &up| key << 4 | u16::from(up)), undrawn }
        }

        fn successors(self, state: &Step, visit: &mut impl FnMut(Step) -> Visit) -> Visit {
            self.next(state).into_iter().try_for_each(visit)
        }
    }

    /// Thousands of queries to one table, in a random order, have the answers of a search without dominance.
    #[test]
    fn dominance_changes_no_answer() {
        let mut watch = unwatched;
        let mut budget = Budget::new(Limits::default(), &mut watch);
        let (mut won, mut lost) = (0, 0);
        for game in 0..20 {
            let (mut search, mut known, mut random) = (Search::new(), HashMap::new(), Generator::new(game));
            for _ in 0..300 {
                let up = std::array::from_fn(|_| random.below(4) as u8);
                let state = (1 + random.below(12), up, random.below(6) as u8);
                let mut allowed = u64::MAX;
                let found = search.decide(Steps(game), state, &mut unaided, &mut allowed, &mut budget);
                let expected = Steps(game).is_won(&state, &mut known);
                assert_eq!(found == Ok(Finding::Won), expected, "{state:?}");
                (won, lost) = (won + u32::from(expected), lost + u32::from(!expected));
            }
        }
        assert!(won > 500 && lost > 500, "{won} won, {lost} lost");
    }
}
