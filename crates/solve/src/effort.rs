//! What a search may spend, and who may stop it.
//!
//! The searches know no clock: a caller's `watch` is asked every few thousand nodes and may end the
//! search. So the same code runs in a browser, where there is no clock of the usual kind.

use crate::Why;

/// The limits a search keeps by itself.
#[derive(Copy, Clone, Debug)]
pub struct Limits {
    /// At most so many nodes.
    pub nodes: u64,
    /// At most so many bytes for tables and queues.
    pub memory: usize,
}

impl Default for Limits {
    /// No limit on nodes, a gibibyte of memory.
    fn default() -> Limits {
        Limits { nodes: u64::MAX, memory: 1 << 30 }
    }
}

/// How far a search has come, for whoever watches.
#[derive(Copy, Clone, Debug, Default)]
pub struct Progress {
    /// Nodes visited so far.
    pub nodes: u64,
    /// Different positions kept so far.
    pub states: u64,
}

/// Asked now and then during a search; `Some` ends it with that reason.
pub type Watch<'a> = dyn FnMut(Progress) -> Option<Why> + 'a;

/// A watch that never stops a search.
pub fn unwatched(_: Progress) -> Option<Why> {
    None
}

/// The account of one search: every node is paid here.
pub struct Effort<'a> {
    /// The limits in force.
    pub limits: Limits,
    /// What was done so far; `states` is kept by the search.
    pub progress: Progress,
    watch: &'a mut Watch<'a>,
    next: u64,
}

impl<'a> Effort<'a> {
    /// How many nodes pass between two looks at the watch.
    const INTERVAL: u64 = 2048;

    /// A fresh account.
    pub fn new(limits: Limits, watch: &'a mut Watch<'a>) -> Effort<'a> {
        Effort { limits, progress: Progress::default(), watch, next: Self::INTERVAL.min(limits.nodes) }
    }

    /// Pays for one node.
    ///
    /// # Errors
    /// The reason the search must end.
    #[inline]
    pub fn node(&mut self) -> Result<(), Why> {
        self.progress.nodes += 1;
        if self.progress.nodes < self.next { Ok(()) } else { self.look() }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Why> {
        if self.progress.nodes > self.limits.nodes {
            return Err(Why::Nodes);
        }
        if let Some(why) = (self.watch)(self.progress) {
            return Err(why);
        }
        self.next = (self.progress.nodes + Self::INTERVAL).min(self.limits.nodes.saturating_add(1));
        Ok(())
    }

    /// Would `bytes` in use be too many?
    ///
    /// # Errors
    /// [`Why::Memory`] when they would.
    pub fn memory(&self, bytes: usize) -> Result<(), Why> {
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
            let mut effort = Effort::new(Limits { nodes, memory: 0 }, &mut watch);
            let paid = (0..20_000).take_while(|_| effort.node().is_ok()).count();
            assert_eq!(paid as u64, nodes);
        }
    }

    #[test]
    fn a_watch_stops_the_search() {
        let mut watch = |progress: Progress| (progress.nodes > 5000).then_some(Why::Cancelled);
        let mut effort = Effort::new(Limits::default(), &mut watch);
        let end = (0..).find_map(|_| effort.node().err());
        assert_eq!(end, Some(Why::Cancelled));
        assert!(effort.progress.nodes <= 5000 + Effort::INTERVAL);
    }
}
