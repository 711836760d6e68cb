//! Positions that are the start of a game, and the deals they come from.

use crate::spot::by_rows;
use cards::Card;
use rules::{Layout, Rules, Table};

/// The deal of which this table is the start, in our dealing order; `None` in the middle of a game.
pub fn opening(table: &Table) -> Option<Vec<Card>> {
    let layout = table.layout();
    let order = order(table.rules(), &layout);
    let start = Table::deal(table.rules(), &order).ok()?;
    (start.layout() == layout).then_some(order)
}

/// The cards read off in our dealing order, as if the position were a start.
pub(crate) fn order(rules: &Rules, layout: &Layout) -> Vec<Card> {
    let columns: Vec<Vec<Card>> = layout.columns.iter().map(|(cards, _)| cards.clone()).collect();
    let base = layout.foundations.iter().flatten().copied();
    let mut order: Vec<Card> = Vec::with_capacity(rules.deck().len());
    if rules.foundation_dealt() > 1 {
        order.extend(base.clone());
    }
    order.extend(&layout.reserve);
    if rules.foundation_dealt() <= 1 {
        order.extend(base);
    }
    order.extend(by_rows(&columns));
    order.extend(layout.cells.iter().flatten());
    // Cards already turned were drawn before the others.
    order.extend(&layout.waste);
    order.extend(layout.stock.iter().rev());
    order
}
