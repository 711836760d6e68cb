//! Players do not give up an open game: what a player does that has no idea.

use crate::rule_based::fill_for_deal;
use crate::{Fault, Record, Strategy};
use talon_rules::{Move, View};

/// A strategy that plays on for as long as progress is possible.
///
/// If the strategy inside has no idea (it returns `None`), this one
/// 1. deals a row, if the game has rows; if empty columns forbid that, it fills them first, each with the
///    shortest run;
/// 2. or makes the shortest sequence of moves that makes progress, which the exact test for stuck games finds
///    ([`View::way_on`]);
/// 3. or returns `None`, because the game is stuck.
///
/// If there are too many rearrangements to tell whether the game is stuck, it makes legal moves one after the
/// other until the referee ends the game.
pub(crate) struct Persistent {
    inner: Box<dyn Strategy>,
    /// Moves decided on and not yet played, the next one last. They reveal nothing before the last one.
    plan: Vec<Move>,
    /// Whether columns are being filled so that a row can be dealt.
    is_filling: bool,
    /// Whether the exact test gave no answer since progress was last made.
    is_unclear: bool,
}

/// The number of rearrangements that are examined for one that leads to progress.
const MOST: usize = 20_000;

impl Persistent {
    /// The strategy that plays on when `inner` has no idea.
    pub fn new(inner: Box<dyn Strategy>) -> Persistent {
        Persistent { inner, plan: Vec::new(), is_filling: false, is_unclear: false }
    }

    /// The move to make without an idea.
    fn play_on(&mut self, view: View<'_>, record: &Record) -> Option<Move> {
        if view.is_legal(Move::Deal) {
            self.is_filling = false;
            return Some(Move::Deal);
        }
        if let Some(fill) = fill_for_deal(view) {
            self.is_filling = true;
            return Some(fill);
        }
        self.is_filling = false;
        if !self.is_unclear {
            match view.way_on(MOST) {
                Ok(Some(mut moves)) => {
                    moves.reverse();
                    self.plan = moves;
                    return self.plan.pop();
                }
                Ok(None) => return None,
                Err(_) => self.is_unclear = true,
            }
        }
        let moves = view.moves();
        moves.get(record.moves_without_progress as usize % moves.len().max(1)).copied()
    }
}

impl Strategy for Persistent {
    fn begin(&mut self, view: View<'_>, seed: u64) {
        self.plan.clear();
        self.is_filling = false;
        self.is_unclear = false;
        self.inner.begin(view, seed);
    }

    fn choose(&mut self, view: View<'_>, record: &Record) -> Option<Move> {
        if let Some(m) = self.plan.pop() {
            return Some(m);
        }
        if record.moves_without_progress == 0 {
            // Something new may be known.
            self.is_filling = false;
            self.is_unclear = false;
        }
        if !self.is_filling && !self.is_unclear {
            let chosen = self.inner.choose(view, record);
            if chosen.is_some() || self.inner.fault().is_some() || view.is_won() {
                return chosen;
            }
        }
        self.play_on(view, record)
    }

    fn fault(&self) -> Option<Fault> {
        self.inner.fault()
    }
}
