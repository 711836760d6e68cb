//! The positions still to be looked at, in several orders at once.
//!
//! Each order is a list per guess, newest first, threaded through the nodes themselves. The orders
//! take turns. A position stands in all of them and is taken once.

use super::judge::WORST;
use super::store::{LISTS, NONE, Store};

/// The open lists.
pub struct Frontier {
    heads: [Box<[u32]>; LISTS],
    /// No list below this one has a node.
    best: [usize; LISTS],
    turn: usize,
}

impl Frontier {
    /// Nothing to look at.
    pub fn new() -> Frontier {
        Frontier {
            heads: [(); LISTS].map(|()| vec![NONE; WORST].into_boxed_slice()),
            best: [WORST; LISTS],
            turn: 0,
        }
    }

    /// Puts a node into every list.
    pub fn push(&mut self, store: &mut Store, id: u32, guesses: [u16; LISTS]) {
        let node = store.node_mut(id);
        for (list, guess) in guesses.into_iter().enumerate() {
            let guess = usize::from(guess);
            node.next[list] = std::mem::replace(&mut self.heads[list][guess], id);
            self.best[list] = self.best[list].min(guess);
        }
    }

    /// Takes the best node of the list whose turn it is; `None` when all are empty.
    pub fn pop(&mut self, store: &mut Store) -> Option<u32> {
        self.turn = (self.turn + 1) % LISTS;
        let list = self.turn;
        while self.best[list] < WORST {
            let head = &mut self.heads[list][self.best[list]];
            if *head == NONE {
                self.best[list] += 1;
                continue;
            }
            let id = *head;
            let node = store.node_mut(id);
            *head = node.next[list];
            if node.take() {
                return Some(id);
            }
        }
        // Every node stands in every list: one that is empty means that all nodes were taken.
        None
    }
}
