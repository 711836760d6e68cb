//! A plain model of every game that the vocabulary of the rules can describe.
//!
//! It is written from the generated rule sheets (`talon rules GAME`), one sentence after the other, and not
//! from the engine: it shares no code with `talon_rules` and reads only the plain data of [`Rules`]. Moves are
//! written as [`talon_rules::Move`], which is a notation and no code. Piles are lists of cards, every
//! conceivable move is tried, a position is copied for each of them, and nothing is pruned. The
//! [fuzzer](crate::fuzz) compares the engine and the solvers with it.
//!
//! - This module has the position and the deal.
//! - `moves` says which moves are legal.
//! - `play` plays them, with everything that happens by itself afterwards.
//! - `search` decides by brute force whether a position can be won, and whether it is stuck.

mod moves;
mod play;
mod search;

pub use search::Decision;

use talon_cards::{Card, Rank};
use talon_rules::{BaseRank, Goal, ReserveFills, Rules, Stock};

/// A game: its rules, and the base rank, which the deal may have determined.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    base: Rank,
}

/// A column: its cards from bottom to top, and how many of them are face down.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Column {
    /// The cards from bottom to top.
    pub cards: Vec<Card>,
    /// The number of face-down cards at the bottom.
    pub down: usize,
}

/// A position: the cards of each pile from bottom to top.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// The stock; its last card is drawn first.
    pub stock: Vec<Card>,
    /// The waste.
    pub waste: Vec<Card>,
    /// The reserve.
    pub reserve: Vec<Card>,
    /// The foundations.
    pub foundations: Vec<Vec<Card>>,
    /// The cells.
    pub cells: Vec<Option<Card>>,
    /// The columns.
    pub columns: Vec<Column>,
    /// The number of redeals used so far.
    pub redeals_used: u16,
}

impl Game {
    /// Deals a game. The first card is dealt first. The rules must be valid and the cards their deck.
    pub fn deal(rules: &Rules, deck: &[Card]) -> (Game, Position) {
        let mut position = Position {
            foundations: vec![Vec::new(); usize::from(rules.copies * rules.suits)],
            cells: vec![None; usize::from(rules.cells)],
            columns: vec![Column::default(); usize::from(rules.columns)],
            ..Position::default()
        };
        let mut rest: Vec<Card> = deck.to_vec();
        let mut base = Rank::ACE;
        // "The aces (twos) lie there from the start": the foundations are in the order of the suits.
        let out = match rules.base_rank {
            BaseRank::AcesOut => Some(Rank::ACE),
            BaseRank::TwosOut => Rank::new(2),
            BaseRank::Ace | BaseRank::Dealt => None,
        };
        if let Some(rank) = out {
            base = rank;
            let mut cards: Vec<Card> = rest.iter().copied().filter(|card| card.rank() == rank).collect();
            cards.sort_by_key(|card| card.suit().index());
            rest.retain(|card| card.rank() != rank);
            for (foundation, card) in position.foundations.iter_mut().zip(cards) {
                foundation.push(card);
            }
        }
        let mut rest = rest.into_iter();
        position.reserve = rest.by_ref().take(usize::from(rules.reserve)).collect();
        let mut game = Game { rules: *rules, base };
        if rules.base_rank == BaseRank::Dealt
            && let Some(card) = rest.next()
        {
            // "One card is dealt to the first of them": to the first that may take it.
            game.base = card.rank();
            let first = (0..position.foundations.len()).find(|&f| game.may_start(&position, card, f));
            position.foundations[first.unwrap_or(0)].push(card);
        }
        // Row by row, each row from left to right over the columns that are not full.
        let size = |c: usize| usize::from(rules.down.of(c)) + usize::from(rules.up.of(c));
        for row in 0..usize::from(u8::MAX) * 2 {
            for c in 0..position.columns.len() {
                if size(c) > row {
                    position.columns[c].cards.extend(rest.next());
                }
            }
        }
        for (c, column) in position.columns.iter_mut().enumerate() {
            if rules.kings_to_bottom {
                column.cards.sort_by_key(|card| card.rank().number() != rules.ranks);
            }
            column.down = usize::from(rules.down.of(c));
        }
        for cell in 0..usize::from(rules.cells_dealt) {
            position.cells[cell] = rest.next();
        }
        position.stock = rest.collect();
        position.stock.reverse();
        game.settle(&mut position);
        if rules.first_turned {
            game.turn(&mut position);
        }
        (game, position)
    }

    /// Returns `true` if the game is won: the aim of the rule sheet is reached.
    pub fn is_won(&self, position: &Position) -> bool {
        let total =
            usize::from(self.rules.copies) * usize::from(self.rules.suits) * usize::from(self.rules.ranks);
        let up: usize = position.foundations.iter().map(Vec::len).sum();
        match self.rules.goal {
            // "Bring all cards to the foundations." "When all have left, the game is won."
            Goal::Foundations | Goal::Runs => up == total,
            // "The game is won when all runs have left, or when all stand in the columns."
            Goal::RunsByHand => up == total || self.all_in_runs(position, total),
            // "The game is won when every card lies in one."
            Goal::RunsStay => self.all_in_runs(position, total),
        }
    }

    /// Returns `true` if every card of the deck lies face up in a complete run in the columns.
    fn all_in_runs(&self, position: &Position, total: usize) -> bool {
        let ranks = usize::from(self.rules.ranks);
        let in_columns: usize = position.columns.iter().map(|column| column.cards.len()).sum();
        in_columns == total
            && position
                .columns
                .iter()
                .all(|column| column.down == 0 && column.cards.chunks(ranks).all(|cards| self.is_run(cards)))
    }

    /// Returns `true` if the cards are a run of one suit from the highest card to the ace.
    fn is_run(&self, cards: &[Card]) -> bool {
        cards.len() == usize::from(self.rules.ranks)
            && cards
                .iter()
                .zip((1..=self.rules.ranks).rev())
                .all(|(card, number)| card.rank().number() == number && card.suit() == cards[0].suit())
    }

    /// The cards of a column on which a finished run lies; `None` if there is none on top of it.
    fn below_run(&self, column: &Column) -> Option<usize> {
        let below = column.cards.len().checked_sub(usize::from(self.rules.ranks))?;
        (below >= column.down && self.is_run(&column.cards[below..])).then_some(below)
    }

    /// Returns `true` if columns are filled from the reserve, by itself or by hand, in this position.
    fn reserve_fills(&self, position: &Position) -> bool {
        self.rules.reserve_fills != ReserveFills::Never && !position.reserve.is_empty()
    }

    /// Returns `true` if the stock is turned card by card, and not dealt in rows.
    fn turns(&self) -> bool {
        matches!(self.rules.stock, Stock::Waste | Stock::FaceUp)
    }
}
