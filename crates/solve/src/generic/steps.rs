//! The steps of a position: moves, each after as many draws and redeals as it needs.
//!
//! A *stock move* is a draw, or a redeal if the stock is empty.
//!
//! *Claim.* Stock moves need not be steps of their own: it suffices to make them just before a turned card is
//! played. *Proof.* They change nothing but which card is turned and the number of redeals, and no other move
//! depends on these. So in a winning line they can be moved behind all moves of other cards, up to the next
//! turned card that is played; stock moves after the last one can be left out.
//!
//! *Claim.* Of several empty columns, empty cells, or foundations that take a card, it suffices to try one, and a
//! whole column need not be moved to an empty one, unless rows are left to deal. *Proof.* The positions that
//! result are equal up to the names of piles of one kind. No rule mentions the name of a cell, or that of a
//! column except for the deal of a row: what happens by itself in several columns at once goes from left to right,
//! but it gives each column the same kind of card whatever its name. If a card may go to two foundations, both are
//! empty or both have the same top card. A base card moved to another empty foundation changes nothing, either.

use super::game::Game;
use talon_rules::{Events, Move, Pile, Table};

/// A move after some stock moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The move.
    pub m: Move,
    /// The number of stock moves before it.
    pub stock_moves: u16,
}

/// The packed form of `Move::Deal`. No carry has it, because the count of a carry is not 0.
const DEAL: u32 = 0;

impl Step {
    /// The move in 20 bits.
    pub fn pack(self) -> u32 {
        match self.m {
            Move::Carry { from, to, count } => number(from) | number(to) << 6 | u32::from(count) << 12,
            _ => DEAL,
        }
    }

    /// The step of a packed move; the higher bits of `packed` are ignored.
    pub fn unpack(packed: u32, stock_moves: u16) -> Step {
        let m = match packed & 0xf_ffff {
            DEAL => Move::Deal,
            _ => Move::Carry {
                from: pile(packed & 63),
                to: pile(packed >> 6 & 63),
                count: (packed >> 12 & 0xff) as u8,
            },
        };
        Step { m, stock_moves }
    }
}

fn number(pile: Pile) -> u32 {
    match pile {
        Pile::Stock => 0,
        Pile::Waste => 1,
        Pile::Reserve => 2,
        Pile::Foundation(n) => 3 + u32::from(n),
        Pile::Cell(n) => 11 + u32::from(n),
        Pile::Column(n) => 19 + u32::from(n),
    }
}

fn pile(number: u32) -> Pile {
    match number as u8 {
        0 => Pile::Stock,
        1 => Pile::Waste,
        2 => Pile::Reserve,
        n @ 3..11 => Pile::Foundation(n - 3),
        n @ 11..19 => Pile::Cell(n - 11),
        n => Pile::Column(n - 19),
    }
}

/// The stock move that is legal now, if there is one.
pub fn stock_move(table: &Table) -> Option<Move> {
    let rules = table.rules();
    if !rules.has_waste() {
        None
    } else if table.len(Pile::Stock) > 0 {
        Some(Move::Draw)
    } else if table.len(Pile::Waste) > 0 && rules.redeals.allows(table.redeals_used()) {
        Some(Move::Redeal)
    } else {
        None
    }
}

/// Finds the steps of positions, and keeps its buffers.
pub struct Steps {
    /// The steps that were found last.
    pub list: Vec<Step>,
    /// The events of the stock moves that are being tried.
    played: Vec<Events>,
}

impl Steps {
    /// Without steps.
    pub fn new() -> Steps {
        Steps { list: Vec::with_capacity(256), played: Vec::new() }
    }

    /// Finds the steps of a position. The table is the same afterwards.
    pub fn find(&mut self, game: &Game, table: &mut Table) {
        self.list.clear();
        let filter = Filter::new(game, table);
        let list = &mut self.list;
        let mut last = None;
        table.each_move(|m| {
            if filter.keeps(table, m, &mut last) {
                list.push(Step { m, stock_moves: 0 });
            }
        });
        if game.turned.is_some() {
            self.find_turned(game, table, &filter);
        }
    }

    /// Adds the moves of cards that stock moves turn up.
    fn find_turned(&mut self, game: &Game, table: &mut Table, filter: &Filter) {
        let Some(turned) = game.turned else { return };
        // The length of the waste says which card is turned. If it was met before, that took as many redeals
        // or fewer, so nothing is gained by going on.
        let mut seen = 1u128 << table.len(Pile::Waste);
        let mut stock_moves = 0;
        while let Some(m) = stock_move(table) {
            if self.played.len() == stock_moves {
                self.played.push(Events::new());
            }
            table.play_legal(m, &mut self.played[stock_moves]);
            stock_moves += 1;
            let here = 1u128 << table.len(Pile::Waste);
            if seen & here != 0 {
                break;
            }
            seen |= here;
            if table.len(turned) > 0 {
                let list = &mut self.list;
                let mut last = None;
                each_turned(table, turned, |m| {
                    if filter.keeps(table, m, &mut last) {
                        list.push(Step { m, stock_moves: stock_moves as u16 });
                    }
                });
            }
        }
        for events in self.played[..stock_moves].iter().rev() {
            table.undo(events);
        }
    }
}

/// The legal moves of the turned card.
fn each_turned(table: &Table, turned: Pile, mut with: impl FnMut(Move)) {
    let rules = table.rules();
    let foundations = (0..rules.foundations()).map(Pile::Foundation);
    let columns = (0..rules.columns).map(Pile::Column);
    let cells = (0..rules.cells).map(Pile::Cell);
    for to in foundations.chain(columns).chain(cells) {
        let m = Move::one(turned, to);
        if table.check(m).is_ok() {
            with(m);
        }
    }
}

/// Leaves out moves that lead to a position equivalent to this one or to that of another move.
struct Filter {
    /// Whether the places of the columns matter.
    in_place: bool,
    /// The first empty column.
    empty_column: Option<u8>,
    /// The first empty cell.
    empty_cell: Option<u8>,
}

impl Filter {
    fn new(game: &Game, table: &Table) -> Filter {
        let rules = &game.rules;
        Filter {
            in_place: game.orders_columns && game.rows_left(table),
            empty_column: (0..rules.columns).find(|&c| table.len(Pile::Column(c)) == 0),
            empty_cell: (0..rules.cells).find(|&c| table.len(Pile::Cell(c)) == 0),
        }
    }

    /// Returns `true` if the move is to be tried. `last` is the pile whose card was raised last.
    fn keeps(&self, table: &Table, m: Move, last: &mut Option<Pile>) -> bool {
        let Move::Carry { from, to, count } = m else { return m == Move::Deal };
        match to {
            // The first foundation is enough, and a move between foundations changes nothing.
            Pile::Foundation(_) => {
                let fresh = *last != Some(from) && !matches!(from, Pile::Foundation(_));
                *last = Some(from);
                fresh
            }
            Pile::Cell(_) => self.empty_cell.map(Pile::Cell) == Some(to),
            Pile::Column(c) if !self.in_place && table.len(to) == 0 => {
                let whole = matches!(from, Pile::Column(_)) && table.len(from) == usize::from(count);
                self.empty_column == Some(c) && !whole
            }
            _ => true,
        }
    }
}
