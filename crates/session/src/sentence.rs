//! The sentences that say what a move did and whether the game is won or stuck, written once for all front
//! ends.
//!
//! The player reads them, so they name only cards that are face up at that moment.

use talon_cards::Card;
use talon_rules::{Count, Event, Events, Goal, Pile, Status, Stock, Table, plural};

/// Says what a move did: `Moved the ace of hearts to its foundation; revealed the jack of diamonds in
/// column 5`.
///
/// `after` is the table after the move. The sentence has no full stop, so that it can be joined to others.
pub fn moved(after: &Table, events: &Events) -> String {
    // Undo the move on a copy, so that every card can be named where it lay before.
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
            // The card that uncovered it mentions it, whether it was seen before or not.
            Event::TurnedUp(Pile::Stock) => {}
            Event::TurnedUp(Pile::Waste) if after.len(Pile::Waste) == 1 || one_shows => {}
            Event::TurnedUp(pile) => parts.push(revealed(after, pile)),
            Event::Drawn { count, .. } if rules.stock == Stock::FaceUp => {
                let cards = piles.turn(Pile::Stock, Pile::Waste, count);
                parts.push(format!("Laid {} aside", the(cards[0])));
                shows(after, Pile::Stock, &mut parts);
            }
            Event::Drawn { count, .. } => {
                piles.turn(Pile::Stock, Pile::Waste, count);
                parts.push(drawn(after, count));
            }
            Event::Redealt { count } => {
                piles.turn(Pile::Waste, Pile::Stock, count);
                let cards = plural(count, "card");
                parts.push(format!("Turned the waste over to make a new stock of {cards}"));
                shows(after, Pile::Stock, &mut parts);
            }
            Event::Dealt { count } => {
                let dealt: Vec<String> =
                    (0..count).map(|c| piles.turn(Pile::Stock, Pile::Column(c), 1)[0].words()).collect();
                // The cards of a whole row are named in the order of the columns.
                let row = match count {
                    1 => "a card to column 1".into(),
                    _ if count == rules.columns => "a row".into(),
                    _ => format!("to columns 1 to {count}"),
                };
                parts.push(format!("Dealt {row}: {}", list(&dealt)));
            }
        }
    }
    joined(&parts)
}

/// Joins clauses to one sentence, which begins with the only capital letter.
fn joined(clauses: &[String]) -> String {
    let after = clauses.iter().skip(1).map(|clause| as_clause(clause));
    clauses.first().cloned().into_iter().chain(after).collect::<Vec<_>>().join("; ")
}

fn carried(cards: &[Card], from: Pile, to: Pile, goal: Goal, first: bool) -> String {
    let lowest = cards.first().map(|card| the(*card)).unwrap_or_default();
    match (cards.len(), to) {
        (_, Pile::Foundation(_)) if goal != Goal::Foundations => {
            let suit = cards.first().map_or("", |card| card.suit().words());
            format!("Took off the complete run of {suit} from {}", from.words())
        }
        // What follows from a move without the player's doing.
        (_, _) if !first => format!("{lowest} from {} filled {}", from.words(), to.words()),
        (_, Pile::Foundation(n)) if matches!(from, Pile::Foundation(_)) => {
            format!("Moved {lowest} to foundation {}", n + 1)
        }
        (_, Pile::Foundation(_)) => format!("Moved {lowest} to its foundation"),
        (1, _) => format!("Moved {lowest} to {}", to.words()),
        (2, _) => format!("Moved {lowest} and the card on top of it to {}", to.words()),
        (n, _) => format!("Moved {lowest} and the {} cards on top of it to {}", n - 1, to.words()),
    }
}

/// Adds a clause that names the top card of the stock or the waste, if it is face up.
fn shows(after: &Table, pile: Pile, parts: &mut Vec<String>) {
    if let Some(top) = after.view().top(pile) {
        parts.push(format!("{} shows {}", pile.words(), the(top)));
    }
}

fn revealed(after: &Table, pile: Pile) -> String {
    let view = after.view();
    // In a column or the waste, the lowest face-up card is the one that was turned up; a column may have
    // received another one since.
    let card = match pile {
        Pile::Column(_) | Pile::Waste => view.open(pile).flatten().next(),
        _ => view.top(pile),
    };
    let card = card.map_or_else(String::new, the);
    format!("revealed {card} in {}", pile.words())
}

fn drawn(after: &Table, count: u8) -> String {
    let view = after.view();
    let all: Vec<Option<Card>> = view.open(Pile::Waste).collect();
    let turned = &all[all.len().saturating_sub(usize::from(count))..];
    let names: Vec<String> = turned.iter().flatten().map(|card| the(*card)).collect();
    if names.len() == turned.len() {
        return format!("Drew {}", list(&names));
    }
    let are = if names.len() == 1 { "is" } else { "are" };
    format!("Drew {count} cards; {} {are} on top", list(&names))
}

/// Names a card with its article, as in `the jack of clubs`.
pub(crate) fn the(card: Card) -> String {
    format!("the {}", card.words())
}

/// Joins items for a sentence: `a`, `a and b`, `a, b and c`.
pub(crate) fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// A sentence as a part of another one: without its capital letter.
pub(crate) fn as_clause(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// A text as a sentence: with a capital letter at its beginning and a full stop at its end.
pub fn as_sentence(text: &str) -> String {
    let stop = if text.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{}{stop}", talon_rules::capital(text))
}

/// Describes the status in a sentence; `None` while the game is open.
pub fn standing(status: Status) -> Option<&'static str> {
    match status {
        Status::Won => Some("The game is won!"),
        Status::Stuck => Some(
            "The game is stuck: no useful moves are left. Undo some moves, start again, or deal a new game.",
        ),
        Status::Open | Status::Unclear => None,
    }
}

/// The piles as the events of one move change them. Only the piles that are touched are copied.
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

    /// Moves cards without changing their order.
    fn carry(&mut self, from: Pile, to: Pile, count: u8) -> Vec<Card> {
        let source = self.pile(from);
        let cards = source.split_off(source.len().saturating_sub(usize::from(count)));
        self.pile(to).extend(&cards);
        cards
    }

    /// Moves cards one by one, which reverses their order; returns them in the order in which they moved.
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
    use talon_rules::Move;

    fn said(game: &str, number: u64, moves: &str) -> Vec<String> {
        let rules = talon_games::find(game).unwrap();
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
        for rules in talon_games::ALL {
            let mut table = Table::numbered(rules, 5).unwrap();
            let mut generator = talon_cards::Generator::new(5);
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
                for card in talon_cards::Card::all().map(|card| card.words()) {
                    assert!(!sentence.contains(&card) || known.contains(&card), "{}: {sentence}", rules.name);
                }
            }
        }
    }

    #[test]
    fn sentences_begin_with_a_capital_and_end_with_a_stop() {
        assert_eq!(as_sentence("no game is called \"spidr\""), "No game is called \"spidr\".");
        assert_eq!(as_sentence("There is none. Did you mean spider?"), "There is none. Did you mean spider?");
        assert_eq!(as_sentence("écarté"), "Écarté.");
    }

    #[test]
    fn the_sentences_of_the_house() {
        let klondike = said(
            "klondike",
            1,
            "draw draw draw draw draw w-6 draw draw draw draw w-4 draw draw draw w-2 6-2x2 6-3",
        );
        assert_eq!(klondike[4], "Drew the ten of hearts");
        assert_eq!(klondike[5], "Moved the ten of hearts to column 6; the waste shows the two of diamonds");
        assert_eq!(
            klondike[15],
            "Moved the jack of spades and the card on top of it to column 2; revealed the four of hearts in column 6"
        );
        assert_eq!(
            klondike[16],
            "Moved the four of hearts to column 3; revealed the four of spades in column 6"
        );
        let canfield = said("canfield", 5, "1-f2 draw");
        assert_eq!(
            canfield[0],
            "Moved the ten of clubs to its foundation; the ten of diamonds from the reserve filled column 1; revealed the ace of hearts in the reserve"
        );
        assert_eq!(canfield[1], "Drew 3 cards; the eight of clubs is on top");
        let pass = "draw ".repeat(24) + "redeal draw";
        let york = said("klondike-ycp", 5, &pass);
        assert_eq!(york[0], "Laid the king of diamonds aside; the stock shows the two of clubs");
        assert_eq!(york[23], "Laid the two of diamonds aside");
        assert_eq!(
            york[24],
            "Turned the waste over to make a new stock of 24 cards; the stock shows the king of diamonds"
        );
        // A card that was seen before is named again.
        assert_eq!(york[25], york[0]);
        let spider = said("spider", 1, "5-8 deal");
        assert_eq!(spider[0], "Moved the ten of hearts to column 8; revealed the nine of spades in column 5");
        assert!(spider[1].starts_with("Dealt a row: "), "{}", spider[1]);
        assert_eq!(spider[1].matches(" of ").count(), 10, "{}", spider[1]);
        // A redeal that draws at once.
        let pipkin = said("canfield-pipkin", 7, &("draw ".repeat(11) + "redeal"));
        assert!(
            pipkin[11].starts_with("Turned the waste over to make a new stock of 34 cards; drew the "),
            "{}",
            pipkin[11]
        );
    }
}
