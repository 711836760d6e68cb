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

/// What a move brings by itself, the best first: what hints say, and what a click on a pile prefers.
///
/// The orders of the crate `players` sort moves too, more finely and without asking what is safe: their
/// measured rates hang on theirs, so the two stay apart.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Gain {
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

/// What a legal move brings.
pub(crate) fn gain(view: View<'_>, m: Move) -> Gain {
    order(view, m).0
}

/// The place of a legal move in the order; smaller is better.
pub(crate) fn order(view: View<'_>, m: Move) -> (Gain, Reverse<usize>, Reverse<u8>) {
    let (from, to, count) = match m {
        Move::Draw | Move::Deal => return (Gain::Draws, Reverse(0), Reverse(0)),
        Move::Redeal => return (Gain::Redeals, Reverse(0), Reverse(0)),
        Move::Carry { from, to, count } => (from, to, count),
    };
    let down = match from {
        Pile::Column(_) => view.cards(from).take_while(Option::is_none).count(),
        _ => 0,
    };
    let whole = view.len(from) == usize::from(count);
    let reveals = down > 0 && view.len(from) - down == usize::from(count);
    let gain = match (from, to) {
        (Pile::Foundation(_), _) => Gain::Rearranges,
        (_, Pile::Foundation(_)) => match view.top(from) {
            _ if view.rules().about_runs() => Gain::SafeUp,
            Some(card) if view.is_safe(card) => Gain::SafeUp,
            _ => Gain::Up,
        },
        (_, Pile::Cell(_)) => Gain::Rearranges,
        _ if reveals => Gain::Reveals,
        (Pile::Reserve, _) => Gain::FromReserve,
        (Pile::Waste | Pile::Stock | Pile::Cell(_), Pile::Column(_)) => Gain::FromWaste,
        _ if joins(view, from, to, count) => Gain::Joins,
        _ if whole && view.len(to) > 0 => Gain::Empties,
        _ => Gain::Rearranges,
    };
    (gain, Reverse(down), Reverse(count))
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

/// What a move brings by itself in words, read off the table; `None` for one that only rearranges, draws or
/// redeals.
pub(crate) fn gain_words(view: View<'_>, m: Move) -> Option<String> {
    let Move::Carry { from, .. } = m else { return None };
    Some(match gain(view, m) {
        Gain::SafeUp if view.rules().about_runs() => "the run is complete".into(),
        Gain::SafeUp => "nothing will ever be wanted on it".into(),
        Gain::Reveals => "that turns up a card".into(),
        Gain::FromReserve if view.len(from) == 1 => "that empties the reserve".into(),
        Gain::FromReserve => "that frees the next card of the reserve".into(),
        Gain::Up => "that is one card more on the foundations".into(),
        Gain::Joins => "it lies in suit there".into(),
        Gain::FromWaste => format!("that brings a card of {} into play", from.words()),
        Gain::Empties => format!("that empties {}", from.words()),
        Gain::Draws | Gain::Redeals | Gain::Rearranges => return None,
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
