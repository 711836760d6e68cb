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
            let cards: usize = self.stock.iter().map(Vec::len).sum();
            writeln!(f, "To come: {cards} cards not seen yet")?;
        }
        Ok(())
    }
}

fn cell(listed: &Listed) -> String {
    let card = listed.card.map_or("xx".into(), |card| format!("{card:#}"));
    if listed.available { format!("{:>6}", format!("[{card}]")) } else { format!("{:>5} ", card) }
}
