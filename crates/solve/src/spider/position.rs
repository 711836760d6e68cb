//! A position of the Spider family in plain terms: columns of cards and a stock.

use talon_cards::Card;

/// The rules that differ within the family, besides the numbers of columns and cards.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    /// The number of ranks in the deck: 13, or fewer in the small decks of tests.
    pub ranks: u8,
    /// Whether a row may be dealt only while no column is empty.
    pub strict: bool,
}

impl Variant {
    /// Spider as it is usually played.
    pub const STRICT: Variant = Variant { ranks: 13, strict: true };
    /// Spider in which a row may be dealt at any time.
    pub const RELAXED: Variant = Variant { ranks: 13, strict: false };
}

/// A column.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Column {
    /// The cards from bottom to top.
    pub cards: Vec<Card>,
    /// The number of face-down cards, which are the lowest.
    pub face_down: usize,
}

/// A position of a game of the Spider family, with every card known.
///
/// Completed runs that have left the table are not part of it: they cannot come back.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The columns from left to right.
    pub columns: Vec<Column>,
    /// The stock, the next card first. A row is one card for each column, or what is left.
    pub stock: Vec<Card>,
    /// The rules.
    pub variant: Variant,
}

impl Position {
    /// Spider's deal: card `i` of the first 54 goes to column `i` mod 10, the last card of each column is
    /// face up, and the rest is the stock.
    pub fn spider(cards: &[Card], variant: Variant) -> Position {
        let sizes: Vec<usize> = (0..10).map(|column| 5 + usize::from(column < 4)).collect();
        Position::rows(cards, &sizes, 1, variant)
    }

    /// A deal row by row. A row skips the columns that already have the number of cards given by `sizes`. The
    /// last `face_up` cards of each column are face up.
    pub fn rows(cards: &[Card], sizes: &[usize], face_up: usize, variant: Variant) -> Position {
        let mut columns = vec![Column::default(); sizes.len()];
        let mut next = cards.iter().copied();
        for row in 0..sizes.iter().copied().max().unwrap_or(0) {
            for (column, &size) in columns.iter_mut().zip(sizes) {
                if row < size {
                    column.cards.extend(next.next());
                }
            }
        }
        for column in &mut columns {
            column.face_down = column.cards.len().saturating_sub(face_up);
        }
        Position { columns, stock: next.collect(), variant }
    }
}
