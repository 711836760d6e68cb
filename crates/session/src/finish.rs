//! Finishing a game automatically, if that wins it and every card is known.

use talon_rules::{Events, Goal, Move, Pile, Table};

/// Returns moves that win the game without any decision, if there are such moves.
///
/// A card goes to its foundation as soon as it can, and the stock is searched for more. In games about
/// runs, groups join their suit as soon as they can. The moves are tried on a copy, and nothing is returned
/// unless the last of them wins.
pub(crate) fn moves(table: &Table) -> Option<Vec<Move>> {
    let mut table = table.clone();
    let mut line = Vec::new();
    let mut events = Events::new();
    // Draws since the last card went up; two passes without one achieve nothing.
    let mut idle = 0usize;
    while !table.is_won() {
        let m = if table.rules().goal == Goal::Foundations { upward(&table) } else { joining(&table) };
        let m = match m {
            Some(m) => {
                idle = 0;
                m
            }
            None => {
                idle += 1;
                let stock = [Move::Draw, Move::Redeal].into_iter().find(|&m| table.check(m).is_ok())?;
                if idle > 2 * (table.len(Pile::Stock) + table.len(Pile::Waste) + 1) {
                    return None;
                }
                stock
            }
        };
        table.play_legal(m, &mut events);
        line.push(m);
    }
    Some(line)
}

/// Returns a card that can go to its foundation, the lowest first, so that no suit gets far ahead.
fn upward(table: &Table) -> Option<Move> {
    let up = table.moves().into_iter().filter_map(|m| match m {
        Move::Carry { from, to: to @ Pile::Foundation(_), .. } if !matches!(from, Pile::Foundation(_)) => {
            Some((table.len(to), m))
        }
        _ => None,
    });
    up.min_by_key(|(height, _)| *height).map(|(_, m)| m)
}

/// Returns a move after which more cards lie in suit and sequence; a finished run comes first.
fn joining(table: &Table) -> Option<Move> {
    let joins = |m: Move| {
        let mut after = table.clone();
        let mut events = Events::new();
        after.play_legal(m, &mut events);
        (after.joins(), after.cards_up())
    };
    let now = (table.joins(), table.cards_up());
    table.moves().into_iter().find(|&m| m != Move::Deal && joins(m) > now)
}
