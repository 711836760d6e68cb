//! Solvitaire's games.

use super::{LONG_AND_SHORT, is_plain_canfield, is_spider, is_triangle, nothing_aside, sorted_sizes};
use crate::spot::{self, Dealing, Kings, Spot};
use rules::{Base, Rules};

/// The stock is laid down card on card, so its first card is drawn last; then the reserve from the
/// bottom up, then the columns. Canfield's base card is the last card of all.
pub(super) fn dealing(rules: &Rules) -> Option<Dealing> {
    let columns = usize::from(rules.columns);
    let mut spots: Vec<Spot> = spot::stock(rules).rev().collect();
    if is_plain_canfield(rules) {
        spots.extend(spot::reserve(rules));
        spots.extend((0..columns).map(Spot::Column));
        spots.push(Spot::Foundation);
        return Some(Dealing::new(rules, spots));
    }
    if rules.suits != 4 {
        return None;
    }
    if is_triangle(rules) && rules.has_waste() && (columns, rules.copies) == (7, 1) && nothing_aside(rules) {
        // A triangle is dealt from the right.
        spots.extend((0..7).flat_map(|row| (row..7).rev().map(Spot::Column)));
        return Some(Dealing::new(rules, spots));
    }
    let sorted = sorted_sizes(rules);
    let sizes = if is_spider(rules) {
        vec![6, 6, 6, 6, 5, 5, 5, 5, 5, 5]
    } else if sorted.iter().rev().copied().eq(LONG_AND_SHORT) && nothing_aside(rules) {
        LONG_AND_SHORT.to_vec()
    } else if (columns, sorted[0], rules.base) == (8, 6, Base::AcesOut) && rules.cells_dealt == 0 {
        vec![6; 8]
    } else if (columns, sorted[0], sorted[6.min(columns - 1)]) == (7, 3, 3) && nothing_aside(rules) {
        vec![3; 7]
    } else {
        return None;
    };
    spots.extend(spot::rows(&sizes));
    Some(Dealing { sizes, spots, kings: Kings::Slide })
}
