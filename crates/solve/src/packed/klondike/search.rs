//! The search: a short plain dive, then best-first over everything that is not dead.

use super::config::Config;
use super::deal::{Deal, State};
use super::expand::{Expansion, Part, Step};
use super::relaxed::Relaxed;
use super::table::{Node, Table};
use crate::{Effort, Why};

/// How a search ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Won at this node.
    Won(u32),
    /// Every line was followed to its end.
    Exhausted,
    /// The given number of nodes was spent.
    Spent,
}

/// Where a state came from.
#[derive(Copy, Clone, Debug)]
pub(super) struct Origin {
    pub parent: u32,
    pub child: u16,
    pub part: Part,
}

impl Origin {
    fn node(self, deal: &Deal, state: &State) -> Node {
        let Origin { parent, child, part } = self;
        Node { key: deal.key(state), parent, child, part, redeals: state.redeals }
    }
}

/// A stretch of [`Trail::steps`].
#[derive(Copy, Clone, Debug)]
struct Way {
    start: u32,
    end: u32,
}

impl Way {
    fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// What the dive still has to look at.
#[derive(Copy, Clone, Debug)]
enum Frame {
    /// A state, not yet settled, and the steps to it.
    Child(State, Origin, Way),
    /// The prepared children of a state, needed only when its direct ones have failed.
    Later(State, u32),
}

/// The steps of a dive: most dives win, and their line is then there for the reading.
#[derive(Debug, Default)]
struct Trail {
    steps: Vec<Step>,
    /// How each node of the table was reached from its parent, settling included.
    ways: Vec<Way>,
}

impl Trail {
    fn clear(&mut self) {
        self.steps.clear();
        self.ways.clear();
    }

    fn bytes(&self) -> usize {
        self.steps.capacity() * size_of::<Step>() + self.ways.capacity() * size_of::<Way>()
    }

    fn since(&self, start: usize) -> Way {
        Way { start: start as u32, end: self.steps.len() as u32 }
    }
}

/// The buffers of a search, kept from one to the next.
#[derive(Debug, Default)]
pub(super) struct Search {
    pub table: Table,
    expansion: Expansion,
    stack: Vec<Frame>,
    trail: Trail,
    pub buckets: Vec<Vec<u32>>,
    relaxed: Relaxed,
}

impl Search {
    pub fn start(&mut self, deal: &Deal, config: &Config, effort: &Effort<'_>) -> State {
        self.trail.clear();
        self.relaxed.clear();
        self.table.fit(effort.limits.memory / 2);
        self.table.clear();
        self.stack.clear();
        for bucket in &mut self.buckets {
            bucket.clear();
        }
        let mut root = deal.root();
        deal.settle(&mut root, config, |step| self.trail.steps.push(step));
        root
    }

    /// Depth-first, children in the order of their promise, at most `nodes` nodes.
    pub fn dive(
        &mut self,
        deal: &Deal,
        config: &Config,
        nodes: u64,
        effort: &mut Effort<'_>,
    ) -> Result<End, Why> {
        let mut state = self.start(deal, config, effort);
        let mut way = self.trail.since(0);
        let mut left = nodes;
        let mut from = Origin { parent: 0, child: 0, part: Part::Direct };
        // While the dive goes straight down, the dead test would mostly be for nothing.
        let mut straight = true;
        loop {
            if left == 0 {
                return Ok(End::Spent);
            }
            left -= 1;
            effort.node()?;
            if let Some(number) = self.table.insert(deal, from.node(deal, &state), config.dominance) {
                self.trail.ways.push(way);
                effort.progress.states += 1;
                if deal.won(&state) {
                    return Ok(End::Won(number));
                }
                straight &= number == 0 || from.parent + 1 == number;
                let test = config.dead && (number == 0 || !straight);
                if !test || !deal.dead(&state) {
                    let stack = self.stack.capacity() * size_of::<Frame>();
                    effort.memory(self.table.bytes() + stack + self.trail.bytes())?;
                    if deal.take_back {
                        self.stack.push(Frame::Later(state, number));
                    }
                    self.push_children(deal, config, &state, number, Part::Direct);
                }
            }
            loop {
                match self.stack.pop() {
                    None => return Ok(End::Exhausted),
                    Some(Frame::Later(state, number)) => {
                        self.push_children(deal, config, &state, number, Part::Prepared);
                    }
                    Some(Frame::Child(next, origin, before)) => {
                        (state, from) = (next, origin);
                        let start = self.trail.steps.len();
                        self.trail.steps.extend_from_within(before.range());
                        deal.settle(&mut state, config, |step| self.trail.steps.push(step));
                        way = self.trail.since(start);
                        break;
                    }
                }
            }
        }
    }

    fn push_children(&mut self, deal: &Deal, config: &Config, state: &State, parent: u32, part: Part) {
        self.expansion.run(deal, state, config, part);
        for (index, child) in self.expansion.children.iter().enumerate().rev() {
            let start = self.trail.steps.len();
            self.expansion.steps(index, &mut self.trail.steps);
            let origin = Origin { parent, child: index as u16, part };
            self.stack.push(Frame::Child(child.state, origin, self.trail.since(start)));
        }
    }

    /// Best-first, without end: its steps are found again when it has won.
    pub fn climb(&mut self, deal: &Deal, config: &Config, effort: &mut Effort<'_>) -> Result<End, Why> {
        let root = self.start(deal, config, effort);
        let mut best = 0;
        let origin = Origin { parent: 0, child: 0, part: Part::Direct };
        if let Some(end) = self.arrive(deal, config, &root, origin, &mut best, effort)? {
            return Ok(end);
        }
        let easier = if config.probe == 0 { None } else { deal.easier().next() };
        let mut looked = 0;
        while best < self.buckets.len() {
            let Some(number) = self.buckets[best].pop() else {
                best += 1;
                continue;
            };
            let node = self.table.nodes[number as usize];
            let state = deal.unpack(node.key, node.redeals);
            // Tested only now: many a state is never taken up.
            if config.dead && deal.dead(&state) {
                continue;
            }
            // A short search needs no help.
            looked += 1;
            if looked > config.patience
                && let Some(easier) = &easier
                && self.relaxed.refutes(easier, &state, config, effort)?
            {
                continue;
            }
            for part in [Part::Direct, Part::Prepared] {
                self.expansion.run(deal, &state, config, part);
                for index in 0..self.expansion.children.len() {
                    let mut state = self.expansion.children[index].state;
                    deal.settle(&mut state, config, |_| ());
                    let origin = Origin { parent: number, child: index as u16, part };
                    if let Some(end) = self.arrive(deal, config, &state, origin, &mut best, effort)? {
                        return Ok(end);
                    }
                }
            }
        }
        Ok(End::Exhausted)
    }

    #[inline]
    pub fn arrive(
        &mut self,
        deal: &Deal,
        config: &Config,
        state: &State,
        origin: Origin,
        best: &mut usize,
        effort: &mut Effort<'_>,
    ) -> Result<Option<End>, Why> {
        effort.node()?;
        let Some(number) = self.table.insert(deal, origin.node(deal, state), config.dominance) else {
            return Ok(None);
        };
        effort.progress.states += 1;
        if deal.won(state) {
            return Ok(Some(End::Won(number)));
        }
        // Every node lies in one bucket at most, and buckets double too.
        effort.memory(self.table.bytes() + 8 * self.table.nodes.len() + self.relaxed.bytes())?;
        let score = score(deal, state);
        if score >= self.buckets.len() {
            self.buckets.resize_with(score + 1, Vec::new);
        }
        self.buckets[score].push(number);
        *best = (*best).min(score);
        Ok(None)
    }

    /// The steps from the root to a node, settling included.
    pub fn steps(&mut self, deal: &Deal, config: &Config, goal: u32) -> Vec<Step> {
        let mut way = vec![goal];
        let mut at = goal;
        while at != 0 {
            at = self.table.nodes[at as usize].parent;
            way.push(at);
        }
        let mut steps = Vec::with_capacity(128);
        if self.trail.ways.len() == self.table.nodes.len() {
            for number in way.into_iter().rev() {
                steps.extend_from_slice(&self.trail.steps[self.trail.ways[number as usize].range()]);
            }
            return steps;
        }
        let mut state = deal.root();
        deal.settle(&mut state, config, |step| steps.push(step));
        for number in way.into_iter().rev().skip(1) {
            let node = self.table.nodes[number as usize];
            self.expansion.run(deal, &state, config, node.part);
            self.expansion.steps(node.child as usize, &mut steps);
            state = self.expansion.children[node.child as usize].state;
            deal.settle(&mut state, config, |step| steps.push(step));
            debug_assert_eq!(deal.key(&state), node.key, "the way is found again");
        }
        steps
    }
}

/// What is still to do, in a number: the search takes the smallest first.
///
/// The weights were found by trial on a few hundred deals. Few playable cards are good: such a
/// position is soon settled one way or the other.
fn score(deal: &Deal, state: &State) -> usize {
    let tableau = deal.tableau(state);
    let free = tableau & !state.locked;
    let room = deal.room(tableau, free, state.empty);
    let playable = (state.locked | state.stock) & (room | deal.next_up(state.up));
    (10 * state.hidden.count_ones() + 5 * free.count_ones() + 4 * playable.count_ones()) as usize
}
