//! KPatience's numbers.

use super::shapes::{
    LONG_AND_SHORT, SIMPLE_SIMON, YUKON, is_klondike, is_spider, nothing_aside, simple_simon, sorted_sizes,
};
use super::{Scheme, ms};
use crate::dealing::{Dealing, Kings, Spot, cells, rows, sizes, stock};
use crate::generators::MsRandom;
use crate::pack::{Pack, Top, decks, rank_by_rank, suits_for};
use talon_cards::Suit;
use talon_rules::{BaseRank, Rules};

pub(super) const SCHEME: &Scheme = &Scheme {
    word: "kpat",
    program: "KPatience",
    lowest: 1,
    highest: i32::MAX as u128,
    best_known_for: "klondike",
    shuffle,
    dealing,
    explain: ms::explain,
};

/// The suits of Spider with two suits, instead of the four.
const TWO_SUITS: [Suit; 4] = [Suit::Hearts, Suit::Spades, Suit::Hearts, Suit::Spades];

/// The decks, each [rank by rank](rank_by_rank), are shuffled at once by [`MsRandom::shuffle`]; the last card is
/// dealt first.
fn shuffle(rules: &Rules, number: u128) -> Pack {
    let suits = suits_for(rules, Suit::ALL, TWO_SUITS, Suit::Spades);
    let mut pack = Pack::new(rank_by_rank(&suits).repeat(decks(rules)), Top::Back);
    MsRandom::new(number as u64).shuffle(pack.cards.len(), |i, j| pack.swap(i, j));
    pack
}

fn dealing(rules: &Rules) -> Option<Dealing> {
    let columns = usize::from(rules.columns);
    let sorted = sorted_sizes(rules);
    if is_spider(rules) {
        // Card by card around the columns, so the first four are longer. Each of the five rows of the stock
        // is put down card by card and dealt from its top: in reverse.
        let sizes = vec![6, 6, 6, 6, 5, 5, 5, 5, 5, 5];
        let mut spots = rows(&sizes);
        spots.extend((0..5).flat_map(|row| (0..10).rev().map(move |turn| Spot::Stock(10 * row + turn))));
        return Some(Dealing { sizes, spots, kings: Kings::Slide });
    }
    if rules.copies != 1 || rules.reserve > 0 {
        return None;
    }
    if is_klondike(rules) || (sizes(rules) == YUKON && nothing_aside(rules)) {
        let mut spots = rows(&sizes(rules));
        spots.extend(stock(rules));
        return Some(Dealing::new(rules, spots));
    }
    if sizes(rules) == SIMPLE_SIMON && nothing_aside(rules) {
        return Some(simple_simon());
    }
    let sizes = if sorted.iter().all(|&size| size == sorted[0]) {
        sizes(rules)
    } else if sorted.iter().rev().copied().eq(LONG_AND_SHORT) {
        LONG_AND_SHORT.to_vec()
    } else {
        return None;
    };
    // The games dealt like this: columns, cards in the shortest column, cells filled, base rank.
    let known = [
        (8, 6, 0, BaseRank::Ace),     // FreeCell, Baker's Game, Streets and Alleys
        (8, 6, 4, BaseRank::Ace),     // Eight Off
        (10, 5, 2, BaseRank::Ace),    // Seahaven Towers
        (8, 6, 0, BaseRank::AcesOut), // Beleaguered Castle
        (13, 4, 0, BaseRank::Ace),    // Baker's Dozen
    ];
    let shape = (columns, sorted[0], usize::from(rules.cells_dealt), rules.base_rank);
    (known.contains(&shape) && rules.in_stock() == 0).then(|| {
        // The cells first, then row by row.
        let mut spots: Vec<Spot> = cells(rules).collect();
        spots.extend(rows(&sizes));
        Dealing { sizes, spots, kings: Kings::Swap }
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{cards, pile, table, tops};
    use super::*;
    use talon_games::{FREECELL, KLONDIKE, SPIDER_2};
    use talon_rules::Pile;

    #[test]
    fn klondike_1268489590() {
        assert_eq!(tops(&table(SCHEME, &KLONDIKE, 1_268_489_590)), cards("QD 9D TH 3S KS 8H 8D"));
    }

    #[test]
    fn freecell_numbers_are_microsofts() {
        assert_eq!(table(SCHEME, &FREECELL, 24), table(Scheme::MS, &FREECELL, 24));
    }

    #[test]
    fn spider_with_two_suits_1434049638() {
        let number = 1_434_049_638;
        let spider = table(SCHEME, &SPIDER_2, number);
        assert_eq!(tops(&spider), cards("8H 4H KS KH AS TS 6H 6H AS 8H"));
        // Each row of the stock is dealt from its end.
        let mut row = shuffle(&SPIDER_2, number).dealt()[54..64].to_vec();
        row.reverse();
        let stock = pile(&spider, Pile::Stock);
        assert_eq!(stock.iter().rev().take(10).copied().collect::<Vec<_>>(), row);
    }
}
