//! Players do not give up an open game: what a player does that has no idea.

use crate::plan::hidden_cards;
use crate::rule_based::fill_for_deal;
use crate::{Fault, Record, Strategy};
use talon_rules::{Move, Pile, View};

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
    /// How far the game had come when the strategy had no idea.
    stage: Stage,
}

/// How far a game has come.
#[derive(Copy, Clone, Debug, Default)]
struct Stage {
    cards_up: u8,
    /// The number of cards that the player has not seen.
    unseen: usize,
    /// The number of cards in the stock, the waste and the reserve.
    to_come: usize,
}

impl Stage {
    fn of(view: View<'_>) -> Stage {
        let to_come = [Pile::Stock, Pile::Waste, Pile::Reserve].map(|pile| view.len(pile)).iter().sum();
        Stage { cards_up: view.cards_up(), unseen: hidden_cards(view), to_come }
    }

    /// Whether there was progress since `earlier`. A card that was only taken back from a foundation is none.
    fn is_beyond(self, earlier: Stage) -> bool {
        self.cards_up > earlier.cards_up || self.unseen != earlier.unseen || self.to_come != earlier.to_come
    }
}

/// The number of rearrangements that are examined for one that leads to progress.
const MOST: usize = 20_000;

impl Persistent {
    /// The strategy that plays on when `inner` has no idea.
    pub fn new(inner: Box<dyn Strategy>) -> Persistent {
        Persistent { inner, plan: Vec::new(), is_filling: false, is_unclear: false, stage: Stage::default() }
    }

    /// The move to make without an idea.
    fn play_on(&mut self, view: View<'_>, record: &Record) -> Option<Move> {
        self.stage = Stage::of(view);
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
        if (self.is_filling || self.is_unclear) && Stage::of(view).is_beyond(self.stage) {
            // There was progress, so the strategy may have an idea again.
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
