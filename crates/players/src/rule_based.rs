//! Rule-based players: they rank moves by their kind and do not look ahead.
//!
//! Each player is a list of [`Priorities`]. Among moves of equal priority the first one in the engine's
//! order is played.

use crate::baseline::{patience, undoes};
use crate::{Record, Strategy};
use talon_rules::{Fill, Move, Pile, View};

/// What a move does, as far as it can be seen before it is made.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// A card or a run goes to a foundation.
    ToFoundation { from_waste: bool },
    /// All face-up cards of a column go, and a face-down card is turned up; `left` cards stay face down.
    Uncover { in_suit: bool, left: u8 },
    /// The top card of the reserve goes to a column.
    FromReserve { in_suit: bool },
    /// Cards join their own suit and do not leave their own suit.
    Join { length: u8 },
    /// A column becomes empty.
    Empty { in_suit: bool },
    /// The top card of the waste goes to a column.
    FromWaste { in_suit: bool },
    /// Cards go to an empty column.
    FillColumn { uncovers: bool },
    /// Cards move from one card of another suit to another such card.
    Shift,
    /// Cards leave their own suit, or a whole column moves to an empty one.
    Break,
    /// Cards are dealt or turned from the stock, or the waste becomes the stock.
    Stock,
    /// A card goes to a cell.
    ToCell,
    /// A card leaves its foundation.
    TakeBack,
}

/// An order of preference among moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Priorities {
    /// To a foundation, but not from the waste; turn up a card, where the fewest are face down, and in
    /// suit rather than not; from the reserve; join runs, the longest first; empty a column that any card
    /// may fill; from the waste to a foundation; from the waste to a column; fill a column; the stock;
    /// a cell.
    Greedy,
    /// The advice of many books: whatever can go to a foundation goes there at once, from the waste as
    /// well. Otherwise as [`Greedy`](Priorities::Greedy).
    AlwaysUp,
    /// The hints of AisleRiot: to a foundation; then all face-up cards of a column to another column, in
    /// suit rather than not; then from the reserve and the waste to a column; then to an empty column;
    /// then the stock. Cards that would only move from one card to a similar one stay.
    AisleRiotHint,
}

impl Priorities {
    /// The priority of a kind of move, higher is better; `None` if it is never made.
    fn of(self, kind: Kind) -> Option<i32> {
        use Priorities::{AisleRiotHint, AlwaysUp, Greedy};
        let suited = |in_suit: bool| if in_suit { 50 } else { 0 };
        Some(match (self, kind) {
            (_, Kind::TakeBack) => return None,
            (AlwaysUp | AisleRiotHint, Kind::ToFoundation { .. }) => 10_000,
            (Greedy, Kind::ToFoundation { from_waste: false }) => 10_000,
            (Greedy, Kind::ToFoundation { from_waste: true }) => 4_500,
            (_, Kind::Uncover { in_suit, left }) => 9_000 + suited(in_suit) - i32::from(left),
            (AisleRiotHint, Kind::Join { length }) => 9_100 + i32::from(length),
            (AisleRiotHint, Kind::Empty { in_suit }) => 8_500 + suited(in_suit),
            (_, Kind::FromReserve { in_suit }) => 8_000 + suited(in_suit),
            (_, Kind::Join { length }) => 7_000 + i32::from(length),
            (_, Kind::Empty { in_suit }) => 5_000 + suited(in_suit),
            (_, Kind::FromWaste { in_suit }) => 4_000 + suited(in_suit),
            (_, Kind::FillColumn { uncovers: true }) => 3_000,
            (AisleRiotHint, Kind::FillColumn { uncovers: false }) => 2_000,
            (_, Kind::Stock) => 1_000,
            (_, Kind::ToCell) => 500,
            (_, Kind::FillColumn { uncovers: false } | Kind::Shift | Kind::Break) => return None,
        })
    }
}

/// Plays the move with the highest priority, and has no more ideas after a pass through the stock without progress.
pub struct RuleBased {
    priorities: Priorities,
}

impl RuleBased {
    /// The player with these priorities.
    pub fn new(priorities: Priorities) -> RuleBased {
        RuleBased { priorities }
    }
}

impl Strategy for RuleBased {
    fn begin(&mut self, _: View<'_>, _: u64) {}

    fn choose(&mut self, view: View<'_>, record: &Record) -> Option<Move> {
        if record.moves_without_progress >= patience(view, record) {
            return None;
        }
        let mut best: Option<(i32, Move)> = None;
        view.each_forward_move(|m| {
            if undoes(m, record.last) {
                return;
            }
            if let Some(priority) = self.priorities.of(kind(view, m))
                && best.is_none_or(|(highest, _)| priority > highest)
            {
                best = Some((priority, m));
            }
        });
        best.map(|(_, m)| m)
    }
}

/// The move that fills an empty column with the shortest run. Some rules do not allow a row to be dealt while a column
/// is empty.
pub(crate) fn fill_for_deal(view: View<'_>) -> Option<Move> {
    if !view.rules().stock.is_rows() || view.len(Pile::Stock) == 0 {
        return None;
    }
    let mut best: Option<(u8, Move)> = None;
    view.each_move(|m| {
        if let Move::Carry { from, to, count } = m
            && view.len(to) == 0
            && view.len(from) > usize::from(count)
            && best.is_none_or(|(shortest, _)| count < shortest)
        {
            best = Some((count, m));
        }
    });
    best.map(|(_, m)| m)
}

fn kind(view: View<'_>, m: Move) -> Kind {
    let Move::Carry { from, to, count } = m else { return Kind::Stock };
    match to {
        Pile::Foundation(_) => {
            return Kind::ToFoundation { from_waste: matches!(from, Pile::Waste | Pile::Stock) };
        }
        Pile::Cell(_) => return Kind::ToCell,
        _ => {}
    }
    if matches!(from, Pile::Foundation(_)) {
        return Kind::TakeBack;
    }
    let into_empty = view.len(to) == 0;
    let len = view.len(from);
    let count = usize::from(count);
    let head = view.open(from).rev().nth(count - 1).flatten();
    let in_suit = match (head, view.top(to)) {
        (Some(head), Some(host)) => head.suit() == host.suit(),
        _ => false,
    };
    match from {
        Pile::Reserve => return Kind::FromReserve { in_suit },
        Pile::Waste | Pile::Stock if into_empty => return Kind::FillColumn { uncovers: true },
        Pile::Waste | Pile::Stock => return Kind::FromWaste { in_suit },
        _ => {}
    }
    let Some(head) = head else { return Kind::Shift };
    // What is left on the column: nothing, a face-down card, or a card that the cards may have belonged to.
    let under = view.open(from).rev().nth(count);
    let uncovers = matches!(under, Some(None));
    if into_empty {
        // Moving a whole column to an empty one leads to the same position.
        return if len == count { Kind::Break } else { Kind::FillColumn { uncovers } };
    }
    match under {
        Some(None) => {
            Kind::Uncover { in_suit, left: view.open(from).take_while(Option::is_none).count() as u8 }
        }
        None => {
            let useful =
                matches!(view.rules().fill, Fill::Anything | Fill::Kings | Fill::Waste | Fill::WasteOrColumn)
                    || view.len(Pile::Reserve) > 0;
            if useful { Kind::Empty { in_suit } } else { Kind::Shift }
        }
        Some(Some(under)) => {
            let belonged = under.suit() == head.suit() && view.rules().follows(head, under);
            match (in_suit, belonged) {
                (true, false) => Kind::Join { length: count as u8 },
                (_, true) => Kind::Break,
                (false, false) => Kind::Shift,
            }
        }
    }
}
