//! The table in words, pile by pile, for people who listen and for slow connections.
//!
//! Only face-up cards are named, the playable one first. What a move changes is described by `sentence`;
//! this module describes what lies on the table.

use talon_cards::Card;
use talon_rules::{BaseRank, Count, Pile, Stock, View, capital, plural};

/// A part of the table that the player can ask about.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// One pile.
    Pile(Pile),
    /// The columns.
    Columns,
    /// The foundations.
    Foundations,
    /// The cells.
    Cells,
    /// Every pile.
    All,
}

/// Describes a part of the table, one line for each pile or kind of pile.
pub fn spoken(view: View<'_>, part: Part) -> String {
    let columns = || view.piles().filter(|pile| matches!(pile, Pile::Column(_)));
    match part {
        Part::Pile(pile) if view.piles().any(|known| known == pile) => one(view, pile),
        Part::Pile(pile) => match pile {
            Pile::Column(n) => {
                format!(
                    "There is no column {}; the last one is column {}.",
                    u16::from(n) + 1,
                    columns().count()
                )
            }
            pile => format!("This game has no {}.", pile.words().trim_start_matches("the ")),
        },
        Part::Columns => columns().map(|pile| one(view, pile)).collect::<Vec<_>>().join("\n"),
        Part::Foundations => foundations(view).unwrap_or_else(|| "This game has no foundations.".into()),
        Part::Cells => cells(view).unwrap_or_else(|| "This game has no cells.".into()),
        Part::All => {
            let single = [Pile::Stock, Pile::Waste, Pile::Reserve];
            let single = single.into_iter().filter(|single| view.piles().any(|pile| pile == *single));
            let single = single.map(|pile| one(view, pile));
            let rows = foundations(view).into_iter().chain(cells(view));
            let columns = columns().map(|pile| one(view, pile));
            single.chain(rows).chain(columns).collect::<Vec<_>>().join("\n")
        }
    }
}

/// Describes one pile from the top down.
fn one(view: View<'_>, pile: Pile) -> String {
    let name = capital(&pile.words());
    let open: Vec<Card> = view.open(pile).flatten().collect();
    let under = view.len(pile) - open.len();
    if view.len(pile) == 0 {
        return match redeals(view).filter(|_| pile == Pile::Stock) {
            Some(redeals) => format!("{name} is empty; {redeals}."),
            None => format!("{name} is empty."),
        };
    }
    if open.is_empty() {
        return format!("{name}: {} face down.", plural(under, "card"));
    }
    let cards: Vec<String> = open.iter().rev().map(|card| card.words()).collect();
    let cards = cards.join(" on ");
    let them = if open.len() == 1 { "it" } else { "them" };
    // Covered cards of a waste or a reserve were face up once; those of a column never were.
    let down = if matches!(pile, Pile::Column(_)) { "face-down card" } else { "card" };
    match under {
        0 => format!("{name}: {cards}."),
        n => format!("{name}: {cards}; {} under {them}.", plural(n, down)),
    }
}

/// Says how many redeals are left.
fn redeals(view: View<'_>) -> Option<String> {
    match (view.rules().stock, view.rules().redeals) {
        (Stock::Waste | Stock::FaceUp, Count::Unlimited) => {
            Some("the waste can be turned over without limit".into())
        }
        (Stock::Waste | Stock::FaceUp, Count::Of(most)) => {
            let left = u16::from(most).saturating_sub(view.redeals_used());
            Some(format!("{left} of {} left", plural(most, "redeal")))
        }
        _ => None,
    }
}

fn foundations(view: View<'_>) -> Option<String> {
    let all: Vec<Pile> = view.piles().filter(|pile| matches!(pile, Pile::Foundation(_))).collect();
    let runs = view.rules().about_runs();
    let up = all.iter().filter_map(|&pile| view.top(pile));
    let up = up.map(|card| if runs { format!("a run of {}", card.suit().words()) } else { card.words() });
    let base = match view.rules().base_rank {
        BaseRank::Dealt => format!(" They start with the {}.", view.base().words()),
        _ => String::new(),
    };
    Some(format!("Foundations: {}.{base}", places(up.collect(), all.len())?))
}

fn cells(view: View<'_>) -> Option<String> {
    let all: Vec<Pile> = view.piles().filter(|pile| matches!(pile, Pile::Cell(_))).collect();
    // The cell is named too, because the player moves the card by it.
    let full =
        all.iter().filter_map(|&pile| Some(format!("{} in {}", view.top(pile)?.words(), pile.words())));
    Some(format!("Cells: {}.", places(full.collect(), all.len())?))
}

/// Lists the tops of piles that lie side by side, and says how many are empty; `None` if there are no such
/// piles.
fn places(mut full: Vec<String>, all: usize) -> Option<String> {
    match all - full.len() {
        0 => {}
        empty if empty == all => {
            full.push(if all == 1 { "empty".into() } else { format!("all {all} empty") })
        }
        empty => full.push(format!("{empty} empty")),
    }
    (all > 0).then(|| crate::sentence::list(&full))
}

#[cfg(test)]
mod tests {
    use super::*;
    use talon_rules::Table;

    fn told(game: &str, number: u64, moves: &str, part: Part) -> String {
        let mut table = Table::numbered(talon_games::find(game).unwrap(), number).unwrap();
        for text in moves.split_whitespace() {
            table.play(text.parse().unwrap()).unwrap();
        }
        spoken(table.view(), part)
    }

    #[test]
    fn the_words_of_the_house() {
        let column = |n: u8| Part::Pile(Pile::Column(n - 1));
        assert_eq!(
            told("klondike", 1, "", column(6)),
            "Column 6: jack of spades; 5 face-down cards under it."
        );
        let played = "draw draw draw draw draw w-6";
        assert_eq!(
            told("klondike", 1, played, column(6)),
            "Column 6: ten of hearts on jack of spades; 5 face-down cards under them."
        );
        assert_eq!(told("klondike", 1, "", column(9)), "There is no column 9; the last one is column 7.");
        assert_eq!(told("klondike", 1, "", Part::Pile(Pile::Waste)), "The waste is empty.");
        assert_eq!(
            told("klondike", 1, "draw draw", Part::Pile(Pile::Waste)),
            "The waste: six of diamonds; 1 card under it."
        );
        assert_eq!(told("klondike", 1, "draw", Part::Pile(Pile::Stock)), "The stock: 23 cards face down.");
        let pass = "draw ".repeat(24);
        assert_eq!(
            told("klondike", 1, &pass, Part::Pile(Pile::Stock)),
            "The stock is empty; the waste can be turned over without limit."
        );
        assert_eq!(told("klondike", 1, "", Part::Foundations), "Foundations: all 4 empty.");
        assert_eq!(told("klondike", 1, "", Part::Pile(Pile::Reserve)), "This game has no reserve.");
        assert_eq!(told("klondike", 1, "", Part::Cells), "This game has no cells.");
        assert_eq!(
            told("canfield", 5, "1-f2", Part::Foundations),
            "Foundations: ten of hearts, ten of clubs and 2 empty. They start with the ten."
        );
        assert_eq!(
            told("canfield", 5, "1-f2", Part::Pile(Pile::Reserve)),
            "The reserve: ace of hearts; 11 cards under it."
        );
        assert!(told("freecell", 1, "1-e2", Part::Cells).ends_with(" in cell 2 and 3 empty."));
    }

    #[test]
    fn all_of_every_game_names_what_lies_open_and_nothing_else() {
        for rules in talon_games::ALL {
            let mut table = Table::numbered(rules, 5).unwrap();
            let mut generator = talon_cards::Generator::new(5);
            for _ in 0..60 {
                let text = spoken(table.view(), Part::All);
                let view = table.view();
                let mut words = text.clone();
                for pile in view.piles().filter(|pile| !matches!(pile, Pile::Foundation(_))) {
                    for card in view.open(pile).flatten() {
                        assert!(words.contains(&card.words()), "{}: {card} in\n{text}", rules.name);
                        words = words.replacen(&card.words(), "", 1);
                    }
                }
                for pile in view.piles().filter(|pile| matches!(pile, Pile::Foundation(_))) {
                    if let Some(card) = view.top(pile) {
                        words = words.replacen(&card.words(), "", 1);
                    }
                }
                let more = talon_cards::Card::all().find(|card| words.contains(&card.words()));
                assert_eq!(more, None, "{}:\n{text}", rules.name);
                let moves = table.moves();
                if moves.is_empty() {
                    break;
                }
                table.play(moves[generator.below(moves.len() as u64) as usize]).unwrap();
            }
        }
    }
}
