//! The queries to the abstractions, which refute positions, and how much work a query is worth.

use super::abstraction::{Search, unaided};
use super::arrangement_free::{ArrangementFree, Unarranged};
use super::landmarks::Landmarks;
use crate::canfield::relax::Finding;
use crate::canfield::state::{Game, State};
use crate::{Budget, Why};

/// The abstractions of one deal and what they have decided.
pub(super) struct Refuter {
    arrangement_free: Search,
    landmarks: Search,
    /// The cards that can be bottom cards while the reserve lasts.
    bottoms: u64,
    /// For each place in the stock, the cards that lie at it or after it.
    undrawn: [u64; 64],
    /// The redeals at the start.
    redeals: u8,
    uses_landmarks: bool,
    /// The queries so far, and the nodes that they cost.
    queries: u64,
    nodes: u64,
    /// By how much the refuted positions outnumber the others in the samples.
    balance: i64,
}

/// The number of states that a query may expand. A query that stays open proves nothing, but the verdicts
/// found on the way are kept, and the next queries are much the same.
///
/// The high limit, while the queries have cost at most half of all nodes.
const ALLOWED: u64 = 200;
/// The high limit after that.
const ALLOWED_THEN: u64 = 20;
/// The low limit, for deals in which few positions are refuted: those are mostly won deals.
const ALLOWED_IDLE: u64 = 5;
/// The limit for the first position of all.
const ALLOWED_FIRST: u64 = 500_000;
/// One query in this number is a sample, which has the high limit and shows whether many positions are refuted.
const SAMPLE: u64 = 16;

impl Refuter {
    /// The abstractions of the deal that starts here; `None` if their states have no short keys.
    pub(super) fn new(game: &Game, start: &State) -> Option<Refuter> {
        ArrangementFree::applies(&game.layout, start.reserve, start.redeals).then(|| Refuter {
            arrangement_free: Search::new(),
            landmarks: Search::new(),
            bottoms: game.bottom_cards(start),
            undrawn: Landmarks::undrawn(&game.layout),
            redeals: start.redeals,
            uses_landmarks: Landmarks::applies(&game.layout, start.reserve, start.redeals),
            queries: 0,
            nodes: 0,
            balance: 0,
        })
    }

    /// The number of verdicts stored.
    pub(super) fn states(&self) -> u64 {
        self.arrangement_free.states() + self.landmarks.states()
    }

    /// The bytes in use while the tables next grow.
    pub(super) fn bytes(&self) -> usize {
        self.arrangement_free.bytes() + self.landmarks.bytes()
    }

    /// Limits the tables to `room` bytes together.
    pub(super) fn set_room(&mut self, room: usize) {
        self.landmarks.room = room / 4;
        self.arrangement_free.room = room - room / 4;
    }

    /// Forgets every verdict; they can be found again.
    pub(super) fn forget(&mut self) {
        self.arrangement_free.clear();
        self.landmarks.clear();
    }

    /// Returns `true` if the deal is refuted at its first position.
    pub(super) fn refutes_deal(
        &mut self,
        game: &Game,
        start: &State,
        budget: &mut Budget,
    ) -> Result<bool, Why> {
        Ok(self.decide(game, start, ALLOWED_FIRST, budget)? == Finding::Lost)
    }

    /// Returns `true` if a position is refuted, with an effort that depends on how much was refuted so far.
    pub(super) fn refutes(&mut self, game: &Game, state: &State, budget: &mut Budget) -> Result<bool, Why> {
        let is_sample = self.queries.is_multiple_of(SAMPLE);
        self.queries += 1;
        let allowed = match (is_sample || self.balance > 0, 2 * self.nodes > budget.progress.nodes) {
            (false, _) => ALLOWED_IDLE,
            (true, false) => ALLOWED,
            (true, true) => ALLOWED_THEN,
        };
        let before = budget.progress.nodes;
        let is_lost = self.decide(game, state, allowed, budget)? == Finding::Lost;
        self.nodes += budget.progress.nodes - before;
        if is_sample {
            self.balance += if is_lost { 1 } else { -1 };
        }
        Ok(is_lost)
    }

    /// Returns `true` if a position is refuted by what is stored, in a deal in which that is likely.
    pub(super) fn refutes_at_once(
        &mut self,
        game: &Game,
        state: &State,
        budget: &mut Budget,
    ) -> Result<bool, Why> {
        Ok(self.balance > 0 && self.decide(game, state, 0, budget)? == Finding::Lost)
    }

    /// Decides the arrangement-free relaxation of a position. Each of its states is first tested by the
    /// landmark abstraction, where that applies.
    fn decide(
        &mut self,
        game: &Game,
        state: &State,
        mut allowed: u64,
        budget: &mut Budget,
    ) -> Result<Finding, Why> {
        let Refuter { arrangement_free, landmarks, .. } = self;
        let layout = &game.layout;
        let abstraction = Landmarks::new(layout, self.bottoms, &self.undrawn);
        let mut is_refuted = |unarranged: &Unarranged, budget: &mut Budget| {
            if !self.uses_landmarks {
                return Ok(false);
            }
            let (state, mut unlimited) = (abstraction.state(unarranged), u64::MAX);
            let found = landmarks.decide(abstraction, state, &mut unaided, &mut unlimited, budget)?;
            Ok(found == Finding::Lost)
        };
        let relaxation = ArrangementFree::new(layout, self.bottoms, self.redeals);
        arrangement_free.decide(
            relaxation,
            Unarranged::of(game, state),
            &mut is_refuted,
            &mut allowed,
            budget,
        )
    }
}
