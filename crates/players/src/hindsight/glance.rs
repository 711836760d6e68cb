//! A look through the stock before anything is decided.

use crate::features::free_passes;
use rules::{Event, Events, Move, Pile, Table, View};

/// The next move of a look through the stock, where that is free and shows something new.
///
/// With unlimited redeals, and whole draws turned since the last one, everything in reach stays in
/// reach after another redeal.
pub(super) fn look_through(view: View<'_>, world: &Table) -> Option<Move> {
    let rules = view.rules();
    if !free_passes(rules) || !view.cards(Pile::Stock).chain(view.cards(Pile::Waste)).any(|c| c.is_none()) {
        return None;
    }
    let waste = view.len(Pile::Waste);
    if rules.stock == rules::Stock::Waste
        && !waste.is_multiple_of(usize::from(rules.draw))
        && view.len(Pile::Stock) > 0
    {
        return None;
    }
    let press = |table: &Table| {
        if table.len(Pile::Stock) > 0 { Move::Draw } else { Move::Redeal }
    };
    let mut table = world.clone();
    let mut events = Events::new();
    let first = press(&table);
    for _ in 0..2 * (view.len(Pile::Stock) + waste) + 4 {
        let m = press(&table);
        if table.check(m).is_err() {
            return None;
        }
        table.play_legal(m, &mut events);
        let fresh = events.iter().any(|event| match event {
            Event::Drawn { fresh, .. } => fresh != 0,
            Event::TurnedUp(_) => true,
            _ => false,
        });
        if fresh {
            return Some(first);
        }
    }
    None
}
