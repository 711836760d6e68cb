//! A beam: the most promising positions of each depth, and no others. It wins where depth-first
//! search loses its way (single passes, cards that move to and fro); it proves no loss.

use super::moves::Play;
use super::state::{Ground, State};
use super::table::Table;
use super::talon::Talon;
use crate::{Effort, Why};

/// The positions kept and how each was reached.
pub(super) struct Beam {
    nodes: Vec<Node>,
    seen: Table,
    plays: Vec<Play>,
}

struct Node {
    state: State,
    parent: usize,
    play: Play,
}

/// The name has all but these bits: 104 for the piles, 14 for redeals and waste.
const KEPT: u32 = 10;

impl Beam {
    pub(super) fn new() -> Beam {
        Beam { nodes: Vec::new(), seen: Table::new(KEPT), plays: Vec::new() }
    }

    /// The moves of a win, if `width` positions a depth find one.
    pub(super) fn run(
        &mut self,
        ground: &mut Ground,
        start: State,
        width: usize,
        effort: &mut Effort,
    ) -> Result<Option<Vec<Play>>, Why> {
        self.nodes.clear();
        self.seen.clear(KEPT);
        let mut state = start;
        ground.settle(&mut state, &mut ());
        self.nodes.push(Node { state, parent: 0, play: Play::NONE });
        let mut layer = vec![0];
        let mut next: Vec<(i32, State, usize, Play)> = Vec::new();
        while !layer.is_empty() {
            for &parent in &layer {
                let state = self.nodes[parent].state;
                if ground.is_won(&state) {
                    return Ok(Some(self.path(parent)));
                }
                self.plays.clear();
                ground.table_moves(&state, &mut self.plays);
                ground.stock_moves(&state, ground.reachable(&state), &mut self.plays);
                ground.idle_moves(&state, &mut self.plays);
                for &play in &self.plays {
                    effort.node()?;
                    let mut child = state;
                    ground.play(&mut child, play, &mut ());
                    let waste = Talon::waste(child.stock, child.cut);
                    let rest = u128::from(child.redeals) << 6 | u128::from(waste);
                    if self.seen.entry((ground.name(&child) << 14 | rest) << KEPT).0 {
                        next.push((promise(ground, &child), child, parent, play));
                    }
                }
            }
            effort.memory(
                self.seen.next_bytes() + self.nodes.capacity() * size_of::<Node>() + ground.columns.bytes(),
            )?;
            // Stable, so that equals keep the order of their moves.
            next.sort_by_key(|&(promise, ..)| -promise);
            layer.clear();
            for (_, state, parent, play) in next.drain(..).take(width) {
                layer.push(self.nodes.len());
                self.nodes.push(Node { state, parent, play });
            }
        }
        Ok(None)
    }

    fn path(&self, end: usize) -> Vec<Play> {
        let mut path = Vec::new();
        let mut at = end;
        while at != 0 {
            path.push(self.nodes[at].play);
            at = self.nodes[at].parent;
        }
        path.reverse();
        path
    }
}

/// The cards on those that go up next; from ten on it makes no difference.
pub(super) fn buried(ground: &Ground, state: &State) -> i32 {
    let mut buried = 0;
    for &column in &state.cols[..ground.layout.columns] {
        let (mut at, mut above) = (column, 0);
        while at != 0 {
            if ground.goes_up(state, ground.columns.tail(at)) {
                buried += above;
            }
            above = (above + 1).min(10);
            at = ground.columns.below(at);
        }
    }
    buried
}

/// Cards up are good, cards in the reserve bad, so are cards on the next ones, and with few redeals
/// cards passed by.
fn promise(ground: &Ground, state: &State) -> i32 {
    let passed = if ground.layout.unlimited {
        0
    } else {
        i32::from(Talon::waste(state.stock, state.cut)) - 8 * i32::from(state.redeals)
    };
    3 * i32::from(ground.cards_up(state))
        - buried(ground, state)
        - 6 * i32::from(state.reserve)
        - state.stock.count_ones() as i32
        - passed
}
