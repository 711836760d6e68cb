//! A Klondike position in plain terms: where each card lies, and the rules that vary.

use super::game::MAX_COLUMNS;
use std::fmt;
use talon_cards::{Card, Rank, Suit};

/// A column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Column {
    /// The cards from bottom to top.
    pub cards: Vec<Card>,
    /// The number of face-down cards, which are the lowest.
    pub face_down: usize,
}

/// A position of Klondike, at the start of a game or later, with every card known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The columns from left to right.
    pub columns: Vec<Column>,
    /// The stock, the next card first.
    pub stock: Vec<Card>,
    /// The waste from bottom to top. The last card may be played.
    pub waste: Vec<Card>,
    /// The number of cards on the foundation of each suit, by [`Suit::index`].
    pub foundations: [u8; 4],
    /// The highest rank, the only one that may go to an empty column: 13, or less in the small decks of
    /// tests.
    pub ranks: u8,
    /// The number of cards that a draw turns.
    pub draw: u8,
    /// The number of redeals left; `None` if they are unlimited.
    pub redeals: Option<u32>,
    /// Whether cards may be taken back from the foundations.
    pub take_back: bool,
}

impl Position {
    /// Deals a deck, in dealing order, row by row to `columns` columns. The rest is the stock.
    ///
    /// The rules are draw 3 with unlimited redeals and take-backs; the fields can be changed.
    pub fn deal(deck: &[Card], columns: usize) -> Position {
        let mut dealt = vec![Column::default(); columns];
        let mut rest = deck.iter().copied();
        for row in 0..columns {
            for column in &mut dealt[row..] {
                column.cards.extend(rest.next());
            }
        }
        for column in &mut dealt {
            column.face_down = column.cards.len().saturating_sub(1);
        }
        Position {
            columns: dealt,
            stock: rest.collect(),
            waste: Vec::new(),
            foundations: [0; 4],
            ranks: deck.iter().map(|card| card.rank().number()).max().unwrap_or(0),
            draw: 3,
            redeals: None,
            take_back: true,
        }
    }

    /// Checks that the packed state can represent this position.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn check(&self) -> Result<(), PositionError> {
        if self.draw == 0 {
            return Err(PositionError::Draw);
        }
        if self.columns.len() > MAX_COLUMNS {
            return Err(PositionError::TooLarge);
        }
        let mut seen = 0u64;
        let raised = Suit::ALL.into_iter().flat_map(|suit| {
            let height = self.foundations[suit.index() as usize];
            (1..=height.min(13)).filter_map(Rank::new).map(move |rank| Card::new(rank, suit))
        });
        let rest = self.columns.iter().flat_map(|column| &column.cards);
        let rest = rest.chain(&self.stock).chain(&self.waste).copied();
        for card in raised.chain(rest) {
            if seen >> card.index() & 1 == 1 || card.rank().number() > self.ranks {
                return Err(PositionError::Deck(card));
            }
            seen |= 1 << card.index();
        }
        for suit in Suit::ALL {
            let held = seen >> suit.index() & 0x1_1111_1111_1111;
            let full = 0x1_1111_1111_1111 & ((1u64 << (4 * self.ranks)) - 1);
            if held != 0 && held != full {
                let missing = (full & !held).trailing_zeros() as u8 + suit.index();
                return Err(PositionError::Deck(
                    Card::from_index(missing).unwrap_or(Card::new(Rank::ACE, suit)),
                ));
            }
        }
        for (index, column) in self.columns.iter().enumerate() {
            let face_up = column.cards.get(column.face_down..).unwrap_or_default();
            let runs = face_up.windows(2).all(|two| {
                two[0].rank().number() == two[1].rank().number() + 1 && two[0].color() != two[1].color()
            });
            if !runs || (face_up.is_empty() && column.face_down > 0) {
                return Err(PositionError::Column(index));
            }
        }
        Ok(())
    }
}

/// Why the packed state cannot represent a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// A draw must turn at least one card.
    Draw,
    /// This card is missing, occurs twice, or is above the highest rank.
    Deck(Card),
    /// The face-up cards of this column are not a sequence, or there are none on its face-down cards.
    Column(usize),
    /// There are more columns or cards than the packed key has room for.
    TooLarge,
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Draw => f.write_str("a draw must turn at least one card"),
            PositionError::Deck(card) => {
                write!(f, "the {} is missing, occurs twice, or is too high", card.words())
            }
            PositionError::Column(index) => {
                write!(f, "the face-up cards of column {} are not a sequence", index + 1)
            }
            PositionError::TooLarge => {
                f.write_str("there are too many cards or columns for the packed state")
            }
        }
    }
}

impl std::error::Error for PositionError {}
