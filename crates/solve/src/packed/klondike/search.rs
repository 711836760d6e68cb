//! The search: a short plain dive, then best-first over everything that is not dead.

use super::config::Config;
use super::deal::{Deal, State};
use super::expand::{Child, Expansion, Step};
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

/// The buffers of a search, kept from one to the next.
#[derive(Debug, Default)]
pub(super) struct Search {
    pub table: Table,
    expansion: Expansion,
    stack: Vec<(Child, u32, u16)>,
    buckets: Vec<Vec<u32>>,
}

impl Search {
    fn start(&mut self, deal: &Deal, config: &Config) -> State {
        self.table.clear();
        self.stack.clear();
        for bucket in &mut self.buckets {
            bucket.clear();
        }
        let mut root = deal.root();
        deal.settle(&mut root, config, |_| ());
        root
    }

    fn node(deal: &Deal, state: &State, parent: u32, child: u16) -> Node {
        Node { key: deal.key(state), parent, child, redeals: state.redeals }
    }

    /// Depth-first, children in the order of their promise, at most `nodes` nodes.
    pub fn dive(
        &mut self,
        deal: &Deal,
        config: &Config,
        nodes: u64,
        effort: &mut Effort<'_>,
    ) -> Result<End, Why> {
        let mut state = self.start(deal, config);
        let mut left = nodes;
        let (mut parent, mut child) = (0, 0);
        loop {
            if left == 0 {
                return Ok(End::Spent);
            }
            left -= 1;
            effort.node()?;
            let node = Search::node(deal, &state, parent, child);
            if let Some(number) = self.table.insert(deal, node, config.dominance) {
                effort.progress.states += 1;
                if deal.won(&state) {
                    return Ok(End::Won(number));
                }
                if !config.dead || !deal.dead(&state) {
                    effort.memory(self.table.bytes())?;
                    self.expansion.run(deal, &state, config);
                    let children = self.expansion.children.iter().enumerate().rev();
                    self.stack.extend(children.map(|(index, child)| (*child, number, index as u16)));
                }
            }
            let Some((next, from, index)) = self.stack.pop() else {
                return Ok(End::Exhausted);
            };
            state = next.state;
            deal.settle(&mut state, config, |_| ());
            (parent, child) = (from, index);
        }
    }

    /// Best-first, without end.
    pub fn climb(&mut self, deal: &Deal, config: &Config, effort: &mut Effort<'_>) -> Result<End, Why> {
        let root = self.start(deal, config);
        let mut best = 0;
        let mut children = Vec::new();
        if let Some(end) = self.arrive(deal, config, &root, (0, 0), &mut best, effort)? {
            return Ok(end);
        }
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
            self.expansion.run(deal, &state, config);
            children.clone_from(&self.expansion.children);
            for (index, child) in children.iter().enumerate() {
                let mut state = child.state;
                deal.settle(&mut state, config, |_| ());
                let from = (number, index as u16);
                if let Some(end) = self.arrive(deal, config, &state, from, &mut best, effort)? {
                    return Ok(end);
                }
            }
        }
        Ok(End::Exhausted)
    }

    #[inline]
    fn arrive(
        &mut self,
        deal: &Deal,
        config: &Config,
        state: &State,
        from: (u32, u16),
        best: &mut usize,
        effort: &mut Effort<'_>,
    ) -> Result<Option<End>, Why> {
        effort.node()?;
        let node = Search::node(deal, state, from.0, from.1);
        let Some(number) = self.table.insert(deal, node, config.dominance) else {
            return Ok(None);
        };
        effort.progress.states += 1;
        if deal.won(state) {
            return Ok(Some(End::Won(number)));
        }
        effort.memory(self.table.bytes() + 4 * self.table.nodes.len())?;
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
        let mut steps = Vec::new();
        let mut state = deal.root();
        deal.settle(&mut state, config, |step| steps.push(step));
        for number in way.into_iter().rev().skip(1) {
            let node = self.table.nodes[number as usize];
            self.expansion.run(deal, &state, config);
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
