//! How promising a position of one pass is, against others with as many cards undrawn.
//!
//! The weights were learnt. Positions of beams on some 600 Rainbow deals of our own (from 3201 to 3860), and
//! positions a move away from those, were tried by narrow beams; of two with as many cards undrawn,
//! one won and one not, the first should promise more (logistic regression over the differences).

use super::columns::{Column, NONE};
use super::late::Lifted;
use super::state::{Ground, State};
use super::talon::below;

/// Both promises, with what they have in common worked out once.
pub(super) struct Promises {
    /// What wastes promise by the one and by the other: the positions that one move makes mostly have
    /// the same. Each at the place its number says, the last one there.
    wastes: Vec<(u64, [i32; 2])>,
}

const WASTES: u32 = 10;

impl Promises {
    pub(super) fn new() -> Promises {
        Promises { wastes: vec![(0, [0; 2]); 1 << WASTES] }
    }

    /// How promising a position is, by the learnt weights and by those found by trial. `lifted` are its
    /// columns with everything raised that can be.
    pub(super) fn both(&mut self, ground: &Ground, state: &State, lifted: &Lifted) -> [i32; 2] {
        let waste = state.stock & below(state.cut);
        let (known, promises) = &mut self.wastes[(waste.wrapping_mul(MIX) >> (64 - WASTES)) as usize];
        if *known != waste {
            *known = waste;
            *promises = waste_alone(ground, waste);
        }
        let [first, second] = *promises;
        let [more, second_more] = if ground.layout.columns > 3 { RESERVE_MORE } else { [0; 2] };
        let reserve = i32::from(state.reserve);
        [
            first - more * reserve + rest_of_first(ground, state, lifted),
            second - second_more * reserve + rest_of_second(ground, state, lifted),
        ]
    }
}

/// What a card of the reserve weighs more in rounds on four columns, by the one and by the other: once the
/// reserve is gone, gaps stay open, and most lines that come to that are won. Found by trial.
const RESERVE_MORE: [i32; 2] = [80, 37];

const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

/// The first promise but for what the waste alone says.
fn rest_of_first(ground: &Ground, state: &State, lifted: &Lifted) -> i32 {
    let (least, most) =
        lifted.up.iter().fold((u8::MAX, 0), |(least, most), &up| (least.min(up), most.max(up)));
    12 * lifted.cards_up()
        + 73 * up_without_building(ground, state, lifted)
        + 66 * i32::from(least)
        + 68 * i32::from(most)
        - 69 * i32::from(state.reserve)
        - wanted(ground, state, lifted)
        + columns(ground, state, lifted)
}

/// The same by other weights, found by trial (wins of narrow beams on eighty deals of Rainbow): where the
/// one is wrong the other may be right. `lifted` may be the columns as they are.
pub(super) fn second_promise(ground: &Ground, state: &State, lifted: &Lifted) -> i32 {
    waste_alone(ground, state.stock & below(state.cut))[1] + rest_of_second(ground, state, lifted)
}

fn rest_of_second(ground: &Ground, state: &State, lifted: &Lifted) -> i32 {
    let layout = &ground.layout;
    let mut promise = 100 * lifted.cards_up() - 3 * i32::from(state.reserve);
    let (mut tails, mut heads) = (0u32, 0u32);
    let mut next = 0;
    for suit in 0..4u8 {
        let rank = lifted.up[usize::from(suit)];
        next |= u64::from(rank < layout.ranks) << (4 * rank + suit);
    }
    for &column in &lifted.cols[..layout.columns] {
        if column == 0 {
            promise += 13;
            continue;
        }
        let tail = ground.columns.tail(column) >> 2;
        tails |= 1 << tail;
        let head = ground.columns.head(column) >> 2;
        heads |= 1 << ((head + 1) % layout.ranks);
        // A run goes down from its head; past the base card it begins again at the last rank, and
        // what lies below waits for that.
        let straight = i32::from(head) + 1;
        let mask = ground.columns.mask(column);
        let length = mask.count_ones() as i32;
        if length > straight {
            promise -= 13 * straight;
        }
        let mut rest = next & mask;
        while rest != 0 {
            let card = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            promise -= 20 * cards_on(ground, column, tail, length, card);
        }
    }
    promise + 18 * tails.count_ones() as i32 + 4 * (tails & heads).count_ones() as i32
}

/// How many cards lie on this one in its column; from ten on it makes no difference.
fn cards_on(ground: &Ground, column: Column, tail: u8, length: i32, card: u8) -> i32 {
    const MOST: u8 = 10;
    let ranks = ground.layout.ranks;
    // A run: the rank says how deep, but for whole rounds of the ranks.
    let on = ((card >> 2) + ranks - tail) % ranks;
    if length > i32::from(ranks) && on < MOST {
        let mut at = column;
        for _ in 0..on {
            at = ground.columns.below(at);
        }
        if ground.columns.tail(at) != card {
            return i32::from(MOST.min(on + ranks));
        }
    }
    i32::from(on.min(MOST))
}

/// The cards passed by, by both promises: the lower ones will be missed, and under higher ones they are
/// hard to get at.
fn waste_alone(ground: &Ground, mut waste: u64) -> [i32; 2] {
    let layout = &ground.layout;
    let (mut first, mut second) = (0, 0);
    let mut highest = [0u8; 4];
    let mut last = NONE;
    // The cards met so far, a byte for each rank and all above it.
    let mut from_rank = [0u8; 16];
    // From the top down.
    while waste != 0 {
        let bit = 63 - waste.leading_zeros();
        waste ^= 1 << bit;
        let card = layout.stock[bit as usize];
        let (rank, suit) = (card >> 2, usize::from(card & 3));
        // The lower a card, the sooner it will be missed.
        first -= 15 + 14 * i32::from(layout.ranks - rank);
        second -= 19 + 4 * i32::from(layout.ranks - rank);
        if last == (rank + 1) % layout.ranks {
            // It can follow the card above it into a column.
            first += 194;
            second += 6;
        }
        last = rank;
        if highest[suit] > rank {
            first -= 105;
            second -= 14;
        } else {
            highest[suit] = rank;
        }
        first -= 15 * i32::from(from_rank[usize::from(rank) + 1]);
        for count in &mut from_rank[..=usize::from(rank)] {
            *count += 1;
        }
    }
    [first, second]
}

/// The cards of the waste that go up next, or after those: how many lie on them.
fn wanted(ground: &Ground, state: &State, lifted: &Lifted) -> i32 {
    let waste = state.stock & below(state.cut);
    let mut promise = 0;
    for suit in 0..4u8 {
        for (later, weight) in [(0, 46), (1, 15)] {
            let rank = lifted.up[usize::from(suit)] + later;
            if rank >= ground.layout.ranks {
                break;
            }
            let bit = ground.layout.bit_of[usize::from(4 * rank + suit)];
            if bit != NONE && waste >> bit & 1 == 1 {
                promise += weight * (waste >> bit).count_ones() as i32 - weight;
            }
        }
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
