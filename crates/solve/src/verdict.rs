//! The answers of a search, and the evidence that comes with them.

use crate::NotAWin;
use std::fmt;
use talon_rules::Move;

/// Whether a position can be won when every card is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The position can be won by these moves. They have been replayed on the table.
    Winnable(Vec<Move>),
    /// The position cannot be won. The search was exhausted, with keys that never confuse two positions.
    Unwinnable,
    /// The search ended without an answer, for this reason.
    Unknown(Why),
}

impl Verdict {
    /// The verdict without its evidence.
    pub const fn answer(&self) -> Answer {
        match self {
            Verdict::Winnable(_) => Answer::Winnable,
            Verdict::Unwinnable => Answer::Unwinnable,
            Verdict::Unknown(why) => Answer::Unknown(*why),
        }
    }
}

/// A [`Verdict`] without its evidence.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// The position can be won.
    Winnable,
    /// The position cannot be won.
    Unwinnable,
    /// The search ended without an answer, for this reason.
    Unknown(Why),
}

impl From<Result<bool, Why>> for Answer {
    /// The answer of a search that returns whether it found a win, or why it ended early.
    fn from(won: Result<bool, Why>) -> Answer {
        match won {
            Ok(true) => Answer::Winnable,
            Ok(false) => Answer::Unwinnable,
            Err(why) => Answer::Unknown(why),
        }
    }
}

/// Why a search ended without an answer.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// The node limit was reached.
    Nodes,
    /// The time limit was reached.
    Time,
    /// The memory limit was reached.
    Memory,
    /// The caller cancelled the search.
    Cancelled,
    /// The search ended without a win but is not able to prove a loss (a beam search, for example).
    Incomplete,
    /// A win was found, but its moves failed the replay. This is a bug of the solver.
    Rejected,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Why::Nodes => "node limit reached",
            Why::Time => "time limit reached",
            Why::Memory => "memory limit reached",
            Why::Cancelled => "cancelled",
            Why::Incomplete => "no win found, and the search cannot prove a loss",
            Why::Rejected => "a win was found, but its moves failed the replay",
        })
    }
}

/// A verdict and what it cost.
#[derive(Clone, Debug)]
pub struct Report {
    /// The verdict.
    pub verdict: Verdict,
    /// Positions visited, counting repeated visits.
    pub nodes: u64,
    /// Distinct positions stored.
    pub states: u64,
    /// Why the win that a packed solver claimed was rejected, if its moves failed the replay. The verdict
    /// is then the generic solver's.
    pub rejected: Option<NotAWin>,
}

impl Report {
    /// A verdict with the nodes that were visited and the positions that were stored.
    pub const fn new(verdict: Verdict, nodes: u64, states: u64) -> Report {
        Report { verdict, nodes, states, rejected: None }
    }
}

/// The result of [`Solver::estimate`](crate::Solver::estimate).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// Whether the position can be won.
    pub answer: Answer,
    /// The largest number of cards on the foundations in any position that the search visited.
    pub most_up: u8,
}

/// A sequence of moves between which a player who does not see the hidden cards should choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The moves.
    pub moves: Vec<Move>,
    /// The number of face-down cards in the column that the last move opens, including the card
    /// turned up; 0 if no card is turned up.
    pub under: usize,
}
