//! The search of one game: its buffers, and how the steps of a win are recovered.
//!
//! [`Search::decide`] runs the searches in their order: a short depth-first search, the relaxed games, and a
//! best-first search of the real game.

mod best_first;
mod depth_first;
mod parallel;
mod transposition;

use super::config::Config;
use super::game::Game;
use super::moves::{Stage, Step, Successors};
use super::prunings::relaxation::Refuter;
use super::state::State;
use crate::exact::list_bytes;
use crate::{Budget, Why};
use depth_first::{Frame, Trace};
use transposition::{Node, Transpositions};

/// How a search ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The node with this number is won.
    Won(u32),
    /// Every state was expanded, and none is won.
    Exhausted,
    /// The given number of nodes was spent.
    OutOfNodes,
}

/// Where a state was generated.
#[derive(Copy, Clone, Debug)]
struct Origin {
    parent: u32,
    child: u16,
    stage: Stage,
}

impl Origin {
    const ROOT: Origin = Origin { parent: 0, child: 0, stage: Stage::Direct };

    fn node(self, game: &Game, state: &State) -> Node {
        let Origin { parent, child, stage } = self;
        Node { key: game.key(state), parent, child, stage, redeals: state.redeals }
    }
}

/// The buffers of a search. They are kept from one position to the next.
#[derive(Debug, Default)]
pub(super) struct Search {
    known: Transpositions,
    successors: Successors,
    /// The stack of the depth-first search.
    stack: Vec<Frame>,
    trace: Trace,
    /// The open list of the best-first search: node numbers by heuristic value.
    open: Vec<Vec<u32>>,
    /// The bytes of the open list.
    open_bytes: usize,
    /// The bytes that other threads of this search use.
    elsewhere: usize,
    refuter: Refuter,
}

impl Search {
    /// Decides the game; `threads` threads take part in the best-first search, or 0 for a sequential one.
    ///
    /// # Errors
    /// The reason why the budget ended the search.
    pub fn decide(
        &mut self,
        game: &Game,
        config: &Config,
        threads: usize,
        budget: &mut Budget<'_>,
    ) -> Result<End, Why> {
        let end = self.depth_first(game, config, config.depth_first_nodes, budget)?;
        if end != End::OutOfNodes {
            return Ok(end);
        }
        let mut best_first = |game: &Game| match threads {
            0 => self.best_first(game, config, budget),
            threads => self.best_first_in_parallel(threads, game, config, budget),
        };
        if config.relaxations {
            for relaxed in game.relaxations() {
                if best_first(&relaxed)? == End::Exhausted {
                    return Ok(End::Exhausted);
                }
            }
        }
        best_first(game)
    }

    /// Empties the buffers and returns the root in normal form.
    fn start(&mut self, game: &Game, config: &Config, budget: &Budget<'_>) -> State {
        self.elsewhere = 0;
        self.refuter.clear();
        // Buffers that an earlier search has left are given back if this one may need their memory.
        if self.bytes() > budget.limits.memory / 2 {
            *self = Search::default();
        }
        self.trace.clear();
        self.known.clear();
        self.stack.clear();
        for bucket in &mut self.open {
            bucket.clear();
        }
        let mut root = game.root();
        game.normalize(&mut root, config, |step| self.trace.steps.push(step));
        root
    }

    /// The bytes in use, without those of the refuter.
    #[inline]
    fn bytes(&self) -> usize {
        let stack = list_bytes(&self.stack, 256);
        self.known.bytes() + self.trace.bytes() + stack + self.open_bytes + self.elsewhere
    }

    /// Makes room for more nodes.
    #[cold]
    fn make_room(&mut self, game: &Game, budget: &mut Budget<'_>) -> Result<(), Why> {
        let others = self.bytes() - self.known.bytes();
        let made = self.known.make_room(game, others + self.refuter.bytes(), budget);
        if made != Err(Why::Memory) {
            return made;
        }
        // What was refuted can be refuted again.
        self.refuter.clear();
        self.known.make_room(game, others + self.refuter.bytes(), budget)
    }

    /// The relaxed game in which single states are refuted, if that is switched on.
    fn relaxed_game(game: &Game, config: &Config) -> Option<Game> {
        if config.refuter_nodes == 0 { None } else { game.relaxations().next() }
    }

    /// The steps from the root to a node, including those that bring states to normal form.
    pub fn steps(&mut self, game: &Game, config: &Config, goal: u32) -> Vec<Step> {
        let mut path = vec![goal];
        let mut at = goal;
        while at != 0 {
            at = self.known.nodes[at as usize].parent;
            path.push(at);
        }
        path.reverse();
        if let Some(steps) = self.trace.steps_along(&path, self.known.nodes.len()) {
            return steps;
        }
        let mut steps = Vec::with_capacity(128);
        let mut state = game.root();
        game.normalize(&mut state, config, |step| steps.push(step));
        for &number in &path[1..] {
            let node = self.known.nodes[number as usize];
            self.successors.generate(game, &state, config, node.stage);
            self.successors.steps(node.child as usize, &mut steps);
            state = self.successors.list[node.child as usize].state;
            game.normalize(&mut state, config, |step| steps.push(step));
            debug_assert_eq!(game.key(&state), node.key, "successors are generated in the same order again");
        }
        steps
    }
}
