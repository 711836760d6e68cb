//! The table, carried from one position of the search to the next: back to their last common ancestor, and
//! forward from there.

use super::columns::Columns;
use super::game::Game;
use super::open_lists::NONE;
use super::prunings::safe::safe_move;
use super::steps::{Step, stock_move};
use super::transposition::Nodes;
use talon_rules::{Events, Move, Table};

/// A table at some position of the search tree.
pub struct Cursor {
    /// The position.
    pub table: Table,
    /// Its columns, up to date.
    pub columns: Columns,
    /// The moves that led here from the start.
    pub moves: Vec<Move>,
    /// The steps of each of them. It may be longer than `moves`, so that its memory is used again.
    events: Vec<Events>,
    /// The nodes from the root to here, each with the number of moves before it.
    path: Vec<(u32, usize)>,
    /// A buffer for the nodes that lie ahead.
    ahead: Vec<u32>,
}

impl Cursor {
    /// A cursor at this position after its safe moves, which is the node `start`.
    pub fn new(game: &Game, table: &Table, start: u32) -> Cursor {
        let mut cursor = Cursor {
            table: table.clone(),
            columns: Columns::new(game),
            moves: Vec::with_capacity(256),
            events: Vec::with_capacity(256),
            path: Vec::with_capacity(256),
            ahead: Vec::with_capacity(256),
        };
        cursor.raise_safe_cards(game);
        cursor.path.push((start, cursor.moves.len()));
        cursor
    }

    /// Plays a move.
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

    /// Plays safe moves as long as there are any, and returns their number.
    fn raise_safe_cards(&mut self, game: &Game) -> usize {
        let before = self.moves.len();
        self.columns.refresh(game, &self.table);
        while let Some(m) = safe_move(game, &self.table, self.columns.list()) {
            self.play(m);
            self.columns.refresh(game, &self.table);
        }
        self.moves.len() - before
    }

    /// Takes a step and the safe moves that follow it; returns `true` if there were any.
    #[inline]
    pub fn take(&mut self, game: &Game, step: Step) -> bool {
        self.step(step);
        self.raise_safe_cards(game) > 0
    }

    fn step(&mut self, step: Step) {
        for _ in 0..step.stock_moves {
            let m = stock_move(&self.table).expect("a step has no more stock moves than the stock allows");
            self.play(m);
        }
        self.play(step.m);
    }

    /// Takes back moves until only the first `moves` are left.
    #[inline]
    pub fn back(&mut self, moves: usize) {
        while self.moves.len() > moves {
            if let Some(m) = self.moves.pop() {
                self.columns.touch(m);
            }
            self.table.undo(&self.events[self.moves.len()]);
        }
    }

    /// Goes to a node.
    pub fn go(&mut self, game: &Game, nodes: &impl Nodes, to: u32) {
        self.ahead.clear();
        let mut at = to;
        let mut node = nodes.node(at);
        // Climb from the destination to an ancestor of the current node.
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
            self.step(Step::unpack(node.step, node.stock_moves));
            if node.has_safe_moves() {
                self.raise_safe_cards(game);
            }
            self.path.push((next, self.moves.len()));
        }
        self.columns.refresh(game, &self.table);
    }
}
