//! The game numbers of JSolitaire's Canfield.

use super::Scheme;
use super::shapes::is_plain_canfield;
use crate::dealing::{Dealing, Spot, reserve, stock};
use crate::generators::JavaRandom;
use crate::pack::{Pack, Top, rank_by_rank};
use talon_cards::Suit;
use talon_rules::Rules;

pub(super) const SCHEME: &Scheme = &Scheme {
    word: "pipkin",
    program: "JSolitaire",
    lowest: 0,
    highest: 999_999,
    best_known_for: "canfield-pipkin",
    shuffle,
    dealing,
    explain: |number| {
        format!(
            "The generator is java.util.Random({number}). For i from 0 up, place i is swapped with place i + \
             |nextInt()| mod (52-i)."
        )
    },
};

/// The suits of the unshuffled deck, in the program's order.
const SUITS: [Suit; 4] = [Suit::Spades, Suit::Clubs, Suit::Hearts, Suit::Diamonds];

/// The deck [rank by rank](rank_by_rank); for `i` from 0 to 51, `i` is swapped with
/// `i + |nextInt()| mod (52 − i)`. The first card is dealt first.
///
/// In Java the smallest number has no absolute value; none of the million games draws it.
fn shuffle(_: &Rules, number: u128) -> Pack {
    let mut pack = Pack::new(rank_by_rank(&SUITS), Top::Front);
    let mut random = JavaRandom::new(number as i64);
    let count = pack.cards.len();
    for i in 0..count {
        let draw = random.next_int().unsigned_abs() as usize;
        pack.swap(i, i + draw % (count - i));
    }
    pack
}

/// The stock is put down card by card, except its last cards, as many as are drawn at a time; these follow
/// as the waste, already turned. Then come the columns, the reserve from its bottom up, and the base card.
fn dealing(rules: &Rules) -> Option<Dealing> {
    is_plain_canfield(rules).then(|| {
        let turned = usize::from(rules.draw);
        let mut spots: Vec<Spot> = stock(rules).skip(turned).rev().collect();
        spots.extend(stock(rules).take(turned));
        spots.extend((0..4).map(Spot::Column));
        spots.extend(reserve(rules));
        spots.push(Spot::Foundation);
        Dealing::new(rules, spots)
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{cards, table};
    use super::*;
    use talon_games::CANFIELD_PIPKIN;

    #[test]
    fn check_values_of_a_java_machine() {
        // The first and the last thirteen cards, from the shuffle above written in Java.
        for (number, first, last) in [
            (0, "4S KS 3H TH QH KC TD KH 8H 4D 7D QS 2H", "7S 5D QC 3C 4C 5S 7C AS JS 9H TC 6S 6H"),
            (1, "4C 6C QD AD 9S 8C 4D 9D 8D 7H KS 2S 9H", "TC 7D 5C 9C QH 5H JS 3S 3H 2C 2H 6H 2D"),
            (42, "QD JC KD 5S JS 2H 5C AH 4H JH 6C 8H QC", "4C TS 7H 3H TC QH 7D 6S JD AD 2S KC 4D"),
            (12_345, "5H 2C 5S TC 2H QD 8C AH 4D KH 7H JH 9S", "KS JS 8H KC 7S 2S 5D QH 8S JD 7D TD 9D"),
            (999_999, "KH 9C JS JD 3H TD KC 3S AD 7D 5D 5C 2D", "AS 8D KS TC TH AH 5S 7C QH 9H JC QC 4D"),
        ] {
            let pack = shuffle(&CANFIELD_PIPKIN, number);
            assert_eq!(pack.cards[..13], cards(first), "game {number}");
            assert_eq!(pack.cards[39..], cards(last), "game {number}");
        }
    }

    #[test]
    fn the_first_cards_are_turned_already() {
        let pack = shuffle(&CANFIELD_PIPKIN, 42).cards;
        let layout = table(SCHEME, &CANFIELD_PIPKIN, 42).layout();
        assert_eq!(layout.stock, pack[..31]);
        assert_eq!(layout.waste, pack[31..34]);
        assert_eq!(layout.columns.iter().map(|(cards, _)| cards[0]).collect::<Vec<_>>(), pack[34..38]);
        assert_eq!(layout.reserve, pack[38..51]);
        assert_eq!(layout.foundations.concat(), pack[51..]);
    }
}
