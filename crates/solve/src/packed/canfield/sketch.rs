//! A position of one pass in small numbers, to be weighed against others with as many cards undrawn.
//!
//! What tells most is how a plain game ends (see `playout`); the rest is what a player would look at:
//! the foundations, what lies in the waste in which order, which cards the columns would take.

use super::columns::NONE;
use super::late::Lifted;
use super::playout::Playout;
use super::state::{Ground, State};
use super::talon::below;

/// How many numbers a sketch has.
pub const SIZE: usize = 64;

/// The numbers of a position. `lifted` are its columns with everything raised that can be.
pub(super) fn sketch(ground: &Ground, state: &State, lifted: &Lifted) -> [i16; SIZE] {
    let mut numbers = [0; SIZE];
    let mut order = [0usize, 1, 2, 3];
    order.sort_unstable_by_key(|&suit| lifted.up[suit]);
    for (number, &suit) in numbers.iter_mut().zip(&order) {
        *number = i16::from(lifted.up[suit]);
    }
    let mut end = Playout::of(ground, state, lifted);
    end.up.sort_unstable();
    for (number, up) in numbers[4..].iter_mut().zip(end.up) {
        *number = i16::from(up);
    }
    numbers[8] = i16::from(end.reserve);
    numbers[9] = end.stock.count_ones() as i16;
    numbers[10] = end.laid;
    let tops = columns(ground, state, lifted, &mut numbers[11..25]);
    waste(ground, state, lifted, tops, order, &mut numbers[25..46]);
    stock(ground, state, tops, &mut numbers[46..49]);
    reserve(ground, state, lifted, tops, &mut numbers[49..60]);
    numbers
}

/// The ranks of the columns' top cards as a set, and the columns' lengths: many kinds of tops are good,
/// and columns that go on past the base card bad, for what lies below waits for what lies above.
fn columns(ground: &Ground, state: &State, lifted: &Lifted, numbers: &mut [i16]) -> u32 {
    let layout = &ground.layout;
    let (mut tops, mut wanted, mut hosts, mut gaps) = (0u32, 0u32, 0u32, 0);
    let (mut lengths, mut past) = ([0i16; 4], [0i16; 4]);
    for at in 0..layout.columns {
        // Every card that comes to the top while cards are raised.
        let mut column = state.cols[at];
        loop {
            if column != 0 {
                hosts |= 1 << (ground.columns.tail(column) >> 2);
            }
            if column == lifted.cols[at] {
                break;
            }
            column = ground.columns.below(column);
        }
        if column == 0 {
            gaps += 1;
            continue;
        }
        tops |= 1 << (ground.columns.tail(column) >> 2);
        let head = ground.columns.head(column) >> 2;
        wanted |= 1 << ((head + 1) % layout.ranks);
        lengths[at] = ground.columns.mask(column).count_ones() as i16;
        past[at] = (lengths[at] - i16::from(head) - 1).max(0);
    }
    lengths.sort_unstable();
    past.sort_unstable();
    numbers[..4].copy_from_slice(&lengths);
    numbers[4..8].copy_from_slice(&past);
    numbers[8] = gaps;
    numbers[9] = tops.count_ones() as i16;
    numbers[10] = (wanted & tops).count_ones() as i16;
    numbers[11] = hosts.count_ones() as i16;
    numbers[12] = (hosts & wanted).count_ones() as i16;
    numbers[13] = lifted.cards_up() as i16 - state.up.iter().map(|&up| i16::from(up)).sum::<i16>();
    tops
}

/// The cards passed by: the lower ones will be missed, and under higher ones they are hard to get at.
fn waste(ground: &Ground, state: &State, lifted: &Lifted, tops: u32, order: [usize; 4], numbers: &mut [i16]) {
    let layout = &ground.layout;
    let mut waste = state.stock & below(state.cut);
    let (mut highest, mut least, mut count) = ([0u8; 4], [0i16; 4], [0i16; 4]);
    // The cards met so far, a byte for each rank and all above it.
    let mut from_rank = [0u8; 16];
    let mut last = NONE;
    let mut depth = 0;
    // From the top down.
    while waste != 0 {
        let bit = 63 - waste.leading_zeros();
        waste ^= 1 << bit;
        let card = layout.stock[bit as usize];
        let (rank, suit) = (card >> 2, usize::from(card & 3));
        if depth < 4 {
            numbers[depth as usize] = lies_ready(lifted, layout.ranks, tops, card);
            numbers[4 + depth as usize] = i16::from(rank) + 1;
        }
        let ahead = i16::from(rank) - i16::from(lifted.up[suit]);
        if ahead < 3 {
            numbers[8] += depth / (ahead + 1);
        }
        least[suit] = if count[suit] == 0 { ahead + 1 } else { least[suit].min(ahead + 1) };
        count[suit] += 1;
        numbers[9] += i16::from(highest[suit] > rank);
        highest[suit] = highest[suit].max(rank);
        numbers[10] += i16::from(from_rank[usize::from(rank) + 1]);
        for met in &mut from_rank[..=usize::from(rank)] {
            *met += 1;
        }
        // It can follow the card above it into a column, or that card could have followed it.
        numbers[11] += i16::from(last == (rank + 1) % layout.ranks);
        numbers[12] += i16::from(last != NONE && rank == (last + 1) % layout.ranks);
        last = rank;
        depth += 1;
    }
    for (nth, &suit) in order.iter().enumerate() {
        numbers[13 + nth] = least[suit];
        numbers[17 + nth] = count[suit];
    }
}

/// Of the next cards of the stock, six by six, those that a column would take.
fn stock(ground: &Ground, state: &State, tops: u32, numbers: &mut [i16]) {
    let layout = &ground.layout;
    let mut rest = state.stock & !below(state.cut);
    let mut nth = 0;
    while rest != 0 {
        let rank = layout.stock[rest.trailing_zeros() as usize] >> 2;
        rest &= rest - 1;
        numbers[usize::min(nth / 6, 2)] += (tops >> ((rank + 1) % layout.ranks) & 1) as i16;
        nth += 1;
    }
}

/// How many cards the reserve has, which of the first ones can leave it, and how deep those lie that
/// are missed soon.
fn reserve(ground: &Ground, state: &State, lifted: &Lifted, tops: u32, numbers: &mut [i16]) {
    numbers[0] = i16::from(state.reserve);
    for depth in 0..state.reserve {
        let card = ground.layout.reserve[usize::from(state.reserve - 1 - depth)];
        let ahead = i16::from(card >> 2) - i16::from(lifted.up[usize::from(card & 3)]);
        if ahead < 3 {
            numbers[1] += i16::from(depth) / (ahead + 1);
        }
        if depth < 4 {
            numbers[2 + usize::from(depth)] = lies_ready(lifted, ground.layout.ranks, tops, card);
            numbers[6 + usize::from(depth)] = ahead + 1;
        }
    }
    let top = ground.reserve_top(state);
    numbers[10] = i16::from(top != NONE && tops >> (((top >> 2) + 1) % ground.layout.ranks) & 1 == 1);
}

/// Two if the card can go up, and one more if a column would take it.
fn lies_ready(lifted: &Lifted, ranks: u8, tops: u32, card: u8) -> i16 {
    let rank = card >> 2;
    2 * i16::from(lifted.up[usize::from(card & 3)] == rank) + (tops >> ((rank + 1) % ranks) & 1) as i16
}
