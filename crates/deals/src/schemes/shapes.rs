//! The shapes of deals by which the schemes recognise a game.
//!
//! A program deals all games of a shape alike, whatever their rules of play, so a player's own variant of a
//! game has the numbers of that game.

use crate::dealing::{Dealing, Kings, Spot, sizes};
use talon_rules::{BaseRank, Rules};

/// Returns `true` for a Canfield: a reserve, columns of one card, and a stock that is turned.
pub(super) fn is_canfield(rules: &Rules) -> bool {
    rules.reserve > 0
        && rules.cells == 0
        && rules.has_waste()
        && rules.base_rank != BaseRank::Ace
        && sizes(rules).iter().all(|&size| size == 1)
}

/// Returns `true` for a Canfield with one deck, four columns and a reserve of thirteen cards.
pub(super) fn is_plain_canfield(rules: &Rules) -> bool {
    is_canfield(rules)
        && (rules.copies, rules.columns, rules.reserve) == (1, 4, 13)
        && rules.base_rank == BaseRank::Dealt
}

/// Returns `true` for a Klondike: seven columns of one to seven cards, and a stock that is turned.
pub(super) fn is_klondike(rules: &Rules) -> bool {
    is_triangle(rules) && (rules.copies, rules.columns) == (1, 7) && rules.has_waste() && nothing_aside(rules)
}

/// Returns `true` for a Spider: four columns of six cards, six of five, and five rows to deal.
pub(super) fn is_spider(rules: &Rules) -> bool {
    rules.deck().len() == 104
        && rules.stock.is_rows()
        && nothing_aside(rules)
        && sorted_sizes(rules) == [5, 5, 5, 5, 5, 5, 6, 6, 6, 6]
}

/// Returns `true` if all cards are dealt to the columns and the stock.
pub(super) fn nothing_aside(rules: &Rules) -> bool {
    rules.reserve == 0 && rules.cells_dealt == 0 && rules.base_rank == BaseRank::Ace
}

/// Returns `true` if the first column is dealt one card, the second two, and so on.
pub(super) fn is_triangle(rules: &Rules) -> bool {
    sizes(rules).iter().copied().eq(1..=usize::from(rules.columns))
}

/// The sizes of the columns in ascending order.
pub(super) fn sorted_sizes(rules: &Rules) -> Vec<usize> {
    let mut sorted = sizes(rules);
    sorted.sort_unstable();
    sorted
}

/// Yukon's columns: one card, then six to eleven.
pub(super) const YUKON: [usize; 7] = [1, 6, 7, 8, 9, 10, 11];
/// Simple Simon's columns.
pub(super) const SIMPLE_SIMON: [usize; 10] = [8, 8, 8, 7, 6, 5, 4, 3, 2, 1];
/// One deck in eight columns, four of which are longer.
pub(super) const LONG_AND_SHORT: [usize; 8] = [7, 7, 7, 7, 6, 6, 6, 6];

/// Simple Simon: rows of three to nine cards, the longest first, then a whole row.
pub(super) fn simple_simon() -> Dealing {
    let mut spots: Vec<Spot> = (3..=9).rev().flat_map(|row| (0..row).map(Spot::Column)).collect();
    spots.extend((0..10).map(Spot::Column));
    Dealing { sizes: SIMPLE_SIMON.to_vec(), spots, kings: Kings::Slide }
}
