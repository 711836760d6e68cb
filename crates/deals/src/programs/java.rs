//! The three Java programs: the Berkeley Canfield, JSolitaire's Canfield, the York College Klondike.

use super::{is_plain_canfield, is_triangle, nothing_aside};
use crate::spot::{self, Dealing, Spot};
use rules::Rules;

/// Berkeley: the top thirteen cards become the reserve in one piece, so the first is its top; then
/// the foundation card, the columns, and the rest is the stock.
pub(super) fn ucb(rules: &Rules) -> Option<Dealing> {
    is_plain_canfield(rules).then(|| {
        let mut spots: Vec<Spot> = spot::reserve(rules).rev().collect();
        spots.push(Spot::Foundation);
        spots.extend((0..4).map(Spot::Column));
        spots.extend(spot::stock(rules));
        Dealing::new(rules, spots)
    })
}

/// JSolitaire: the stock is laid down card on card, all but the last cards of it, as many as are
/// drawn at a time; these follow as the talon, already turned. Then the columns, the reserve from
/// its bottom up, and the base card.
pub(super) fn pipkin(rules: &Rules) -> Option<Dealing> {
    is_plain_canfield(rules).then(|| {
        let turned = usize::from(rules.draw);
        let mut spots: Vec<Spot> = (turned..rules.in_stock()).rev().map(Spot::Stock).collect();
        spots.extend((0..turned).map(Spot::Stock));
        spots.extend((0..4).map(Spot::Column));
        spots.extend(spot::reserve(rules));
        spots.push(Spot::Foundation);
        Dealing::new(rules, spots)
    })
}

/// York College: each column gets its cards in one go, the first one first; the rest is the main
/// deck.
pub(super) fn ycp(rules: &Rules) -> Option<Dealing> {
    let klondike = is_triangle(rules)
        && (rules.copies, rules.columns) == (1, 7)
        && nothing_aside(rules)
        && rules.has_waste();
    klondike.then(|| {
        let mut spots: Vec<Spot> = (0..7).flat_map(|c| vec![Spot::Column(c); c + 1]).collect();
        spots.extend(spot::stock(rules));
        Dealing::new(rules, spots)
    })
}
