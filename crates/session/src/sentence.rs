//! The sentences: what a move did and how the game stands, once, for all front ends.
//!
//! They are said to the player, so they name only cards that lie open when they are said.

use cards::Card;
use rules::{Count, Event, Events, Goal, Pile, Status, Stock, Table};

/// What a move did: `Moved ace of hearts to its foundation; revealed jack of diamonds in column 5`.
///
/// `after` is the table after the move; no full stop, so that sentences can be joined.
pub fn moved(after: &Table, events: &Events) -> String {
    // Walk back to where the move began; then every card can be named where it lay.
    let mut before = after.clone();
    before.undo(events);
    let mut piles = Piles { table: &before, moved: Vec::new() };
    let rules = after.rules();
    let one_shows = matches!(rules.waste_shows, Count::Of(0 | 1));
    let mut parts: Vec<String> = Vec::new();
    for event in events.iter() {
        match event {
            Event::Carried { from, to, count } => {
                let cards = piles.carry(from, to, count);
                parts.push(carried(&cards, from, to, rules.goal, parts.is_empty()));
                if matches!(from, Pile::Waste | Pile::Stock) {
                    shows(after, from, &mut parts);
                }
            }
            // Said with the card that uncovered it, whether it was seen before or not.
            Event::TurnedUp(Pile::Stock) => {}
            Event::TurnedUp(Pile::Waste) if after.len(Pile::Waste) == 1 || one_shows => {}
            Event::TurnedUp(pile) => parts.push(revealed(after, pile)),
            Event::Drawn { count, .. } if rules.stock == Stock::FaceUp => {
                let cards = piles.turn(Pile::Stock, Pile::Waste, count);
                parts.push(format!("Laid {} aside", cards[0].words()));
                shows(after, Pile::Stock, &mut parts);
            }
            Event::Drawn { count, .. } => {
                piles.turn(Pile::Stock, Pile::Waste, count);
                parts.push(drawn(after, count));
            }
            Event::Redealt { count } => {
                piles.turn(Pile::Waste, Pile::Stock, count);
                let cards = if count == 1 { "its card is".into() } else { format!("its {count} cards are") };
                parts.push(format!("Turned the waste over; {cards} the stock again"));
                shows(after, Pile::Stock, &mut parts);
            }
            Event::Dealt { count } => {
                let dealt: Vec<String> = (0..count)
                    .map(|c| {
                        let card = piles.turn(Pile::Stock, Pile::Column(c), 1)[0];
                        format!("{} to column {}", card.words(), c + 1)
                    })
                    .collect();
                parts.push(format!("Dealt {}", list(&dealt)));
            }
        }
    }
    parts.join("; ")
}

fn carried(cards: &[Card], from: Pile, to: Pile, goal: Goal, first: bool) -> String {
    let lowest = cards.first().map(|card| card.words()).unwrap_or_default();
    match (cards.len(), to) {
        (_, Pile::Foundation(_)) if goal != Goal::Foundations => {
            let suit = cards.first().map_or("", |card| card.suit().words());
            let begin = if first { "Took off" } else { "took off" };
            format!("{begin} the complete run of {suit} from {}", from.words())
        }
        // What follows a move by itself.
        (_, _) if !first => format!("{lowest} from {} fills {}", from.words(), to.words()),
        (_, Pile::Foundation(n)) if matches!(from, Pile::Foundation(_)) => {
            format!("Moved {lowest} to foundation {}", n + 1)
        }
        (_, Pile::Foundation(_)) => format!("Moved {lowest} to its foundation"),
        (1, _) => format!("Moved {lowest} to {}", to.words()),
        (2, _) => format!("Moved {lowest} and the card on it to {}", to.words()),
        (n, _) => format!("Moved {lowest} and the {} cards on it to {}", n - 1, to.words()),
    }
}

/// The card that now lies on top of stock or waste, if it lies open.
fn shows(after: &Table, pile: Pile, parts: &mut Vec<String>) {
    if let Some(top) = after.view().top(pile) {
        parts.push(format!("{} shows {}", pile.words(), top.words()));
    }
}

fn revealed(after: &Table, pile: Pile) -> String {
    let view = after.view();
    // In a column or the waste the lowest open card is the one that came to light; a column may have
    // got another since.
    let card = match pile {
        Pile::Column(_) | Pile::Waste => view.open(pile).flatten().next(),
        _ => view.top(pile),
    };
    let card = card.map_or_else(String::new, |card| card.words());
    format!("revealed {card} in {}", pile.words())
}

fn drawn(after: &Table, count: u8) -> String {
    let view = after.view();
    let all: Vec<Option<Card>> = view.open(Pile::Waste).collect();
    let turned = &all[all.len().saturating_sub(usize::from(count))..];
    let names: Vec<String> = turned.iter().flatten().map(|card| card.words()).collect();
    let hidden = turned.len() - names.len();
    match hidden {
        0 => format!("Drew {}", list(&names)),
        n => {
            let cards = if n == 1 { "a card".into() } else { format!("{n} cards") };
            format!("Drew {cards} and on {} {}", if n == 1 { "it" } else { "them" }, list(&names))
        }
    }
}

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// How the game stands, as a whole sentence; `None` while it is simply open.
pub fn standing(status: Status) -> Option<&'static str> {
    match status {
        Status::Won => Some("The game is won!"),
        Status::Stuck => {
            Some("The game is stuck: no move can bring anything new. Take moves back, restart, or deal anew.")
        }
        Status::Open | Status::Unclear => None,
    }
}

/// The piles as the events of one move change them: only those that are touched are copied.
struct Piles<'a> {
    table: &'a Table,
    moved: Vec<(Pile, Vec<Card>)>,
}

impl Piles<'_> {
    fn pile(&mut self, pile: Pile) -> &mut Vec<Card> {
        let at = self.moved.iter().position(|(known, _)| *known == pile).unwrap_or_else(|| {
            self.moved.push((pile, self.table.cards(pile).collect()));
            self.moved.len() - 1
        });
        &mut self.moved[at].1
    }

    /// Moves cards in their order.
    fn carry(&mut self, from: Pile, to: Pile, count: u8) -> Vec<Card> {
        let source = self.pile(from);
        let cards = source.split_off(source.len().saturating_sub(usize::from(count)));
        self.pile(to).extend(&cards);
        cards
    }

    /// Moves cards one by one, so that their order turns round; in the order of their moving.
    fn turn(&mut self, from: Pile, to: Pile, count: u8) -> Vec<Card> {
        let source = self.pile(from);
        let mut cards = source.split_off(source.len().saturating_sub(usize::from(count)));
        cards.reverse();
        self.pile(to).extend(&cards);
        cards
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Move;

    fn said(game: &str, number: u64, moves: &str) -> Vec<String> {
        let rules = games::find(game).unwrap();
        let mut table = Table::numbered(rules, number).unwrap();
        moves
            .split_whitespace()
            .map(|text| {
                let m: Move = text.parse().unwrap();
                let events = table.play(m).unwrap();
                moved(&table, &events)
            })
            .collect()
    }

    #[test]
    fn every_sentence_of_random_games_names_only_open_cards() {
        for rules in games::ALL {
            let mut table = Table::numbered(rules, 5).unwrap();
            let mut generator = cards::Generator::new(5);
            for _ in 0..120 {
                let moves = table.moves();
                if moves.is_empty() {
                    break;
                }
                let m = moves[generator.below(moves.len() as u64) as usize];
                let events = table.play(m).unwrap();
                let sentence = moved(&table, &events);
                assert!(!sentence.is_empty() && !sentence.contains("  "), "{}: {sentence:?}", rules.name);
                assert!(sentence.starts_with(|c: char| c.is_uppercase()), "{}: {sentence:?}", rules.name);
                let known: Vec<String> = table
                    .piles()
                    .flat_map(|p| table.view().cards(p).flatten().collect::<Vec<_>>())
                    .map(|card| card.words())
                    .collect();
                for card in cards::Card::all().map(|card| card.words()) {
                    assert!(!sentence.contains(&card) || known.contains(&card), "{}: {sentence}", rules.name);
                }
            }
        }
    }

    #[test]
    fn the_sentences_of_the_house() {
        let klondike = said(
            "klondike",
            1,
            "draw draw draw draw draw w-6 draw draw draw draw w-4 draw draw draw w-2 6-2x2 6-3",
        );
        assert_eq!(klondike[4], "Drew ten of hearts");
        assert_eq!(klondike[5], "Moved ten of hearts to column 6; the waste shows two of diamonds");
        assert_eq!(
            klondike[15],
            "Moved jack of spades and the card on it to column 2; revealed four of hearts in column 6"
        );
        assert_eq!(klondike[16], "Moved four of hearts to column 3; revealed four of spades in column 6");
        let canfield = said("canfield", 5, "1-f2 draw");
        assert_eq!(
            canfield[0],
            "Moved ten of clubs to its foundation; ten of diamonds from the reserve fills column 1; revealed ace of hearts in the reserve"
        );
        assert_eq!(canfield[1], "Drew 2 cards and on them eight of clubs");
        let pass = "draw ".repeat(24) + "redeal draw";
        let york = said("klondike-ycp", 5, &pass);
        assert_eq!(york[0], "Laid king of diamonds aside; the stock shows two of clubs");
        assert_eq!(york[23], "Laid two of diamonds aside");
        assert_eq!(
            york[24],
            "Turned the waste over; its 24 cards are the stock again; the stock shows king of diamonds"
        );
        // A card seen before shows as well.
        assert_eq!(york[25], york[0]);
        let spider = said("spider", 1, "5-8 deal");
        assert_eq!(spider[0], "Moved ten of hearts to column 8; revealed nine of spades in column 5");
        assert!(spider[1].starts_with("Dealt ") && spider[1].ends_with(" to column 10"), "{}", spider[1]);
    }
}
