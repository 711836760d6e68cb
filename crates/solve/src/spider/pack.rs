//! From tables of the rules engine to the solver: which rules it accepts, and what it reads from a table.

use super::position::{Column, Position, Variant};
use talon_rules::{Build, Fill, Goal, Pile, Rules, Stock, Table, Take};

/// Returns `true` if the packed state plays by these rules exactly.
///
/// The number of columns, the deal, the stock and the deck are data; everything else must be as in Spider.
pub fn recognises(rules: &Rules) -> bool {
    // Every field is named, so that a new one has to be considered here.
    let Rules {
        name: _,
        title: _,
        family: _,
        copies: _,
        suits: _,
        ranks: _,
        columns: _,
        down: _,
        up: _,
        // How the cards came to lie where they lie does not matter.
        kings_to_bottom: _,
        reserve,
        reserve_up: _,
        cells,
        cells_dealt: _,
        cells_take: _,
        goal,
        // Always the ace, if the goal is to make runs.
        base_rank: _,
        // Runs that have left do not come back.
        place: _,
        take_back: _,
        build,
        both_ways,
        wrap,
        build_on_base,
        base_into_columns,
        take,
        fill,
        // There is no reserve.
        reserve_fills: _,
        stock,
        // These are about a waste.
        draw: _,
        redeals: _,
        redeal_draws: _,
        first_turned: _,
        waste_shows: _,
        // Automatic moves and points do not change what can be won.
        auto: _,
        scoring: _,
    } = *rules;
    goal == Goal::Runs
        && build == Build::AnySuit
        && take == Take::SuitRun
        && fill == Fill::Anything
        && base_into_columns
        && build_on_base
        && !both_ways
        && !wrap
        && reserve == 0
        && cells == 0
        && matches!(stock, Stock::None | Stock::Rows | Stock::RowsAnyTime)
}

/// What the rules say about the [`Variant`].
pub(super) fn variant(rules: &Rules) -> Variant {
    Variant { ranks: rules.ranks, strict: rules.stock != Stock::RowsAnyTime }
}

/// The position on a table; `None` if its rules are not [recognised](recognises).
pub fn pack(table: &Table) -> Option<Position> {
    let rules = table.rules();
    if !recognises(rules) {
        return None;
    }
    let columns = (0..rules.columns).map(|c| Column {
        cards: table.cards(Pile::Column(c)).collect(),
        face_down: table.face_down(Pile::Column(c)),
    });
    Some(Position {
        columns: columns.collect(),
        stock: table.cards(Pile::Stock).rev().collect(),
        variant: variant(rules),
    })
}
