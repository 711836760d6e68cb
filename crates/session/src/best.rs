//! Completes what the player typed to one legal move: which foundation, how many cards, the best move of a
//! pile. Legality is always decided by the table.

use crate::{Onto, Refusal, hint, refused};
use talon_rules::{IllegalMove, Move, Pile, Stock, Table};

/// Returns the move that carries cards from a pile to where the player points.
///
/// Without a count, the longest group that fits is taken. Of several foundations, the first that accepts
/// the card is used.
///
/// # Errors
/// The reason against the group or the foundation that the player most likely meant.
pub(crate) fn carry(table: &Table, from: Pile, to: Onto, count: Option<u8>) -> Result<Move, Refusal> {
    let from = playable(table, from);
    let targets: Vec<Pile> = match to {
        Onto::Pile(pile) => vec![pile],
        Onto::Foundation => foundations(table, from),
        Onto::Cell => (0..table.rules().cells.max(1)).map(Pile::Cell).collect(),
    };
    if let Onto::Pile(to) = to {
        // Checked before any count is tried: piles that this game does not have, and moves that are never
        // possible.
        for pile in [from, to] {
            if !table.exists(pile) {
                return Err(refused::plain(IllegalMove::NoSuchPile(pile)));
            }
        }
    }
    let len = u8::try_from(table.len(from)).unwrap_or(u8::MAX);
    let counts = match count {
        Some(count) => count..=count,
        None => 1..=len.max(1),
    };
    let mut first_reason = None;
    let mut best_reason: Option<(Move, IllegalMove)> = None;
    for count in counts.rev() {
        for &to in &targets {
            let m = Move::Carry { from, to, count };
            match table.check(m) {
                Ok(()) => return Ok(m),
                Err(why) => {
                    // The reason against the longest group that can be lifted is the most helpful one; the
                    // reason why longer groups cannot be lifted is the least helpful one.
                    if !is_about_lifting(&why) && best_reason.is_none() {
                        best_reason = Some((m, why.clone()));
                    }
                    first_reason = Some((m, why));
                }
            }
        }
    }
    if to == Onto::Cell && matches!(best_reason, Some((_, IllegalMove::CellTaken(_)))) {
        return Err(Refusal::NoFreeCell(table.view().top(from)));
    }
    // The counts go down, so the last reason is that of a single card.
    Err(match best_reason.or(first_reason) {
        Some((m, why)) => refused::illegal(table.view(), m, why),
        None => refused::plain(IllegalMove::NoMove),
    })
}

/// Returns the pile that the player means by "waste" in games where the stock itself shows its card.
fn playable(table: &Table, from: Pile) -> Pile {
    if from == Pile::Waste && table.rules().stock == Stock::FaceUp { Pile::Stock } else { from }
}

/// Returns the foundations in the order in which a player would try them: the card's own suit, then empty
/// ones.
fn foundations(table: &Table, from: Pile) -> Vec<Pile> {
    let all = (0..table.rules().foundations()).map(Pile::Foundation);
    let suit = table.top(from).map(|card| card.suit());
    let (mut own, rest): (Vec<Pile>, Vec<Pile>) =
        all.partition(|&f| suit.is_some() && table.top(f).map(|top| top.suit()) == suit);
    let (empty, other): (Vec<Pile>, Vec<Pile>) = rest.into_iter().partition(|&f| table.len(f) == 0);
    own.extend(empty);
    own.extend(other);
    own
}

fn is_about_lifting(why: &IllegalMove) -> bool {
    matches!(
        why,
        IllegalMove::NotEnoughCards { .. }
            | IllegalMove::FaceDown(_)
            | IllegalMove::OneAtATime(_)
            | IllegalMove::WholeColumn { .. }
            | IllegalMove::NotInSequence { .. }
            | IllegalMove::NoSpace { .. }
            | IllegalMove::FoundationOne
    )
}

/// Returns the move of the stock that is due now.
///
/// # Errors
/// If the game has no stock. Whether the move is legal is not checked here.
pub(crate) fn draw(table: &Table) -> Result<Move, Refusal> {
    match table.rules().stock {
        Stock::None => Err(refused::plain(IllegalMove::NoSuchPile(Pile::Stock))),
        Stock::Rows | Stock::RowsAnyTime => Ok(Move::Deal),
        Stock::Waste | Stock::FaceUp if table.len(Pile::Stock) > 0 => Ok(Move::Draw),
        Stock::Waste | Stock::FaceUp => Ok(Move::Redeal),
    }
}

/// Returns the best legal move of a pile, by the order of the hints.
pub(crate) fn of_pile(table: &Table, pile: Pile) -> Result<Move, Refusal> {
    let pile = playable(table, pile);
    if !table.exists(pile) {
        return Err(refused::plain(IllegalMove::NoSuchPile(pile)));
    }
    if pile == Pile::Stock && table.rules().stock != Stock::FaceUp {
        let m = draw(table)?;
        return table.check(m).map(|()| m).map_err(refused::plain);
    }
    let moves = table.moves().into_iter().filter(|m| matches!(m, Move::Carry { from, .. } if *from == pile));
    // The first of equal moves wins; the order of the legal moves is fixed.
    let best = moves.min_by_key(|&m| hint::order(table.view(), m));
    best.ok_or_else(|| refused::no_move_of(table.view(), pile))
}
