//! Lines in the piles of a table.
//!
//! The solver names foundations by their suits and always has a waste. A table may choose foundations by the
//! order in which suits are started, and its stock may be played from its own top.

use std::fmt;
use talon_cards::{Card, Suit};
use talon_rules::{IllegalMove, Move, Pile, Place, Rules, Stock, Table};

/// Why a line of the solver cannot be played on its table. This is a bug of the solver.
#[derive(Clone, Debug)]
pub(in crate::klondike) enum TranslationError {
    /// The move is illegal.
    Illegal(Move, IllegalMove),
    /// The card never comes to the top of the stock.
    OutOfReach(Card),
    /// A card is taken from an empty waste.
    EmptyWaste,
}

impl fmt::Display for TranslationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TranslationError::Illegal(m, why) => write!(f, "{m}: {why}"),
            TranslationError::OutOfReach(card) => {
                write!(f, "the {} never comes to the top of the stock", card.words())
            }
            TranslationError::EmptyWaste => f.write_str("a card is taken from an empty waste"),
        }
    }
}

impl std::error::Error for TranslationError {}

/// Returns `true` if lines of the solver name the piles of a table with these rules.
fn has_same_piles(rules: &Rules) -> bool {
    rules.stock == Stock::Waste && rules.place == Place::BySuit && rules.suits == 4
}

/// The solver's line in the piles of its table.
///
/// # Errors
/// Why the line cannot be played there. That is a bug of the solver.
pub(in crate::klondike) fn to_table(table: &Table, line: Vec<Move>) -> Result<Vec<Move>, TranslationError> {
    if has_same_piles(table.rules()) {
        return Ok(line);
    }
    translate(table, &line)
}

/// Plays moves of the packed position on its table, and returns them in the table's piles.
pub(in crate::klondike) fn translate(table: &Table, line: &[Move]) -> Result<Vec<Move>, TranslationError> {
    let mut table = table.clone();
    let plays_stock = table.rules().stock == Stock::FaceUp;
    // Waste and stock as the solver has them, to know which card is taken.
    let mut stock: Vec<Card> = table.cards(Pile::Waste).chain(table.cards(Pile::Stock).rev()).collect();
    let mut drawn = table.len(Pile::Waste);
    let mut moves = Vec::with_capacity(line.len());
    for m in line {
        let m = match *m {
            Move::Draw if plays_stock => {
                drawn += 1;
                continue;
            }
            Move::Redeal if plays_stock => {
                drawn = 0;
                continue;
            }
            Move::Carry { from: Pile::Waste, to, .. } if plays_stock => {
                drawn = drawn.checked_sub(1).ok_or(TranslationError::EmptyWaste)?;
                let card = stock.remove(drawn);
                draw_to(&mut table, card, &mut moves)?;
                Move::one(Pile::Stock, target(&table, card, to))
            }
            Move::Carry { from, to, count } => {
                let from = match from {
                    Pile::Foundation(suit) => foundation_of(&table, Suit::from_index(suit)).unwrap_or(from),
                    _ => from,
                };
                let to = table.top(from).map_or(to, |card| target(&table, card, to));
                Move::Carry { from, to, count }
            }
            other => other,
        };
        table.play(m).map_err(|why| TranslationError::Illegal(m, why))?;
        moves.push(m);
    }
    Ok(moves)
}

/// Draws until a card is on top of the stock.
fn draw_to(table: &mut Table, card: Card, moves: &mut Vec<Move>) -> Result<(), TranslationError> {
    for _ in 0..2 * Card::COUNT {
        if table.top(Pile::Stock) == Some(card) {
            return Ok(());
        }
        let m = if table.len(Pile::Stock) == 0 { Move::Redeal } else { Move::Draw };
        table.play(m).map_err(|why| TranslationError::Illegal(m, why))?;
        moves.push(m);
    }
    Err(TranslationError::OutOfReach(card))
}

/// The foundation that holds a suit.
fn foundation_of(table: &Table, suit: Suit) -> Option<Pile> {
    let mut foundations = (0..table.rules().foundations()).map(Pile::Foundation);
    foundations.find(|pile| table.top(*pile).is_some_and(|top| top.suit() == suit))
}

/// The table's pile for a target: of the foundations, the one that takes the card.
fn target(table: &Table, card: Card, to: Pile) -> Pile {
    let Pile::Foundation(suit) = to else { return to };
    let rules = table.rules();
    let by_suit = match rules.suits {
        2 => Pile::Foundation(suit.saturating_sub(2)),
        _ => to,
    };
    match rules.place {
        Place::BySuit => by_suit,
        Place::FirstEmpty | Place::AnyEmpty => foundation_of(table, card.suit()).unwrap_or_else(|| {
            let mut foundations = (0..rules.foundations()).map(Pile::Foundation);
            foundations.find(|pile| table.top(*pile).is_none()).unwrap_or(by_suit)
        }),
    }
}

/// A line of the table with foundations named by suit, as the solver has them; `None` if a move is illegal.
pub(in crate::klondike) fn by_suit(table: &Table, line: &[Move]) -> Option<Vec<Move>> {
    let mut table = table.clone();
    let mut moves = Vec::with_capacity(line.len());
    for &m in line {
        moves.push(match m {
            Move::Carry { from, to, count } => {
                let suit = Pile::Foundation(table.top(from)?.suit().index());
                let named = |pile| if matches!(pile, Pile::Foundation(_)) { suit } else { pile };
                Move::Carry { from: named(from), to: named(to), count }
            }
            other => other,
        });
        table.play(m).ok()?;
    }
    Some(moves)
}
