//! Is the game won, stuck or open: exactly.
//!
//! A game is **stuck** when no sequence of moves, however long, can change anything that matters.
//! What matters, measured against the position asked about:
//!
//! * a face-down card of a column, or the next card of the reserve, is turned up;
//! * a card leaves the reserve, the stock or the waste for good, or a cell that is never refilled;
//! * a row is dealt;
//! * a card comes to lie on a foundation that does not lie there now;
//! * the game is won.
//!
//! All other moves (a run from one host to its twin, a card into a cell, a foundation card down and
//! up again, a pass through the stock) only rearrange. The rearrangements form a closure, which is
//! searched breadth-first with exact keys until a move that matters turns up or nothing is left. So
//! a 7 that can go to and fro between two 8s is one closure of two positions, and a pass through the
//! stock that brings nothing is a closure of a few dozen. The answer looks through face-down cards of the
//! stock: it is the truth, not a guess from what the player sees.

use super::*;
use crate::{Event, Events, Goal, Move};
use std::collections::{HashSet, VecDeque};

/// How a game stands.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// All is done.
    Won,
    /// Nothing that matters can be changed any more.
    Stuck,
    /// Something can still be done.
    Open,
    /// The rearrangements are too many to say.
    Unclear,
}

/// There are more rearrangements than may be looked at.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct TooMany;

impl Table {
    /// Positions of a closure looked at before [`Status::Unclear`] is the answer.
    const CLOSURE: usize = 20_000;

    /// Is the game won?
    #[inline]
    pub fn is_won(&self) -> bool {
        if self.up == self.plan.total {
            return true;
        }
        match self.plan.rules.goal {
            Goal::Foundations | Goal::Runs => false,
            // All the runs may stand in the columns.
            Goal::RunsByHand | Goal::RunsStay => {
                let ranks = self.plan.rules.ranks;
                self.len[STOCK] == 0
                    && (self.plan.rules.goal == Goal::RunsStay || self.up == 0)
                    && self.joins() == self.plan.total / ranks * (ranks - 1)
            }
        }
    }

    /// How the game stands; see the module for what "stuck" means.
    pub fn status(&self) -> Status {
        self.status_within(Self::CLOSURE)
    }

    /// The same, looking at `most` rearrangements at most.
    pub fn status_within(&self, most: usize) -> Status {
        if self.is_won() {
            return Status::Won;
        }
        match self.way_on(most) {
            Ok(Some(_)) => Status::Open,
            Ok(None) => Status::Stuck,
            Err(TooMany) => Status::Unclear,
        }
    }

    /// The fewest moves to something that matters, the move that matters last; `None` when the game is
    /// stuck. Like the status, it looks through face-down cards of the stock.
    ///
    /// # Errors
    /// When more than `most` rearrangements would have to be looked at.
    pub fn way_on(&self, most: usize) -> Result<Option<Vec<Move>>, TooMany> {
        let mut table = self.clone();
        let mut events = Events::new();
        let mut moves = Vec::with_capacity(64);
        let mut key = Vec::new();
        table.key(&mut key);
        let mut known: HashSet<Box<[u8]>> = HashSet::from([key.as_slice().into()]);
        // A position is reached from its parent by one move; the path is replayed from the start.
        let mut paths: Vec<(usize, Move)> = vec![(usize::MAX, Move::Draw)];
        let mut queue = VecDeque::from([0usize]);
        let mut path = Vec::new();
        while let Some(node) = queue.pop_front() {
            path.clear();
            let mut at = node;
            while at != 0 {
                path.push(paths[at].1);
                at = paths[at].0;
            }
            table = self.clone();
            path.reverse();
            for &m in &path {
                table.play_legal(m, &mut events);
            }
            moves.clear();
            table.each_move(|m| moves.push(m));
            for &m in &moves {
                table.play_legal(m, &mut events);
                if table.matters(self, &events) {
                    path.push(m);
                    return Ok(Some(path));
                }
                table.key(&mut key);
                if !known.contains(key.as_slice()) {
                    if known.len() >= most {
                        return Err(TooMany);
                    }
                    known.insert(key.as_slice().into());
                    queue.push_back(paths.len());
                    paths.push((node, m));
                }
                table.undo(&events);
            }
        }
        Ok(None)
    }

    /// Did these events, which led here, change something that matters since `root`?
    fn matters(&self, root: &Table, events: &Events) -> bool {
        let changed = events.iter().any(|event| match event {
            Event::TurnedUp(pile) => matches!(pile, Pile::Column(_) | Pile::Reserve),
            Event::Dealt { .. } => true,
            Event::Carried { from, to, .. } => match (from, to) {
                (Pile::Reserve | Pile::Stock | Pile::Waste, _) => true,
                (Pile::Cell(_), _) if !self.plan.rules.cells_take => true,
                (_, Pile::Foundation(f)) => {
                    // The bottom card of a run that left stands for all of it.
                    let card = if self.plan.rules.about_runs() {
                        self.pile(FOUNDATION + usize::from(f))[0]
                    } else {
                        self.pile(FOUNDATION + usize::from(f))
                            [usize::from(self.len[FOUNDATION + usize::from(f)]) - 1]
                    };
                    self.copies_up(card) > root.copies_up(card)
                }
                _ => false,
            },
            Event::Drawn { .. } | Event::Redealt { .. } => false,
        });
        changed || self.is_won()
    }

    /// How many copies of a card lie on the foundations.
    fn copies_up(&self, card: u8) -> usize {
        (0..8).filter(|f| self.pile(FOUNDATION + f).contains(&card)).count()
    }
}
