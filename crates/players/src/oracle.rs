//! The oracle: plays with all cards known. A ceiling for honest players, nothing else.

use crate::worlds::line;
use crate::{Course, Order, Ordered, Strategy};
use rules::{Move, Table};
use solve::Verdict;

/// Solves the true table and plays the line; where no win is found it plays up what it can.
pub struct Oracle {
    nodes: u64,
    plan: Vec<Move>,
    fallback: Ordered,
}

impl Oracle {
    /// An oracle that looks at so many nodes at most.
    pub fn new(nodes: u64) -> Oracle {
        Oracle { nodes, plan: Vec::new(), fallback: Ordered::new(Order::AlwaysUp) }
    }

    /// A new game begins.
    pub fn begin(&mut self, table: &Table, seed: u64) {
        self.plan = match line(table, self.nodes) {
            Verdict::Winnable(line) => line,
            _ => Vec::new(),
        };
        self.plan.reverse();
        self.fallback.begin(table.view(), seed);
    }

    /// The next move of the line, or of the fallback.
    pub fn choose(&mut self, table: &Table, so_far: &Course) -> Option<Move> {
        self.plan.pop().or_else(|| self.fallback.choose(table.view(), so_far))
    }
}
