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
    let w = weights(rules.about_runs());
    let f = [
        look.left,
        look.blocks,
        look.breaks,
        look.held,
        look.buried,
        look.cells,
        look.spaces,
        look.hidden,
        look.waiting,
        look.joins,
    ];
    let guesses: [i32; LISTS] = std::array::from_fn(|l| {
        let w = &w[l];
        let mut sum = 200;
        for i in 0..10 {
            sum += w[i] * f[i];
        }
        sum + w[10] * i32::from(depth) / 4
    });
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

fn weights(runs: bool) -> &'static [[i32; 11]; LISTS] {
    static W: std::sync::OnceLock<[[[i32; 11]; LISTS]; 2]> = std::sync::OnceLock::new();
    let all = W.get_or_init(|| {
        let mut all = [
            [
                [4, 3, 1, 1, 2, 2, -3, 4, 1, 0, 0],
                [2, 6, 2, 2, 1, 4, -6, 6, 2, 0, 0],
                [3, 3, 1, 1, 1, 2, -3, 3, 0, 0, 2],
            ],
            [
                [0, 0, 4, 0, 0, 0, -5, 5, 1, -2, 0],
                [0, 0, 3, 0, 0, 0, -2, 8, 2, -3, 0],
                [0, 0, 4, 0, 0, 0, -5, 5, 0, -2, 2],
            ],
        ];
        if let Ok(t) = std::env::var("W") {
            let v: Vec<i32> = t.split_whitespace().map(|x| x.parse().unwrap()).collect();
            for k in 0..2 {
                for l in 0..LISTS {
                    for i in 0..11 {
                        all[k][l][i] = v[(l * 11 + i) % v.len()];
                    }
                }
            }
        }
        all
    });
    &all[usize::from(runs)]
}
