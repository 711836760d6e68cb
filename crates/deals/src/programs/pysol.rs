//! PySolFC's games.

use super::{
    LONG_AND_SHORT, SIMPLE_SIMON, YUKON, is_canfield, is_spider, is_triangle, nothing_aside, simple_simon,
    sorted_sizes,
};
use crate::spot::{self, Dealing, Kings, Spot};
use rules::{Base, Rules};

/// Spider's columns: the longer ones are 1, 4, 7 and 10.
const SPIDER: [usize; 10] = [6, 5, 5, 6, 5, 5, 6, 5, 5, 6];

pub(super) fn dealing(rules: &Rules) -> Option<Dealing> {
    let columns = usize::from(rules.columns);
    let row = || (0..columns).map(Spot::Column);
    let stock = spot::stock(rules);
    if is_canfield(rules) {
        // The base card, the reserve, and the columns from the right.
        let mut spots = Vec::new();
        spots.extend((rules.base == Base::Dealt).then_some(Spot::Foundation));
        spots.extend(spot::reserve(rules));
        spots.extend(row().rev());
        spots.extend(stock);
        return Some(Dealing::new(rules, spots));
    }
    if is_spider(rules) {
        // Four rows, the longer columns, a row face up.
        let mut spots: Vec<Spot> = (0..4).flat_map(|_| row()).collect();
        spots.extend([0, 3, 6, 9].map(Spot::Column));
        spots.extend(row());
        spots.extend(stock);
        return Some(Dealing { sizes: SPIDER.to_vec(), spots, kings: Kings::Slide });
    }
    let sorted = sorted_sizes(rules);
    let rising = sorted.iter().copied().eq(1..=columns);
    if rising && rules.reserve == 0 && rules.base == Base::Ace {
        // The face-down cards in rows that each leave one column out, then a whole row; in games
        // with a waste from the right.
        let from_right = rules.has_waste();
        let row_from = |first: usize| {
            let row: Vec<usize> = (first..columns).collect();
            if from_right { row.into_iter().rev().collect::<Vec<_>>() } else { row }
        };
        let mut spots: Vec<Spot> = (1..columns).flat_map(row_from).map(Spot::Column).collect();
        spots.extend(row_from(0).into_iter().map(Spot::Column));
        spots.extend(spot::cells(rules));
        spots.extend(stock);
        return (!from_right || is_triangle(rules)).then(|| Dealing {
            sizes: (1..=columns).collect(),
            spots,
            kings: Kings::Slide,
        });
    }
    if sorted == YUKON && nothing_aside(rules) {
        // A triangle without its last row, four rows without the first column, a whole row.
        let mut spots: Vec<Spot> = (1..7).flat_map(|first| (first..7).map(Spot::Column)).collect();
        spots.extend((0..4).flat_map(|_| (1..7).map(Spot::Column)));
        spots.extend(row());
        return Some(Dealing { sizes: YUKON.to_vec(), spots, kings: Kings::Slide });
    }
    if spot::sizes(rules) == SIMPLE_SIMON && nothing_aside(rules) {
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

/// The games dealt row by row from the left: the columns, then cells, then the stock.
fn by_rows(rules: &Rules, sorted: &[usize]) -> Option<Dealing> {
    let columns = usize::from(rules.columns);
    let even = sorted.iter().all(|&size| size == sorted[0]);
    let sizes = if even {
        spot::sizes(rules)
    } else if sorted.iter().rev().copied().eq(LONG_AND_SHORT) {
        LONG_AND_SHORT.to_vec()
    } else if sorted == [1, 2, 3, 4, 5, 6, 7, 7, 7] && rules.base == Base::AcesOut {
        sorted.to_vec()
    } else {
        return None;
    };
    // What is dealt like this: columns, number of cards in each, cells filled, base, decks.
    let known = [
        (8, 6, 0, Base::Ace, 1),  // FreeCell and Streets and Alleys, by their shorter columns
        (8, 6, 4, Base::Ace, 1),  // Eight Off
        (10, 5, 2, Base::Ace, 1), // Seahaven Towers
        (8, 6, 0, Base::AcesOut, 1), // Beleaguered Castle
        (9, 1, 6, Base::AcesOut, 1), // Raglan
        (7, 3, 0, Base::Ace, 1),  // East Haven, Will o' the Wisp
        (10, 3, 0, Base::Ace, 1), // Westcliff
        (10, 4, 0, Base::Ace, 2), // Forty Thieves
        (13, 8, 0, Base::Ace, 2), // Mrs Mop
        (13, 4, 0, Base::Ace, 1), // Baker's Dozen
        (7, 7, 0, Base::Ace, 1),  // Scorpion
    ];
    let shape = (columns, sorted[0], usize::from(rules.cells_dealt), rules.base, rules.copies);
    (rules.reserve == 0 && known.contains(&shape)).then(|| {
        let mut spots = spot::rows(&sizes);
        spots.extend(spot::cells(rules));
        spots.extend(spot::stock(rules));
        Dealing { sizes, spots, kings: Kings::Swap }
    })
}
