//! Heuristic values: estimates of the work left. There are several, because no single one is good for every game.
//!
//! A value orders the search and proves nothing.

use super::columns::Column;
use super::game::Game;
use super::open_lists::LISTS;
use talon_rules::{Pile, Table};

/// All values are below this.
pub const WORST: usize = 2048;

/// The features of a position.
#[derive(Default, Debug)]
pub struct Features {
    /// The number of cards that are not on the foundations.
    pub left: i32,
    /// The number of face-down cards.
    pub hidden: i32,
    /// The number of cards that do not continue the card they lie on.
    pub breaks: i32,
    /// The number of those that lie above a card that is raised before them.
    pub blocks: i32,
    /// The number of cards that continue the one below but lie above one that is raised before them.
    pub held: i32,
    /// The number of cards on top of the cards that are raised next.
    pub buried: i32,
    /// The number of cards that lie in suit and sequence on another.
    pub joins: i32,
    /// The number of cells that have a card.
    pub cells: i32,
    /// The number of empty columns.
    pub spaces: i32,
    /// The number of cards in the reserve, the stock and the waste.
    pub waiting: i32,
    /// The number of cards in the reserve.
    pub reserve: i32,
}

/// The weight of each feature; that of the depth counts in quarters.
#[derive(Debug)]
pub struct Weights {
    pub left: i32,
    pub hidden: i32,
    pub breaks: i32,
    pub blocks: i32,
    pub held: i32,
    pub buried: i32,
    pub joins: i32,
    pub cells: i32,
    pub spaces: i32,
    pub waiting: i32,
    pub reserve: i32,
    pub depth: i32,
}

impl Weights {
    /// Weights that ignore everything.
    pub const NONE: Weights = Weights {
        left: 0,
        hidden: 0,
        breaks: 0,
        blocks: 0,
        held: 0,
        buried: 0,
        joins: 0,
        cells: 0,
        spaces: 0,
        waiting: 0,
        reserve: 0,
        depth: 0,
    };
}

/// Found by experiments with a dozen games: together they decide more deals than any of them alone.
#[rustfmt::skip]
pub const FOUNDATIONS: [Weights; LISTS] = [
    Weights { left: 8, hidden: 4, breaks: 1, blocks: 3, held: 1, buried: 2, cells: 4, spaces: -8, waiting: 1, ..Weights::NONE },
    Weights { left: 4, hidden: 4, breaks: 1, blocks: 3, held: 1, buried: 4, cells: 2, spaces: -3, waiting: 1, ..Weights::NONE },
    Weights { left: 4, hidden: 6, breaks: 1, blocks: 6, held: 2, buried: 2, cells: 2, spaces: -8, waiting: 2, depth: 2, ..Weights::NONE },
];
/// For games with a reserve, which decides the game: stock cards are better kept for it than played for their own
/// sake. Found by experiments with Demon; the three orders differ on purpose.
#[rustfmt::skip]
const RESERVES: [Weights; LISTS] = [
    Weights { waiting: -1, reserve: 18, ..FOUNDATIONS[0] },
    Weights { waiting: -9, reserve: 22, ..FOUNDATIONS[1] },
    Weights { waiting: -4, reserve: 22, ..FOUNDATIONS[2] },
];
#[rustfmt::skip]
const RUNS: [Weights; LISTS] = [
    Weights { breaks: 3, hidden: 8, joins: -3, spaces: -5, waiting: 1, ..Weights::NONE },
    Weights { breaks: 2, hidden: 5, joins: -4, spaces: -4, waiting: 1, blocks: 4, held: 1, depth: 1, ..Weights::NONE },
    Weights { breaks: 4, hidden: 5, joins: -2, spaces: -5, depth: 3, ..Weights::NONE },
];

/// Added to every value, so that it is positive.
const OFFSET: i32 = 200;

/// The values of a position; lower is better.
pub fn evaluate(game: &Game, table: &Table, columns: &[Column], depth: u16) -> [u16; LISTS] {
    let features = features(game, table, columns);
    let weights = match &game.rules {
        rules if rules.about_runs() => &RUNS,
        rules if rules.reserve > 0 => &RESERVES,
        _ => &FOUNDATIONS,
    };
    values(weights, &features, depth)
}

/// The values of a position with these features; lower is better.
#[inline]
pub fn values(weights: &[Weights; LISTS], features: &Features, depth: u16) -> [u16; LISTS] {
    let mut values = [0; LISTS];
    for (value, weights) in values.iter_mut().zip(weights) {
        let sum = OFFSET
            + weights.left * features.left
            + weights.hidden * features.hidden
            + weights.breaks * features.breaks
            + weights.blocks * features.blocks
            + weights.held * features.held
            + weights.buried * features.buried
            + weights.joins * features.joins
            + weights.cells * features.cells
            + weights.spaces * features.spaces
            + weights.waiting * features.waiting
            + weights.reserve * features.reserve
            + weights.depth * i32::from(depth) / 4;
        *value = sum.clamp(0, WORST as i32 - 1) as u16;
    }
    values
}

fn features(game: &Game, table: &Table, columns: &[Column]) -> Features {
    let rules = &game.rules;
    let mut features =
        Features { left: i32::from(game.total) - i32::from(table.cards_up()), ..Features::default() };
    // The cards that are raised next, as bits.
    let wanted = if rules.about_runs() { 0 } else { next_up(game, table) };
    for column in columns {
        if column.len == 0 {
            features.spaces += 1;
            continue;
        }
        features.hidden += i32::from(column.hidden);
        features.breaks += i32::from(column.breaks);
        features.blocks += i32::from(column.blocks);
        features.held += i32::from(column.held);
        features.joins += i32::from(column.joins);
        if column.cards & wanted != 0 {
            features.buried += column.over(wanted) as i32;
        }
    }
    // A complete run counts as joined, and for more than one that is still in the columns.
    features.joins += i32::from(table.cards_up()) / i32::from(rules.ranks) * (i32::from(rules.ranks) + 3);
    features.cells = (0..rules.cells).filter(|&cell| table.len(Pile::Cell(cell)) > 0).count() as i32;
    features.reserve = table.len(Pile::Reserve) as i32;
    features.waiting = features.reserve + (table.len(Pile::Stock) + table.len(Pile::Waste)) as i32;
    features
}

/// The cards that continue the highest foundation of their suit or start it, as bits.
fn next_up(game: &Game, table: &Table) -> u64 {
    let rules = &game.rules;
    let mut heights = [0u8; 4];
    for f in 0..rules.foundations() {
        if let Some(top) = table.top(Pile::Foundation(f)) {
            let height = &mut heights[usize::from(top.suit().index())];
            *height = (game.depth[usize::from(top.index())] + 1).max(*height);
        }
    }
    let base = (table.base().number() - 1) * 4;
    let around = rules.ranks * 4;
    let bit = |suit: u8| 1u64 << ((base + heights[usize::from(suit)] * 4) % around + suit);
    (0..4).filter(|&suit| heights[usize::from(suit)] < rules.ranks).map(bit).sum()
}
