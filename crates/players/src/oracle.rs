//! The oracle plays with all cards known. Its win rate is a ceiling for honest players.

use crate::persistent::Persistent;
use crate::plan::verdict;
use crate::{Priorities, Record, RuleBased, Strategy};
use talon_rules::{Move, Table};
use talon_solve::Verdict;

/// Solves the true deal and plays the winning line. If it finds none, it plays as `always-up` does.
pub struct Oracle {
    nodes: u64,
    line: Vec<Move>,
    fallback: Persistent,
}

impl Oracle {
    /// An oracle that searches at most this many nodes for each deal.
    pub fn new(nodes: u64) -> Oracle {
        Oracle {
            nodes,
            line: Vec::new(),
            fallback: Persistent::new(Box::new(RuleBased::new(Priorities::AlwaysUp))),
        }
    }

    /// Starts a new game.
    pub fn begin(&mut self, table: &Table, seed: u64) {
        self.line = match verdict(table, self.nodes) {
            Verdict::Winnable(line) => line,
            _ => Vec::new(),
        };
        self.line.reverse();
        self.fallback.begin(table.view(), seed);
    }

    /// Chooses the next move of the winning line, or of the fallback.
    pub fn choose(&mut self, table: &Table, record: &Record) -> Option<Move> {
        self.line.pop().or_else(|| self.fallback.choose(table.view(), record))
    }
}
