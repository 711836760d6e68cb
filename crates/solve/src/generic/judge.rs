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
}

/// The guesses of a position, lower is better.
pub fn judge(facts: &Facts, table: &Table, columns: &[Column], depth: u16) -> [u16; LISTS] {
    let look = look(facts, table, columns);
    let rules = &facts.rules;
    let guesses = if rules.about_runs() {
        let tangle = 4 * look.breaks + 5 * look.hidden - 2 * look.joins - 5 * look.spaces;
        [
            tangle + look.waiting + 200,
            3 * look.breaks + 8 * look.hidden - 3 * look.joins - 2 * look.spaces + 2 * look.waiting + 200,
            tangle + i32::from(depth) / 2 + 200,
        ]
    } else {
        let tight = 2 * look.cells - 3 * look.spaces;
        let tangle = 3 * look.blocks + look.breaks + look.held;
        [
            4 * look.left + tangle + 2 * look.buried + tight + 4 * look.hidden + look.waiting + 100,
            2 * look.left + 2 * tangle + look.buried + 2 * tight + 6 * look.hidden + 2 * look.waiting + 100,
            3 * look.left + tangle + look.buried + tight + 3 * look.hidden + i32::from(depth) / 2 + 100,
        ]
    };
    guesses.map(|guess| guess.clamp(0, WORST as i32 - 1) as u16)
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
    look.waiting = (table.len(Pile::Reserve) + table.len(Pile::Stock) + table.len(Pile::Waste)) as i32;
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
