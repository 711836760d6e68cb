//! Players that go by an order of moves: the best kind there is, and within it the best of its kind.
//!
//! The orders are written down once, as [`Order`]; each move is ranked by its kind without looking
//! ahead. Ties go to the first move in the engine's order.

use crate::baseline::{patience, undoes};
use crate::{Course, Strategy};
use rules::{Fill, Move, Pile, View};

/// What a move does, as far as one can see before making it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// A card or a run goes up.
    Up { from_waste: bool },
    /// A column's face-up part goes and a face-down card is turned up.
    Uncover { in_suit: bool, left: u8 },
    /// The reserve's top card goes onto a column.
    Reserve { in_suit: bool },
    /// Cards join their own suit without leaving it elsewhere.
    Join { length: u8 },
    /// A column becomes empty.
    Empty { in_suit: bool },
    /// The turned card goes onto a column.
    Waste { in_suit: bool },
    /// Something fills an empty column.
    Fill { uncovers: bool },
    /// Cards leave others of another suit for a place no better.
    Shift,
    /// Cards leave their own suit.
    Break,
    /// The stock.
    Stock,
    /// A card goes into a cell.
    Cell,
    /// A card leaves its foundation.
    Back,
}

/// An order of moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Up from the table; uncover, the shortest face-down pile first and in suit rather than not;
    /// the reserve; longer runs; empty a column that anything may fill; up from the waste; the waste
    /// onto a column; fill a column; the stock; a cell.
    Greedy,
    /// Document 003: whatever can go up goes up at once, from the waste too; then as greedy.
    AlwaysUp,
    /// The advice AisleRiot gives: up first; then whole face-up parts of columns onto others, in
    /// suit before not; then reserve and waste onto columns; then an empty column; then the stock.
    /// Cards that would only change hosts stay.
    Hint,
}

impl Order {
    /// The worth of a kind, higher is better; `None` for what the order never does.
    fn worth(self, kind: Kind) -> Option<i32> {
        let suited = |in_suit: bool| if in_suit { 50 } else { 0 };
        Some(match (self, kind) {
            (_, Kind::Back) => return None,
            (Order::AlwaysUp | Order::Hint, Kind::Up { .. }) => 10_000,
            (Order::Greedy, Kind::Up { from_waste: false }) => 10_000,
            (Order::Greedy, Kind::Up { from_waste: true }) => 4_500,
            (_, Kind::Uncover { in_suit, left }) => 9_000 + suited(in_suit) - i32::from(left),
            (Order::Hint, Kind::Join { length }) => 9_100 + i32::from(length),
            (Order::Hint, Kind::Empty { in_suit }) => 8_500 + suited(in_suit),
            (_, Kind::Reserve { in_suit }) => 8_000 + suited(in_suit),
            (_, Kind::Join { length }) => 7_000 + i32::from(length),
            (_, Kind::Empty { in_suit }) => 5_000 + suited(in_suit),
            (_, Kind::Waste { in_suit }) => 4_000 + suited(in_suit),
            (_, Kind::Fill { uncovers: true }) => 3_000,
            (Order::Hint, Kind::Fill { uncovers: false }) => 2_000,
            (_, Kind::Stock) => 1_000,
            (_, Kind::Cell) => 500,
            (_, Kind::Fill { uncovers: false } | Kind::Shift | Kind::Break) => return None,
        })
    }
}

/// A player that goes by an order, and gives up when a pass through the stock brought nothing.
pub struct Ordered {
    order: Order,
}

impl Ordered {
    /// The player of this order.
    pub fn new(order: Order) -> Ordered {
        Ordered { order }
    }
}

impl Strategy for Ordered {
    fn begin(&mut self, _: View<'_>, _: u64) {}

    fn choose(&mut self, view: View<'_>, so_far: &Course) -> Option<Move> {
        if so_far.fruitless >= patience(view, so_far) {
            return None;
        }
        let mut best: Option<(i32, Move)> = None;
        view.each_forward_move(|m| {
            if undoes(m, so_far.last) {
                return;
            }
            if let Some(worth) = self.order.worth(kind(view, m))
                && best.is_none_or(|(most, _)| worth > most)
            {
                best = Some((worth, m));
            }
        });
        best.or_else(|| fill_before_row(view)).map(|(_, m)| m)
    }
}

/// Rows that may not be dealt over an empty column want it filled, with the shortest run there is.
pub(crate) fn fill_before_row(view: View<'_>) -> Option<(i32, Move)> {
    if !view.rules().stock.is_rows() || view.len(Pile::Stock) == 0 {
        return None;
    }
    let mut best: Option<(i32, Move)> = None;
    view.each_move(|m| {
        if let Move::Carry { from, to, count } = m
            && view.len(to) == 0
            && view.len(from) > usize::from(count)
            && best.is_none_or(|(worth, _)| -i32::from(count) > worth)
        {
            best = Some((-i32::from(count), m));
        }
    });
    best
}

fn kind(view: View<'_>, m: Move) -> Kind {
    let Move::Carry { from, to, count } = m else { return Kind::Stock };
    match to {
        Pile::Foundation(_) => return Kind::Up { from_waste: matches!(from, Pile::Waste | Pile::Stock) },
        Pile::Cell(_) => return Kind::Cell,
        _ => {}
    }
    if matches!(from, Pile::Foundation(_)) {
        return Kind::Back;
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
        Pile::Reserve => return Kind::Reserve { in_suit },
        Pile::Waste | Pile::Stock if into_empty => return Kind::Fill { uncovers: true },
        Pile::Waste | Pile::Stock => return Kind::Waste { in_suit },
        _ => {}
    }
    let Some(head) = head else { return Kind::Shift };
    // What it leaves: nothing, a face-down card, or a card it may have belonged to.
    let under = view.open(from).rev().nth(count);
    let uncovers = matches!(under, Some(None));
    if into_empty {
        // A whole column into an empty one is the same position.
        return if len == count {
            Kind::Break
        } else if uncovers {
            Kind::Fill { uncovers: true }
        } else {
            Kind::Fill { uncovers: false }
        };
    }
    match under {
        Some(None) => {
            Kind::Uncover { in_suit, left: view.open(from).take_while(Option::is_none).count() as u8 }
        }
        None => {
            let worth_it =
                matches!(view.rules().fill, Fill::Anything | Fill::Kings | Fill::Waste | Fill::WasteOrColumn)
                    || view.len(Pile::Reserve) > 0;
            if worth_it { Kind::Empty { in_suit } } else { Kind::Shift }
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
