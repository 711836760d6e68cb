//! Hints in words: the kinds of moves in a fixed order, and the sentences.
//!
//! The order alone decides which move of a pile is best and which moves are listed first. The
//! [adviser](crate::adviser) decides which move a hint suggests. Everything here is read from the [`View`].
//!
//! The order is: a card that is safe on its foundation; a move that turns up a face-down card, the deepest
//! column first; a reserve card; any other card to its foundation; a group that joins its own suit; a waste
//! card onto a column; a column emptied onto another; the stock; a redeal. Moves that only rearrange cards
//! (into a cell, from one place to an equal one, back from a foundation) come last.

use std::cmp::Reverse;
use std::fmt;
use talon_cards::Card;
use talon_rules::{Move, Pile, Stock, View};

/// The help that a game has received; each kind has its own statistics.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stamp {
    /// No help.
    Pure,
    /// Hints from what the player sees.
    FairHints,
    /// Answers from somebody who knows the hidden cards.
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

/// A suggested move, and the reason for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The move.
    pub m: Move,
    /// The move in words, without a full stop.
    pub plain: String,
    /// The reason, without a full stop.
    pub why: String,
    /// The moves that the adviser plans to make afterwards; the reason may refer to them.
    pub then: Vec<Move>,
}

impl Hint {
    pub(crate) fn new(view: View<'_>, m: Move, why: String, then: Vec<Move>) -> Hint {
        Hint { m, plain: plain(view, m), why, then }
    }

    /// Returns the first move of a proved line that wins in `left` moves.
    pub fn of_line(view: View<'_>, m: Move, left: usize) -> Hint {
        let left = talon_rules::plural(left, "move");
        Hint::new(view, m, format!("it starts a proved win in {left}"), Vec::new())
    }

    /// Returns the whole hint as one sentence.
    pub fn sentence(&self) -> String {
        format!("{}: {}.", self.plain, self.why)
    }

    /// Returns the three steps of a hint: the pile, the move, the reason.
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

/// What a move achieves by itself, the best first. Hints name it, and a click on a pile prefers it.
///
/// The move orders of the crate `players` are finer and do not ask what is safe. Their measured win rates
/// depend on them, so the two stay apart.
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

/// Returns what a legal move achieves.
pub(crate) fn gain(view: View<'_>, m: Move) -> Gain {
    order(view, m).0
}

/// Returns the rank of a legal move in the order; smaller is better.
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

/// Returns `true` if the group joins its own suit in sequence and did not lie so before.
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

/// Says what a move achieves by itself; `None` for one that only rearranges, draws or redeals.
pub(crate) fn gain_words(view: View<'_>, m: Move) -> Option<String> {
    let Move::Carry { from, .. } = m else { return None };
    Some(match gain(view, m) {
        Gain::SafeUp if view.rules().about_runs() => "this completes the run".into(),
        Gain::SafeUp => "no card will ever need it in a column".into(),
        Gain::Reveals => "this turns up a card".into(),
        Gain::FromReserve if view.len(from) == 1 => "this empties the reserve".into(),
        Gain::FromReserve => "this frees the next card of the reserve".into(),
        Gain::Up => "this adds a card to the foundations".into(),
        Gain::Joins => "it joins its own suit there".into(),
        Gain::FromWaste => format!("this brings a card from {} into play", from.words()),
        Gain::Empties => format!("this empties {}", from.words()),
        Gain::Draws | Gain::Redeals | Gain::Rearranges => return None,
    })
}

/// Describes a move, without a full stop.
pub(crate) fn plain(view: View<'_>, m: Move) -> String {
    match m {
        Move::Draw if view.rules().stock == Stock::FaceUp => "Lay the stock card aside".into(),
        Move::Draw if view.rules().draw == 1 => "Turn the next card of the stock".into(),
        Move::Draw => "Turn the next cards of the stock".into(),
        Move::Deal => "Deal a row".into(),
        Move::Redeal => "Turn the waste over".into(),
        Move::Carry { from, to: Pile::Foundation(_), .. } if view.rules().about_runs() => {
            format!("Take off the complete run of {}", from.words())
        }
        Move::Carry { from, to, count } => {
            format!("Move {} from {} {}", group(view, from, count), from.words(), target(view, to))
        }
    }
}

/// Describes the cards of a move: names the lowest and counts the others.
pub(crate) fn group(view: View<'_>, from: Pile, count: u8) -> String {
    let at = view.len(from).saturating_sub(usize::from(count));
    let card = view.cards(from).nth(at).flatten().map_or_else(String::new, crate::sentence::the);
    match count {
        0 | 1 => card,
        2 => format!("{card} and the card on top of it"),
        n => format!("{card} and the {} cards on top of it", n - 1),
    }
}

/// Describes the destination of a move.
pub(crate) fn target(view: View<'_>, to: Pile) -> String {
    match to {
        Pile::Foundation(_) => "to its foundation".into(),
        _ if view.len(to) == 0 => format!("to the empty {}", to.words()),
        _ => match view.top(to) {
            Some(top) => format!("onto the {} in {}", top.words(), to.words()),
            None => format!("to {}", to.words()),
        },
    }
}
