//! The positions seen, with the way they were reached: exact, so that "exhausted" means it.
//!
//! A node is 16 bytes; a slot of the hash table is its 4-byte number, and every hit is compared
//! with the whole key. Knows nothing of the game but [`Deal::dominates`].

use super::deal::Deal;
use super::expand::Part;

/// One position kept.
#[derive(Copy, Clone, Debug)]
pub(super) struct Node {
    /// The exact key; see [`Deal::key`].
    pub key: u64,
    /// The node it was first reached from; its own number for the root.
    pub parent: u32,
    /// Which child of its parent it is, and of which part of them ([`Part`]).
    pub child: u16,
    pub part: Part,
    /// Redeals left.
    pub redeals: u8,
}

/// The set of positions, in the order they were reached.
#[derive(Debug, Default)]
pub(super) struct Table {
    pub nodes: Vec<Node>,
    slots: Vec<u32>,
    mask: usize,
}

/// The number of slots a fresh table has; they are cleared for every search.
const SMALL: usize = 1 << 9;

impl Table {
    /// Forgets everything; keeps the memory.
    pub fn clear(&mut self) {
        self.nodes.clear();
        if self.slots.len() < SMALL {
            self.slots.resize(SMALL, 0);
        }
        self.slots[..SMALL].fill(0);
        self.mask = SMALL - 1;
    }

    /// Bytes held, and those that the next node would make it hold for a moment.
    ///
    /// The lists double when they are full, and the old one lives until the new one is filled.
    #[inline]
    pub fn bytes(&self) -> usize {
        let full = self.nodes.len() == self.nodes.capacity();
        let nodes = self.nodes.capacity() * if full { 3 } else { 1 };
        // Slots kept from an earlier search are there already.
        let crowded = (self.nodes.len() + 1) * 3 > self.mask * 2 && self.slots.len() <= self.mask + 1;
        let slots = self.slots.len() * if crowded { 3 } else { 1 };
        nodes * size_of::<Node>() + slots * size_of::<u32>()
    }

    /// Gives memory back if more than this is held.
    pub fn fit(&mut self, bytes: usize) {
        if self.bytes() > bytes {
            *self = Table::default();
        }
    }

    #[inline]
    fn slot(&self, base: u64) -> usize {
        let mixed = (base ^ base >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> 32) as usize & self.mask
    }

    /// Keeps a position unless one that dominates it is there; its number if it is new.
    #[inline]
    pub fn insert(&mut self, deal: &Deal, node: Node, dominance: bool) -> Option<u32> {
        let base_mask = deal.key_mask();
        let base = node.key & base_mask;
        let waste = |key: u64| (key >> base_mask.count_ones()) as u8;
        let len = deal.stock_len_of(base);
        let mut at = self.slot(base);
        while self.slots[at] != 0 {
            let known = &self.nodes[self.slots[at] as usize - 1];
            if known.key & base_mask == base {
                let same = known.key == node.key && known.redeals == node.redeals;
                let mine = (waste(known.key), known.redeals);
                if same || (dominance && deal.dominates(mine, (waste(node.key), node.redeals), len)) {
                    return None;
                }
            }
            at = (at + 1) & self.mask;
        }
        self.nodes.push(node);
        self.slots[at] = self.nodes.len() as u32;
        if self.nodes.len() * 3 > self.mask * 2 {
            self.grow(base_mask);
        }
        Some(self.nodes.len() as u32 - 1)
    }

    #[cold]
    fn grow(&mut self, base_mask: u64) {
        let size = (self.mask + 1) * 2;
        self.mask = size - 1;
        if self.slots.len() < size {
            self.slots.resize(size, 0);
        }
        self.slots[..size].fill(0);
        for number in 0..self.nodes.len() {
            let mut at = self.slot(self.nodes[number].key & base_mask);
            while self.slots[at] != 0 {
                at = (at + 1) & self.mask;
            }
            self.slots[at] = number as u32 + 1;
        }
    }
}
