//! Solvitaire's seeds.

use super::Scheme;
use super::shapes::{LONG_AND_SHORT, is_klondike, is_plain_canfield, is_spider, nothing_aside, sorted_sizes};
use crate::dealing::{Dealing, Kings, Spot, reserve, rows, stock};
use crate::generators::Mersenne;
use crate::pack::{Pack, Top, decks, rank_by_rank};
use talon_cards::Suit;
use talon_rules::{BaseRank, Rules};

pub(super) const SCHEME: &Scheme = &Scheme {
    word: "solvitaire",
    program: "Solvitaire",
    lowest: 0,
    highest: u32::MAX as u128,
    best_known_for: "canfield-solvitaire",
    shuffle,
    dealing,
    explain: |number| {
        format!(
            "The generator is the Mersenne Twister with seed {number}. For i from the last place down to 1, \
             place i is swapped with place draw / (2^32 / (i+1)); a result above i is drawn again."
        )
    },
};

/// The suits of the unshuffled deck, in Solvitaire's order.
const SUITS: [Suit; 4] = [Suit::Clubs, Suit::Hearts, Suit::Spades, Suit::Diamonds];

/// The decks, each [rank by rank](rank_by_rank); for `i` from the last index down to 1, `i` is swapped with
/// [`Mersenne::below_by_buckets`]`(i + 1)`. The last card is dealt first.
fn shuffle(rules: &Rules, number: u128) -> Pack {
    let mut pack = Pack::new(rank_by_rank(&SUITS).repeat(decks(rules)), Top::Back);
    let mut random = Mersenne::new(number as u32);
    for i in (1..pack.cards.len()).rev() {
        pack.swap(i, random.below_by_buckets(i as u32 + 1) as usize);
    }
    pack
}

/// The stock is put down card by card, so its first card is drawn last; then come the reserve from its
/// bottom up and the columns. Canfield's base card is the last card of all.
fn dealing(rules: &Rules) -> Option<Dealing> {
    let columns = usize::from(rules.columns);
    let mut spots: Vec<Spot> = stock(rules).rev().collect();
    if is_plain_canfield(rules) {
        spots.extend(reserve(rules));
        spots.extend((0..columns).map(Spot::Column));
        spots.push(Spot::Foundation);
        return Some(Dealing::new(rules, spots));
    }
    if rules.suits != 4 {
        return None;
    }
    if is_klondike(rules) {
        // A triangle is dealt from the right.
        spots.extend((0..7).flat_map(|row| (row..7).rev().map(Spot::Column)));
        return Some(Dealing::new(rules, spots));
    }
    let sorted = sorted_sizes(rules);
    let sizes = if is_spider(rules) {
        vec![6, 6, 6, 6, 5, 5, 5, 5, 5, 5]
    } else if sorted.iter().rev().copied().eq(LONG_AND_SHORT) && nothing_aside(rules) {
        LONG_AND_SHORT.to_vec()
    } else if (columns, sorted[0], rules.base_rank) == (8, 6, BaseRank::AcesOut) && rules.cells_dealt == 0 {
        vec![6; 8]
    } else if (columns, sorted[0], sorted[6.min(columns - 1)]) == (7, 3, 3) && nothing_aside(rules) {
        vec![3; 7]
    } else {
        return None;
    };
    spots.extend(rows(&sizes));
    Some(Dealing { sizes, spots, kings: Kings::Slide })
}
