//! Hints as they are told: the kinds of moves, in a fixed order, and the sentences.
//!
//! The order alone decides the best move of a pile and what is listed first; which move a hint is about
//! is the [adviser](crate::adviser)'s affair. It is read off the [`View`], as every reason is.
//!
//! The order: a card that may safely go up; a move that turns up a face-down card, the deepest column
//! first; a reserve card; a card up; a group that joins its own suit; a waste card onto a column; a
//! column emptied onto another; the stock; a redeal. Moves that only rearrange (into a cell, from one
//! host to its twin, back from a foundation) are named last.

use cards::Card;
use rules::{Move, Pile, Stock, View};
use std::cmp::Reverse;
use std::fmt;

/// How much help a game has seen; each kind has statistics of its own.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stamp {
    /// None.
    Pure,
    /// Hints from what the player sees.
    FairHints,
    /// Answers that knew the hidden cards.
    Oracle,
}

impl fmt::Display for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Stamp::Pure => "pure",
            Stamp::FairHints => "fair hints",
            Stamp::Oracle => "oracle",
        })
    }
}

/// A move worth making, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The move.
    pub m: Move,
    /// The move in words, without a full stop.
    pub plain: String,
    /// Why, in words, without a full stop.
    pub why: String,
    /// What the adviser means to do afterwards; the reason speaks of it.
    pub then: Vec<Move>,
}

impl Hint {
    pub(crate) fn new(view: View<'_>, m: Move, why: String, then: Vec<Move>) -> Hint {
        Hint { m, plain: plain(view, m), why, then }
    }

    /// The first move of a proved line that wins in so many moves.
    pub fn of_line(view: View<'_>, m: Move, left: usize) -> Hint {
        let left = rules::plural(left, "move");
        Hint::new(view, m, format!("it begins a proved line that wins in {left}"), Vec::new())
    }

    /// The whole hint as one sentence.
    pub fn sentence(&self) -> String {
        format!("{}: {}.", self.plain, self.why)
    }

    /// The three steps of a hint: which pile, the move, why.
    pub fn steps(&self) -> [String; 3] {
        let pile = match self.m {
            Move::Carry { from, .. } => from.words(),
            _ => Pile::Stock.words(),
        };
        [
            format!("Look at {pile}."),
            format!("{}.", self.plain),
            format!("{}. Why: {}.", self.plain, self.why),
        ]
    }
}

/// Kinds of moves, the best first.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    SafeUp,
    Reveals,
    FromReserve,
    Up,
    Joins,
    FromWaste,
    Empties,
    Draws,
    Redeals,
    Rearranges,
}

/// The kind of a legal move.
pub(crate) fn kind(view: View<'_>, m: Move) -> Kind {
    order(view, m).0
}

/// The place of a legal move in the order; smaller is better.
pub(crate) fn order(view: View<'_>, m: Move) -> (Kind, Reverse<usize>, Reverse<u8>) {
    let (from, to, count) = match m {
        Move::Draw | Move::Deal => return (Kind::Draws, Reverse(0), Reverse(0)),
        Move::Redeal => return (Kind::Redeals, Reverse(0), Reverse(0)),
        Move::Carry { from, to, count } => (from, to, count),
    };
    let down = match from {
        Pile::Column(_) => view.cards(from).take_while(Option::is_none).count(),
        _ => 0,
    };
    let whole = view.len(from) == usize::from(count);
    let reveals = down > 0 && view.len(from) - down == usize::from(count);
    let kind = match (from, to) {
        (Pile::Foundation(_), _) => Kind::Rearranges,
        (_, Pile::Foundation(_)) => match view.top(from) {
            _ if view.rules().about_runs() => Kind::SafeUp,
            Some(card) if view.is_safe(card) => Kind::SafeUp,
            _ => Kind::Up,
        },
        (_, Pile::Cell(_)) => Kind::Rearranges,
        _ if reveals => Kind::Reveals,
        (Pile::Reserve, _) => Kind::FromReserve,
        (Pile::Waste | Pile::Stock | Pile::Cell(_), Pile::Column(_)) => Kind::FromWaste,
        _ if joins(view, from, to, count) => Kind::Joins,
        _ if whole && view.len(to) > 0 => Kind::Empties,
        _ => Kind::Rearranges,
    };
    (kind, Reverse(down), Reverse(count))
}

/// Does the group come to lie on its own suit where it did not before?
fn joins(view: View<'_>, from: Pile, to: Pile, count: u8) -> bool {
    let cards: Vec<Option<Card>> = view.cards(from).collect();
    let at = cards.len() - usize::from(count);
    let Some(lowest) = cards[at] else { return false };
    let under = at.checked_sub(1).and_then(|i| cards[i]);
    let fits = |below: Option<Card>| {
        below.is_some_and(|below| below.suit() == lowest.suit() && view.rules().follows(lowest, below))
    };
    fits(view.top(to)) && !fits(under)
}

/// What a move brings by itself, read off the table; `None` for one that only rearranges, draws or
/// redeals.
pub(crate) fn gain(view: View<'_>, m: Move) -> Option<String> {
    let Move::Carry { from, .. } = m else { return None };
    Some(match kind(view, m) {
        Kind::SafeUp if view.rules().about_runs() => "the run is complete".into(),
        Kind::SafeUp => "nothing will ever be wanted on it".into(),
        Kind::Reveals => "that turns up a card".into(),
        Kind::FromReserve if view.len(from) == 1 => "that empties the reserve".into(),
        Kind::FromReserve => "that frees the next card of the reserve".into(),
        Kind::Up => "that is one card more on the foundations".into(),
        Kind::Joins => "it lies in suit there".into(),
        Kind::FromWaste => format!("that brings a card of {} into play", from.words()),
        Kind::Empties => format!("that empties {}", from.words()),
        Kind::Draws | Kind::Redeals | Kind::Rearranges => return None,
    })
}

/// A move in words, without a full stop.
pub(crate) fn plain(view: View<'_>, m: Move) -> String {
    match m {
        Move::Draw if view.rules().stock == Stock::FaceUp => "Lay the card of the stock aside".into(),
        Move::Draw if view.rules().draw == 1 => "Turn the next card of the stock".into(),
        Move::Draw => "Turn the next cards of the stock".into(),
        Move::Deal => "Deal a row now".into(),
        Move::Redeal => "Turn the waste over".into(),
        Move::Carry { from, to: Pile::Foundation(_), .. } if view.rules().about_runs() => {
            format!("Take off the complete run of {}", from.words())
        }
        Move::Carry { from, to, count } => {
            format!("Move {} from {} {}", group(view, from, count), from.words(), target(view, to))
        }
    }
}

/// The cards of a move: the lowest by name, the others by number.
pub(crate) fn group(view: View<'_>, from: Pile, count: u8) -> String {
    let at = view.len(from).saturating_sub(usize::from(count));
    let card = view.cards(from).nth(at).flatten().map_or_else(String::new, |card| card.words());
    match count {
        0 | 1 => card,
        2 => format!("{card} and the card on it"),
        n => format!("{card} and the {} cards on it", n - 1),
    }
}

/// Where a move goes.
pub(crate) fn target(view: View<'_>, to: Pile) -> String {
    match to {
        Pile::Foundation(_) => "to its foundation".into(),
        _ if view.len(to) == 0 => format!("to {}, which is empty", to.words()),
        _ => match view.top(to) {
            Some(top) => format!("onto {} in {}", top.words(), to.words()),
            None => format!("to {}", to.words()),
        },
    }
}
