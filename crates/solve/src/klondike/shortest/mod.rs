//! The shortest win: an A* search that proves its result, as far as the limits allow.
//!
//! Every plain move counts as one: a draw, a redeal, a card raised or laid down, a run carried from column to
//! column. Turning a card up is not a move.
//!
//! The search expands boards in the order of the moves made plus the [lower bound](Space::lower_bound) of the
//! moves left, which is admissible. So when a win is expanded, every board that could be part of a shorter
//! one has been expanded. The search ends at once when no open board can lead to a shorter win than the one
//! that is known. A few passes with a greater weight on the lower bound come first; they prove nothing, but
//! they find a good win soon, and boards that cannot lead to a shorter one need not be stored.

mod board;

use super::game::Game;
use super::line::{Piles, by_suit, shorten, to_table};
use super::pack::pack;
use super::position::{Position, PositionError};
use crate::exact::{self, Found, OpenTable, mix};
use crate::{Budget, Limits, Progress, Shortest, Watch, Why};
pub(super) use board::Target;
use board::{Board, BoardStep, Space};
use talon_rules::{Move, Stock, Table};

/// The attempts of shortening a known win before the search.
const TRIALS: u32 = 20_000;
/// The weights of the lower bound in the first passes.
const WEIGHTS: [usize; 6] = [10, 7, 5, 4, 3, 2];
/// The nodes of each of the first passes.
const PASS_NODES: u64 = 100_000;
/// The lower bound of a board that is lost.
const LOST: u32 = 1 << 16;

/// A board that was reached.
#[derive(Copy, Clone, Debug)]
struct Node {
    key: [u64; 2],
    parent: u32,
    /// The moves made on the shortest known path to it.
    made: u16,
    /// The lower bound of the moves left.
    bound: u8,
    /// Whether it was expanded since that path was found.
    expanded: bool,
}

/// The boards reached, by exact key.
struct Transpositions {
    nodes: Vec<Node>,
    /// Node numbers plus one.
    index: OpenTable<u32>,
}

/// The number of slots at the start.
const SLOTS: usize = 1 << 12;

fn hash(key: [u64; 2]) -> u64 {
    mix(key[0] ^ key[1].rotate_left(32))
}

impl Default for Transpositions {
    fn default() -> Transpositions {
        Transpositions { nodes: Vec::new(), index: OpenTable::new(SLOTS) }
    }
}

impl Transpositions {
    /// Empties the table and keeps its memory.
    fn clear(&mut self) {
        self.nodes.clear();
        self.index.reset(SLOTS, usize::MAX);
    }

    /// The bytes in use.
    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.index.bytes()
    }

    /// Returns `true` if the next node needs [more room](Self::make_room).
    #[inline]
    fn is_full(&self) -> bool {
        self.nodes.len() == self.nodes.capacity() || self.index.is_crowded()
    }

    /// Makes room for more nodes, while `others` bytes are in use elsewhere.
    fn make_room(&mut self, others: usize, budget: &mut Budget<'_>) -> Result<(), Why> {
        let hash = |node: &Node| hash(node.key);
        exact::make_room(&mut self.nodes, &mut self.index, SLOTS, others, hash, budget)
    }

    /// Records a path of `made` moves to a board and returns the number of its node, unless a path as short
    /// is known or every win through the board has at least `most` moves.
    fn reach(
        &mut self,
        key: [u64; 2],
        parent: u32,
        made: u16,
        most: usize,
        bound: impl FnOnce() -> u32,
    ) -> Option<u32> {
        let nodes = &self.nodes;
        match self.index.find(hash(key), |slot| nodes[slot as usize - 1].key == key) {
            Found::Vacant(at) => {
                let bound = bound();
                if usize::from(made) + bound as usize >= most {
                    return None;
                }
                self.nodes.push(Node { key, parent, made, bound: bound as u8, expanded: false });
                self.index.occupy(at, self.nodes.len() as u32);
                Some(self.nodes.len() as u32 - 1)
            }
            Found::At(at) => {
                let number = self.index.slot(at) - 1;
                let node = &mut self.nodes[number as usize];
                if node.made <= made {
                    return None;
                }
                (node.parent, node.made, node.expanded) = (parent, made, false);
                (usize::from(made) + usize::from(node.bound) < most).then_some(number)
            }
        }
    }
}

/// Searches for the shortest win of the game on a table, given some win; `None` if the rules are not
/// recognised, have no waste, or if the line does not win.
pub(super) fn shortest_on(
    table: &Table,
    line: &[Move],
    limits: Limits,
    watch: &mut Watch<'_>,
) -> Option<Shortest> {
    if table.rules().stock != Stock::Waste {
        return None;
    }
    let position = pack(table)?;
    // A caller who wants to stop now is asked again by the search, which ends then.
    let mut stop = || watch(Progress::default()).is_some();
    let line = shorten(&position, &by_suit(table, line)?, TRIALS, &mut stop);
    let found = shortest(&position, &line, limits, watch).ok()?;
    Some(Shortest { line: to_table(table, found.line).ok()?, ..found })
}

/// Searches for the shortest win of a position, given a winning line.
///
/// # Errors
/// What is wrong with the position.
///
/// # Panics
/// If a path of the search cannot be carried out. That is a bug.
pub fn shortest(
    position: &Position,
    line: &[Move],
    limits: Limits,
    watch: &mut Watch<'_>,
) -> Result<Shortest, PositionError> {
    let space = Space::new(Game::new(position)?);
    let mut budget = Budget::new(limits, watch);
    let known = Transpositions::default();
    let mut search =
        Search { space, known, open: Vec::new(), open_bytes: 0, reached: Vec::new(), weight: 1, at_least: 0 };
    let mut best = line.to_vec();
    let mut end = Ok(());
    for weight in WEIGHTS.into_iter().chain([1]) {
        search.weight = weight;
        let nodes = if weight == 1 { u64::MAX } else { budget.progress.nodes + PASS_NODES };
        match search.run(position, best.len(), nodes, &mut budget) {
            Ok(Some(goal)) => best = search.line(position, goal),
            Ok(None) => {}
            Err(why) => {
                end = Err(why);
                break;
            }
        }
    }
    let at_least = if end.is_ok() { best.len() } else { search.at_least.min(best.len()) };
    Ok(Shortest { line: best, at_least, nodes: budget.progress.nodes, cut_short: end.err() })
}

struct Search {
    space: Space,
    known: Transpositions,
    /// Node numbers by the moves made plus the weighted lower bound.
    open: Vec<Vec<u32>>,
    /// The bytes of the open list.
    open_bytes: usize,
    /// The nodes reached from the one that is being expanded.
    reached: Vec<u32>,
    /// The weight of the lower bound. Only with weight 1 is the first win the shortest.
    weight: usize,
    /// A proved lower bound of the length of every win.
    at_least: usize,
}

impl Search {
    /// Searches for a win of fewer than `known` moves, for at most `nodes` nodes, and returns its node. With
    /// weight 1 no win is shorter.
    fn run(
        &mut self,
        position: &Position,
        known: usize,
        nodes: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Option<u32>, Why> {
        self.known.clear();
        self.open.clear();
        self.open_bytes = 0;
        let root = self.space.board(position);
        let bound = self.space.lower_bound(&root);
        self.at_least = self.at_least.max(bound as usize);
        if self.known.is_full() {
            self.known.make_room(0, budget)?;
        }
        if self.known.reach(self.space.key(&root), 0, 0, known, || bound).is_none() {
            return Ok(None);
        }
        self.push(0, budget)?;
        let mut at = 0;
        while at < self.open.len() {
            let Some(number) = self.open[at].pop() else {
                at += 1;
                continue;
            };
            let node = self.known.nodes[number as usize];
            if node.expanded || self.priority(&node) != at {
                continue;
            }
            if self.weight == 1 {
                self.at_least = self.at_least.max(at);
            }
            self.known.nodes[number as usize].expanded = true;
            let board = self.space.unpack(node.key);
            if self.space.is_goal(&board) {
                return Ok(Some(number));
            }
            if budget.progress.nodes > nodes {
                return Ok(None);
            }
            let first = self.expand(number, node.made, &board, known, budget)?;
            at = at.min(first);
        }
        Ok(None)
    }

    /// The index of the open list to which a node belongs.
    fn priority(&self, node: &Node) -> usize {
        usize::from(node.made) + self.weight * usize::from(node.bound)
    }

    fn push(&mut self, number: u32, budget: &Budget<'_>) -> Result<usize, Why> {
        let priority = self.priority(&self.known.nodes[number as usize]);
        if priority >= self.open.len() {
            self.open.resize_with(priority + 1, Vec::new);
        }
        let bucket = &mut self.open[priority];
        if bucket.len() == bucket.capacity() {
            let old = bucket.capacity();
            let more = old.max(4);
            budget.check_memory(self.known.bytes() + self.open_bytes + (old + more) * size_of::<u32>())?;
            bucket.reserve_exact(more);
            self.open_bytes += (bucket.capacity() - old) * size_of::<u32>();
        }
        bucket.push(number);
        Ok(priority)
    }

    /// Reaches every board that is one step away, and returns the smallest priority of those that are open
    /// now.
    fn expand(
        &mut self,
        number: u32,
        made: u16,
        board: &Board,
        known: usize,
        budget: &mut Budget<'_>,
    ) -> Result<usize, Why> {
        budget.progress.states = self.known.nodes.len() as u64;
        self.reached.clear();
        let Search { space, known: table, reached, open_bytes, .. } = self;
        let mut end = Ok(());
        // If every stock card can be reached, hardly any board is recognised as lost.
        let tests = !space.game.stock_is_open(&board.state);
        space.each_step(board, |step, to| {
            if end.is_err() {
                return;
            }
            end = budget.spend_node();
            if table.is_full() && end.is_ok() {
                end = table.make_room(*open_bytes, budget);
            }
            if end.is_err() {
                return;
            }
            let (key, made) = (space.key(&to), made + step.cost);
            reached.extend(table.reach(key, number, made, known, || {
                if tests && space.game.is_dead(&to.state) { LOST } else { space.lower_bound(&to) }
            }));
        });
        end?;
        let mut first = usize::MAX;
        for index in 0..self.reached.len() {
            first = first.min(self.push(self.reached[index], budget)?);
        }
        Ok(first)
    }

    /// The plain moves to a node, and those that finish the game from there.
    fn line(&self, position: &Position, goal: u32) -> Vec<Move> {
        let mut path = vec![goal];
        while let Some(&at) = path.last().filter(|at| **at != 0) {
            path.push(self.known.nodes[at as usize].parent);
        }
        let mut piles = Piles::new(position);
        let mut board = self.space.board(position);
        for number in path.into_iter().rev().skip(1) {
            let key = self.known.nodes[number as usize].key;
            let mut found: Option<(BoardStep, Board)> = None;
            self.space.each_step(&board, |step, to| {
                let cheaper = found.is_none_or(|(known, _)| step.cost < known.cost);
                if self.space.key(&to) == key && cheaper {
                    found = Some((step, to));
                }
            });
            let (step, to) = found.expect("every node was reached from its parent");
            piles.move_to(step.bit, step.to).expect("a step of the search can be carried out");
            board = to;
        }
        piles.finish().expect("only raising the cards is left");
        piles.moves
    }
}
