//! The shortest win: a search by cost that proves what it says, as far as the limits allow.
//!
//! What is counted: every plain move, that is every draw, every redeal, every card that goes up or
//! comes down, and every run carried from column to column, as one. Turning a card up is no move.
//!
//! A best-first search by moves made plus moves left at least ([`Ground::left`]): when a win is
//! taken up, everything that could be shorter has been looked at. It ends at once when nothing open
//! can beat the line it was given.

mod board;

use super::deal::{Deal, UNLIMITED};
use super::line::Piles;
use super::position::{Position, PositionError};
use crate::{Effort, Limits, Shortest, Watch, Why};
pub(super) use board::Target;
use board::{Board, Ground, Step};
use rules::Move;

/// A board reached.
#[derive(Copy, Clone, Debug)]
struct Node {
    key: [u64; 2],
    parent: u32,
    /// Moves made to reach it, and moves left at least.
    made: u16,
    left: u8,
    /// Looked at with as many moves made.
    done: bool,
}

/// The boards reached, by exact key.
#[derive(Default)]
struct Store {
    nodes: Vec<Node>,
    slots: Vec<u32>,
}

impl Store {
    /// Forgets everything; keeps the memory.
    fn clear(&mut self) {
        self.nodes.clear();
        self.slots.fill(0);
    }

    /// Bytes held, and those that the next node would make it hold for a moment.
    fn bytes(&self) -> usize {
        let full = self.nodes.len() == self.nodes.capacity();
        let nodes = self.nodes.capacity() * if full { 3 } else { 1 };
        let crowded = (self.nodes.len() + 1) * 3 > self.slots.len() * 2;
        nodes * size_of::<Node>() + self.slots.len() * if crowded { 3 } else { 1 } * size_of::<u32>()
    }

    fn slot(&self, key: [u64; 2]) -> usize {
        let mixed = (key[0] ^ key[1].rotate_left(32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut at = (mixed ^ mixed >> 31) as usize & (self.slots.len() - 1);
        while self.slots[at] != 0 && self.nodes[self.slots[at] as usize - 1].key != key {
            at = (at + 1) & (self.slots.len() - 1);
        }
        at
    }

    /// Notes a way to a board unless one as short is known, or every win by it has `most` moves or
    /// more; the board's number.
    fn reach(
        &mut self,
        key: [u64; 2],
        parent: u32,
        made: u16,
        most: usize,
        left: impl FnOnce() -> u32,
    ) -> Option<u32> {
        if (self.nodes.len() + 1) * 3 > self.slots.len() * 2 {
            self.grow();
        }
        let at = self.slot(key);
        if self.slots[at] == 0 {
            let left = left();
            if usize::from(made) + left as usize >= most {
                return None;
            }
            self.nodes.push(Node { key, parent, made, left: left as u8, done: false });
            self.slots[at] = self.nodes.len() as u32;
            return Some(self.nodes.len() as u32 - 1);
        }
        let number = self.slots[at] - 1;
        let node = &mut self.nodes[number as usize];
        if node.made <= made {
            return None;
        }
        (node.parent, node.made, node.done) = (parent, made, false);
        (usize::from(made) + usize::from(node.left) < most).then_some(number)
    }

    #[cold]
    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(1 << 12);
        self.slots.clear();
        self.slots.resize(size, 0);
        for number in 0..self.nodes.len() {
            let at = self.slot(self.nodes[number].key);
            self.slots[at] = number as u32 + 1;
        }
    }
}

/// Looks for the shortest win of a position, knowing the win `line`.
///
/// # Errors
/// When the position is none.
///
/// # Panics
/// When `line` is a win and a way found cannot be carried out: a fault.
pub fn shortest(
    position: &Position,
    line: &[Move],
    limits: Limits,
    watch: &mut Watch<'_>,
) -> Result<Shortest, PositionError> {
    let ground = Ground::new(Deal::new(position)?);
    let mut effort = Effort::new(limits, watch);
    let mut search =
        Search { ground, store: Store::default(), open: Vec::new(), fresh: Vec::new(), weight: 1, least: 0 };
    let mut best = line.to_vec();
    let mut end = Ok(());
    // Greedy passes find a good line soon: all that cannot beat it need not be kept.
    for weight in GREEDY.into_iter().chain([1]) {
        search.weight = weight;
        let nodes = if weight == 1 { u64::MAX } else { effort.progress.nodes + PASS };
        match search.run(position, best.len(), nodes, &mut effort) {
            Ok(Some(goal)) => best = search.line(position, goal),
            Ok(None) => {}
            Err(why) => {
                end = Err(why);
                break;
            }
        }
    }
    let at_least = if end.is_ok() { best.len() } else { search.least.min(best.len()) };
    Ok(Shortest { line: best, at_least, nodes: effort.progress.nodes })
}

/// How much more a move left counts than one made, pass by pass.
const GREEDY: [usize; 6] = [10, 7, 5, 4, 3, 2];
/// What is left of a lost board.
const LOST: u32 = 1 << 16;
/// Nodes of a greedy pass.
const PASS: u64 = 400_000;

struct Search {
    ground: Ground,
    store: Store,
    /// Nodes by the length of the shortest win they could be part of, moves left weighted.
    open: Vec<Vec<u32>>,
    /// Those reached from the node in hand.
    fresh: Vec<u32>,
    /// What a move left counts; the first win is the shortest only if that is 1.
    weight: usize,
    /// No win is shorter.
    least: usize,
}

impl Search {
    /// The node of a win shorter than `known`, if one is found within `nodes` nodes; with weight 1
    /// as short as any.
    fn run(
        &mut self,
        position: &Position,
        known: usize,
        nodes: u64,
        effort: &mut Effort<'_>,
    ) -> Result<Option<u32>, Why> {
        self.store.clear();
        self.open.clear();
        let root = self.ground.board(position);
        let left = self.ground.left(&root);
        self.least = self.least.max(left as usize);
        if self.store.reach(self.ground.key(&root), 0, 0, known, || left).is_none() {
            return Ok(None);
        }
        self.push(0);
        let mut at = 0;
        while at < self.open.len() {
            let Some(number) = self.open[at].pop() else {
                at += 1;
                continue;
            };
            let node = self.store.nodes[number as usize];
            if node.done || self.place(&node) != at {
                continue;
            }
            if self.weight == 1 {
                self.least = at;
            }
            self.store.nodes[number as usize].done = true;
            let board = self.ground.unpack(node.key);
            if self.ground.is_open(&board) {
                return Ok(Some(number));
            }
            if effort.progress.nodes > nodes {
                return Ok(None);
            }
            let back = self.expand(number, node.made, &board, known, effort)?;
            at = at.min(back);
        }
        Ok(None)
    }

    /// The list a node belongs to.
    fn place(&self, node: &Node) -> usize {
        usize::from(node.made) + self.weight * usize::from(node.left)
    }

    fn push(&mut self, number: u32) -> usize {
        let place = self.place(&self.store.nodes[number as usize]);
        if place >= self.open.len() {
            self.open.resize_with(place + 1, Vec::new);
        }
        self.open[place].push(number);
        place
    }

    /// Reaches everything that is one step away; the first list that has a new node.
    fn expand(
        &mut self,
        number: u32,
        made: u16,
        board: &Board,
        known: usize,
        effort: &mut Effort<'_>,
    ) -> Result<usize, Why> {
        effort.memory(self.store.bytes() + 8 * self.store.nodes.len())?;
        effort.progress.states = self.store.nodes.len() as u64;
        self.fresh.clear();
        let Search { ground, store, fresh, .. } = self;
        let mut stop = Ok(());
        // With every stock card in reach hardly a board is seen to be lost.
        let tests = ground.deal.draw > 1 || board.state.redeals != UNLIMITED;
        ground.each_step(board, |step, to| {
            if stop.is_err() {
                return;
            }
            stop = effort.node();
            let (key, made) = (ground.key(&to), made + step.cost);
            fresh.extend(store.reach(key, number, made, known, || {
                // Lost: no win is so long.
                if tests && ground.deal.dead(&to.state) { LOST } else { ground.left(&to) }
            }));
        });
        stop?;
        let mut first = usize::MAX;
        for index in 0..self.fresh.len() {
            first = first.min(self.push(self.fresh[index]));
        }
        Ok(first)
    }

    /// The plain moves to a node, and of playing up what lies open there.
    fn line(&self, position: &Position, goal: u32) -> Vec<Move> {
        let mut way = vec![goal];
        while let Some(&at) = way.last().filter(|at| **at != 0) {
            way.push(self.store.nodes[at as usize].parent);
        }
        let mut piles = Piles::new(position);
        let mut board = self.ground.board(position);
        for number in way.into_iter().rev().skip(1) {
            let key = self.store.nodes[number as usize].key;
            let mut found: Option<(Step, Board)> = None;
            self.ground.each_step(&board, |step, to| {
                let cheaper = found.is_none_or(|(known, _)| step.cost < known.cost);
                if self.ground.key(&to) == key && cheaper {
                    found = Some((step, to));
                }
            });
            let (step, to) = found.expect("every node was reached from its parent");
            piles.lay(step.bit, step.to).expect("a step of the search can be carried out");
            board = to;
        }
        piles.finish().expect("what lies open goes up");
        piles.moves
    }
}
