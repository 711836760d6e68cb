//! Positions at the start of a game, and the deals that lead to them.

use crate::dealing::by_rows;
use talon_cards::Card;
use talon_rules::{Layout, Rules, Table};

/// Returns the deal that leads to this table, in our dealing order; `None` in the middle of a game.
pub fn opening(table: &Table) -> Option<Vec<Card>> {
    let layout = table.layout();
    let order = order(table.rules(), &layout);
    let start = Table::deal(table.rules(), &order).ok()?;
    (start.layout() == layout).then_some(order)
}

/// Returns the cards in our dealing order, as if the position were the start of a game.
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
    // Cards that are already turned were drawn before the others.
    order.extend(&layout.waste);
    order.extend(layout.stock.iter().rev());
    order
}
