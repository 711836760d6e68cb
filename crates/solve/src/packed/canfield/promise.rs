//! How promising a position of one pass is, against others with as many cards undrawn.
//!
//! The weights were learnt. Positions of beams on some 600 Rainbow deals of our own (from 3201 to 3860), and
//! positions a move away from those, were tried by narrow beams; of two with as many cards undrawn,
//! one won and one not, the first should promise more (logistic regression over the differences).

use super::columns::NONE;
use super::late::Lifted;
use super::state::{Ground, State};
use super::talon::below;

/// How promising a position is. `lifted` are its columns with everything raised that can be.
pub(super) fn promise(ground: &Ground, state: &State, lifted: &Lifted) -> i32 {
    let (least, most) =
        lifted.up.iter().fold((u8::MAX, 0), |(least, most), &up| (least.min(up), most.max(up)));
    12 * lifted.cards_up()
        + 73 * up_without_building(ground, state, lifted)
        + 66 * i32::from(least)
        + 68 * i32::from(most)
        - 69 * i32::from(state.reserve)
        + waste(ground, state, lifted)
        + columns(ground, state, lifted)
}

/// The same by other weights, found by trial (wins of narrow beams on eighty deals of Rainbow): where the
/// one is wrong the other may be right. `lifted` may be the columns as they are.
pub(super) fn second_promise(ground: &Ground, state: &State, lifted: &Lifted) -> i32 {
    let layout = &ground.layout;
    let mut promise = 100 * lifted.cards_up() - 3 * i32::from(state.reserve);
    // From the top of the waste down.
    let mut waste = state.stock & below(state.cut);
    let mut highest = [0u8; 4];
    let mut last = NONE;
    while waste != 0 {
        let bit = 63 - waste.leading_zeros();
        waste ^= 1 << bit;
        let card = layout.stock[bit as usize];
        let (rank, suit) = (card >> 2, usize::from(card & 3));
        // The lower a card, the sooner it will be missed.
        promise -= 19 + 4 * i32::from(layout.ranks - rank);
        if last == (rank + 1) % layout.ranks {
            // It can follow the card above it.
            promise += 6;
        }
        last = rank;
        if highest[suit] > rank {
            promise -= 14;
        } else {
            highest[suit] = rank;
        }
    }
    let (mut tails, mut heads) = (0u32, 0u32);
    for &column in &lifted.cols[..layout.columns] {
        if column == 0 {
            promise += 13;
            continue;
        }
        tails |= 1 << (ground.columns.tail(column) >> 2);
        let head = ground.columns.head(column) >> 2;
        heads |= 1 << ((head + 1) % layout.ranks);
        // A run goes down from its head; past the base card it begins again at the last rank, and
        // what lies below waits for that.
        let straight = i32::from(head) + 1;
        if ground.columns.mask(column).count_ones() as i32 > straight {
            promise -= 13 * straight;
        }
        // The cards on those that go up next; from ten on it makes no difference.
        let (mut at, mut above) = (column, 0);
        while at != 0 {
            let card = ground.columns.tail(at);
            if lifted.up[usize::from(card & 3)] == card >> 2 {
                promise -= 20 * above;
            }
            above = (above + 1).min(10);
            at = ground.columns.below(at);
        }
    }
    promise + 18 * tails.count_ones() as i32 + 4 * (tails & heads).count_ones() as i32
}

/// The cards passed by: the lower ones will be missed, and under higher ones they are hard to get at.
fn waste(ground: &Ground, state: &State, lifted: &Lifted) -> i32 {
    let layout = &ground.layout;
    let mut promise = 0;
    let mut waste = state.stock & below(state.cut);
    let mut highest = [0u8; 4];
    let mut last = NONE;
    // The cards met so far, a byte for each rank and all above it.
    let mut from_rank = [0u8; 16];
    let mut depth = 0;
    // From the top down.
    while waste != 0 {
        let bit = 63 - waste.leading_zeros();
        waste ^= 1 << bit;
        let card = layout.stock[bit as usize];
        let (rank, suit) = (card >> 2, usize::from(card & 3));
        promise -= 15 + 14 * i32::from(layout.ranks - rank);
        if last == (rank + 1) % layout.ranks {
            // It can follow the card above it into a column.
            promise += 194;
        }
        last = rank;
        if highest[suit] > rank {
            promise -= 105;
        } else {
            highest[suit] = rank;
        }
        promise -= 15 * i32::from(from_rank[usize::from(rank) + 1]);
        for count in &mut from_rank[..=usize::from(rank)] {
            *count += 1;
        }
        match rank.wrapping_sub(lifted.up[suit]) {
            0 => promise -= 46 * depth,
            1 => promise -= 15 * depth,
            _ => {}
        }
        depth += 1;
    }
    promise
}

/// Many kinds of top cards are good, and columns that go on past the base card bad: what lies below
/// waits for what lies above.
fn columns(ground: &Ground, state: &State, lifted: &Lifted) -> i32 {
    let layout = &ground.layout;
    let (mut hosts, mut tails, mut heads) = (0u32, 0u32, 0u32);
    let mut promise = 0;
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
            promise += 387;
            continue;
        }
        tails |= 1 << (ground.columns.tail(column) >> 2);
        let head = ground.columns.head(column) >> 2;
        heads |= 1 << ((head + 1) % layout.ranks);
        let length = ground.columns.mask(column).count_ones() as i32;
        promise += 29 * length;
        let straight = i32::from(head) + 1;
        if length > straight {
            promise -= 518 + 51 * (length - straight);
        }
    }
    promise
        + 177 * tails.count_ones() as i32
        + 142 * (tails & heads).count_ones() as i32
        + 66 * (hosts & heads).count_ones() as i32
}

/// How many cards go up by drawing on and raising whatever can be raised?
fn up_without_building(ground: &Ground, state: &State, lifted: &Lifted) -> i32 {
    let layout = &ground.layout;
    let mut lifted = *lifted;
    let (mut stock, mut cut, mut reserve) = (state.stock, state.cut, usize::from(state.reserve));
    loop {
        let mut raised = false;
        while reserve > 0 && lifted.put_up(layout.reserve[reserve - 1]) {
            reserve -= 1;
            raised = true;
        }
        loop {
            let waste = stock & below(cut);
            if waste == 0 {
                break;
            }
            let bit = 63 - waste.leading_zeros();
            if !lifted.put_up(layout.stock[bit as usize]) {
                break;
            }
            stock ^= 1 << bit;
            raised = true;
        }
        if raised {
            ground.lift_all(&mut lifted);
            continue;
        }
        let rest = stock & !below(cut);
        if rest == 0 {
            return lifted.cards_up();
        }
        cut = rest.trailing_zeros() as u8 + 1;
    }
}
