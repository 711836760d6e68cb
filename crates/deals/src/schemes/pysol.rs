//! PySolFC's numbers.

use super::shapes::{
    LONG_AND_SHORT, SIMPLE_SIMON, YUKON, is_canfield, is_spider, is_triangle, nothing_aside, simple_simon,
    sorted_sizes,
};
use super::{Scheme, ms};
use crate::dealing::{Dealing, Kings, Spot, cells, reserve, rows, sizes, stock};
use crate::generators::Mersenne;
use crate::pack::{Pack, Top, decks, suit_by_suit, suits_for};
use talon_cards::Suit;
use talon_rules::{BaseRank, Rules};

pub(super) const SCHEME: &Scheme = &Scheme {
    word: "pysol",
    program: "PySolFC",
    lowest: 0,
    highest: 99_999_999_999_999_999_999,
    best_known_for: "canfield",
    shuffle,
    dealing,
    explain: |number| {
        if number < FIRST_OWN {
            return format!("Numbers below {FIRST_OWN} are Microsoft's. {}", ms::explain(number));
        }
        format!(
            "The generator is Python's random.Random({number}), a Mersenne Twister. For i from the last place \
             down to 1, place i is swapped with place int(random() x (i+1))."
        )
    },
};

/// Numbers below this are Microsoft's.
const FIRST_OWN: u128 = 32_000;

/// The suits of the unshuffled deck, in PySolFC's order.
pub(super) const SUITS: [Suit; 4] = [Suit::Clubs, Suit::Spades, Suit::Hearts, Suit::Diamonds];
/// The suits of Spider with two suits, instead of the four.
pub(super) const TWO_SUITS: [Suit; 4] = [Suit::Clubs, Suit::Clubs, Suit::Hearts, Suit::Hearts];
/// The suit of Spider with one suit.
pub(super) const ONE_SUIT: Suit = Suit::Clubs;

/// The decks, each [suit by suit](suit_by_suit); Python's generator is seeded with the whole number
/// ([`Mersenne::from_number`]), and for `i` from the last index down to 1, `i` is swapped with
/// `⌊random() × (i + 1)⌋`. The last card is dealt first.
fn shuffle(rules: &Rules, number: u128) -> Pack {
    if number < FIRST_OWN {
        return ms::shuffle(rules, number);
    }
    let suits = suits_for(rules, SUITS, TWO_SUITS, ONE_SUIT);
    // In Baker's Dozen, PySolFC turns its list round after it has moved the kings.
    let top = if rules.kings_to_bottom { Top::Front } else { Top::Back };
    let mut pack = Pack::new(suit_by_suit(&suits).repeat(decks(rules)), top);
    let mut random = Mersenne::from_number(number);
    for i in (1..pack.cards.len()).rev() {
        let j = (random.unit() * (i + 1) as f64) as usize;
        pack.swap(i, j);
    }
    pack
}

/// Spider's columns: the longer ones are 1, 4, 7 and 10.
const SPIDER: [usize; 10] = [6, 5, 5, 6, 5, 5, 6, 5, 5, 6];

pub(super) fn dealing(rules: &Rules) -> Option<Dealing> {
    let columns = usize::from(rules.columns);
    let row = || (0..columns).map(Spot::Column);
    if is_canfield(rules) {
        // The base card, the reserve, and the columns from the right.
        let mut spots = Vec::new();
        spots.extend((rules.base_rank == BaseRank::Dealt).then_some(Spot::Foundation));
        spots.extend(reserve(rules));
        spots.extend(row().rev());
        spots.extend(stock(rules));
        return Some(Dealing::new(rules, spots));
    }
    if is_spider(rules) {
        // Four rows, the longer columns, a row face up.
        let mut spots: Vec<Spot> = (0..4).flat_map(|_| row()).collect();
        spots.extend([0, 3, 6, 9].map(Spot::Column));
        spots.extend(row());
        spots.extend(stock(rules));
        return Some(Dealing { sizes: SPIDER.to_vec(), spots, kings: Kings::Slide });
    }
    let sorted = sorted_sizes(rules);
    let rising = sorted.iter().copied().eq(1..=columns);
    if rising && rules.reserve == 0 && rules.base_rank == BaseRank::Ace {
        // The face-down cards in rows that each leave out one more column, then a whole row; from the right
        // in games with a waste.
        let from_right = rules.has_waste();
        let row_from = |first: usize| {
            let row: Vec<usize> = (first..columns).collect();
            if from_right { row.into_iter().rev().collect::<Vec<_>>() } else { row }
        };
        let mut spots: Vec<Spot> = (1..columns).flat_map(row_from).map(Spot::Column).collect();
        spots.extend(row_from(0).into_iter().map(Spot::Column));
        spots.extend(cells(rules));
        spots.extend(stock(rules));
        return (!from_right || is_triangle(rules)).then(|| Dealing {
            sizes: (1..=columns).collect(),
            spots,
            kings: Kings::Slide,
        });
    }
    if sorted == YUKON && nothing_aside(rules) {
        // A triangle without its last row, four rows without the first column, then a whole row.
        let mut spots: Vec<Spot> = (1..7).flat_map(|first| (first..7).map(Spot::Column)).collect();
        spots.extend((0..4).flat_map(|_| (1..7).map(Spot::Column)));
        spots.extend(row());
        return Some(Dealing { sizes: YUKON.to_vec(), spots, kings: Kings::Slide });
    }
    if sizes(rules) == SIMPLE_SIMON && nothing_aside(rules) {
        return Some(simple_simon());
    }
    if sorted[1..].iter().all(|&size| size == 3) && sorted[0] == 1 && columns == 18 && nothing_aside(rules) {
        // The fans first, the odd card last.
        let mut spots: Vec<Spot> = (0..3).flat_map(|_| (0..17).map(Spot::Column)).collect();
        spots.push(Spot::Column(17));
        let mut sizes = vec![3; 17];
        sizes.push(1);
        return Some(Dealing { sizes, spots, kings: Kings::Slide });
    }
    by_rows(rules, &sorted)
}

/// The games dealt row by row from the left: the columns, then the cells, then the stock.
fn by_rows(rules: &Rules, sorted: &[usize]) -> Option<Dealing> {
    let columns = usize::from(rules.columns);
    let even = sorted.iter().all(|&size| size == sorted[0]);
    let sizes = if even {
        sizes(rules)
    } else if sorted.iter().rev().copied().eq(LONG_AND_SHORT) {
        LONG_AND_SHORT.to_vec()
    } else if sorted == [1, 2, 3, 4, 5, 6, 7, 7, 7] && rules.base_rank == BaseRank::AcesOut {
        sorted.to_vec()
    } else {
        return None;
    };
    // The games dealt like this: columns, cards in the shortest column, cells filled, base rank, decks.
    let known = [
        (8, 6, 0, BaseRank::Ace, 1),     // FreeCell, Streets and Alleys
        (8, 6, 4, BaseRank::Ace, 1),     // Eight Off
        (10, 5, 2, BaseRank::Ace, 1),    // Seahaven Towers
        (8, 6, 0, BaseRank::AcesOut, 1), // Beleaguered Castle
        (9, 1, 6, BaseRank::AcesOut, 1), // Raglan
        (7, 3, 0, BaseRank::Ace, 1),     // East Haven, Will o' the Wisp
        (10, 3, 0, BaseRank::Ace, 1),    // Westcliff
        (10, 4, 0, BaseRank::Ace, 2),    // Forty Thieves
        (13, 8, 0, BaseRank::Ace, 2),    // Mrs Mop
        (13, 4, 0, BaseRank::Ace, 1),    // Baker's Dozen
        (7, 7, 0, BaseRank::Ace, 1),     // Scorpion
    ];
    let shape = (columns, sorted[0], usize::from(rules.cells_dealt), rules.base_rank, rules.copies);
    (rules.reserve == 0 && known.contains(&shape)).then(|| {
        let mut spots = rows(&sizes);
        spots.extend(cells(rules));
        spots.extend(stock(rules));
        Dealing { sizes, spots, kings: Kings::Swap }
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{cards, pile, table, tops};
    use super::*;
    use talon_games::{CANFIELD, FREECELL, SPIDER};
    use talon_rules::Pile;

    #[test]
    fn canfield_94118177207124443136() {
        let table = table(SCHEME, &CANFIELD, 94_118_177_207_124_443_136);
        assert_eq!(pile(&table, Pile::Foundation(0)), cards("QS"));
        assert_eq!(table.top(Pile::Reserve), Some(cards("4H")[0]));
        assert_eq!(tops(&table), cards("7S 5S AD 5H"));
        // The third card drawn.
        assert_eq!(pile(&table, Pile::Stock)[31], cards("7C")[0]);
    }

    #[test]
    fn freecell() {
        for (number, first, last) in [
            (300_000_000_000, "4S KD 6H 2D QC 4D AH", "KH 3S TD 5D 7H AD"),
            (100_000, "5C 5S JD 7H QC 3S 3H", "4H TS 8C KC 8D KD"),
        ] {
            let table = table(SCHEME, &FREECELL, number);
            assert_eq!(pile(&table, Pile::Column(0)), cards(first));
            assert_eq!(pile(&table, Pile::Column(7)), cards(last));
        }
    }

    #[test]
    fn a_small_number_is_microsofts() {
        let microsofts = |rules, number| shuffle(rules, number) == ms::shuffle(rules, number);
        assert!(microsofts(&FREECELL, 24) && microsofts(&SPIDER, 31_999));
        assert!(!microsofts(&FREECELL, 32_000));
    }
}
