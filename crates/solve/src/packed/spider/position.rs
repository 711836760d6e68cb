//! A Spider position in plain words: columns of cards, a stock, the runs that have left.
//!
//! Knows the rules of the whole family as a reader would write them down, card by card, and plays
//! them ([`Position::play`]). It is the slow twin of the packed state and shares no code with it:
//! every line the searches find is replayed here before anyone hears of it. It knows no search.

use cards::{Card, Rank};
use rules::{Build, Fill, Goal, Move, Pile, Rules, Stock, Table, Take};
use std::fmt;

/// What differs within the family.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ruling {
    /// Ranks of the deck, ace up: 13; fewer in the small decks of tests.
    pub ranks: u8,
    /// May a row be dealt only while no column is empty?
    pub strict: bool,
}

impl Ruling {
    /// Spider as it is usually played.
    pub const STRICT: Ruling = Ruling { ranks: 13, strict: true };
    /// A row may be dealt over empty columns.
    pub const RELAXED: Ruling = Ruling { ranks: 13, strict: false };
}

/// One column.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Column {
    /// The cards, bottom first.
    pub cards: Vec<Card>,
    /// How many of them, from the bottom, lie face down.
    pub down: usize,
}

/// A position of a game of the Spider family, all cards known.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The columns, first to last.
    pub columns: Vec<Column>,
    /// The stock, next card first. A row is one card for each column, or what is left.
    pub stock: Vec<Card>,
    /// Completed runs by suit index.
    pub done: [u8; 4],
    /// The rules.
    pub ruling: Ruling,
}

/// Why a move is refused, or a position cannot be.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Not a move of this family.
    NoSuchMove,
    /// There is no such column.
    NoSuchColumn,
    /// So many face-up cards are not there.
    NotThere,
    /// The cards are not a descending run of one suit.
    NotARun,
    /// The card under them would not be one rank higher.
    DoesNotFit,
    /// The stock is empty.
    NoStock,
    /// A column is empty and the rules are strict.
    EmptyColumn,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::NoSuchMove => "Spider has no such move",
            Refusal::NoSuchColumn => "there is no such column",
            Refusal::NotThere => "there are not so many cards face up",
            Refusal::NotARun => "only a descending run of one suit moves together",
            Refusal::DoesNotFit => "a card goes on a card one rank higher or on an empty column",
            Refusal::NoStock => "the stock is empty",
            Refusal::EmptyColumn => "no row may be dealt while a column is empty",
        })
    }
}

impl std::error::Error for Refusal {}

impl Position {
    /// Spider's deal: card `i` of the first 54 goes to column `i` mod 10, the last of each column
    /// is turned up, the rest is the stock.
    pub fn spider(cards: &[Card], ruling: Ruling) -> Position {
        let sizes: Vec<usize> = (0..10).map(|column| 5 + usize::from(column < 4)).collect();
        Position::rows(cards, &sizes, 1, ruling)
    }

    /// A deal row by row, each row skipping the columns that have their `sizes` already; the last
    /// `up` cards of each column are turned up.
    pub fn rows(cards: &[Card], sizes: &[usize], up: usize, ruling: Ruling) -> Position {
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
            column.down = column.cards.len().saturating_sub(up);
        }
        Position { columns, stock: next.collect(), done: [0; 4], ruling }
    }

    /// The position on a table; `None` if its rules are not of this family.
    pub fn of(table: &Table) -> Option<Position> {
        let rules = table.rules();
        if !in_family(rules) {
            return None;
        }
        let columns = (0..rules.columns).map(|c| Column {
            cards: table.cards(Pile::Column(c)).collect(),
            down: table.face_down(Pile::Column(c)),
        });
        let mut done = [0; 4];
        for run in (0..rules.foundations()).filter_map(|f| table.top(Pile::Foundation(f))) {
            done[usize::from(run.suit().index())] += 1;
        }
        Some(Position {
            columns: columns.collect(),
            stock: table.cards(Pile::Stock).rev().collect(),
            done,
            ruling: Ruling { ranks: rules.ranks, strict: rules.stock != Stock::RowsAnyTime },
        })
    }

    /// Is every card gone?
    pub fn won(&self) -> bool {
        self.stock.is_empty() && self.columns.iter().all(|column| column.cards.is_empty())
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Says why the move is not legal; the position is unchanged then.
    pub fn play(&mut self, m: Move) -> Result<(), Refusal> {
        match m {
            Move::Deal => {
                if self.stock.is_empty() {
                    return Err(Refusal::NoStock);
                }
                if self.ruling.strict && self.columns.iter().any(|column| column.cards.is_empty()) {
                    return Err(Refusal::EmptyColumn);
                }
                let row = self.columns.len().min(self.stock.len());
                for (column, card) in self.columns.iter_mut().zip(self.stock.drain(..row)) {
                    column.cards.push(card);
                }
                (0..row).for_each(|c| self.run_off(c));
            }
            Move::Carry { from: Pile::Column(from), to: Pile::Column(to), count } => {
                let (from, to, count) = (usize::from(from), usize::from(to), usize::from(count));
                if from == to || from >= self.columns.len() || to >= self.columns.len() {
                    return Err(Refusal::NoSuchColumn);
                }
                let source = &self.columns[from];
                if count == 0 || source.cards.len() < source.down + count {
                    return Err(Refusal::NotThere);
                }
                let at = source.cards.len() - count;
                if !source.cards[at..].windows(2).all(|pair| follows(pair[0], pair[1])) {
                    return Err(Refusal::NotARun);
                }
                let head = source.cards[at];
                if let Some(top) = self.columns[to].cards.last()
                    && top.rank().number() != head.rank().number() + 1
                {
                    return Err(Refusal::DoesNotFit);
                }
                let moved = self.columns[from].cards.split_off(at);
                self.columns[to].cards.extend(moved);
                self.columns[from].turn();
                self.run_off(to);
            }
            _ => return Err(Refusal::NoSuchMove),
        }
        Ok(())
    }

    /// A complete run leaves a column that cards were put on.
    fn run_off(&mut self, c: usize) {
        let ranks = usize::from(self.ruling.ranks);
        let column = &mut self.columns[c];
        let size = column.cards.len();
        if size >= column.down + ranks
            && column.cards[size - 1].rank() == Rank::ACE
            && column.cards[size - ranks..].windows(2).all(|pair| follows(pair[0], pair[1]))
        {
            self.done[usize::from(column.cards[size - 1].suit().index())] += 1;
            column.cards.truncate(size - ranks);
            column.turn();
        }
    }
}

impl Column {
    /// The top card turns up.
    fn turn(&mut self) {
        if self.down > 0 && self.down == self.cards.len() {
            self.down -= 1;
        }
    }
}

/// Are these rules of the Spider family?
pub(super) fn in_family(rules: &Rules) -> bool {
    rules.goal == Goal::Runs
        && rules.build == Build::AnySuit
        && rules.take == Take::SuitRun
        && rules.fill == Fill::Anything
        && rules.base_into_columns
        && rules.build_on_base
        && !rules.both_ways
        && !rules.wrap
        && rules.reserve == 0
        && rules.cells == 0
        && matches!(rules.stock, Stock::None | Stock::Rows | Stock::RowsAnyTime)
}

/// Does `card` follow `under` in a run: same suit, one rank lower?
fn follows(under: Card, card: Card) -> bool {
    under.suit() == card.suit() && under.rank().number() == card.rank().number() + 1
}
