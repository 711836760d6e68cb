//! Between `rules::Table` and the packed solver: which tables it decides, and lines for them.

use super::{Column, Position, Solver, shorten, shortest};
use crate::{Limits, Report, Shortest, Verdict, Watch};
use cards::{Card, Suit};
use rules::{
    Base, Build, Count, Fill, Goal, IllegalMove, Move, Pile, Place, ReserveFills, Rules, Stock, Table, Take,
    TakeBack,
};
use std::fmt;

/// The position on a table, if its rules are a Klondike this solver knows.
///
/// The York College stock, whose own top card is played, is the same question as a stock turned
/// card by card as long as redeals are unlimited: every card can be reached.
pub fn pack(table: &Table) -> Option<Position> {
    let rules = table.rules();
    if !is_klondike(rules) {
        return None;
    }
    let mut foundations = [0; 4];
    for pile in table.piles().filter(|pile| matches!(pile, Pile::Foundation(_))) {
        if let Some(top) = table.top(pile) {
            foundations[usize::from(top.suit().index())] = top.rank().number();
        }
    }
    let columns = (0..rules.columns)
        .map(Pile::Column)
        .map(|pile| Column { cards: table.cards(pile).collect(), face_down: table.face_down(pile) });
    let position = Position {
        columns: columns.collect(),
        stock: table.cards(Pile::Stock).rev().collect(),
        waste: table.cards(Pile::Waste).collect(),
        foundations,
        ranks: rules.ranks,
        draw: rules.draw,
        redeals: match rules.redeals {
            Count::Unlimited => None,
            Count::Of(most) => Some(u32::from(u16::from(most).saturating_sub(table.redeals_used()))),
        },
        take_back: rules.take_back != TakeBack::Never,
    };
    position.check().is_ok().then_some(position)
}

fn is_klondike(rules: &Rules) -> bool {
    let cards = rules.copies == 1
        && matches!(rules.suits, 2 | 4)
        && rules.reserve == 0
        && rules.cells == 0
        && rules.reserve_fills == ReserveFills::Never;
    let goal = rules.goal == Goal::Foundations && rules.base == Base::Ace;
    // A base card that may not come back would be of no use below: nothing goes on an ace.
    let foundations = matches!(rules.take_back, TakeBack::Never | TakeBack::Anywhere | TakeBack::EvenBase);
    let columns = rules.build == Build::AltColour
        && !rules.both_ways
        && !rules.wrap
        && rules.build_on_base
        && rules.base_into_columns
        && rules.take == Take::Run
        && rules.fill == Fill::Kings;
    let stock = match rules.stock {
        Stock::Waste => !rules.redeal_draws,
        Stock::FaceUp => rules.redeals == Count::Unlimited && !rules.redeal_draws,
        _ => false,
    };
    cards && goal && foundations && columns && stock
}

/// A line that did not win on its table: a fault of the solver.
#[derive(Clone, Debug)]
pub enum LineError {
    /// This move of the line is not legal.
    Illegal(Move, IllegalMove),
    /// The card never came to the top of the stock.
    Unreached(Card),
    /// The line ends and the game is not won.
    NotWon,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineError::Illegal(m, why) => write!(f, "{m}: {why}"),
            LineError::Unreached(card) => {
                write!(f, "the {} never came to the top of the stock", card.words())
            }
            LineError::NotWon => f.write_str("the line ends before the game is won"),
        }
    }
}

impl std::error::Error for LineError {}

/// Does the packed line already speak of the table's own piles?
fn same_piles(rules: &Rules) -> bool {
    rules.stock == Stock::Waste && rules.place == Place::BySuit && rules.suits == 4
}

/// Plays a winning line of the packed position on its table, and writes it in the table's terms:
/// its own foundations, its own stock.
///
/// # Errors
/// When the line does not win; it always does unless the solver has a fault.
pub fn replay(table: &Table, line: &[Move]) -> Result<Vec<Move>, LineError> {
    let (moves, after) = translate(table, line)?;
    if after.is_won() { Ok(moves) } else { Err(LineError::NotWon) }
}

/// Plays moves of the packed position on its table; the moves in the table's terms, and where they
/// lead.
pub(super) fn translate(table: &Table, line: &[Move]) -> Result<(Vec<Move>, Table), LineError> {
    let mut table = table.clone();
    let own_stock = table.rules().stock == Stock::FaceUp;
    // The stock as the line has it, to know which card leaves it.
    let mut stock: Vec<Card> = table.cards(Pile::Waste).chain(table.cards(Pile::Stock).rev()).collect();
    let mut drawn = table.len(Pile::Waste);
    let mut moves = Vec::with_capacity(line.len());
    for m in line {
        let m = match *m {
            Move::Draw if own_stock => {
                drawn += 1;
                continue;
            }
            Move::Redeal if own_stock => {
                drawn = 0;
                continue;
            }
            Move::Carry { from: Pile::Waste, to, .. } if own_stock => {
                drawn = drawn.checked_sub(1).ok_or(LineError::NotWon)?;
                let card = stock.remove(drawn);
                turn_to(&mut table, card, &mut moves)?;
                Move::one(Pile::Stock, foundation(&table, card, to))
            }
            Move::Carry { from, to, count } => {
                let from = match from {
                    Pile::Foundation(suit) => holder(&table, Suit::from_index(suit)).unwrap_or(from),
                    _ => from,
                };
                let to = table.top(from).map_or(to, |card| foundation(&table, card, to));
                Move::Carry { from, to, count }
            }
            other => other,
        };
        table.play(m).map_err(|why| LineError::Illegal(m, why))?;
        moves.push(m);
    }
    Ok((moves, table))
}

/// Turns the stock until a card is on top of it.
fn turn_to(table: &mut Table, card: Card, moves: &mut Vec<Move>) -> Result<(), LineError> {
    for _ in 0..2 * Card::COUNT {
        if table.top(Pile::Stock) == Some(card) {
            return Ok(());
        }
        let m = if table.len(Pile::Stock) == 0 { Move::Redeal } else { Move::Draw };
        table.play(m).map_err(|why| LineError::Illegal(m, why))?;
        moves.push(m);
    }
    Err(LineError::Unreached(card))
}

/// The foundation that holds a suit.
fn holder(table: &Table, suit: Suit) -> Option<Pile> {
    let mut foundations = (0..table.rules().foundations()).map(Pile::Foundation);
    foundations.find(|pile| table.top(*pile).is_some_and(|top| top.suit() == suit))
}

/// The table's own pile for a target: of the foundations, the one that takes the card.
fn foundation(table: &Table, card: Card, to: Pile) -> Pile {
    let Pile::Foundation(suit) = to else { return to };
    let rules = table.rules();
    let fixed = match rules.suits {
        2 => Pile::Foundation(suit.saturating_sub(2)),
        _ => to,
    };
    match rules.place {
        Place::BySuit => fixed,
        Place::FirstEmpty | Place::AnyEmpty => holder(table, card.suit()).unwrap_or_else(|| {
            let mut foundations = (0..rules.foundations()).map(Pile::Foundation);
            foundations.find(|pile| table.top(*pile).is_none()).unwrap_or(fixed)
        }),
    }
}

/// Trials of making a line shorter before the search for the shortest begins.
const TRIALS: u32 = 20_000;

/// The shortest win of the game on this table, as far as the limits allow, from a win known; `None`
/// if it is no Klondike with a waste.
///
/// # Panics
/// When the line found does not win: a fault of the solver.
pub fn shortest_on(table: &Table, line: &[Move], limits: Limits, watch: &mut Watch<'_>) -> Option<Shortest> {
    if table.rules().stock != Stock::Waste {
        return None;
    }
    let position = pack(table)?;
    let line = shorten(&position, &by_suit(table, line)?, TRIALS);
    let mut found = shortest(&position, &line, limits, watch).ok()?;
    if !same_piles(table.rules()) {
        found.line = replay(table, &found.line).expect("a line of the packed solver wins on its table");
    }
    Some(found)
}

/// A line of the table with foundations named by suit, as the packed solver has them; `None` if a
/// move is not legal.
fn by_suit(table: &Table, line: &[Move]) -> Option<Vec<Move>> {
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

impl Solver {
    /// Can the game on this table be won? `None` if it is no Klondike this solver knows.
    ///
    /// A winning line is written in the table's terms; it is for the caller to [`certify`] it.
    ///
    /// [`certify`]: crate::certify
    ///
    /// # Panics
    /// When a line cannot be written so: a fault of the solver.
    pub fn solve_table(&mut self, table: &Table, limits: Limits, watch: &mut Watch<'_>) -> Option<Report> {
        let position = pack(table)?;
        let mut report = self.solve(&position, limits, watch).ok()?;
        if let Verdict::Winnable(line) = &mut report.verdict
            && !same_piles(table.rules())
        {
            *line = replay(table, line).expect("a line of the packed solver wins on its table");
        }
        Some(report)
    }
}
