//! The sentences: what a move did and how the game stands, once, for all front ends.
//!
//! They are said to the player, so they name only cards that lie open when they are said.

use cards::Card;
use rules::{Event, Events, Goal, Pile, Status, Stock, Table};

/// What a move did: `Moved ace of hearts to its foundation; revealed jack of diamonds in column 5`.
///
/// `after` is the table after the move; no full stop, so that sentences can be joined.
pub fn moved(after: &Table, events: &Events) -> String {
    // Walk back to where the move began; then every card can be named where it lay.
    let mut before = after.clone();
    before.undo(events);
    let mut piles = Piles { table: &before, moved: Vec::new() };
    let rules = after.rules();
    let mut parts: Vec<String> = Vec::new();
    for event in events.iter() {
        match event {
            Event::Carried { from, to, count } => {
                let cards = piles.carry(from, to, count);
                parts.push(carried(&cards, from, to, rules.goal, parts.is_empty()));
            }
            Event::TurnedUp(pile) => parts.push(revealed(after, pile)),
            Event::Drawn { count, .. } if rules.stock == Stock::FaceUp => {
                let cards = piles.turn(Pile::Stock, Pile::Waste, count);
                parts.push(format!("Laid {} aside", cards[0].words()));
            }
            Event::Drawn { count, .. } => {
                piles.turn(Pile::Stock, Pile::Waste, count);
                parts.push(drawn(after, count));
            }
            Event::Redealt { count } => {
                piles.turn(Pile::Waste, Pile::Stock, count);
                let cards = if count == 1 { "its card is".into() } else { format!("its {count} cards are") };
                parts.push(format!("Turned the waste over; {cards} the stock again"));
                if rules.stock == Stock::FaceUp
                    && let Some(top) = after.view().top(Pile::Stock)
                {
                    parts.push(format!("the stock shows {}", top.words()));
                }
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

fn revealed(after: &Table, pile: Pile) -> String {
    let view = after.view();
    match pile {
        Pile::Waste => {
            // The lowest card that shows came to light.
            let card = view.open(Pile::Waste).flatten().next();
            let card = card.map_or_else(String::new, |card| card.words());
            format!("revealed {card} in the waste")
        }
        _ => {
            // A column may have got a card since: the run that left it uncovered this one.
            let card = view.open(pile).flatten().next().or(view.top(pile));
            let card = match pile {
                Pile::Column(_) => card,
                _ => view.top(pile),
            };
            let card = card.map_or_else(String::new, |card| card.words());
            match pile {
                Pile::Stock => format!("the stock shows {card}"),
                _ => format!("revealed {card} in {}", pile.words()),
            }
        }
    }
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
fn list(items: &[String]) -> String {
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
        insta(&said("klondike", 1, "draw draw"), &["Drew ", "Drew "]);
    }

    fn insta(said: &[String], begin: &[&str]) {
        for (said, begin) in said.iter().zip(begin) {
            assert!(said.starts_with(begin), "{said}");
        }
    }
}
