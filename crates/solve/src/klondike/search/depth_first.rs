//! The depth-first search: short, and the first to be tried, because most deals are won by it at once.

use super::{End, Origin, Search};
use crate::exact::list_bytes;
use crate::klondike::config::Config;
use crate::klondike::game::Game;
use crate::klondike::moves::{Stage, Step};
use crate::klondike::state::State;
use crate::{Budget, Why};

/// A range of [`Trace::steps`].
#[derive(Copy, Clone, Debug)]
pub(super) struct Span {
    start: u32,
    end: u32,
}

impl Span {
    fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// What the search still has to do.
#[derive(Copy, Clone, Debug)]
pub(super) enum Frame {
    /// Visit a state that is not yet in normal form; the steps to it are in the trace.
    Visit(State, Origin, Span),
    /// Generate the second stage of the successors of the node with this number. The first stage has failed.
    SecondStage(State, u32),
}

/// The steps to every node. Most depth-first searches win, and then their line is read from here.
#[derive(Debug, Default)]
pub(super) struct Trace {
    pub steps: Vec<Step>,
    /// For each node, the steps from its parent, including those that bring it to normal form.
    spans: Vec<Span>,
}

impl Trace {
    pub fn clear(&mut self) {
        self.steps.clear();
        self.spans.clear();
    }

    /// The bytes in use while the lists next grow.
    pub fn bytes(&self) -> usize {
        list_bytes(&self.steps, 256) + list_bytes(&self.spans, 1)
    }

    fn since(&self, start: usize) -> Span {
        Span { start: start as u32, end: self.steps.len() as u32 }
    }

    /// The steps along a path of nodes, if all `nodes` nodes were traced.
    pub fn steps_along(&self, path: &[u32], nodes: usize) -> Option<Vec<Step>> {
        if self.spans.len() != nodes {
            return None;
        }
        let mut steps = Vec::with_capacity(128);
        for &number in path {
            steps.extend_from_slice(&self.steps[self.spans[number as usize].range()]);
        }
        Some(steps)
    }
}

impl Search {
    /// Searches depth first, the most promising successors first, for at most `nodes` nodes.
    pub(super) fn depth_first(
        &mut self,
        game: &Game,
        config: &Config,
        nodes: u64,
        budget: &mut Budget<'_>,
    ) -> Result<End, Why> {
        let mut state = self.start(game, config, budget);
        let mut span = self.trace.since(0);
        let mut left = nodes;
        let mut origin = Origin::ROOT;
        // Until the search backtracks for the first time, the dead test would mostly be wasted.
        let mut straight = true;
        loop {
            if left == 0 {
                return Ok(End::OutOfNodes);
            }
            left -= 1;
            budget.spend_node()?;
            if self.known.is_full() {
                self.make_room(game, budget)?;
            }
            if let Some(number) = self.known.insert(game, origin.node(game, &state), config.dominance) {
                self.trace.spans.push(span);
                budget.progress.states += 1;
                if game.is_won(&state) {
                    return Ok(End::Won(number));
                }
                straight &= number == 0 || origin.parent + 1 == number;
                let test = config.dead_test && (number == 0 || !straight);
                if !test || !game.is_dead(&state) {
                    budget.check_memory(self.bytes())?;
                    if game.take_back {
                        self.stack.push(Frame::SecondStage(state, number));
                    }
                    self.push_successors(game, config, &state, number, Stage::Direct);
                }
            }
            loop {
                match self.stack.pop() {
                    None => return Ok(End::Exhausted),
                    Some(Frame::SecondStage(state, number)) => {
                        self.push_successors(game, config, &state, number, Stage::Prepared);
                    }
                    Some(Frame::Visit(next, from, before)) => {
                        (state, origin) = (next, from);
                        let start = self.trace.steps.len();
                        self.trace.steps.extend_from_within(before.range());
                        game.normalize(&mut state, config, |step| self.trace.steps.push(step));
                        span = self.trace.since(start);
                        break;
                    }
                }
            }
        }
    }

    fn push_successors(&mut self, game: &Game, config: &Config, state: &State, parent: u32, stage: Stage) {
        self.successors.generate(game, state, config, stage);
        for (index, successor) in self.successors.list.iter().enumerate().rev() {
            let start = self.trace.steps.len();
            self.successors.steps(index, &mut self.trace.steps);
            let origin = Origin { parent, child: index as u16, stage };
            self.stack.push(Frame::Visit(successor.state, origin, self.trace.since(start)));
        }
    }
}
