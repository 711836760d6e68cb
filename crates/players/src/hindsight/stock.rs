//! A first look through the stock, before anything is decided.

use super::has_unseen_stock;
use crate::closure::{shows_card, turn};
use crate::features::has_free_passes;
use talon_rules::{Events, Move, Pile, Stock, Table, View};

/// The next move of a look through the stock, if it is free and will show a new card.
///
/// It is free if redeals are unlimited and only whole draws have been turned since the last redeal: after the
/// next redeal every card can then be reached that can be reached now.
pub(super) fn look_through(view: View<'_>, world: &Table) -> Option<Move> {
    let rules = view.rules();
    if !has_free_passes(rules) || !has_unseen_stock(view) {
        return None;
    }
    let waste = view.len(Pile::Waste);
    if rules.stock == Stock::Waste
        && !waste.is_multiple_of(usize::from(rules.draw))
        && view.len(Pile::Stock) > 0
    {
        return None;
    }
    let mut table = world.clone();
    let mut events = Events::new();
    let first = turn(&table);
    for _ in 0..2 * (view.len(Pile::Stock) + waste) + 4 {
        let m = turn(&table);
        if table.check(m).is_err() {
            return None;
        }
        table.play_legal(m, &mut events);
        if shows_card(&events) {
            return Some(first);
        }
    }
    None
}
