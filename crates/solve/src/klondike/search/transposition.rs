//! The transposition table: every state reached, with its parent, under an exact key.
//!
//! A node takes 16 bytes and a slot of the hash table 4, the number of the node. Every hit is compared with
//! the whole key, so an exhausted search is a proof. All that the table knows about the game is
//! [`Game::dominates`].

use crate::exact::{self, Found, OpenTable, mix};
use crate::klondike::game::Game;
use crate::klondike::moves::Stage;
use crate::{Budget, Why};

/// A state that the search has reached.
#[derive(Copy, Clone, Debug)]
pub(in crate::klondike) struct Node {
    /// The exact key; see [`Game::key`].
    pub key: u64,
    /// The number of the node from which it was first reached. The root is its own parent.
    pub parent: u32,
    /// The index of this state among the successors of its parent in `stage`.
    pub child: u16,
    /// The stage in which it was generated.
    pub stage: Stage,
    /// The number of redeals left.
    pub redeals: u8,
}

/// The nodes in the order in which they were reached, and the index over them.
#[derive(Debug)]
pub(in crate::klondike) struct Transpositions {
    pub nodes: Vec<Node>,
    /// Node numbers plus one.
    index: OpenTable<u32>,
}

/// The number of slots at the start of a search. Most searches are short, so few slots have to be cleared.
const SLOTS: usize = 1 << 9;

impl Default for Transpositions {
    fn default() -> Transpositions {
        Transpositions { nodes: Vec::new(), index: OpenTable::new(SLOTS) }
    }
}

impl Transpositions {
    /// Empties the table and keeps its memory.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.index.reset(SLOTS, usize::MAX);
    }

    /// The bytes in use.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.index.bytes()
    }

    /// Returns `true` if the next node needs [more room](Self::make_room).
    #[inline]
    pub fn is_full(&self) -> bool {
        self.nodes.len() == self.nodes.capacity() || self.index.is_crowded()
    }

    /// Makes room for more nodes, while `others` bytes are in use elsewhere.
    ///
    /// # Errors
    /// [`Why::Memory`] if the old and the new lists together would pass the limit; then nothing has changed.
    /// Otherwise the reason why the search must end; then the table must be cleared.
    pub fn make_room(&mut self, game: &Game, others: usize, budget: &mut Budget<'_>) -> Result<(), Why> {
        let mask = game.cards_mask();
        let hash = |node: &Node| mix(node.key & mask);
        exact::make_room(&mut self.nodes, &mut self.index, SLOTS, others, hash, budget)
    }

    /// Stores a node and returns its number; `None` if its state is known, or if a known state dominates it.
    ///
    /// The table must not be [full](Self::is_full).
    #[inline]
    pub fn insert(&mut self, game: &Game, node: Node, dominance: bool) -> Option<u32> {
        let mask = game.cards_mask();
        let cards = node.key & mask;
        let waste = |key: u64| (key >> mask.count_ones()) as u8;
        let len = game.stock_len_of(cards);
        let nodes = &self.nodes;
        let found = self.index.find(mix(cards), |slot| {
            let known = &nodes[slot as usize - 1];
            if known.key & mask != cards {
                return false;
            }
            let same = known.key == node.key && known.redeals == node.redeals;
            let mine = (waste(known.key), known.redeals);
            same || (dominance && game.dominates(mine, (waste(node.key), node.redeals), len))
        });
        let Found::Vacant(at) = found else { return None };
        self.nodes.push(node);
        self.index.occupy(at, self.nodes.len() as u32);
        Some(self.nodes.len() as u32 - 1)
    }
}
