//! The weights of the heuristic values. They order the search and prove nothing.
//!
//! They were found by hill climbing on the nodes that an eager search takes: on Microsoft's deals 2001 to 2800 of
//! FreeCell (for the quick search 2001 to 3200, each counted up to 4,000 nodes), and on our deals 101 to 160 of
//! Yukon. The fields of [`Weights`] say what is counted.

use crate::generic::heuristic::{FOUNDATIONS, Weights};
use crate::generic::open_lists::LISTS;
use talon_rules::{Build, Rules, Take};

/// The weights of the quick search that comes before all others, in games that have one.
pub fn quick(rules: &Rules) -> Option<&'static [Weights; LISTS]> {
    has_cells(rules).then_some(&QUICK_CELLS)
}

/// Returns `true` for games with cells in which columns are not built in suit.
fn has_cells(rules: &Rules) -> bool {
    rules.take == Take::RunBySpace && rules.cells_take && rules.build != Build::SameSuit
}

/// The weights of a game.
pub fn of(rules: &Rules) -> &'static [Weights; LISTS] {
    match rules.take {
        Take::FaceUp => &FACE_UP,
        _ if has_cells(rules) => &CELLS,
        _ => &FOUNDATIONS,
    }
}

/// For games with cells in which columns are not built in suit.
#[rustfmt::skip]
const CELLS: [Weights; LISTS] = [
    Weights { left: -1, breaks: 1, blocks: 3, buried: 2, cells: 5, spaces: -1, depth: 4, ..Weights::NONE },
    Weights { left: 2, breaks: 1, blocks: 5, buried: 1, cells: 8, spaces: -2, depth: 1, ..Weights::NONE },
    Weights { left: 3, blocks: 5, held: 1, buried: 2, cells: 12, spaces: -6, ..Weights::NONE },
];

/// For the quick search of the same games.
#[rustfmt::skip]
const QUICK_CELLS: [Weights; LISTS] = [
    Weights { breaks: 1, blocks: 3, buried: 2, cells: 4, spaces: -1, depth: 4, ..Weights::NONE },
    Weights { left: 2, breaks: 3, blocks: 7, held: 1, buried: 1, cells: 9, depth: 1, ..Weights::NONE },
    Weights { left: 5, blocks: 5, held: 2, buried: 1, cells: 12, spaces: -7, depth: -1, ..Weights::NONE },
];

/// For games in which any face-up card is moved with all cards on it.
#[rustfmt::skip]
const FACE_UP: [Weights; LISTS] = [
    Weights { left: 8, hidden: 2, breaks: 7, blocks: 3, held: 1, buried: 2, spaces: -7, depth: 2, ..Weights::NONE },
    Weights { left: 4, hidden: 3, breaks: -5, blocks: 3, held: -1, buried: 4, spaces: -6, ..Weights::NONE },
    Weights { left: 4, hidden: 12, breaks: 1, blocks: 6, held: 2, buried: 2, spaces: -10, depth: -3, ..Weights::NONE },
];
