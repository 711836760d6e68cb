//! Winning lines: replaying them on the table, and removing moves they do not need.

use crate::Why;
use std::collections::HashMap;
use std::fmt;
use talon_rules::{Events, IllegalMove, Move, Table};

/// Why a line of moves does not win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotAWin {
    /// A move is illegal.
    Illegal {
        /// The index of the move in the line.
        at: usize,
        /// The move.
        m: Move,
        /// Why it is illegal.
        reason: IllegalMove,
    },
    /// All moves are legal, but the game is not won at the end.
    NotWon,
    /// The steps of the search could not be written out as moves.
    NoLine,
}

impl fmt::Display for NotAWin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAWin::Illegal { at, m, reason } => write!(f, "move {} ({m}) is illegal: {reason}", at + 1),
            NotAWin::NotWon => f.write_str("the game is not won at the end"),
            NotAWin::NoLine => f.write_str("its steps cannot be written out as moves"),
        }
    }
}

impl std::error::Error for NotAWin {}

/// Replays a line on the table, checking every move.
///
/// # Errors
/// The first illegal move, or [`NotAWin::NotWon`] if the game is not won at the end.
pub fn certify(table: &Table, line: &[Move]) -> Result<(), NotAWin> {
    let mut table = table.clone();
    let mut events = Events::new();
    for (at, &m) in line.iter().enumerate() {
        table.check(m).map_err(|reason| NotAWin::Illegal { at, m, reason })?;
        table.play_legal(m, &mut events);
    }
    if table.is_won() { Ok(()) } else { Err(NotAWin::NotWon) }
}

/// A win, and what is proved about its length.
///
/// Every move of the player counts as one: a draw, a redeal, a card moved to or from a foundation, a run
/// moved from column to column. Turning a card up is not a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortest {
    /// The shortest win found.
    pub line: Vec<Move>,
    /// A lower bound: every win has at least this many moves.
    pub at_least: usize,
    /// Positions visited by the search.
    pub nodes: u64,
    /// Why the search ended before the shortest win was proved, if it did.
    pub cut_short: Option<Why>,
}

impl Shortest {
    /// Whether it is proved that no win is shorter.
    pub fn is_proved(&self) -> bool {
        self.line.len() == self.at_least
    }
}

/// The moves that [`shorten`] plays in order to drop some: enough for any line of a few hundred moves, and few
/// enough that a caller need not wait.
const TRIAL_MOVES: usize = 300_000;

/// Removes moves that a winning line does not need: everything after the win, detours that return to an
/// earlier position, and single moves or pairs of moves without which the line still wins.
///
/// `line` must win. The result wins as well. The work is bounded: of a line of many hundred moves, some that
/// are not needed may remain.
pub fn shorten(table: &Table, line: &[Move]) -> Vec<Move> {
    let mut best = line.to_vec();
    let mut left = TRIAL_MOVES;
    loop {
        let before = best.len();
        best = cut_loops(table, &best);
        drop_unneeded(table, &mut best, &mut left);
        if best.len() == before || left == 0 {
            return best;
        }
    }
}

/// Removes detours: from each position the line continues where it visits that position last.
///
/// [`Table::key`] is the same for positions that differ only in the order of their columns, and after such
/// a cut the remaining moves would name the wrong piles. Positions are therefore compared pile by pile.
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

/// The piles of the table in order, as bytes. Whether a card has been seen does not matter.
fn exact(table: &Table) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(160);
    if let talon_rules::Count::Of(_) = table.rules().redeals {
        bytes.extend(table.redeals_used().to_le_bytes());
    }
    for pile in table.piles() {
        bytes.push(table.face_down(pile) as u8);
        bytes.extend(table.cards(pile).map(|card| card.index()));
        bytes.push(0xff);
    }
    bytes
}

/// Removes single moves, or pairs of moves, without which the rest of the line still wins, until `left` moves
/// were played.
fn drop_unneeded(table: &Table, line: &mut Vec<Move>, left: &mut usize) {
    let mut at = 0;
    let mut here = table.clone();
    let mut events = Events::new();
    while at < line.len() && *left > 0 {
        match skip(&here, &line[at..], left) {
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

/// The line without its first move, and without at most one later move that this makes illegal; `None` if
/// what remains does not win. Every move that is played is taken from `left`.
fn skip(table: &Table, line: &[Move], left: &mut usize) -> Option<Vec<Move>> {
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
        *left = left.saturating_sub(1);
    }
    table.is_won().then_some(kept)
}
