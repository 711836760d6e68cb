//! Close calls, looked at again: the game is played on from each way, and judged after that.
//!
//! Hindsight thinks that every world it looks at will be known, so it overrates ways that leave much
//! to choose later without knowing. Played on in an imagined world by somebody who sees only what
//! would be seen there, a way is worth what hindsight says of the best way after it: one card more
//! has been turned up, and only then is the rest taken for known.

use super::race::{Candidate, best};
use super::{Hindsight, Thought};
use crate::plan::hidden;
use crate::strategy::stir;
use cards::Generator;
use rules::{Events, Table, View};

/// How close calls are looked at again.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Deeper {
    /// Worlds the game is played on in; 0 leaves it.
    pub games: usize,
    /// Cards turned up there, the one in question included.
    pub cards: usize,
    /// Worlds for a decision on the way.
    pub worlds: usize,
    /// Nodes for each way in each of these.
    pub nodes: u64,
    /// A way so far behind the best is no close call.
    pub margin: f64,
    /// So many ways, at most, are close calls.
    pub ways: usize,
    /// How much the first judgement still counts.
    pub keep: f64,
}

impl Deeper {
    /// Not at all.
    pub const NOT: Deeper =
        Deeper { games: 0, cards: 1, worlds: 8, nodes: 300, margin: 0.1, ways: 4, keep: 0.0 };
}

impl Hindsight {
    /// The best of the judged candidates, the close ones played on.
    pub(super) fn look_deeper(
        &mut self,
        view: View<'_>,
        candidates: &mut Vec<Candidate>,
        leader: usize,
        seed: u64,
    ) -> usize {
        let deep = self.settings.deep;
        let floor = candidates[leader].worth() - deep.margin;
        if deep.games == 0 {
            return leader;
        }
        candidates.retain(|candidate| candidate.worth() >= floor);
        // A stable sort: of equals the first found stays first.
        candidates.sort_by(|a, b| b.worth().total_cmp(&a.worth()));
        candidates.truncate(deep.ways.max(1));
        if candidates.len() == 1 {
            return 0;
        }
        for candidate in candidates.iter_mut() {
            candidate.extra += deep.keep * candidate.mean();
            candidate.values.clear();
        }
        let mut generator = Generator::new(seed);
        for game in 0..deep.games as u64 {
            let world = view.imagine(&mut generator);
            for candidate in candidates.iter_mut() {
                let mut table = world.clone();
                let mut events = Events::new();
                for &m in &candidate.line {
                    table.play_legal(m, &mut events);
                }
                let value = self.play_on(table, stir(seed, game + 1));
                candidate.values.push(value);
            }
        }
        best(candidates)
    }

    /// What hindsight says of the best way, some cards later.
    fn play_on(&mut self, mut table: Table, seed: u64) -> f64 {
        let deep = self.settings.deep;
        let mut value = 0.0;
        for card in 0..deep.cards as u64 {
            let seed = stir(seed, card);
            if hidden(table.view()) <= 1 {
                return self.value(&table, &[], self.settings.nodes);
            }
            let world = table.view().imagine(&mut Generator::new(seed));
            let (mut next, _) = self.candidates(table.view(), &world);
            if next.is_empty() {
                return 0.0;
            }
            let thought = Thought { worlds: deep.worlds, nodes: deep.nodes, patience: 4, mean: true };
            let best = self.judge(table.view(), &mut next, seed, thought);
            value = next[best].mean();
            let mut events = Events::new();
            for &m in &next[best].line {
                table.play_legal(m, &mut events);
            }
        }
        value
    }
}
