//! Every position seen, each once, with its code kept whole: a position is never taken for another.

use crate::Why;

/// No node.
pub const NONE: u32 = u32::MAX;
/// How many open lists a node may stand in.
pub const LISTS: usize = 3;

/// Set in a node's packed step once the position was looked at.
const TAKEN: u32 = 1 << 31;
/// Set in a node's packed step where forced moves follow it.
const FORCES: u32 = 1 << 30;

/// A position that was reached, and how.
#[derive(Clone, Copy)]
pub struct Node {
    /// The position it was reached from.
    pub parent: u32,
    /// The step from there, packed, in the low 20 bits.
    pub step: u32,
    /// Stock presses before the step.
    pub presses: u16,
    /// Steps from the start.
    pub depth: u16,
    /// The next node in each open list.
    pub next: [u32; LISTS],
    /// Where its code lies: chunk and offset in one number.
    code: u32,
}

const CHUNK: usize = 1 << 20;
const UNIT: usize = 4;
const NODES: usize = 1 << 14;

/// Where nodes are found by their numbers.
pub trait Nodes {
    /// The node of this number.
    fn node(&self, id: u32) -> &Node;
}

impl Nodes for Store {
    #[inline]
    fn node(&self, id: u32) -> &Node {
        self.get(id)
    }
}

/// The positions and their index.
pub struct Store {
    chunks: Vec<Box<[u8]>>,
    /// Bytes used of the last chunk.
    used: usize,
    nodes: Vec<Box<[Node]>>,
    len: u32,
    /// Open addressing: the high half of the hash and the node, 0 for nothing.
    index: Vec<u64>,
}

impl Store {
    /// An empty store.
    pub fn new() -> Store {
        Store { chunks: Vec::new(), used: CHUNK, nodes: Vec::new(), len: 0, index: vec![0; 1 << 12] }
    }

    /// How many positions are kept.
    pub fn len(&self) -> u32 {
        self.len
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.chunks.len() * CHUNK
            + self.nodes.len() * NODES * size_of::<Node>()
            + self.index.capacity() * size_of::<u64>()
    }

    /// The node of this number.
    #[inline]
    fn get(&self, id: u32) -> &Node {
        &self.nodes[id as usize / NODES][id as usize % NODES]
    }

    /// The node of this number, to be changed.
    #[inline]
    pub fn node_mut(&mut self, id: u32) -> &mut Node {
        &mut self.nodes[id as usize / NODES][id as usize % NODES]
    }

    /// Keeps a position if it is new: its number then, `None` if it was known. No more than `limit`
    /// bytes are used.
    ///
    /// # Errors
    /// [`Why::Memory`] when it would not fit in the limit.
    pub fn insert(&mut self, code: &[u8], node: Node, limit: usize) -> Result<Option<u32>, Why> {
        let hash = hash(code);
        let tag = hash >> 32 << 32;
        let mut at = self.slot(hash);
        loop {
            let entry = self.index[at];
            if entry == 0 {
                break;
            }
            // Numbers are kept one higher, so that 0 is free.
            if entry >> 32 == tag >> 32 && self.code(entry as u32 - 1) == code {
                return Ok(None);
            }
            at = (at + 1) & (self.index.len() - 1);
        }
        self.make_room(code.len(), limit)?;
        let id = self.len;
        let place = (self.chunks.len() - 1) * (CHUNK / UNIT) + self.used / UNIT;
        let chunk = self.chunks.last_mut().expect("room was made");
        chunk[self.used] = code.len() as u8;
        chunk[self.used + 1..self.used + 1 + code.len()].copy_from_slice(code);
        self.used += (1 + code.len()).next_multiple_of(UNIT);
        self.nodes[id as usize / NODES][id as usize % NODES] = Node { code: place as u32, ..node };
        self.index[at] = tag | u64::from(id + 1);
        self.len += 1;
        if self.len as usize * 2 > self.index.len() {
            self.grow(limit)?;
        }
        Ok(Some(id))
    }

    fn slot(&self, hash: u64) -> usize {
        hash as usize & (self.index.len() - 1)
    }

    #[inline]
    fn code(&self, id: u32) -> &[u8] {
        let place = self.get(id).code as usize;
        let chunk = &self.chunks[place / (CHUNK / UNIT)];
        let at = place % (CHUNK / UNIT) * UNIT;
        let len = usize::from(chunk[at]);
        &chunk[at + 1..at + 1 + len]
    }

    fn make_room(&mut self, len: usize, limit: usize) -> Result<(), Why> {
        assert!(len < 256, "a code has a length of one byte");
        if self.used + 1 + len > CHUNK {
            self.within(CHUNK, limit)?;
            if self.chunks.len() == u32::MAX as usize / (CHUNK / UNIT) {
                return Err(Why::Memory);
            }
            self.chunks.push(vec![0; CHUNK].into_boxed_slice());
            self.used = 0;
        }
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

    fn grow(&mut self, limit: usize) -> Result<(), Why> {
        // Old and new stand side by side for a moment.
        let new = self.index.len() * 2;
        self.within(new * size_of::<u64>(), limit)?;
        let mut index = vec![0u64; new];
        for id in 0..self.len {
            let hash = hash(self.code(id));
            let mut at = hash as usize & (new - 1);
            while index[at] != 0 {
                at = (at + 1) & (new - 1);
            }
            index[at] = hash >> 32 << 32 | u64::from(id + 1);
        }
        self.index = index;
        Ok(())
    }
}

impl Node {
    /// The node a search starts from.
    pub fn start() -> Node {
        Node { parent: NONE, step: 0, presses: 0, depth: 0, next: [NONE; LISTS], code: 0 }
    }

    /// The node a step after `parent`, which is `depth` steps from the start; `forces` where forced
    /// moves follow the step.
    pub fn after(parent: u32, depth: u16, step: u32, presses: u16, forces: bool) -> Node {
        let step = step | if forces { FORCES } else { 0 };
        Node { parent, step, presses, depth: depth + 1, ..Node::start() }
    }

    /// Do forced moves follow the step?
    #[inline]
    pub fn forces(&self) -> bool {
        self.step & FORCES != 0
    }

    /// Marks the node as looked at: false if it was before.
    #[inline]
    pub fn take(&mut self) -> bool {
        let fresh = self.step & TAKEN == 0;
        self.step |= TAKEN;
        fresh
    }
}

/// A hash for finding, not for telling apart: any would be right.
#[inline]
pub fn hash(code: &[u8]) -> u64 {
    const A: u64 = 0x9E37_79B9_7F4A_7C15;
    const B: u64 = 0xD6E8_FEB8_6659_FD93;
    let fold = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        product as u64 ^ (product >> 64) as u64
    };
    let mut hash = A ^ code.len() as u64;
    let mut words = code.chunks_exact(8);
    for word in &mut words {
        let word = u64::from_le_bytes(word.try_into().expect("eight bytes"));
        hash = fold(hash ^ word, B);
    }
    let mut last = [0u8; 8];
    last[..words.remainder().len()].copy_from_slice(words.remainder());
    hash = fold(hash ^ u64::from_le_bytes(last), A);
    fold(hash, B)
}
