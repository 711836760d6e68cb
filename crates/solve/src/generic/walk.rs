//! The table carried from one position of the search to the next: back to where their ways part,
//! and forward again.

use super::columns::Columns;
use super::facts::Facts;
use super::forced::forced;
use super::step::{Step, press};
use super::store::{NONE, Nodes};
use rules::{Events, Move, Table};

/// A table somewhere in the tree of positions.
pub struct Walk {
    /// The position.
    pub table: Table,
    /// Its columns, up to date.
    pub columns: Columns,
    /// The plain moves that led here from the start.
    pub moves: Vec<Move>,
    /// What each of them did; longer than `moves` where room was needed before.
    events: Vec<Events>,
    /// The nodes on the way, each with the number of plain moves before it.
    path: Vec<(u32, usize)>,
    /// Room for a way to be walked.
    ahead: Vec<u32>,
}

impl Walk {
    /// A walk that begins here: this position with its forced moves played is the node `start`.
    pub fn new(facts: &Facts, table: &Table, start: u32) -> Walk {
        let mut walk = Walk {
            table: table.clone(),
            columns: Columns::new(facts),
            moves: Vec::with_capacity(256),
            events: Vec::with_capacity(256),
            path: Vec::with_capacity(256),
            ahead: Vec::with_capacity(256),
        };
        walk.force(facts);
        walk.path.push((start, walk.moves.len()));
        walk
    }

    /// Plays one plain move.
    #[inline]
    fn play(&mut self, m: Move) {
        let at = self.moves.len();
        if self.events.len() == at {
            self.events.push(Events::new());
        }
        self.table.play_legal(m, &mut self.events[at]);
        self.moves.push(m);
        self.columns.touch(m);
    }

    /// Plays what is forced; how many moves that were.
    fn force(&mut self, facts: &Facts) -> usize {
        let before = self.moves.len();
        self.columns.refresh(facts, &self.table);
        while let Some(m) = forced(facts, &self.table, self.columns.list()) {
            self.play(m);
            self.columns.refresh(facts, &self.table);
        }
        self.moves.len() - before
    }

    /// Takes a step, with the forced moves after it: were there any?
    #[inline]
    pub fn take(&mut self, facts: &Facts, step: Step) -> bool {
        self.step(step);
        self.force(facts) > 0
    }

    fn step(&mut self, step: Step) {
        for _ in 0..step.presses {
            let m = press(&self.table).expect("a step has no more presses than the stock allows");
            self.play(m);
        }
        self.play(step.m);
    }

    /// Goes back until only `moves` plain moves are played.
    #[inline]
    pub fn back(&mut self, moves: usize) {
        while self.moves.len() > moves {
            if let Some(m) = self.moves.pop() {
                self.columns.touch(m);
            }
            self.table.undo(&self.events[self.moves.len()]);
        }
    }

    /// Goes to a node of the store.
    pub fn go(&mut self, facts: &Facts, nodes: &impl Nodes, to: u32) {
        self.ahead.clear();
        let mut at = to;
        let mut node = nodes.node(at);
        // Climb from the goal until the way here is met.
        loop {
            let depth = usize::from(node.depth);
            if depth < self.path.len() && self.path[depth].0 == at {
                break;
            }
            self.ahead.push(at);
            at = node.parent;
            debug_assert_ne!(at, NONE);
            node = nodes.node(at);
        }
        self.path.truncate(usize::from(node.depth) + 1);
        let (_, moves) = self.path[usize::from(node.depth)];
        self.back(moves);
        while let Some(next) = self.ahead.pop() {
            let node = nodes.node(next);
            self.step(Step::unpack(node.step, node.presses));
            if node.forces() {
                self.force(facts);
            }
            self.path.push((next, self.moves.len()));
        }
        self.columns.refresh(facts, &self.table);
    }
}
