//! Lines of plain moves: replayed to be believed, and made shorter.

use rules::{Events, IllegalMove, Move, Table};
use std::collections::HashMap;
use std::fmt;

/// Why a line is no win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoWin {
    /// A move is refused.
    Illegal {
        /// Which move, from 0.
        at: usize,
        /// The move.
        m: Move,
        /// Why.
        reason: IllegalMove,
    },
    /// All moves are legal, and the game is not won.
    NotWon,
}

impl fmt::Display for NoWin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoWin::Illegal { at, m, reason } => write!(f, "move {} ({m}) is refused: {reason}", at + 1),
            NoWin::NotWon => f.write_str("the game is not won at the end"),
        }
    }
}

impl std::error::Error for NoWin {}

/// Replays a line on the table, every move checked.
///
/// # Errors
/// The first move that is refused, or that the game is not won at the end.
pub fn certify(table: &Table, line: &[Move]) -> Result<(), NoWin> {
    let mut table = table.clone();
    for (at, &m) in line.iter().enumerate() {
        table.play(m).map_err(|reason| NoWin::Illegal { at, m, reason })?;
    }
    if table.is_won() { Ok(()) } else { Err(NoWin::NotWon) }
}

/// A win with what is known of its length.
///
/// Every plain move counts one: a draw, a redeal, a card that goes up or comes down, a run carried
/// from column to column. A card turned up is no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortest {
    /// The shortest win found.
    pub line: Vec<Move>,
    /// No win is shorter than this; the line is the shortest if it has as many moves.
    pub at_least: usize,
    /// Positions looked at for it.
    pub nodes: u64,
}

impl Shortest {
    /// Is it proved that no win is shorter?
    pub fn is_proved(&self) -> bool {
        self.line.len() == self.at_least
    }
}

/// Makes a winning line shorter, cheaply: it ends at the first win, leaves out the moves between two
/// meetings with the same position, and drops single moves and pairs that are not needed.
///
/// The line must win; what comes back wins too.
pub fn shorten(table: &Table, line: &[Move]) -> Vec<Move> {
    let mut best = line.to_vec();
    loop {
        let before = best.len();
        best = cut_loops(table, &best);
        drop_unneeded(table, &mut best);
        if best.len() == before {
            return best;
        }
    }
}

/// Leaves out detours: from each position goes on where the line meets it last.
///
/// [`Table::key`] takes mirrored positions for the same, and then the moves that follow name other
/// piles. So positions are compared exactly.
fn cut_loops(table: &Table, line: &[Move]) -> Vec<Move> {
    let mut table = table.clone();
    let mut events = Events::new();
    let mut kept: Vec<Move> = Vec::with_capacity(line.len());
    let mut seen: HashMap<Vec<u8>, usize> = HashMap::new();
    seen.insert(exact(&table), 0);
    let mut marks: Vec<Vec<u8>> = vec![exact(&table)];
    for &m in line {
        if table.is_won() {
            break;
        }
        table.play_legal(m, &mut events);
        kept.push(m);
        let mark = exact(&table);
        if let Some(&at) = seen.get(&mark) {
            for gone in marks.drain(at + 1..) {
                seen.remove(&gone);
            }
            kept.truncate(at);
        } else {
            seen.insert(mark.clone(), kept.len());
            marks.push(mark);
        }
    }
    kept
}

/// Every pile in its place; what was seen does not matter.
fn exact(table: &Table) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(160);
    if let rules::Count::Of(_) = table.rules().redeals {
        bytes.extend(table.redeals_used().to_le_bytes());
    }
    for pile in table.piles() {
        bytes.push(table.face_down(pile) as u8);
        bytes.extend(table.cards(pile).map(|card| card.index()));
        bytes.push(0xff);
    }
    bytes
}

/// Drops one move, or one and another later one, where the rest still wins.
fn drop_unneeded(table: &Table, line: &mut Vec<Move>) {
    let mut at = 0;
    let mut here = table.clone();
    let mut events = Events::new();
    while at < line.len() {
        match skip(&here, &line[at..]) {
            Some(shorter) => {
                line.truncate(at);
                line.extend(shorter);
            }
            None => {
                here.play_legal(line[at], &mut events);
                at += 1;
            }
        }
    }
}

/// The rest of a line without its first move; moves that are refused then are left out too, one
/// more at most.
fn skip(table: &Table, line: &[Move]) -> Option<Vec<Move>> {
    let mut table = table.clone();
    let mut events = Events::new();
    let mut kept = Vec::with_capacity(line.len());
    let mut refused = 0;
    for &m in &line[1..] {
        if table.is_won() {
            break;
        }
        if table.check(m).is_err() {
            refused += 1;
            if refused > 1 {
                return None;
            }
            continue;
        }
        table.play_legal(m, &mut events);
        kept.push(m);
    }
    table.is_won().then_some(kept)
}
