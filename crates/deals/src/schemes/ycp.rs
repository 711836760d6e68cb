//! The seeds of the York College Klondike, which itself always deals the seed 305419896 (0x12345678).

use super::shapes::is_klondike;
use super::{Scheme, ucb};
use crate::dealing::{Dealing, Spot, stock};
use crate::generators::JavaRandom;
use talon_rules::Rules;

pub(super) const SCHEME: &Scheme = &Scheme {
    word: "ycp",
    program: "the York College Klondike",
    lowest: 0,
    highest: i64::MAX as u128,
    best_known_for: "klondike-ycp",
    // Another Java program: the deck and its shuffle are the same.
    shuffle: |_, number| ucb::collections_shuffle(&mut JavaRandom::new(number as i64)),
    dealing,
    explain: ucb::explain,
};

/// Each column gets all its cards at once, the first column first; the rest is the stock.
fn dealing(rules: &Rules) -> Option<Dealing> {
    is_klondike(rules).then(|| {
        let mut spots: Vec<Spot> = (0..7).flat_map(|c| vec![Spot::Column(c); c + 1]).collect();
        spots.extend(stock(rules));
        Dealing::new(rules, spots)
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{cards, pile, table, tops};
    use super::*;
    use talon_games::KLONDIKE_YCP;
    use talon_rules::Pile;

    /// The column tops and the first cards of the stock, as the program shows them.
    #[test]
    fn the_boards_it_prints() {
        for (seed, columns, stock) in [
            (0x1234_5678, "8D KS 10D 9H 6D 9C AS", "AH"),
            (1, "5D 9S KC 9D 5S 8S 5H", "4S JS AD JD TS 3D 6C 7S 7C 3S TH QC AS TC 2S KD 8H QD 4H 3H 7H 4D"),
            (
                2,
                "6S 2S 3S KH 4S QH JC",
                "KS JS 9S 4C TH 8D QD 5D 7D 4D 5H TD KD 2H 8S 5S 2C JD 5C 6D JH AH 2D 7S",
            ),
            (
                3,
                "6D JC 7H 8S 5D 10S 10C",
                "2H 8H AH QS JD AC 7D 5H 4H 5S JH 3D KH 4D 6S 4S 4C 9C 2D TD KC AD 7S 7C",
            ),
            (
                4,
                "4S 4C JS 8S KH QD 2H",
                "5D 4D 3C KS 2D QC 8D 6C 5C 4H AC 6S TH TS 7D 7C JC 6H QS 3H 9S 6D KD 3D",
            ),
            (5, "3D QD KS 3S 7S 3H 10D", "4C"),
            (6, "5S 4D JD 3D AD JS 3C", "AH JH QD 3S 6H 7S TH KC 3H 2D TS 9C 7C KH 9S 4C 9D QC 5H"),
            (7, "4D 10H AD 10C 4H 8D 3S", "5H"),
            (8, "2S 5H 7H JD 3S QS 2H", "KH"),
            (9, "AD 10S 5S 5D 3D QC 9H", "10C"),
            (10, "3S 5S 6C 10H 4C AC KH", "QS"),
        ] {
            let table = table(SCHEME, &KLONDIKE_YCP, seed);
            assert_eq!(tops(&table), cards(columns), "seed {seed}");
            let drawn: Vec<_> = pile(&table, Pile::Stock).into_iter().rev().collect();
            assert!(drawn.starts_with(&cards(stock)), "seed {seed}");
        }
    }
}
