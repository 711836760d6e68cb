//! The deck listing: what the player knows of the stock and the waste, arranged by draws.
//!
//! The layout is Pipkin's. There are as many columns as cards are drawn at a time, and the rightmost column
//! holds the cards that will lie on top and can be played. After the first pass, the cards still to come stand
//! above the waste, in the order of drawing. Only cards that the player has seen are named.

use std::fmt;
use talon_cards::{Card, Suit};
use talon_rules::{Pile, View, capital, plural};

/// One card of a listing.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The card, if the player has seen it.
    pub card: Option<Card>,
    /// Whether it can be played now.
    pub available: bool,
}

/// What the player knows of the stock and the waste.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The number of columns: the cards drawn at a time.
    pub columns: usize,
    /// The waste from the bottom up, in rows by draws.
    pub waste: Vec<Vec<Listed>>,
    /// The stock in the order of drawing, in rows by draws.
    pub stock: Vec<Vec<Listed>>,
}

impl Listing {
    /// Returns the listing for a view; `None` for a game without a stock and a waste to go through.
    pub fn of(view: View<'_>) -> Option<Listing> {
        if !view.rules().has_waste() {
            return None;
        }
        let columns = usize::from(view.rules().draw);
        let known = |pile| -> Vec<Listed> {
            view.cards(pile).map(|card| Listed { card, available: false }).collect()
        };
        let mut waste = known(Pile::Waste);
        let mut stock = known(Pile::Stock);
        stock.reverse();
        // In a waste the top card is available; in a stock that shows its card, the first.
        let available = if view.top(Pile::Stock).is_some() { stock.first_mut() } else { waste.last_mut() };
        if let Some(card) = available {
            card.available = true;
        }
        let rows = |cards: Vec<Listed>| cards.chunks(columns).map(<[Listed]>::to_vec).collect();
        Some(Listing { columns, waste: rows(waste), stock: rows(stock) })
    }
}

impl fmt::Display for Listing {
    /// Writes the known cards to come, and then the waste, with its available card in brackets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = |f: &mut fmt::Formatter<'_>, title: &str, rows: &[Vec<Listed>]| {
            let cards: usize = rows.iter().map(Vec::len).sum();
            writeln!(f, "{title} ({cards}):")?;
            for row in rows {
                // A short draw ends in the rightmost column too, since its last card lies on top.
                let blanks = "      ".repeat(self.columns - row.len());
                let row: Vec<String> = row.iter().map(cell).collect();
                writeln!(f, "{}", format!("  {blanks}{}", row.join("")).trim_end())?;
            }
            Ok(())
        };
        if self.stock.iter().flatten().any(|listed| listed.card.is_some()) {
            rows(f, "To come, in the order of drawing", &self.stock)?;
        } else {
            match self.stock.iter().map(Vec::len).sum() {
                0 => writeln!(f, "The stock is empty.")?,
                1 => writeln!(f, "To come: 1 unseen card")?,
                cards => writeln!(f, "To come: {cards} unseen cards")?,
            }
        }
        rows(f, "Waste, from the bottom", &self.waste)
    }
}

impl Listing {
    /// The listing in sentences, for people who listen. Of each draw, the last card lies on top.
    pub fn words(&self) -> String {
        let cards = |rows: &[Vec<Listed>]| -> String {
            rows.iter().map(|row| in_order(row)).collect::<Vec<_>>().join("; ")
        };
        let to_come = |rows: &[Vec<Listed>]| -> String {
            let top = if self.columns > 1 { " on top" } else { "" };
            let draws = rows.iter().enumerate();
            let draws = draws.map(|(at, row)| format!("draw {}: {}{top}", at + 1, in_order(row)));
            draws.collect::<Vec<_>>().join("; ")
        };
        let unseen = self.stock.iter().flatten().filter(|listed| listed.card.is_none()).count();
        let waste = match self.waste.is_empty() {
            true => "The waste is empty.".into(),
            false => format!("The waste, from the bottom, draw by draw: {}.", cards(&self.waste)),
        };
        let stock = match self.stock.iter().map(Vec::len).sum::<usize>() {
            0 => "The stock is empty.".into(),
            all if all == unseen => format!("To come: {}.", plural(all, "unseen card")),
            _ => format!("To come: {}.", to_come(&self.stock)),
        };
        format!("{waste}\n{stock}")
    }
}

/// Names the cards of a draw from the bottom up; unseen cards that follow each other are counted, except the top
/// card.
fn in_order(row: &[Listed]) -> String {
    let mut said = Vec::new();
    let (covered, top) = row.split_at(row.len().saturating_sub(1));
    for group in covered.chunk_by(|a, b| a.card.is_none() && b.card.is_none()).chain(top.chunks(1)) {
        said.push(match group[0].card {
            Some(card) => card.words(),
            None => plural(group.len(), "unseen card"),
        });
    }
    said.join(", ")
}

/// The cards that the player has not seen, one suit a line and in words: the listing of a game without a waste.
pub fn unseen(view: View<'_>) -> String {
    let cards = view.unseen();
    if cards.is_empty() {
        return "Every card has been seen.".into();
    }
    let mut text = format!("Unseen: {}.", plural(cards.len(), "card"));
    for suit in Suit::ALL {
        let ranks: Vec<_> =
            cards.iter().filter(|card| card.suit() == suit).map(|card| card.rank().words()).collect();
        if !ranks.is_empty() {
            text += &format!("\n{}: {}.", capital(suit.words()), ranks.join(", "));
        }
    }
    text
}

fn cell(listed: &Listed) -> String {
    let card = listed.card.map_or("xx".into(), |card| format!("{card:#}"));
    if listed.available { format!("{:>6}", format!("[{card}]")) } else { format!("{:>5} ", card) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use talon_rules::{Move, Table};

    /// The rows as text, the available card in brackets.
    fn rows(rows: &[Vec<Listed>]) -> Vec<String> {
        rows.iter().map(|row| row.iter().map(cell).collect::<String>().trim().replace("    ", " ")).collect()
    }

    #[test]
    fn the_listing_in_words() {
        let mut table = Table::numbered(talon_games::find("canfield").unwrap(), 35).unwrap();
        assert_eq!(
            Listing::of(table.view()).unwrap().words(),
            "The waste is empty.\nTo come: 34 unseen cards."
        );
        table.play(Move::Draw).unwrap();
        assert_eq!(
            Listing::of(table.view()).unwrap().words(),
            "The waste, from the bottom, draw by draw: 2 unseen cards, nine of diamonds.\nTo come: 31 unseen cards."
        );
    }

    #[test]
    fn the_words_keep_the_order_of_a_draw() {
        let words = |cards: &[Option<Card>]| {
            let row: Vec<_> = cards.iter().map(|&card| Listed { card, available: false }).collect();
            Listing { columns: 3, waste: Vec::new(), stock: vec![row] }.words()
        };
        let card: Option<Card> = "JH".parse().ok();
        let name = "jack of hearts";
        assert_eq!(
            words(&[None, card, None]),
            format!("The waste is empty.\nTo come: draw 1: 1 unseen card, {name}, 1 unseen card on top.")
        );
        assert_eq!(
            words(&[None, None, card]),
            format!("The waste is empty.\nTo come: draw 1: 2 unseen cards, {name} on top.")
        );
    }

    #[test]
    fn only_what_was_seen_is_listed() {
        let rules = talon_games::find("canfield-pipkin").unwrap();
        let mut table = Table::numbered(rules, 1).unwrap();
        // The first cards are turned up already.
        let first = Listing::of(table.view()).unwrap();
        assert_eq!((first.columns, first.waste.len()), (3, 1));
        assert!(first.waste[0][2].available && first.waste[0].iter().all(|listed| listed.card.is_some()));
        assert!(first.stock.iter().flatten().all(|listed| listed.card.is_none()));
        let top = first.waste[0][2].card;
        while table.check(Move::Draw).is_ok() {
            table.play(Move::Draw).unwrap();
        }
        // The redeal draws at once, and the cards that come then are known in their order.
        table.play(Move::Redeal).unwrap();
        let second = Listing::of(table.view()).unwrap();
        assert_eq!(second.waste, first.waste);
        assert!(second.stock.iter().flatten().all(|listed| listed.card.is_some() && !listed.available));
        let text = second.to_string();
        let heads = ["To come", "Waste"].map(|head| text.find(head).unwrap());
        assert!(heads[0] < heads[1], "the cards to come stand above the others: {text}");
        let drawn = second.stock[0][2].card;
        table.play(Move::Draw).unwrap();
        assert_eq!(table.view().top(Pile::Waste), drawn);
        assert_ne!(drawn, top);
        assert_eq!(rows(&second.waste), rows(&first.waste));
    }

    #[test]
    fn without_a_waste_the_unseen_cards_are_listed() {
        let table = |game| Table::numbered(talon_games::find(game).unwrap(), 5).unwrap();
        assert_eq!(unseen(table("freecell").view()), "Every card has been seen.");
        let spider = table("spider");
        let text = unseen(spider.view());
        let named: usize = text.lines().skip(1).map(|line| line.split(',').count()).sum();
        assert!(text.starts_with("Unseen: 94 cards.\nClubs: ace, "), "{text}");
        assert_eq!(named, 94, "{text}");
    }

    #[test]
    fn of_a_waste_that_shows_one_card_only_tops_are_known() {
        let rules = talon_games::find("canfield-ucb").unwrap();
        let mut table = Table::numbered(rules, 1).unwrap();
        table.play(Move::Draw).unwrap();
        let listing = Listing::of(table.view()).unwrap();
        let known: Vec<bool> = listing.waste[0].iter().map(|listed| listed.card.is_some()).collect();
        assert_eq!(known, [false, false, true]);
        assert!(
            Listing::of(Table::numbered(talon_games::find("spider").unwrap(), 1).unwrap().view()).is_none()
        );
    }
}
