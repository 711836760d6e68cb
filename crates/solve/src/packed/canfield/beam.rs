//! A beam: the most promising positions of each depth, and no others. It wins where depth-first
//! search loses its way (single passes, cards that move to and fro); it proves no loss.

use super::moves::Play;
use super::search::{Easier, check_columns};
use super::state::{Ground, State};
use super::table::Table;
use super::talon::Talon;
use crate::{Effort, Why};

/// The positions kept and how each was reached.
pub(super) struct Beam {
    nodes: Vec<Node>,
    seen: Table,
    /// What the positions of a layer look like.
    looks: Table,
    plays: Vec<Play>,
}

/// One that is still to be chosen.
#[derive(Copy, Clone)]
struct Child {
    promise: i32,
    state: State,
    parent: usize,
    play: Play,
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
        Beam { nodes: Vec::new(), seen: Table::new(KEPT), looks: Table::new(KEPT), plays: Vec::new() }
    }

    /// The moves of a win, if `width` positions a depth find one. Beams of different rounds look at
    /// equals (and nearly equals) in different orders: two narrow ones win more than one twice as wide.
    pub(super) fn run(
        &mut self,
        ground: &mut Ground,
        start: State,
        width: usize,
        round: u64,
        easier: &mut Easier,
        effort: &mut Effort,
    ) -> Result<Option<Vec<Play>>, Why> {
        let taste = if ground.layout.unlimited {
            &Taste::PATIENT[round as usize % Taste::PATIENT.len()]
        } else {
            &Taste::HASTY
        };
        // What a few positions do not answer is not lost; the next questions are much the same.
        let allowed = width as u64 / 4;
        self.nodes.clear();
        self.seen.clear(KEPT);
        let mut state = start;
        ground.settle(&mut state, &mut ());
        self.nodes.push(Node { state, parent: 0, play: Play::NONE });
        let mut layer = vec![0];
        let mut next: Vec<Child> = Vec::new();
        let mut alike: Vec<Child> = Vec::new();
        while !layer.is_empty() {
            for &parent in &layer {
                check_columns(ground)?;
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
                        let promise = taste.promise(ground, &child, round);
                        next.push(Child { promise, state: child, parent, play });
                    }
                }
            }
            let lists = self.nodes.capacity() * size_of::<Node>()
                + (next.capacity() + alike.capacity()) * size_of::<Child>();
            easier.check_memory(ground, self.seen.next_bytes() + lists, effort)?;
            // Stable, so that equals keep the order of their moves.
            next.sort_by_key(|child| -child.promise);
            layer.clear();
            alike.clear();
            self.looks.clear(KEPT);
            // Those that look like a better one wait until all others are in.
            for child in next.drain(..) {
                if layer.len() == width {
                    break;
                }
                if taste.unlike_first && !self.looks.entry(look(ground, &child.state) << KEPT).0 {
                    alike.push(child);
                } else if !easier.refutes_at_once(ground, &child.state, allowed, effort)? {
                    layer.push(self.keep(child));
                }
            }
            for &child in &alike {
                if layer.len() == width {
                    break;
                }
                if !easier.refutes_at_once(ground, &child.state, allowed, effort)? {
                    layer.push(self.keep(child));
                }
            }
        }
        Ok(None)
    }

    fn keep(&mut self, child: Child) -> usize {
        self.nodes.push(Node { state: child.state, parent: child.parent, play: child.play });
        self.nodes.len() - 1
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
fn buried(ground: &Ground, state: &State) -> i32 {
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

/// What counts how much when positions are compared.
struct Taste {
    /// For each card up.
    up: i32,
    /// Against each card in the reserve.
    reserve: i32,
    /// For each empty column.
    gap: i32,
    /// For each talon card that can come to the top of the waste.
    reach: i32,
    /// Chance adds at most this.
    chance: u64,
    /// Do positions that look like a better one wait?
    unlike_first: bool,
}

impl Taste {
    /// Where passes are limited.
    const HASTY: Taste = Taste { up: 3, reserve: 6, gap: 0, reach: 0, chance: 0, unlike_first: false };

    /// Where they are not: what counts is the reserve and room to move, and cards up come by themselves.
    /// Found by trial on deals that depth-first search left open.
    const PATIENT: [Taste; 3] = [
        Taste { up: 0, reserve: 9, gap: 5, reach: 2, chance: 30, unlike_first: true },
        Taste { up: 0, reserve: 9, gap: 5, reach: 1, chance: 8, unlike_first: true },
        Taste { up: 2, reserve: 9, gap: 5, reach: 1, chance: 8, unlike_first: true },
    ];

    fn promise(&self, ground: &Ground, state: &State, round: u64) -> i32 {
        let passed = if ground.layout.unlimited {
            0
        } else {
            i32::from(Talon::waste(state.stock, state.cut)) - 8 * i32::from(state.redeals)
        };
        let gaps = state.cols[..ground.layout.columns].iter().filter(|&&column| column == 0).count();
        self.up * i32::from(ground.cards_up(state))
            + self.gap * gaps as i32
            + self.reach * ground.reachable(state).count_ones() as i32
            + self.chance(ground, state, round)
            - buried(ground, state)
            - self.reserve * i32::from(state.reserve)
            - state.stock.count_ones() as i32
            - passed
    }

    /// A number that a position and a round always give.
    fn chance(&self, ground: &Ground, state: &State, round: u64) -> i32 {
        let name = ground.name(state);
        let mixed = (name as u64 ^ (name >> 64) as u64 ^ round << 56).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((mixed >> 32) % (self.chance + 1)) as i32
    }
}

/// What a position looks like from above, as a name: the foundations, the reserve, and length and top
/// card of each column; not the talon, nor what lies inside the columns.
fn look(ground: &Ground, state: &State) -> u128 {
    let mut columns = state.cols.map(|column| {
        u128::from(ground.columns.mask(column).count_ones()) << 6 | u128::from(ground.columns.tail(column))
    });
    columns.sort_unstable();
    let up = state.up.iter().fold(0, |key, &up| key << 4 | u128::from(up));
    columns.iter().fold(up << 6 | u128::from(state.reserve), |key, column| key << 12 | column) + 1
}
