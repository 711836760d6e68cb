//! AisleRiot's games, as found from the deals it prints.

use super::{YUKON, is_canfield, is_spider, is_triangle, nothing_aside};
use crate::spot::{self, Dealing, Kings, Spot};
use cards::foreign::suit_by_suit;
use cards::{Card, Rank, Suit};
use rules::{Base, Rules};

/// The unshuffled deck: without the cards that start on the foundations, each suit from the next
/// rank on.
pub(super) fn deck(rules: &Rules, suits: &[Suit], copies: usize) -> Vec<Card> {
    let base = match rules.base {
        Base::AcesOut | Base::TwosOut => rules.fixed_base(),
        Base::Ace | Base::Dealt => None,
    };
    let Some(base) = base else { return suit_by_suit(suits).repeat(copies) };
    let ranks: Vec<Rank> =
        Rank::all().filter(|&rank| rank > base).chain(Rank::all().filter(|&rank| rank < base)).collect();
    let deck: Vec<Card> =
        suits.iter().flat_map(|&suit| ranks.iter().map(move |&rank| Card::new(rank, suit))).collect();
    deck.repeat(copies)
}

pub(super) fn dealing(rules: &Rules) -> Option<Dealing> {
    let columns = usize::from(rules.columns);
    let sizes = spot::sizes(rules);
    let rows = spot::rows(&sizes);
    let stock = spot::stock(rules);
    if is_canfield(rules) {
        // The reserve, the columns, the base card; with three columns the base card before them.
        let mut spots: Vec<Spot> = spot::reserve(rules).collect();
        let row = (0..columns).map(Spot::Column);
        match (rules.copies, columns, rules.reserve, rules.base) {
            (1, 4, 13, Base::Dealt) => spots.extend(row.chain([Spot::Foundation])),
            (1, 3, 12, Base::Dealt) => spots.extend([Spot::Foundation].into_iter().chain(row)),
            (1, 4, 13, Base::TwosOut) => spots.extend(row),
            _ => return None,
        }
        spots.extend(stock);
        return Some(Dealing::new(rules, spots));
    }
    if is_spider(rules) {
        // Five rows, then the longer columns: 1, 4, 7 and 10.
        let sizes = vec![6, 5, 5, 6, 5, 5, 6, 5, 5, 6];
        let mut spots = spot::rows(&sizes);
        spots.extend(stock);
        return Some(Dealing { sizes, spots, kings: Kings::Slide });
    }
    if rules.reserve > 0 {
        return None;
    }
    if sizes == YUKON && nothing_aside(rules) {
        // A triangle, then four rows without the first column.
        let mut spots = spot::rows(&[1, 2, 3, 4, 5, 6, 7]);
        spots.extend((0..4).flat_map(|_| (1..7).map(Spot::Column)));
        return Some(Dealing::new(rules, spots));
    }
    // What is dealt row by row: columns, smallest and largest, cells filled, base, decks.
    let (Some(&least), Some(&most)) = (sizes.iter().min(), sizes.iter().max()) else { return None };
    let known = [
        (7, 1, 7, 0, Base::Ace, 1),     // Klondike, Whitehead, Thumb and Pouch, Spiderette
        (8, 6, 7, 0, Base::Ace, 1),     // FreeCell, Baker's Game, Streets and Alleys
        (8, 6, 6, 4, Base::Ace, 1),     // Eight Off
        (10, 5, 5, 2, Base::Ace, 1),    // Seahaven Towers
        (9, 1, 9, 7, Base::Ace, 1),     // King Albert
        (7, 3, 3, 0, Base::Ace, 1),     // East Haven, Will o' the Wisp
        (10, 3, 3, 0, Base::Ace, 1),    // Westcliff
        (10, 4, 4, 0, Base::Ace, 2),    // Forty Thieves
        (8, 6, 6, 0, Base::AcesOut, 1), // Beleaguered Castle
        (13, 4, 4, 0, Base::Ace, 1),    // Baker's Dozen
        (7, 7, 7, 0, Base::Ace, 1),     // Scorpion
    ];
    let shape = (columns, least, most, usize::from(rules.cells_dealt), rules.base, rules.copies);
    if !known.contains(&shape) || (columns == 7 && most == 7 && least == 1 && !is_triangle(rules)) {
        return None;
    }
    let mut spots = rows;
    spots.extend(spot::cells(rules));
    spots.extend(stock);
    Some(Dealing::new(rules, spots))
}
