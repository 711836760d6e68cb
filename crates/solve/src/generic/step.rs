//! One step of the search: a move, after as many presses of the stock as it needs; and which steps
//! are worth trying.
//!
//! A press is a draw, or a redeal when the stock is empty. Presses change nothing but which card is
//! turned, so they can always wait until just before a turned card is played: a press alone is no
//! step.

use super::facts::Facts;
use rules::{Events, Move, Pile, Table};

/// A move after some presses of the stock.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The move.
    pub m: Move,
    /// Presses of the stock before it.
    pub presses: u16,
}

/// Packed form of `Move::Deal`; carries never look like it, for their count is not 0.
const DEAL: u32 = 0;

impl Step {
    /// The move in 20 bits.
    pub fn pack(self) -> u32 {
        match self.m {
            Move::Carry { from, to, count } => number(from) | number(to) << 6 | u32::from(count) << 12,
            _ => DEAL,
        }
    }

    /// The step of a packed move; higher bits do not matter.
    pub fn unpack(packed: u32, presses: u16) -> Step {
        let m = match packed & 0xf_ffff {
            DEAL => Move::Deal,
            _ => Move::Carry {
                from: pile(packed & 63),
                to: pile(packed >> 6 & 63),
                count: (packed >> 12 & 0xff) as u8,
            },
        };
        Step { m, presses }
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

/// What a press does now, if anything.
pub fn press(table: &Table) -> Option<Move> {
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

/// Finds the steps of a position; keeps its buffers.
pub struct Steps {
    /// The steps found last.
    pub list: Vec<Step>,
    pressed: Vec<Events>,
}

impl Steps {
    /// No steps yet.
    pub fn new() -> Steps {
        Steps { list: Vec::with_capacity(256), pressed: Vec::new() }
    }

    /// Lists the steps of a position. The table is the same afterwards.
    pub fn find(&mut self, facts: &Facts, table: &mut Table) {
        self.list.clear();
        let sift = Sift::new(facts, table);
        let list = &mut self.list;
        let mut last = None;
        table.each_move(|m| {
            if sift.keeps(table, m, &mut last) {
                list.push(Step { m, presses: 0 });
            }
        });
        if facts.turned.is_some() {
            self.find_turned(facts, table, &sift);
        }
    }

    /// The plays of cards that presses bring up.
    fn find_turned(&mut self, facts: &Facts, table: &mut Table, sift: &Sift) {
        let Some(turned) = facts.turned else { return };
        // Where one stands in the stock is told by the length of the waste. A place reached again has
        // used up more redeals, or as many: nothing is gained.
        let mut seen = 1u128 << table.len(Pile::Waste);
        let mut presses = 0;
        while let Some(m) = press(table) {
            if self.pressed.len() == presses {
                self.pressed.push(Events::new());
            }
            table.play_legal(m, &mut self.pressed[presses]);
            presses += 1;
            let here = 1u128 << table.len(Pile::Waste);
            if seen & here != 0 {
                break;
            }
            seen |= here;
            if table.len(turned) > 0 {
                let list = &mut self.list;
                let mut last = None;
                each_turned(table, turned, |m| {
                    if sift.keeps(table, m, &mut last) {
                        list.push(Step { m, presses: presses as u16 });
                    }
                });
            }
        }
        for events in self.pressed[..presses].iter().rev() {
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

/// Leaves out moves that only lead to the twin of another move's position, or nowhere.
struct Sift {
    /// Do the places of columns matter?
    in_place: bool,
    empty_column: Option<u8>,
    empty_cell: Option<u8>,
}

impl Sift {
    fn new(facts: &Facts, table: &Table) -> Sift {
        let rules = &facts.rules;
        Sift {
            in_place: facts.shifts && facts.rows_left(table),
            empty_column: (0..rules.columns).find(|&c| table.len(Pile::Column(c)) == 0),
            empty_cell: (0..rules.cells).find(|&c| table.len(Pile::Cell(c)) == 0),
        }
    }

    /// Is the move worth trying? `last` remembers the last pile that went up.
    fn keeps(&self, table: &Table, m: Move, last: &mut Option<Pile>) -> bool {
        let Move::Carry { from, to, count } = m else { return m == Move::Deal };
        match to {
            // Foundations are interchangeable: one is enough, and between them nothing changes.
            Pile::Foundation(_) => {
                let fresh = *last != Some(from) && !matches!(from, Pile::Foundation(_));
                *last = Some(from);
                fresh
            }
            // So are empty cells.
            Pile::Cell(_) => self.empty_cell.map(Pile::Cell) == Some(to),
            // So are empty columns, unless rows are to come: and there a column that moves as a
            // whole is the same position again.
            Pile::Column(c) if !self.in_place && table.len(to) == 0 => {
                let whole = matches!(from, Pile::Column(_)) && table.len(from) == usize::from(count);
                self.empty_column == Some(c) && !whole
            }
            _ => true,
        }
    }
}
