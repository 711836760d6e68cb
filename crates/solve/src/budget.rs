//! What a search may spend, and how its caller follows and stops it.
//!
//! The searches do not read a clock. Every few thousand nodes they call the caller's [`Watch`], which
//! may end the search. The same code therefore runs in a browser, where the usual clock does not exist.

use crate::Why;

/// The limits of one search.
#[derive(Copy, Clone, Debug)]
pub struct Limits {
    /// The largest number of nodes to visit.
    pub nodes: u64,
    /// The largest number of bytes for tables and queues, while they grow as well. The whole process uses at
    /// most a tenth more than this and about ten megabytes; `cargo xtask bench memory` measures it.
    pub memory: usize,
}

impl Default for Limits {
    /// Any number of nodes and one gibibyte of memory.
    fn default() -> Limits {
        Limits { nodes: u64::MAX, memory: 1 << 30 }
    }
}

/// How far a search has come.
#[derive(Copy, Clone, Debug, Default)]
pub struct Progress {
    /// Nodes visited so far.
    pub nodes: u64,
    /// Distinct positions stored so far.
    pub states: u64,
}

/// A callback that a search calls every few thousand nodes; `Some` ends the search for that reason.
pub type Watch<'a> = dyn FnMut(Progress) -> Option<Why> + 'a;

/// A [`Watch`] that never stops the search.
pub fn unwatched(_: Progress) -> Option<Why> {
    None
}

/// The running account of one search: its limits, its progress, and the caller's [`Watch`].
pub struct Budget<'a> {
    /// The limits in force.
    pub limits: Limits,
    /// What has been spent so far. The search itself keeps `states` up to date.
    pub progress: Progress,
    watch: &'a mut Watch<'a>,
    next: u64,
}

impl<'a> Budget<'a> {
    /// The number of nodes between two calls of the watch.
    const INTERVAL: u64 = 2048;

    /// A budget from which nothing has been spent.
    pub fn new(limits: Limits, watch: &'a mut Watch<'a>) -> Budget<'a> {
        Budget { limits, progress: Progress::default(), watch, next: Self::INTERVAL.min(limits.nodes) }
    }

    /// Spends one node.
    ///
    /// # Errors
    /// The reason why the search must end.
    #[inline]
    pub fn spend_node(&mut self) -> Result<(), Why> {
        self.progress.nodes += 1;
        if self.progress.nodes < self.next { Ok(()) } else { self.check() }
    }

    #[cold]
    fn check(&mut self) -> Result<(), Why> {
        if self.progress.nodes > self.limits.nodes {
            return Err(Why::Nodes);
        }
        if let Some(why) = (self.watch)(self.progress) {
            return Err(why);
        }
        self.next = (self.progress.nodes + Self::INTERVAL).min(self.limits.nodes.saturating_add(1));
        Ok(())
    }

    /// Asks the watch now, without counting a node: for long work between two nodes.
    ///
    /// # Errors
    /// The reason why the search must end.
    pub fn look(&mut self) -> Result<(), Why> {
        match (self.watch)(self.progress) {
            Some(why) => Err(why),
            None => Ok(()),
        }
    }

    /// Calls the watch sooner, after work that takes as long as this number of nodes.
    #[inline]
    pub fn hasten(&mut self, nodes: u64) {
        self.next = self.next.saturating_sub(nodes);
    }

    /// Checks that `bytes` are within the memory limit.
    ///
    /// # Errors
    /// [`Why::Memory`] if they are not.
    pub fn check_memory(&self, bytes: usize) -> Result<(), Why> {
        if bytes > self.limits.memory { Err(Why::Memory) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_counted_exactly() {
        for nodes in [0, 1, 2047, 2048, 2049, 10_000] {
            let mut watch = unwatched;
            let mut budget = Budget::new(Limits { nodes, memory: 0 }, &mut watch);
            let spent = (0..20_000).take_while(|_| budget.spend_node().is_ok()).count();
            assert_eq!(spent as u64, nodes);
        }
    }

    #[test]
    fn hard_work_calls_the_watch_sooner_and_counts_no_nodes() {
        let mut calls = 0;
        let mut watch = |_: Progress| {
            calls += 1;
            None
        };
        let limits = Limits { nodes: 9000, ..Limits::default() };
        let mut budget = Budget::new(limits, &mut watch);
        let mut spent = 0;
        while budget.spend_node().is_ok() {
            budget.hasten(15);
            spent += 1;
        }
        assert_eq!(spent, 9000);
        // A call for every 128 nodes, and a few more at the limit.
        assert!((70..=140).contains(&calls), "{calls}");
    }

    #[test]
    fn a_watch_stops_the_search() {
        let mut watch = |progress: Progress| (progress.nodes > 5000).then_some(Why::Cancelled);
        let mut budget = Budget::new(Limits::default(), &mut watch);
        let end = (0..).find_map(|_| budget.spend_node().err());
        assert_eq!(end, Some(Why::Cancelled));
        assert!(budget.progress.nodes <= 5000 + Budget::INTERVAL);
    }
}
