//! KPatience's games.

use super::{
    LONG_AND_SHORT, SIMPLE_SIMON, YUKON, is_spider, is_triangle, nothing_aside, simple_simon, sorted_sizes,
};
use crate::spot::{self, Dealing, Kings, Spot};
use rules::{Base, Rules};

pub(super) fn dealing(rules: &Rules) -> Option<Dealing> {
    let columns = usize::from(rules.columns);
    let sorted = sorted_sizes(rules);
    if is_spider(rules) {
        // Card by card around the columns, so the first four are longer. Each of the five rows to
        // come is laid down card on card and dealt from its top: in reverse.
        let sizes = vec![6, 6, 6, 6, 5, 5, 5, 5, 5, 5];
        let mut spots = spot::rows(&sizes);
        spots.extend((0..5).flat_map(|row| (0..10).rev().map(move |turn| Spot::Stock(10 * row + turn))));
        return Some(Dealing { sizes, spots, kings: Kings::Slide });
    }
    if rules.copies != 1 || rules.reserve > 0 {
        return None;
    }
    let klondike = is_triangle(rules) && columns == 7 && rules.has_waste() && nothing_aside(rules);
    let yukon = spot::sizes(rules) == YUKON && nothing_aside(rules);
    if klondike || yukon {
        let mut spots = spot::rows(&spot::sizes(rules));
        spots.extend(spot::stock(rules));
        return Some(Dealing::new(rules, spots));
    }
    if spot::sizes(rules) == SIMPLE_SIMON && nothing_aside(rules) {
        return Some(simple_simon());
    }
    let sizes = if sorted.iter().all(|&size| size == sorted[0]) {
        spot::sizes(rules)
    } else if sorted.iter().rev().copied().eq(LONG_AND_SHORT) {
        LONG_AND_SHORT.to_vec()
    } else {
        return None;
    };
    // What is dealt like this: columns, cards in the shortest, cells filled, base.
    let known = [
        (8, 6, 0, Base::Ace),     // FreeCell, Baker's Game, Streets and Alleys
        (8, 6, 4, Base::Ace),     // Eight Off
        (10, 5, 2, Base::Ace),    // Seahaven Towers
        (8, 6, 0, Base::AcesOut), // Beleaguered Castle
        (13, 4, 0, Base::Ace),    // Baker's Dozen
    ];
    let shape = (columns, sorted[0], usize::from(rules.cells_dealt), rules.base);
    (known.contains(&shape) && rules.in_stock() == 0).then(|| {
        // The cells first, then row by row.
        let mut spots: Vec<Spot> = spot::cells(rules).collect();
        spots.extend(spot::rows(&sizes));
        Dealing { sizes, spots, kings: Kings::Swap }
    })
}
