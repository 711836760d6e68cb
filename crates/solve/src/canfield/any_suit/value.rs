//! Two values of a position: how promising it is, compared with others that have as many undrawn cards.
//!
//! They order the search and prove nothing. Both look at the columns after everything is raised that can be.
//! Each is a weighted sum of features of the waste, the reserve, the columns and the foundations.
//!
//! The first value has learnt its weights. Positions from narrow passes of the search on some 600 Rainbow
//! deals (Talon's own, numbered between 3201 and 3860), and positions one move away from those, were searched
//! for a win. The weights are those of a logistic regression over pairs: of two positions with as many
//! undrawn cards, one won and one not, the won one should have the larger value.
//!
//! The second value is the [heuristic value](heuristic) of the other games with few redeals, whose weights were
//! found by trial.

use super::delayed::Raised;
use crate::canfield::columns::NONE;
use crate::canfield::search::heuristic;
use crate::canfield::state::{Game, State};
use crate::canfield::stock::below;

/// The number of values.
pub(super) const COUNT: usize = 2;

/// What computes both values. The share of the waste is cached, because most successors of a position have the
/// same waste.
pub(super) struct Values {
    wastes: Vec<(u64, [i32; COUNT])>,
}

/// The bits of the index of the cache.
const CACHE_BITS: u32 = 10;

/// What each card of the reserve costs more on four columns, for each value: once the reserve is gone, empty
/// columns stay empty, and most lines that come to that are won. Found by trial.
const RESERVE_ON_FOUR_COLUMNS: [i32; COUNT] = [80, 37];

impl Values {
    pub(super) fn new() -> Values {
        Values { wastes: vec![(0, [0; COUNT]); 1 << CACHE_BITS] }
    }

    /// Both values of a position; `raised` is what it becomes when everything is raised that can be.
    pub(super) fn of(&mut self, game: &Game, state: &State, raised: &Raised) -> [i32; COUNT] {
        let waste = state.stock & below(state.waste_end);
        let at = waste.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - CACHE_BITS);
        let (known, values) = &mut self.wastes[at as usize];
        if *known != waste {
            *known = waste;
            *values = [waste_value(game, waste), heuristic::waste_value(game, waste)];
        }
        let more = if game.layout.columns > 3 { RESERVE_ON_FOUR_COLUMNS } else { [0; COUNT] };
        let reserve = i32::from(state.reserve);
        let rest = heuristic::rest_value(game, state.reserve, &raised.columns, &raised.up);
        [
            values[0] - more[0] * reserve + rest_value(game, state, raised),
            values[1] - more[1] * reserve + rest,
        ]
    }
}

/// The first value of the waste. Low cards will be missed soon, and cards under higher ones are hard to
/// reach.
fn waste_value(game: &Game, mut waste: u64) -> i32 {
    let layout = &game.layout;
    let mut value = 0;
    let mut highest = [0u8; 4];
    let mut last = NONE;
    // For each rank, the number of cards so far of this rank or a higher one.
    let mut from_rank = [0u8; 16];
    // From the top down.
    while waste != 0 {
        let bit = 63 - waste.leading_zeros();
        waste ^= 1 << bit;
        let card = layout.stock_card[bit as usize];
        let (rank, suit) = (card >> 2, usize::from(card & 3));
        value -= 15 + 14 * i32::from(layout.ranks - rank);
        if last == (rank + 1) % layout.ranks {
            // It can follow the card above it into a column.
            value += 194;
        }
        last = rank;
        if highest[suit] > rank {
            value -= 105;
        } else {
            highest[suit] = rank;
        }
        value -= 15 * i32::from(from_rank[usize::from(rank) + 1]);
        for count in &mut from_rank[..=usize::from(rank)] {
            *count += 1;
        }
    }
    value
}

/// The first value of everything but the order of the waste.
fn rest_value(game: &Game, state: &State, raised: &Raised) -> i32 {
    let (least, most) =
        raised.up.iter().fold((u8::MAX, 0), |(least, most), &up| (least.min(up), most.max(up)));
    12 * raised.cards_up()
        + 73 * up_without_building(game, state, raised)
        + 66 * i32::from(least)
        + 68 * i32::from(most)
        - 69 * i32::from(state.reserve)
        - cards_on_next(game, state, raised)
        + columns_value(game, state, raised)
}

/// A penalty for the cards that lie in the waste on those that go up next, or second next.
fn cards_on_next(game: &Game, state: &State, raised: &Raised) -> i32 {
    let waste = state.stock & below(state.waste_end);
    let mut penalty = 0;
    for suit in 0..4u8 {
        for (later, weight) in [(0, 46), (1, 15)] {
            let rank = raised.up[usize::from(suit)] + later;
            if rank >= game.layout.ranks {
                break;
            }
            let place = game.layout.place_of[usize::from(4 * rank + suit)];
            if place != NONE && waste >> place & 1 == 1 {
                penalty += weight * (waste >> place).count_ones() as i32 - weight;
            }
        }
    }
    penalty
}

/// The value of the columns. Top cards of many ranks are good. Columns that go on past a base card are bad, because
/// low cards lie under high ones.
fn columns_value(game: &Game, state: &State, raised: &Raised) -> i32 {
    let layout = &game.layout;
    // The ranks that raising can bring to a top, the ranks on top in the end, and the ranks that the bottom
    // cards need.
    let (mut hosts, mut tops, mut wanted) = (0u32, 0u32, 0u32);
    let mut value = 0;
    for at in 0..layout.columns {
        let mut column = state.columns[at];
        loop {
            if column != 0 {
                hosts |= 1 << (game.columns.top(column) >> 2);
            }
            if column == raised.columns[at] {
                break;
            }
            column = game.columns.below(column);
        }
        if column == 0 {
            value += 387;
            continue;
        }
        tops |= 1 << (game.columns.top(column) >> 2);
        let bottom = game.columns.bottom(column) >> 2;
        wanted |= 1 << ((bottom + 1) % layout.ranks);
        let length = game.columns.cards(column).count_ones() as i32;
        value += 29 * length;
        let to_base = i32::from(bottom) + 1;
        if length > to_base {
            value -= 518 + 51 * (length - to_base);
        }
    }
    let [tops, tops_wanted, hosts_wanted] =
        [tops, tops & wanted, hosts & wanted].map(|ranks| ranks.count_ones() as i32);
    value + 177 * tops + 142 * tops_wanted + 66 * hosts_wanted
}

/// The number of cards up after drawing through the stock and raising whatever can be raised, without any move onto
/// a column.
fn up_without_building(game: &Game, state: &State, raised: &Raised) -> i32 {
    let layout = &game.layout;
    let mut raised = *raised;
    let (mut stock, mut waste_end, mut reserve) = (state.stock, state.waste_end, usize::from(state.reserve));
    loop {
        let mut again = false;
        while reserve > 0 && raised.put_up(layout.reserve[reserve - 1]) {
            reserve -= 1;
            again = true;
        }
        loop {
            let waste = stock & below(waste_end);
            if waste == 0 {
                break;
            }
            let place = 63 - waste.leading_zeros();
            if !raised.put_up(layout.stock_card[place as usize]) {
                break;
            }
            stock ^= 1 << place;
            again = true;
        }
        if again {
            game.raise_all(&mut raised);
            continue;
        }
        let rest = stock & !below(waste_end);
        if rest == 0 {
            return raised.cards_up();
        }
        waste_end = rest.trailing_zeros() as u8 + 1;
    }
}
