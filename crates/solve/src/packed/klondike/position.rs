//! A Klondike position in plain words: what lies where, and the rules that vary.
//!
//! Knows nothing of bits or search; [`super::Solver`] packs it.

use cards::{Card, Rank, Suit};
use std::fmt;

/// A column, its cards from bottom to top.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Column {
    /// The cards, bottom first.
    pub cards: Vec<Card>,
    /// How many of them, from the bottom, lie face down.
    pub face_down: usize,
}

/// A position of Klondike, at the start or in the middle of a game, all cards known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The columns, left to right.
    pub columns: Vec<Column>,
    /// The stock, first-drawn first.
    pub stock: Vec<Card>,
    /// The waste, bottom to top: the last card is the one that may be played.
    pub waste: Vec<Card>,
    /// How many cards of each suit are up, by [`Suit::index`].
    pub foundations: [u8; 4],
    /// The rank of the highest card, the one an empty column takes: 13, less in tiny decks.
    pub ranks: u8,
    /// How many cards a draw turns.
    pub draw: u8,
    /// How often the waste may still be turned over; `None` for ever.
    pub redeals: Option<u32>,
    /// May a card come back from a foundation?
    pub take_back: bool,
}

impl Position {
    /// Deals `deck` (in dealing order) row by row onto `columns` columns; the rest is the stock.
    ///
    /// Draw 3, unlimited redeals and take-backs; change the fields for anything else.
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

    /// Is this a position the packed state can hold?
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn check(&self) -> Result<(), PositionError> {
        if self.draw == 0 {
            return Err(PositionError::Draw);
        }
        if self.columns.len() > super::deal::MAX_COLUMNS {
            return Err(PositionError::TooLarge);
        }
        let mut seen = 0u64;
        let up = Suit::ALL.into_iter().flat_map(|suit| {
            let height = self.foundations[suit.index() as usize];
            (1..=height.min(13)).filter_map(Rank::new).map(move |rank| Card::new(rank, suit))
        });
        let rest = self.columns.iter().flat_map(|column| &column.cards);
        let rest = rest.chain(&self.stock).chain(&self.waste).copied();
        for card in up.chain(rest) {
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

/// Why a position cannot be packed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// A draw turns at least one card.
    Draw,
    /// This card is missing, there twice, or above the highest rank.
    Deck(Card),
    /// This column has no face-up card on its face-down ones, or they are not in sequence.
    Column(usize),
    /// More columns or cards than the packed key has room for.
    TooLarge,
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Draw => f.write_str("a draw must turn at least one card"),
            PositionError::Deck(card) => {
                write!(f, "the {} is missing, there twice, or too high", card.words())
            }
            PositionError::Column(index) => {
                write!(f, "the face-up cards of column {} are not in sequence", index + 1)
            }
            PositionError::TooLarge => f.write_str("too many cards or columns for the packed state"),
        }
    }
}

impl std::error::Error for PositionError {}
