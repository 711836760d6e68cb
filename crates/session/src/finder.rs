//! The card finder: where a card lies, as far as the player knows.
//!
//! Cards that were seen and are covered now are known. Cards that were never seen are not revealed.

use talon_cards::Card;
use talon_rules::{Pile, View};

/// Where a card lies.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The pile.
    pub pile: Pile,
    /// Its place in the pile, 0 at the bottom.
    pub index: usize,
}

/// Returns the places of all copies of a card that the player knows of.
pub fn places(view: View<'_>, card: Card) -> Vec<Found> {
    let piles = view.piles().flat_map(|pile| {
        view.cards(pile)
            .enumerate()
            .filter(move |(_, known)| *known == Some(card))
            .map(move |(index, _)| (pile, index))
    });
    piles.map(|(pile, index)| Found { pile, index }).collect()
}

/// Returns the places as sentences.
pub fn find(view: View<'_>, card: Card) -> String {
    let rules = view.rules();
    let copies = rules.deck().cards().iter().filter(|known| **known == card).count();
    let found = places(view, card);
    if copies == 0 {
        return format!("{card:#} is not in this deck.");
    }
    let mut words: Vec<String> = found.iter().map(|found| one(view, card, *found)).collect();
    if let ([place], 2) = (&words[..], copies) {
        let place = place.trim_end_matches('.');
        return format!("One {place}; the other has not been seen yet.");
    }
    match copies - found.len() {
        0 => {}
        hidden if hidden == copies && copies == 1 => words.push(format!("{card:#} has not been seen yet.")),
        2 if copies == 2 => words.push(format!("Neither {card:#} has been seen yet.")),
        hidden if hidden == copies => words.push(format!("No {card:#} has been seen yet.")),
        1 => words.push("1 more has not been seen yet.".into()),
        hidden => words.push(format!("{hidden} more have not been seen yet.")),
    }
    words.join(" ")
}

fn one(view: View<'_>, card: Card, Found { pile, index }: Found) -> String {
    let over = view.len(pile) - 1 - index;
    let place = pile.words();
    match (pile, over) {
        (Pile::Foundation(_), _) => format!("{card:#} is on its foundation."),
        (Pile::Stock, over) => {
            let draws = over / usize::from(view.rules().draw.max(1)) + 1;
            let draws = match draws {
                1 => "the next draw".into(),
                2 => "the second draw".into(),
                3 => "the third draw".into(),
                draws => format!("the {draws}th draw"),
            };
            format!("{card:#} is in the stock and comes up in {draws}.")
        }
        (_, 0) => format!("{card:#} lies on top of {place}."),
        (_, 1) => format!("{card:#} is in {place}, under one card."),
        (_, over) => format!("{card:#} is in {place}, under {over} cards."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use talon_rules::{Move, Table};

    #[test]
    fn what_was_seen_is_found_and_nothing_else() {
        for game in ["klondike-draw3", "canfield", "spider", "freecell"] {
            let rules = talon_games::find(game).unwrap();
            let mut table = Table::numbered(rules, 3).unwrap();
            let mut generator = talon_cards::Generator::new(3);
            for _ in 0..60 {
                for card in rules.deck().cards() {
                    let words = find(table.view(), card);
                    let known: usize = table
                        .piles()
                        .map(|p| table.view().cards(p).filter(|c| *c == Some(card)).count())
                        .sum();
                    assert_eq!(places(table.view(), card).len(), known);
                    let copies = rules.deck().cards().iter().filter(|c| **c == card).count();
                    assert_eq!(words.contains("seen yet"), known < copies, "{words}");
                    for found in places(table.view(), card) {
                        assert_eq!(table.cards(found.pile).nth(found.index), Some(card));
                    }
                }
                let moves = table.moves();
                if moves.is_empty() {
                    break;
                }
                table.play(moves[generator.below(moves.len() as u64) as usize]).unwrap();
            }
        }
    }

    #[test]
    fn the_sentences() {
        let mut table = Table::numbered(talon_games::find("klondike-draw3").unwrap(), 9).unwrap();
        let say = |table: &Table, card: &str| find(table.view(), card.parse().unwrap());
        assert_eq!(say(&table, "AS"), "A♠ lies on top of column 7.");
        assert_eq!(say(&table, "QH"), "Q♥ has not been seen yet.");
        while table.check(Move::Draw).is_ok() {
            table.play(Move::Draw).unwrap();
        }
        assert!(say(&table, "QH").starts_with("Q♥ is in the waste, under "), "{}", say(&table, "QH"));
        table.play(Move::Redeal).unwrap();
        assert_eq!(say(&table, "QH"), "Q♥ is in the stock and comes up in the third draw.");
    }
}
