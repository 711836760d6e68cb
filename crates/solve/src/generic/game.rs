//! The constants of a search: the rules, and sets of cards that follow from them and from the base rank.

use super::prunings::Prunings;
use talon_cards::Card;
use talon_rules::{Build, Pile, Rules, Stock, Table};

/// The rules of a game in the form that the search needs.
#[derive(Clone)]
pub struct Game {
    /// The rules.
    pub rules: Rules,
    /// The prunings that are sound under them.
    pub prunings: Prunings,
    /// The depth of each card, by its index: how many cards lie below it on its foundation.
    pub depth: [u8; 64],
    /// For each card, by its index, the cards that it may be put on in a column, as bits.
    pub onto: [u64; 64],
    /// For each card, by its index, the card that follows it on its foundation, as a bit; none for the last.
    pub after: [u64; 64],
    /// For each card, by its index, the cards that may be put on it: the inverse of `onto`.
    pub guests: [u64; 64],
    /// The different cards of the deck.
    pub deck: u64,
    /// The base cards.
    pub starts: u64,
    /// The cards of the highest rank.
    pub kings: u64,
    /// The number of cards in play.
    pub total: u16,
    /// The pile whose top card is available for play after a draw, if there is one.
    pub turned: Option<Pile>,
    /// Whether the search tries every empty column, and moves whole columns between them, while rows are left
    /// to deal. Without these steps a search is faster but cannot prove a loss.
    pub orders_columns: bool,
    /// Whether a key must list the cards of the stock. If the deck has copies, the cards that are missing from
    /// the other piles do not tell which of two equal cards was played.
    pub lists_stock: bool,
}

impl Game {
    /// The game of a position: its rules and its base rank.
    pub fn new(table: &Table) -> Game {
        let rules = *table.rules();
        let mut game = Game {
            rules,
            prunings: Prunings::of(&rules),
            depth: [0; 64],
            onto: [0; 64],
            after: [0; 64],
            guests: [0; 64],
            deck: 0,
            starts: 0,
            kings: 0,
            total: rules.deck().len() as u16,
            turned: match rules.stock {
                Stock::Waste => Some(Pile::Waste),
                Stock::FaceUp => Some(Pile::Stock),
                _ => None,
            },
            orders_columns: true,
            lists_stock: rules.copies > 1,
        };
        let base = table.base().number();
        for card in Card::all().filter(|card| card.rank().number() <= rules.ranks) {
            let at = usize::from(card.index());
            if rules.deck().suits_used().contains(&card.suit()) {
                game.deck |= 1 << at;
                game.starts |= u64::from(card.rank() == table.base()) << at;
                game.kings |= u64::from(card.rank().number() == rules.ranks) << at;
            }
            game.depth[at] = (card.rank().number() + rules.ranks - base) % rules.ranks;
            let next = (card.index() + 4) % (rules.ranks * 4);
            if game.depth[at] + 1 < rules.ranks {
                game.after[at] = 1 << next;
            }
            for under in Card::all().filter(|under| under.rank().number() <= rules.ranks) {
                if suits_fit(rules.build, card, under) && ranks_fit(&rules, card, under) {
                    game.onto[at] |= 1 << under.index();
                    game.guests[usize::from(under.index())] |= 1 << at;
                }
            }
        }
        game
    }

    /// Returns `true` if `card` continues a sequence that ends with `under`.
    #[inline]
    pub fn fits(&self, card: u8, under: u8) -> bool {
        self.onto[usize::from(card)] >> under & 1 != 0
    }

    /// The cards that follow the given ones on their foundations, without base cards.
    #[inline]
    pub fn next_of(&self, cards: u64) -> u64 {
        // Cards of a rank are neighbours, so the next rank is four bits up. The ace follows the highest rank,
        // and nothing follows the last card before the base.
        let around = 4 * (u32::from(self.rules.ranks) - 1);
        (cards << 4 | cards >> around) & self.deck & !self.starts
    }

    /// Returns `true` if rows are left to deal, so that the places of the columns matter.
    #[inline]
    pub fn rows_left(&self, table: &Table) -> bool {
        self.rules.stock.is_rows() && table.len(Pile::Stock) > 0
    }
}

fn suits_fit(build: Build, card: Card, under: Card) -> bool {
    match build {
        Build::AltColour => card.color() != under.color(),
        Build::SameColour => card.color() == under.color(),
        Build::SameSuit => card.suit() == under.suit(),
        Build::OtherSuit => card.suit() != under.suit(),
        Build::AnySuit => true,
    }
}

fn ranks_fit(rules: &Rules, card: Card, under: Card) -> bool {
    rules.follows(card, under) || (rules.both_ways && rules.follows(under, card))
}
