//! Columns as numbers: every different column met in a search gets one, so that a key is exact and
//! a state is small.
//!
//! The columns form a tree: a column is a shorter column and one card on it. Number 0 is the empty
//! column. Knows nothing of rules.

/// The number of a column.
pub(super) type Column = u32;

/// No card: the tail of an empty column.
pub(super) const NONE: u8 = 63;

#[derive(Copy, Clone)]
struct Node {
    below: Column,
    /// The columns with one card more, by that card's suit: a card's rank is fixed by what it lies
    /// on (and in the empty column found through `Columns::heads`).
    longer: [Column; 4],
    tail: u8,
    head: u8,
    mask: u64,
}

/// All columns met so far.
pub(super) struct Columns {
    nodes: Vec<Node>,
    heads: [Column; 64],
}

impl Columns {
    pub(super) const LIMIT: usize = 1 << 22;

    pub(super) fn new() -> Columns {
        let mut columns = Columns { nodes: Vec::new(), heads: [0; 64] };
        columns.clear();
        columns
    }

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node { below: 0, longer: [0; 4], tail: NONE, head: NONE, mask: 0 });
        self.heads = [0; 64];
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
    }

    /// Gives back what a large search left behind.
    pub(super) fn shrink(&mut self, nodes: usize) {
        self.nodes.shrink_to(nodes);
    }

    #[inline]
    pub(super) fn tail(&self, column: Column) -> u8 {
        self.nodes[column as usize].tail
    }

    #[inline]
    pub(super) fn head(&self, column: Column) -> u8 {
        self.nodes[column as usize].head
    }

    #[inline]
    pub(super) fn mask(&self, column: Column) -> u64 {
        self.nodes[column as usize].mask
    }

    /// The column without its top card.
    #[inline]
    pub(super) fn below(&self, column: Column) -> Column {
        self.nodes[column as usize].below
    }

    /// The column with one card more.
    #[inline]
    pub(super) fn push(&mut self, column: Column, card: u8) -> Column {
        let known = if column == 0 {
            self.heads[card as usize]
        } else {
            self.nodes[column as usize].longer[(card & 3) as usize]
        };
        if known != 0 && self.nodes[known as usize].tail == card { known } else { self.grow(column, card) }
    }

    #[cold]
    fn grow(&mut self, column: Column, card: u8) -> Column {
        let number = self.nodes.len() as Column;
        let under = self.nodes[column as usize];
        self.nodes.push(Node {
            below: column,
            longer: [0; 4],
            tail: card,
            head: if column == 0 { card } else { under.head },
            mask: under.mask | 1 << card,
        });
        if column == 0 {
            self.heads[card as usize] = number;
        } else {
            // A column that is not a run (none of ours) would only get a second number.
            self.nodes[column as usize].longer[(card & 3) as usize] = number;
        }
        number
    }

    /// `column` with all cards of `run` that lie above `under` put on it.
    pub(super) fn join(&mut self, column: Column, run: Column, under: Column) -> Column {
        let mut cards = [0u8; 52];
        let mut count = 0;
        let mut at = run;
        while at != under {
            let node = &self.nodes[at as usize];
            cards[count] = node.tail;
            count += 1;
            at = node.below;
        }
        cards[..count].iter().rev().fold(column, |column, &card| self.push(column, card))
    }

    /// The part of a column up to and including `card`, which lies in it.
    #[inline]
    pub(super) fn up_to(&self, column: Column, card: u8) -> Column {
        let mut at = column;
        while self.nodes[at as usize].tail != card {
            at = self.nodes[at as usize].below;
        }
        at
    }

    /// The card lying directly on `card` in this column, where `card` is not the top.
    #[inline]
    pub(super) fn above(&self, column: Column, card: u8) -> u8 {
        let mut at = column;
        loop {
            let node = &self.nodes[at as usize];
            if self.nodes[node.below as usize].tail == card {
                return node.tail;
            }
            at = node.below;
        }
    }
}
