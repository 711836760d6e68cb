//! AisleRiot's seeds. The facts were found by comparison with the deals that the program prints.

use super::Scheme;
use super::shapes::{YUKON, is_canfield, is_spider, is_triangle, nothing_aside};
use crate::dealing::{Dealing, Kings, Spot, cells, reserve, rows, sizes, stock};
use crate::generators::Mersenne;
use crate::pack::{Pack, Top, decks, suit_by_suit, suits_for};
use talon_cards::{Card, Rank, Suit};
use talon_rules::{BaseRank, Rules};

pub(super) const SCHEME: &Scheme = &Scheme {
    word: "aisleriot",
    program: "AisleRiot",
    lowest: 0,
    highest: u32::MAX as u128,
    best_known_for: "klondike",
    shuffle,
    dealing,
    explain: |number| {
        format!(
            "The generator is GLib's Mersenne Twister with seed {number}. For i from 0 up, place i is swapped \
             with place i + draw mod (n-i); a draw in the last, incomplete block of n-i numbers is drawn again."
        )
    },
};

/// The suits of Spider with two suits, instead of the four.
const TWO_SUITS: [Suit; 4] = [Suit::Hearts, Suit::Spades, Suit::Hearts, Suit::Spades];

/// For `i` from 0 to the last index, `i` is swapped with `i +` [`Mersenne::below_by_remainder`]`(n − i)`, the
/// last card with itself. AisleRiot builds its list of cards in front, so the last card is dealt first.
fn shuffle(rules: &Rules, number: u128) -> Pack {
    let suits = suits_for(rules, Suit::ALL, TWO_SUITS, Suit::Spades);
    let mut pack = Pack::new(deck(rules, &suits).repeat(decks(rules)), Top::Back);
    let mut random = Mersenne::new(number as u32);
    let count = pack.cards.len();
    for i in 0..count {
        pack.swap(i, i + random.below_by_remainder((count - i) as u32) as usize);
    }
    pack
}

/// The unshuffled deck, [suit by suit](suit_by_suit): without the cards that start on the foundations, each
/// suit from the next rank on.
fn deck(rules: &Rules, suits: &[Suit]) -> Vec<Card> {
    let base = match rules.base_rank {
        BaseRank::AcesOut | BaseRank::TwosOut => rules.fixed_base(),
        BaseRank::Ace | BaseRank::Dealt => None,
    };
    let Some(base) = base else { return suit_by_suit(suits) };
    let ranks: Vec<Rank> =
        Rank::all().filter(|&rank| rank > base).chain(Rank::all().filter(|&rank| rank < base)).collect();
    suits.iter().flat_map(|&suit| ranks.iter().map(move |&rank| Card::new(rank, suit))).collect()
}

fn dealing(rules: &Rules) -> Option<Dealing> {
    let columns = usize::from(rules.columns);
    let sizes = sizes(rules);
    if is_canfield(rules) {
        // The reserve, the columns, the base card; with three columns, the base card before them.
        let mut spots: Vec<Spot> = reserve(rules).collect();
        let row = (0..columns).map(Spot::Column);
        match (rules.copies, columns, rules.reserve, rules.base_rank) {
            (1, 4, 13, BaseRank::Dealt) => spots.extend(row.chain([Spot::Foundation])),
            (1, 3, 12, BaseRank::Dealt) => spots.extend([Spot::Foundation].into_iter().chain(row)),
            (1, 4, 13, BaseRank::TwosOut) => spots.extend(row),
            _ => return None,
        }
        spots.extend(stock(rules));
        return Some(Dealing::new(rules, spots));
    }
    if is_spider(rules) {
        // Five rows, then the longer columns: 1, 4, 7 and 10.
        let sizes = vec![6, 5, 5, 6, 5, 5, 6, 5, 5, 6];
        let mut spots = rows(&sizes);
        spots.extend(stock(rules));
        return Some(Dealing { sizes, spots, kings: Kings::Slide });
    }
    if rules.reserve > 0 {
        return None;
    }
    if sizes == YUKON && nothing_aside(rules) {
        // A triangle, then four rows without the first column.
        let mut spots = rows(&[1, 2, 3, 4, 5, 6, 7]);
        spots.extend((0..4).flat_map(|_| (1..7).map(Spot::Column)));
        return Some(Dealing::new(rules, spots));
    }
    // The games dealt row by row: columns, cards in the shortest and the longest, cells filled, base rank, decks.
    let (Some(&least), Some(&most)) = (sizes.iter().min(), sizes.iter().max()) else { return None };
    let known = [
        (7, 1, 7, 0, BaseRank::Ace, 1), // Klondike, Whitehead, Thumb and Pouch, Spiderette
        (8, 6, 7, 0, BaseRank::Ace, 1), // FreeCell, Baker's Game, Streets and Alleys
        (8, 6, 6, 4, BaseRank::Ace, 1), // Eight Off
        (10, 5, 5, 2, BaseRank::Ace, 1), // Seahaven Towers
        (9, 1, 9, 7, BaseRank::Ace, 1), // King Albert
        (7, 3, 3, 0, BaseRank::Ace, 1), // East Haven, Will o' the Wisp
        (10, 3, 3, 0, BaseRank::Ace, 1), // Westcliff
        (10, 4, 4, 0, BaseRank::Ace, 2), // Forty Thieves
        (8, 6, 6, 0, BaseRank::AcesOut, 1), // Beleaguered Castle
        (13, 4, 4, 0, BaseRank::Ace, 1), // Baker's Dozen
        (7, 7, 7, 0, BaseRank::Ace, 1), // Scorpion
    ];
    let shape = (columns, least, most, usize::from(rules.cells_dealt), rules.base_rank, rules.copies);
    if !known.contains(&shape) || (columns == 7 && most == 7 && least == 1 && !is_triangle(rules)) {
        return None;
    }
    let mut spots = rows(&sizes);
    spots.extend(cells(rules));
    spots.extend(stock(rules));
    Some(Dealing::new(rules, spots))
}
