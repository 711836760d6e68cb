//! The heuristic value of a state in a pass through the stock. Larger is better. The weights were tuned by hand.

use crate::canfield::columns::{Column, NONE};
use crate::canfield::state::{Game, State};
use crate::canfield::stock::below;

/// The heuristic value of a state, for comparison with states that have the same number of cards left to draw.
pub(in crate::canfield) fn value(game: &Game, state: &State) -> i32 {
    waste_value(game, state.stock & below(state.waste_end))
        + rest_value(game, state.reserve, &state.columns, &state.up)
}

/// The heuristic value of the waste: low cards are needed soon, and cards under higher cards of their suit are
/// hard to reach.
pub(in crate::canfield) fn waste_value(game: &Game, mut waste: u64) -> i32 {
    let layout = &game.layout;
    let mut value = 0;
    let mut highest = [0u8; 4];
    let mut last = NONE;
    // From the top down.
    while waste != 0 {
        let bit = 63 - waste.leading_zeros();
        waste ^= 1 << bit;
        let card = layout.stock_card[bit as usize];
        let (rank, suit) = (card >> 2, usize::from(card & 3));
        value -= 19 + 4 * i32::from(layout.ranks - rank);
        if last == (rank + 1) % layout.ranks {
            // It can follow the card above it into a column.
            value += 6;
        }
        last = rank;
        if highest[suit] > rank {
            value -= 14;
        } else {
            highest[suit] = rank;
        }
    }
    value
}

/// The heuristic value of everything but the waste.
pub(in crate::canfield) fn rest_value(game: &Game, reserve: u8, columns: &[Column; 4], up: &[u8; 4]) -> i32 {
    let layout = &game.layout;
    let mut value = 100 * up.iter().map(|&up| i32::from(up)).sum::<i32>() - 3 * i32::from(reserve);
    let (mut tops, mut wanted) = (0u32, 0u32);
    let mut next = 0;
    for suit in 0..4u8 {
        let rank = up[usize::from(suit)];
        next |= u64::from(rank < layout.ranks) << (4 * rank + suit);
    }
    for &column in &columns[..layout.columns] {
        if column == 0 {
            value += 13;
            continue;
        }
        let top = game.columns.top(column) >> 2;
        tops |= 1 << top;
        let bottom = game.columns.bottom(column) >> 2;
        wanted |= 1 << ((bottom + 1) % layout.ranks);
        // The ranks descend from the bottom card to the base rank and may continue with the highest rank. Then
        // low cards lie under high ones, which are raised late.
        let straight = i32::from(bottom) + 1;
        let mask = game.columns.cards(column);
        let length = mask.count_ones() as i32;
        if length > straight {
            value -= 13 * straight;
        }
        let mut rest = next & mask;
        while rest != 0 {
            let card = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            value -= 20 * cards_on(game, column, top, length, card);
        }
    }
    value + 18 * tops.count_ones() as i32 + 4 * (tops & wanted).count_ones() as i32
}

/// The number of cards that lie on this one in its column, but at most ten.
fn cards_on(game: &Game, column: Column, top: u8, length: i32, card: u8) -> i32 {
    const MOST: u8 = 10;
    let ranks = game.layout.ranks;
    // The ranks descend, so the rank of the card determines its depth, unless all ranks occur more than once.
    let on = ((card >> 2) + ranks - top) % ranks;
    if length > i32::from(ranks) && on < MOST {
        let mut at = column;
        for _ in 0..on {
            at = game.columns.below(at);
        }
        if game.columns.top(at) != card {
            return i32::from(MOST.min(on + ranks));
        }
    }
    i32::from(on.min(MOST))
}
