//! Columns as numbers: each different column that a search meets gets a number.
//!
//! This makes keys exact and states small. The columns form a tree (a trie): a column is a shorter column with
//! one more card on it. Number 0 is the empty column. The module knows no rules except that the ranks of a
//! column descend, so that the suit of a card determines the card.

use crate::exact::list_bytes;

/// The number of a column.
pub(super) type Column = u32;

/// No card, as the top of an empty column for example.
pub(super) const NONE: u8 = 63;

#[derive(Copy, Clone)]
struct Node {
    below: Column,
    /// The columns with one more card, by the suit of that card; 0 if there is none yet. The columns of one
    /// card are in `Columns::first`.
    longer: [Column; 4],
    top: u8,
    bottom: u8,
    cards: u64,
}

/// All columns met so far.
pub(super) struct Columns {
    nodes: Vec<Node>,
    /// The columns of one card, by the card.
    first: [Column; 64],
}

impl Columns {
    /// The largest number of columns, because a key has 22 bits for each.
    pub(super) const LIMIT: usize = 1 << 22;

    /// The empty column only.
    pub(super) fn new() -> Columns {
        let mut columns = Columns { nodes: Vec::new(), first: [0; 64] };
        columns.clear();
        columns
    }

    /// Forgets all columns but the empty one, and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node { below: 0, longer: [0; 4], top: NONE, bottom: NONE, cards: 0 });
        self.first = [0; 64];
    }

    /// The number of columns.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The bytes in use while the list grows by a thousand columns.
    pub(super) fn bytes(&self) -> usize {
        list_bytes(&self.nodes, 1024)
    }

    /// Gives back the memory for more than `nodes` columns.
    pub(super) fn shrink(&mut self, nodes: usize) {
        self.nodes.shrink_to(nodes);
    }

    /// The top card of a column, or [`NONE`].
    #[inline]
    pub(super) fn top(&self, column: Column) -> u8 {
        self.nodes[column as usize].top
    }

    /// The bottom card of a column, or [`NONE`].
    #[inline]
    pub(super) fn bottom(&self, column: Column) -> u8 {
        self.nodes[column as usize].bottom
    }

    /// The set of cards in a column.
    #[inline]
    pub(super) fn cards(&self, column: Column) -> u64 {
        self.nodes[column as usize].cards
    }

    /// The column without its top card.
    #[inline]
    pub(super) fn below(&self, column: Column) -> Column {
        self.nodes[column as usize].below
    }

    /// The column with one more card.
    #[inline]
    pub(super) fn push(&mut self, column: Column, card: u8) -> Column {
        let known = if column == 0 {
            self.first[card as usize]
        } else {
            self.nodes[column as usize].longer[(card & 3) as usize]
        };
        if known != 0 && self.nodes[known as usize].top == card { known } else { self.grow(column, card) }
    }

    #[cold]
    fn grow(&mut self, column: Column, card: u8) -> Column {
        let number = self.nodes.len() as Column;
        let under = self.nodes[column as usize];
        self.nodes.push(Node {
            below: column,
            longer: [0; 4],
            top: card,
            bottom: if column == 0 { card } else { under.bottom },
            cards: under.cards | 1 << card,
        });
        if column == 0 {
            self.first[card as usize] = number;
        } else {
            // If the cards were not in sequence, this would give one column two numbers, which is harmless.
            self.nodes[column as usize].longer[(card & 3) as usize] = number;
        }
        number
    }

    /// The column `column` with all cards of `run` above `under` put on it.
    pub(super) fn join(&mut self, column: Column, run: Column, under: Column) -> Column {
        let mut moved = [0u8; 52];
        let mut count = 0;
        let mut at = run;
        while at != under {
            let node = &self.nodes[at as usize];
            moved[count] = node.top;
            count += 1;
            at = node.below;
        }
        moved[..count].iter().rev().fold(column, |column, &card| self.push(column, card))
    }

    /// The part of a column from its bottom up to and including `card`, which must be in it.
    #[inline]
    pub(super) fn up_to(&self, column: Column, card: u8) -> Column {
        let mut at = column;
        while self.nodes[at as usize].top != card {
            at = self.nodes[at as usize].below;
        }
        at
    }

    /// The card that lies directly on `card` in this column. `card` must be in it and not be its top.
    #[inline]
    pub(super) fn above(&self, column: Column, card: u8) -> u8 {
        let mut at = column;
        loop {
            let node = &self.nodes[at as usize];
            if self.nodes[node.below as usize].top == card {
                return node.top;
            }
            at = node.below;
        }
    }
}
