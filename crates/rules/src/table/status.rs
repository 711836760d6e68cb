//! Whether a game is won, stuck or open. The answer is exact.
//!
//! A game is **stuck** if no sequence of moves, however long, makes progress. Compared with the current
//! position, each of these is progress:
//!
//! * a face-down card of a column, or the next card of the reserve, is turned up;
//! * a card leaves the reserve, the stock or the waste for good, or a cell that is never refilled;
//! * a row is dealt;
//! * a card is put on a foundation that does not have it now;
//! * the game is won.
//!
//! All other moves only rearrange cards: a sequence is moved between two cards that both take it, a card is
//! put into a cell, a foundation card is taken back and put up again, or the stock is drawn. The positions
//! that such moves can reach are searched breadth first, with exact keys, until a move makes progress or no
//! position is left. If a 7 can be moved to and fro between two 8s, these are two positions; a pass through
//! the stock that gains nothing is a few dozen.
//!
//! There are two answers. [`Table::status`] is the truth: it uses the cards that nobody has seen, and is for
//! referees. [`View::status`] is what may be told to a player: a move that shows a card the player has not
//! seen is progress too, so that "stuck" follows from what was seen, and says nothing about hidden cards.

use super::*;
use crate::{Event, Events, Goal, Move, View};
use std::collections::{HashSet, VecDeque};

/// The status of a game; see [`Table::status`].
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The game is won.
    Won,
    /// No sequence of moves makes progress.
    Stuck,
    /// Progress is possible.
    Open,
    /// There are too many rearrangements to decide whether progress is possible.
    Unclear,
}

/// The error of a search that would have to examine more rearrangements than allowed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct TooMany;

impl Table {
    /// The number of rearrangements examined before the answer is [`Status::Unclear`].
    const CLOSURE: usize = 20_000;

    /// Returns `true` if the game is won.
    #[inline]
    pub fn is_won(&self) -> bool {
        if self.up == self.plan.total {
            return true;
        }
        match self.plan.rules.goal {
            Goal::Foundations | Goal::Runs => false,
            // The game is also won if all runs are complete and in the columns.
            Goal::RunsByHand | Goal::RunsStay => {
                let ranks = self.plan.rules.ranks;
                self.len[STOCK] == 0
                    && (self.plan.rules.goal == Goal::RunsStay || self.up == 0)
                    && self.joins() == self.plan.total / ranks * (ranks - 1)
            }
        }
    }

    /// The status of the game.
    ///
    /// A game is stuck if no sequence of moves makes progress. Progress means that a face-down card of a
    /// column or the next card of the reserve is turned up, that a card leaves the reserve, the stock, the
    /// waste or a cell that cannot be refilled, that a row is dealt, that a card is put on a foundation that
    /// does not have it now, or that the game is won.
    ///
    /// The answer uses cards that the player has not seen. What may be told to a player is [`View::status`].
    pub fn status(&self) -> Status {
        self.status_within(Self::CLOSURE)
    }

    /// The status of the game, found by examining at most `most` rearrangements.
    pub fn status_within(&self, most: usize) -> Status {
        if self.is_won() {
            return Status::Won;
        }
        named(self.way_on(most))
    }

    /// The shortest sequence of moves whose last move makes progress; `None` if the game is stuck.
    ///
    /// Like [`Table::status`], it uses the face-down cards of the stock.
    ///
    /// # Errors
    /// If more than `most` rearrangements would have to be examined.
    pub fn way_on(&self, most: usize) -> Result<Option<Vec<Move>>, TooMany> {
        self.way_to(most, |after, events| after.matters(self, events))
    }

    /// The shortest sequence of moves whose last move is progress, which `is_progress` decides from the table
    /// after the move and its steps.
    fn way_to(
        &self,
        most: usize,
        is_progress: impl Fn(&Table, &Events) -> bool,
    ) -> Result<Option<Vec<Move>>, TooMany> {
        let mut table = self.clone();
        let mut events = Events::new();
        let mut moves = Vec::with_capacity(64);
        let mut key = Vec::new();
        table.key(&mut key);
        let mut known: HashSet<Box<[u8]>> = HashSet::from([key.as_slice().into()]);
        // The parent of each position and the move that leads to it. Paths are replayed from the start.
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
                if is_progress(&table, &events) {
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

    /// Returns `true` if the given steps, which led here, are progress compared with `root`.
    fn matters(&self, root: &Table, events: &Events) -> bool {
        let changed = events.iter().any(|event| match event {
            Event::TurnedUp(pile) => matches!(pile, Pile::Column(_) | Pile::Reserve),
            Event::Dealt { .. } => true,
            Event::Carried { from, to, .. } => match (from, to) {
                (Pile::Reserve | Pile::Stock | Pile::Waste, _) => true,
                (Pile::Cell(_), _) if !self.plan.rules.cells_take => true,
                (_, Pile::Foundation(f)) => {
                    // The bottom card of a complete run stands for the whole run.
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

    /// The number of copies of a card on the foundations.
    fn copies_up(&self, card: u8) -> usize {
        (0..8).filter(|f| self.pile(FOUNDATION + f).contains(&card)).count()
    }
}

impl View<'_> {
    /// The status of the game as far as it follows from what the player has seen.
    ///
    /// A game is stuck if no sequence of moves makes progress as [`Table::status`] defines it, or shows a card
    /// that the player has not seen. The answer does not depend on hidden cards.
    pub fn status(self) -> Status {
        self.status_within(Table::CLOSURE)
    }

    /// The status of the game as the player can know it, found by examining at most `most` rearrangements.
    pub fn status_within(self, most: usize) -> Status {
        if self.is_won() { Status::Won } else { named(self.way_on(most)) }
    }

    /// The shortest sequence of moves whose last move makes progress or shows a card that the player has not
    /// seen; `None` if there is none. Every move of it is legal whatever the hidden cards are.
    ///
    /// # Errors
    /// If more than `most` rearrangements would have to be examined.
    pub fn way_on(self, most: usize) -> Result<Option<Vec<Move>>, TooMany> {
        // Which arrangement of the hidden cards is searched makes no difference, but one and the same for
        // all tables that look alike keeps even the number of positions examined from depending on them.
        let world = self.ordered();
        world.way_to(most, |after, events| {
            after.matters(&world, events) || events.iter().any(Event::shows_new_card)
        })
    }
}

/// The status that the result of a search stands for.
fn named(way: Result<Option<Vec<Move>>, TooMany>) -> Status {
    match way {
        Ok(Some(_)) => Status::Open,
        Ok(None) => Status::Stuck,
        Err(TooMany) => Status::Unclear,
    }
}
