//! The deck listing: what the player knows of stock and waste, laid out by draws.
//!
//! Pipkin's: as many columns as cards are drawn at a time; the rightmost column holds the cards that
//! will lie on top, so those that can be got at. First the waste; after the first pass also the
//! cards still to come, in the order of drawing. Only what the player has SEEN is named.

use cards::Card;
use rules::{Pile, View};
use std::fmt;

/// One place of a listing.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The card, if the player has seen it.
    pub card: Option<Card>,
    /// Can it be played now?
    pub available: bool,
}

/// What is known of stock and waste.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// How many columns a row has: the cards drawn at a time.
    pub columns: usize,
    /// The waste, bottom first, in rows by draws from the bottom.
    pub waste: Vec<Vec<Listed>>,
    /// The stock in the order of drawing, in rows by draws.
    pub stock: Vec<Vec<Listed>>,
}

impl Listing {
    /// The listing of what the player sees; `None` for a game without stock and waste to go through.
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
        // Of a waste that is played from, the top card; of a stock that shows its card, the first.
        let available = if view.top(Pile::Stock).is_some() { stock.first_mut() } else { waste.last_mut() };
        if let Some(card) = available {
            card.available = true;
        }
        let rows = |cards: Vec<Listed>| cards.chunks(columns).map(<[Listed]>::to_vec).collect();
        Some(Listing { columns, waste: rows(waste), stock: rows(stock) })
    }
}

impl fmt::Display for Listing {
    /// The waste first, its available card in brackets; then what is known to come.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = |f: &mut fmt::Formatter<'_>, title: &str, rows: &[Vec<Listed>]| {
            let cards: usize = rows.iter().map(Vec::len).sum();
            writeln!(f, "{title} ({cards}):")?;
            for row in rows {
                // A short draw ends in the rightmost column, too: its last card lies on top.
                let blanks = "      ".repeat(self.columns - row.len());
                let row: Vec<String> = row.iter().map(cell).collect();
                writeln!(f, "{}", format!("  {blanks}{}", row.join("")).trim_end())?;
            }
            Ok(())
        };
        rows(f, "Waste, bottom first", &self.waste)?;
        if self.stock.iter().flatten().any(|listed| listed.card.is_some()) {
            rows(f, "To come, in the order of drawing", &self.stock)?;
        } else {
            match self.stock.iter().map(Vec::len).sum() {
                0 => writeln!(f, "The stock is empty.")?,
                1 => writeln!(f, "To come: 1 card not seen yet")?,
                cards => writeln!(f, "To come: {cards} cards not seen yet")?,
            }
        }
        Ok(())
    }
}

fn cell(listed: &Listed) -> String {
    let card = listed.card.map_or("xx".into(), |card| format!("{card:#}"));
    if listed.available { format!("{:>6}", format!("[{card}]")) } else { format!("{:>5} ", card) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Move, Table};

    /// The rows as text, the available card in brackets.
    fn rows(rows: &[Vec<Listed>]) -> Vec<String> {
        rows.iter().map(|row| row.iter().map(cell).collect::<String>().trim().replace("    ", " ")).collect()
    }

    #[test]
    fn only_what_was_seen_is_listed() {
        let rules = games::find("canfield-pipkin").unwrap();
        let mut table = Table::numbered(rules, 1).unwrap();
        // The first cards are turned already.
        let first = Listing::of(table.view()).unwrap();
        assert_eq!((first.columns, first.waste.len()), (3, 1));
        assert!(first.waste[0][2].available && first.waste[0].iter().all(|listed| listed.card.is_some()));
        assert!(first.stock.iter().flatten().all(|listed| listed.card.is_none()));
        let top = first.waste[0][2].card;
        while table.check(Move::Draw).is_ok() {
            table.play(Move::Draw).unwrap();
        }
        // The redeal draws at once: what comes then is known, in the order of drawing.
        table.play(Move::Redeal).unwrap();
        let second = Listing::of(table.view()).unwrap();
        assert_eq!(second.waste, first.waste);
        assert!(second.stock.iter().flatten().all(|listed| listed.card.is_some() && !listed.available));
        let drawn = second.stock[0][2].card;
        table.play(Move::Draw).unwrap();
        assert_eq!(table.view().top(Pile::Waste), drawn);
        assert_ne!(drawn, top);
        assert_eq!(rows(&second.waste), rows(&first.waste));
    }

    #[test]
    fn of_a_waste_that_shows_one_card_only_tops_are_known() {
        let rules = games::find("canfield-ucb").unwrap();
        let mut table = Table::numbered(rules, 1).unwrap();
        table.play(Move::Draw).unwrap();
        let listing = Listing::of(table.view()).unwrap();
        let known: Vec<bool> = listing.waste[0].iter().map(|listed| listed.card.is_some()).collect();
        assert_eq!(known, [false, false, true]);
        assert!(Listing::of(Table::numbered(games::find("spider").unwrap(), 1).unwrap().view()).is_none());
    }
}
