//! How near a position looks to a win: several guesses, because no single one is good everywhere.
//!
//! A guess orders the search and proves nothing.

use super::columns::Column;
use super::facts::Facts;
use super::store::LISTS;
use rules::{Pile, Table};

/// The highest guess; all are below.
pub const WORST: usize = 2048;

/// What a position looks like in a few numbers.
#[derive(Default, Debug)]
struct Look {
    /// Cards not on the foundations.
    left: i32,
    /// Hidden cards.
    hidden: i32,
    /// Cards that do not continue the card they lie on.
    breaks: i32,
    /// Of those, the ones above a card that goes up before them.
    blocks: i32,
    /// Cards that continue the one below but lie above one that goes up earlier.
    held: i32,
    /// Cards on top of the cards that go up next.
    buried: i32,
    /// Cards in suit and sequence on another.
    joins: i32,
    /// Cells with a card.
    cells: i32,
    /// Columns without a card.
    spaces: i32,
    /// Cards in the reserve, or not yet turned.
    waiting: i32,
    /// Of those, the ones in the reserve.
    reserve: i32,
}

/// What each number counts for; the depth in quarters.
struct Weights {
    left: i32,
    hidden: i32,
    breaks: i32,
    blocks: i32,
    held: i32,
    buried: i32,
    joins: i32,
    cells: i32,
    spaces: i32,
    waiting: i32,
    reserve: i32,
    depth: i32,
}

impl Weights {
    const NONE: Weights = Weights {
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

/// Found by trying on a dozen games: together they decide more than any of them alone.
#[rustfmt::skip]
const FOUNDATIONS: [Weights; LISTS] = [
    Weights { left: 8, hidden: 4, breaks: 1, blocks: 3, held: 1, buried: 2, cells: 4, spaces: -8, waiting: 1, ..Weights::NONE },
    Weights { left: 4, hidden: 4, breaks: 1, blocks: 3, held: 1, buried: 4, cells: 2, spaces: -3, waiting: 1, ..Weights::NONE },
    Weights { left: 4, hidden: 6, breaks: 1, blocks: 6, held: 2, buried: 2, cells: 2, spaces: -8, waiting: 2, depth: 2, ..Weights::NONE },
];
/// Where a reserve lies under lock and key, it decides the game: talon cards are better kept for it
/// than played for their own sake. Found by trying on Demon, the three orders unlike on purpose.
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

/// Keeps guesses above 0.
const OFFSET: i32 = 200;

/// The guesses of a position, lower is better.
pub fn judge(facts: &Facts, table: &Table, columns: &[Column], depth: u16) -> [u16; LISTS] {
    let look = look(facts, table, columns);
    let weights = match &facts.rules {
        rules if rules.about_runs() => &RUNS,
        rules if rules.reserve > 0 => &RESERVES,
        _ => &FOUNDATIONS,
    };
    weights.each_ref().map(|weights| {
        let guess = OFFSET
            + weights.left * look.left
            + weights.hidden * look.hidden
            + weights.breaks * look.breaks
            + weights.blocks * look.blocks
            + weights.held * look.held
            + weights.buried * look.buried
            + weights.joins * look.joins
            + weights.cells * look.cells
            + weights.spaces * look.spaces
            + weights.waiting * look.waiting
            + weights.reserve * look.reserve
            + weights.depth * i32::from(depth) / 4;
        guess.clamp(0, WORST as i32 - 1) as u16
    })
}

fn look(facts: &Facts, table: &Table, columns: &[Column]) -> Look {
    let rules = &facts.rules;
    let mut look = Look { left: i32::from(facts.total) - i32::from(table.cards_up()), ..Look::default() };
    // The cards that go up next, as bits.
    let wanted = if rules.about_runs() { 0 } else { next_up(facts, table) };
    for column in columns {
        if column.len == 0 {
            look.spaces += 1;
            continue;
        }
        look.hidden += i32::from(column.hidden);
        look.breaks += i32::from(column.breaks);
        look.blocks += i32::from(column.blocks);
        look.held += i32::from(column.held);
        look.joins += i32::from(column.joins);
        if column.cards & wanted != 0 {
            look.buried += i32::from(column.over(wanted));
        }
    }
    // A finished run counts as joined, and for more than one that still lies about.
    look.joins += i32::from(table.cards_up()) / i32::from(rules.ranks) * (i32::from(rules.ranks) + 3);
    look.cells = (0..rules.cells).filter(|&cell| table.len(Pile::Cell(cell)) > 0).count() as i32;
    look.reserve = table.len(Pile::Reserve) as i32;
    look.waiting = look.reserve + (table.len(Pile::Stock) + table.len(Pile::Waste)) as i32;
    look
}

/// The cards that continue the highest foundation of their suit, or start it.
fn next_up(facts: &Facts, table: &Table) -> u64 {
    let rules = &facts.rules;
    let mut heights = [0u8; 4];
    for f in 0..rules.foundations() {
        if let Some(top) = table.top(Pile::Foundation(f)) {
            let height = &mut heights[usize::from(top.suit().index())];
            *height = (facts.depth[usize::from(top.index())] + 1).max(*height);
        }
    }
    let base = (table.base().number() - 1) * 4;
    let around = rules.ranks * 4;
    let bit = |suit: u8| 1u64 << ((base + heights[usize::from(suit)] * 4) % around + suit);
    (0..4).filter(|&suit| heights[usize::from(suit)] < rules.ranks).map(bit).sum()
}
