//! The transposition table: every position met, with its whole key, so that no position is taken for another.

use super::open_lists::{LISTS, Linked, NONE};
use crate::Why;
use crate::exact::{Found, OpenTable};

/// Set in the packed step of a node that was taken from an open list.
const TAKEN: u32 = 1 << 31;
/// Set in a packed step that safe moves follow.
const SAFE: u32 = 1 << 30;

/// A position that was met, and how it was reached.
#[derive(Clone, Copy)]
pub struct Node {
    /// The node it was reached from.
    pub parent: u32,
    /// The step from there, packed, in the low 20 bits.
    pub step: u32,
    /// The number of stock moves before the step.
    pub stock_moves: u16,
    /// The number of steps from the start.
    pub depth: u16,
    /// The next node in each open list.
    pub next: [u32; LISTS],
    /// The place of its key: chunk and offset in one number.
    key: u32,
}

/// The bytes of a chunk of keys.
const CHUNK: usize = 1 << 20;
/// Keys begin at multiples of this.
const UNIT: usize = 4;
/// The nodes of a chunk of nodes.
const NODES: usize = 1 << 14;

/// A place where nodes are found by their numbers.
pub trait Nodes {
    /// The node of this number.
    fn node(&self, id: u32) -> &Node;
}

impl Linked for Transpositions {
    #[inline]
    fn links(&mut self, id: u32) -> &mut [u32; LISTS] {
        &mut self.node_mut(id).next
    }

    #[inline]
    fn take(&mut self, id: u32) -> bool {
        self.node_mut(id).take()
    }
}

impl Nodes for Transpositions {
    #[inline]
    fn node(&self, id: u32) -> &Node {
        self.get(id)
    }
}

/// The positions met, and an index of their keys.
pub struct Transpositions {
    chunks: Vec<Box<[u8]>>,
    /// The number of bytes used of the last chunk.
    used: usize,
    nodes: Vec<Box<[Node]>>,
    len: u32,
    /// In the high half, the high half of the hash of a key; in the low half, the number of its node plus one.
    index: OpenTable<u64>,
}

impl Transpositions {
    /// An empty table.
    pub fn new() -> Transpositions {
        Transpositions {
            chunks: Vec::new(),
            used: CHUNK,
            nodes: Vec::new(),
            len: 0,
            index: OpenTable::new(1 << 12),
        }
    }

    /// The number of positions.
    pub fn len(&self) -> u32 {
        self.len
    }

    /// The number of bytes in use.
    pub fn bytes(&self) -> usize {
        self.chunks.len() * CHUNK + self.nodes.len() * NODES * size_of::<Node>() + self.index.bytes()
    }

    /// The node of this number.
    #[inline]
    fn get(&self, id: u32) -> &Node {
        &self.nodes[id as usize / NODES][id as usize % NODES]
    }

    /// The node of this number, to be changed.
    #[inline]
    fn node_mut(&mut self, id: u32) -> &mut Node {
        &mut self.nodes[id as usize / NODES][id as usize % NODES]
    }

    /// Adds a position and returns its number; `None` if it is known. At most `limit` bytes are used. `look` is
    /// called repeatedly while the index grows.
    ///
    /// # Errors
    /// [`Why::Memory`] if it does not fit within the limit, and the errors of `look`.
    pub fn insert(
        &mut self,
        key: &[u8],
        node: Node,
        limit: usize,
        look: impl FnMut() -> Result<(), Why>,
    ) -> Result<Option<u32>, Why> {
        let hash = hash(key);
        let tag = hash >> 32;
        // The tag makes most comparisons of keys unnecessary; it never decides.
        let known = |slot: u64| slot >> 32 == tag && self.key(slot as u32 - 1) == key;
        let Found::Vacant(at) = self.index.find(hash, known) else { return Ok(None) };
        self.make_room(key.len(), limit)?;
        let id = self.len;
        let place = (self.chunks.len() - 1) * (CHUNK / UNIT) + self.used / UNIT;
        let chunk = self.chunks.last_mut().expect("room was made");
        chunk[self.used] = key.len() as u8;
        chunk[self.used + 1..self.used + 1 + key.len()].copy_from_slice(key);
        self.used += (1 + key.len()).next_multiple_of(UNIT);
        self.nodes[id as usize / NODES][id as usize % NODES] = Node { key: place as u32, ..node };
        self.index.occupy(at, tag << 32 | u64::from(id + 1));
        self.len += 1;
        if self.index.is_crowded() {
            self.grow(look)?;
        }
        Ok(Some(id))
    }

    #[inline]
    fn key(&self, id: u32) -> &[u8] {
        let place = self.get(id).key as usize;
        let chunk = &self.chunks[place / (CHUNK / UNIT)];
        let at = place % (CHUNK / UNIT) * UNIT;
        let len = usize::from(chunk[at]);
        &chunk[at + 1..at + 1 + len]
    }

    fn make_room(&mut self, len: usize, limit: usize) -> Result<(), Why> {
        assert!(len < 256, "the length of a key is a byte");
        if self.used + 1 + len > CHUNK {
            self.within(CHUNK, limit)?;
            if self.chunks.len() == u32::MAX as usize / (CHUNK / UNIT) {
                return Err(Why::Memory);
            }
            self.chunks.push(vec![0; CHUNK].into_boxed_slice());
            self.used = 0;
        }
        self.within(self.index.peak_bytes() - self.index.bytes(), limit)?;
        if self.len as usize == self.nodes.len() * NODES {
            self.within(NODES * size_of::<Node>(), limit)?;
            if self.len as usize + NODES >= NONE as usize {
                return Err(Why::Memory);
            }
            self.nodes.push(vec![Node::start(); NODES].into_boxed_slice());
        }
        Ok(())
    }

    fn within(&self, more: usize, limit: usize) -> Result<(), Why> {
        if self.bytes() + more > limit { Err(Why::Memory) } else { Ok(()) }
    }

    #[cold]
    fn grow(&mut self, look: impl FnMut() -> Result<(), Why>) -> Result<(), Why> {
        let mut index = std::mem::replace(&mut self.index, OpenTable::new(2));
        index.grow_step_by_step(|slot| hash(self.key(slot as u32 - 1)), look)?;
        self.index = index;
        Ok(())
    }
}

impl Node {
    /// The node of the position from which a search starts.
    pub fn start() -> Node {
        Node { parent: NONE, step: 0, stock_moves: 0, depth: 0, next: [NONE; LISTS], key: 0 }
    }

    /// The node that a step leads to from `parent`, which is `depth` steps from the start. `safe` means that
    /// safe moves follow the step.
    pub fn after(parent: u32, depth: u16, step: u32, stock_moves: u16, safe: bool) -> Node {
        let step = step | if safe { SAFE } else { 0 };
        Node { parent, step, stock_moves, depth: depth + 1, ..Node::start() }
    }

    /// Returns `true` if safe moves follow the step.
    #[inline]
    pub fn has_safe_moves(&self) -> bool {
        self.step & SAFE != 0
    }

    /// Marks the node as taken; returns `false` if it was taken before.
    #[inline]
    pub fn take(&mut self) -> bool {
        let fresh = self.step & TAKEN == 0;
        self.step |= TAKEN;
        fresh
    }
}

/// The hash of a key. It finds keys and never decides whether two are equal.
#[inline]
pub fn hash(key: &[u8]) -> u64 {
    const A: u64 = 0x9E37_79B9_7F4A_7C15;
    const B: u64 = 0xD6E8_FEB8_6659_FD93;
    let fold = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        product as u64 ^ (product >> 64) as u64
    };
    let mut hash = A ^ key.len() as u64;
    let mut words = key.chunks_exact(8);
    for word in &mut words {
        let word = u64::from_le_bytes(word.try_into().expect("eight bytes"));
        hash = fold(hash ^ word, B);
    }
    let mut last = [0u8; 8];
    last[..words.remainder().len()].copy_from_slice(words.remainder());
    hash = fold(hash ^ u64::from_le_bytes(last), A);
    fold(hash, B)
}
