//! Auto-finish: only when it really finishes, and only when every card is known.

use rules::{Events, Goal, Move, Pile, Table};

/// The moves that win the game without any thought, if there are such moves.
///
/// Cards go up whenever they can, and the stock is gone through for more; in games about runs, groups
/// join their suit whenever they can. The moves are tried on a copy: nothing is returned unless the
/// last of them wins.
pub(crate) fn moves(table: &Table) -> Option<Vec<Move>> {
    let mut table = table.clone();
    let mut line = Vec::new();
    let mut events = Events::new();
    // Draws since the last card went up: two passes without one bring nothing.
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

/// A card that can go up; the lowest first, so that no suit runs ahead of the others for long.
fn upward(table: &Table) -> Option<Move> {
    let up = table.moves().into_iter().filter_map(|m| match m {
        Move::Carry { from, to: to @ Pile::Foundation(_), .. } if !matches!(from, Pile::Foundation(_)) => {
            Some((table.len(to), m))
        }
        _ => None,
    });
    up.min_by_key(|(height, _)| *height).map(|(_, m)| m)
}

/// A move after which more cards lie in suit and sequence, a finished run first.
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
