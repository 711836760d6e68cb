//! What a search may say, and the evidence it must bring.

use rules::Move;
use std::fmt;

/// The answer to "can this position be won?", all cards known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Yes: these plain moves win. They were replayed before anyone hears of them.
    Winnable(Vec<Move>),
    /// No: every line was exhausted, with keys that cannot confuse two positions.
    Unwinnable,
    /// Not known, and why.
    Unknown(Why),
}

impl Verdict {
    /// The column of a table of won, lost and unknown: 0, 1 or 2.
    pub const fn column(&self) -> usize {
        match self {
            Verdict::Winnable(_) => 0,
            Verdict::Unwinnable => 1,
            Verdict::Unknown(_) => 2,
        }
    }
}

/// Why a search ended without an answer.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// The budget of nodes was spent.
    Nodes,
    /// The time was up.
    Time,
    /// The memory limit was reached.
    Memory,
    /// Somebody cancelled it.
    Cancelled,
    /// The search cannot prove a loss (a beam that found nothing).
    Incomplete,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Why::Nodes => "node budget spent",
            Why::Time => "time is up",
            Why::Memory => "memory limit reached",
            Why::Cancelled => "cancelled",
            Why::Incomplete => "nothing found by a search that cannot prove a loss",
        })
    }
}

/// A verdict with what it cost.
#[derive(Clone, Debug)]
pub struct Report {
    /// The answer.
    pub verdict: Verdict,
    /// Positions visited, repetitions included.
    pub nodes: u64,
    /// Different positions kept.
    pub states: u64,
}
