//! The open lists: the positions that are not expanded yet, in several orders.
//!
//! There is one list for each heuristic. It is sorted by value in buckets, the newest position of a bucket first,
//! and linked through the nodes themselves. The lists take turns. A position stands in all of them and is taken
//! from the first one that reaches it.

use super::heuristic::WORST;

/// Stands for no node.
pub const NONE: u32 = u32::MAX;
/// The number of open lists.
pub const LISTS: usize = 3;

/// Nodes that can stand in the open lists.
pub trait Linked {
    /// The next node in each list.
    fn links(&mut self, id: u32) -> &mut [u32; LISTS];
    /// Marks the node as taken; returns `false` if it was taken before.
    fn take(&mut self, id: u32) -> bool;
}

/// The open lists.
#[derive(Debug)]
pub struct OpenLists {
    /// For each list and value, the newest node.
    heads: [Box<[u32]>; LISTS],
    /// For each list, a bucket before which all are empty.
    best: [usize; LISTS],
    /// A bucket after which all are empty, in every list.
    worst: usize,
    turn: usize,
}

impl OpenLists {
    /// Empty lists.
    pub fn new() -> OpenLists {
        OpenLists {
            heads: [(); LISTS].map(|()| vec![NONE; WORST].into_boxed_slice()),
            best: [WORST; LISTS],
            worst: 0,
            turn: 0,
        }
    }

    /// Empties the lists.
    pub fn clear(&mut self) {
        self.heads.iter_mut().for_each(|heads| heads[..=self.worst].fill(NONE));
        self.best = [WORST; LISTS];
        self.worst = 0;
        self.turn = 0;
    }

    /// Puts a node into every list.
    #[inline]
    pub fn push(&mut self, nodes: &mut impl Linked, id: u32, guesses: [u16; LISTS]) {
        let next = nodes.links(id);
        for (list, value) in guesses.into_iter().enumerate() {
            let value = usize::from(value);
            next[list] = std::mem::replace(&mut self.heads[list][value], id);
            self.best[list] = self.best[list].min(value);
            self.worst = self.worst.max(value);
        }
    }

    /// Takes the best node of the list whose turn it is; `None` if every node was taken.
    pub fn pop(&mut self, nodes: &mut impl Linked) -> Option<u32> {
        self.turn = (self.turn + 1) % LISTS;
        let list = self.turn;
        while self.best[list] < WORST {
            let head = &mut self.heads[list][self.best[list]];
            if *head == NONE {
                self.best[list] += 1;
                continue;
            }
            let id = *head;
            *head = nodes.links(id)[list];
            if nodes.take(id) {
                return Some(id);
            }
        }
        // Every node stands in every list, so if one is exhausted, all nodes were taken.
        None
    }
}
