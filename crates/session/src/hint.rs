//! The fair hint: one move, from what the player sees.
//!
//! For now a fixed order of kinds of moves, the first kind that has a move wins. It is no strategy:
//! the players and solvers of their own crates will replace it behind the same [`Hint`]. What will
//! stay is that a fair hint is computed from the [`View`] alone.
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
    /// The hint as a sentence.
    pub sentence: String,
}

/// The hint for what the player sees; `None` when no move is legal.
pub(crate) fn fair(view: View<'_>) -> Option<Hint> {
    let m = view.moves().into_iter().min_by_key(|&m| order(view, m))?;
    Some(Hint { m, sentence: sentence(view, m) })
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
            Some(card) if goes_up_safely(view, card) => Kind::SafeUp,
            _ if view.rules().about_runs() => Kind::SafeUp,
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

/// Is the card of the base rank or the next? (The full safe rule needs the table; this part of it is
/// all that a glance shows.)
fn goes_up_safely(view: View<'_>, card: Card) -> bool {
    let ranks = view.rules().ranks;
    (card.rank().number() + ranks - view.base().number()) % ranks <= 1
}

/// Does the group come to lie on its own suit where it did not before?
fn joins(view: View<'_>, from: Pile, to: Pile, count: u8) -> bool {
    let cards: Vec<Option<Card>> = view.cards(from).collect();
    let at = cards.len() - usize::from(count);
    let Some(lowest) = cards[at] else { return false };
    let under = at.checked_sub(1).and_then(|i| cards[i]);
    let fits = |below: Option<Card>| {
        below.is_some_and(|b| b.suit() == lowest.suit() && b.rank().number() == lowest.rank().number() + 1)
    };
    fits(view.top(to)) && !fits(under)
}

pub(crate) fn sentence(view: View<'_>, m: Move) -> String {
    match m {
        Move::Draw if view.rules().stock == Stock::FaceUp => "Lay the card of the stock aside.".into(),
        Move::Draw => "Turn the next cards of the stock.".into(),
        Move::Deal => "Deal a row now.".into(),
        Move::Redeal => "Turn the waste over.".into(),
        Move::Carry { from, to, count } => {
            let cards: Vec<Option<Card>> = view.cards(from).collect();
            let card = cards[cards.len() - usize::from(count)].map_or_else(String::new, |card| card.words());
            let why = match order(view, m).0 {
                Kind::SafeUp => ": it is not needed below",
                Kind::Reveals => ": that turns up a card",
                Kind::FromReserve => ": that frees the reserve",
                Kind::Joins => ": it lies in suit there",
                Kind::Empties => ": that empties a column",
                _ => "",
            };
            let to = match to {
                Pile::Foundation(_) if !view.rules().about_runs() => "to its foundation".into(),
                Pile::Foundation(_) => return format!("Take off the complete run of {}.", from.words()),
                _ if view.len(to) == 0 => format!("to {}, which is empty", to.words()),
                _ => match view.top(to) {
                    Some(top) => format!("onto {} in {}", top.words(), to.words()),
                    None => format!("to {}", to.words()),
                },
            };
            format!("Move {card} from {} {to}{why}.", from.words())
        }
    }
}
