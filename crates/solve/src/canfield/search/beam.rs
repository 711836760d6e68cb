//! Beam search: the best states of each depth, and no others. It finds wins where depth-first search often
//! fails (few redeals, cards that move back and forth); it proves no loss.

use crate::canfield::moves::Play;
use crate::canfield::search::refutation::{Relaxations, check_columns};
use crate::canfield::search::transposition::Transpositions;
use crate::canfield::state::{Game, State};
use crate::canfield::stock::Draws;
use crate::exact::list_bytes;
use crate::{Budget, Why};

/// The beam search and its buffers.
pub(in crate::canfield) struct Beam {
    /// The states kept, with the moves that led to them.
    nodes: Vec<Node>,
    /// The states generated. No state is generated twice.
    seen: Transpositions,
    /// The [abstract keys](abstract_key) of the states in the current layer.
    abstract_keys: Transpositions,
    plays: Vec<Play>,
}

/// A state from which the next layer is chosen.
#[derive(Copy, Clone)]
struct Child {
    value: i32,
    state: State,
    parent: usize,
    play: Play,
}

struct Node {
    state: State,
    parent: usize,
    play: Play,
}

/// The value bits of the tables, which are not used. The key has the other bits: 104 for the state, 14 for
/// the redeals and the waste.
const VALUE_BITS: u32 = 10;

impl Beam {
    pub(in crate::canfield) fn new() -> Beam {
        Beam {
            nodes: Vec::new(),
            seen: Transpositions::new(VALUE_BITS),
            abstract_keys: Transpositions::new(VALUE_BITS),
            plays: Vec::new(),
        }
    }

    /// Searches for a win with a beam of `width` states; `None` proves nothing.
    ///
    /// Beams of different `number` order equal and nearly equal states differently: two narrow ones win more
    /// than one of twice the width.
    pub(in crate::canfield) fn run(
        &mut self,
        game: &mut Game,
        start: State,
        width: usize,
        number: u64,
        relaxations: &mut Relaxations,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Play>>, Why> {
        let weights = if game.layout.unlimited {
            &Weights::UNLIMITED[number as usize % Weights::UNLIMITED.len()]
        } else {
            &Weights::LIMITED
        };
        let allowed = width as u64 / 4;
        self.nodes.clear();
        self.seen.clear(VALUE_BITS);
        let mut state = start;
        game.normalize(&mut state, &mut ());
        self.nodes.push(Node { state, parent: 0, play: Play::NONE });
        let mut layer = vec![0];
        let mut next: Vec<Child> = Vec::new();
        let mut similar: Vec<Child> = Vec::new();
        while !layer.is_empty() {
            for (at, &parent) in layer.iter().enumerate() {
                check_columns(game)?;
                if at.is_multiple_of(64) || self.seen.is_full_after(64) {
                    let lists =
                        list_bytes(&next, 1 << 12) + list_bytes(&similar, width) + list_bytes(&layer, width);
                    relaxations.check_memory(game, self.bytes_after(width) + lists, budget)?;
                    if self.seen.is_full_after(64) {
                        self.seen.grow_watched(budget)?;
                    }
                }
                let state = self.nodes[parent].state;
                if game.is_won(&state) {
                    return Ok(Some(self.line(parent)));
                }
                self.plays.clear();
                game.table_moves(&state, &mut self.plays);
                game.stock_moves(&state, game.reachable(&state), &mut self.plays);
                game.reversible_moves(&state, &mut self.plays);
                for &play in &self.plays {
                    budget.spend_node()?;
                    let mut child = state;
                    game.play(&mut child, play, &mut ());
                    let waste = Draws::waste(child.stock, child.waste_end);
                    let rest = u128::from(child.redeals) << 6 | u128::from(waste);
                    if self.seen.entry((game.key(&child) << 14 | rest) << VALUE_BITS).0 {
                        let value = weights.value(game, &child, number);
                        next.push(Child { value, state: child, parent, play });
                    }
                }
            }
            // Sorting needs a copy of the list at most, and nearly all states may be similar to a better one.
            let lists = (next.capacity() + next.len() + similar.capacity()) * size_of::<Child>();
            let lists = lists + list_bytes(&layer, width);
            relaxations.check_memory(game, self.bytes_after(width.min(next.len())) + lists, budget)?;
            similar.reserve_exact(if weights.defers_similar { next.len() } else { 0 });
            // The sort is stable, so that states of equal value keep the order of their moves.
            next.sort_by_key(|child| -child.value);
            layer.clear();
            similar.clear();
            self.abstract_keys.clear(VALUE_BITS);
            // A state that is similar to a better one is deferred until all others are in the layer.
            for child in next.drain(..) {
                if layer.len() == width {
                    break;
                }
                let key = || abstract_key(game, &child.state) << VALUE_BITS;
                if weights.defers_similar && !self.abstract_keys.entry(key()).0 {
                    similar.push(child);
                } else if !relaxations.refute_within(game, &child.state, allowed, budget)? {
                    layer.push(self.keep(child));
                }
            }
            for &child in &similar {
                if layer.len() == width {
                    break;
                }
                if !relaxations.refute_within(game, &child.state, allowed, budget)? {
                    layer.push(self.keep(child));
                }
            }
        }
        Ok(None)
    }

    /// The bytes in use while a layer of `width` states is added.
    fn bytes_after(&self, width: usize) -> usize {
        list_bytes(&self.nodes, width)
            + self.seen.peak_bytes_after(64)
            + self.abstract_keys.peak_bytes_after(width)
    }

    fn keep(&mut self, child: Child) -> usize {
        self.nodes.push(Node { state: child.state, parent: child.parent, play: child.play });
        self.nodes.len() - 1
    }

    /// The moves that lead to a node.
    fn line(&self, node: usize) -> Vec<Play> {
        let mut line = Vec::new();
        let mut at = node;
        while at != 0 {
            line.push(self.nodes[at].play);
            at = self.nodes[at].parent;
        }
        line.reverse();
        line
    }
}

/// The number of cards that lie on cards which can be raised once they are bare; ten at most for each.
fn covering_cards(game: &Game, state: &State) -> i32 {
    let mut covering = 0;
    for &column in &state.columns[..game.layout.columns] {
        let (mut at, mut above) = (column, 0);
        while at != 0 {
            if game.is_next(state, game.columns.top(at)) {
                covering += above;
            }
            above = (above + 1).min(10);
            at = game.columns.below(at);
        }
    }
    covering
}

/// The weights of a heuristic value.
struct Weights {
    /// For each card on the foundations.
    up: i32,
    /// Subtracted for each card in the reserve.
    reserve: i32,
    /// For each empty column.
    empty: i32,
    /// For each stock card that can come to the top of the waste.
    reach: i32,
    /// The largest pseudorandom number added.
    noise: u64,
    /// Whether states that are [similar](abstract_key) to a better one are deferred.
    defers_similar: bool,
}

impl Weights {
    /// For games with limited redeals.
    const LIMITED: Weights =
        Weights { up: 3, reserve: 6, empty: 0, reach: 0, noise: 0, defers_similar: false };

    /// For games with unlimited redeals. Here the reserve and the room to move matter; raised cards follow
    /// from them. The weights were tuned by hand on deals that depth-first search left open.
    const UNLIMITED: [Weights; 3] = [
        Weights { up: 0, reserve: 9, empty: 5, reach: 2, noise: 30, defers_similar: true },
        Weights { up: 0, reserve: 9, empty: 5, reach: 1, noise: 8, defers_similar: true },
        Weights { up: 2, reserve: 9, empty: 5, reach: 1, noise: 8, defers_similar: true },
    ];

    /// The heuristic value of a state in the beam of this number; larger is better.
    fn value(&self, game: &Game, state: &State, number: u64) -> i32 {
        let passed = if game.layout.unlimited {
            0
        } else {
            i32::from(Draws::waste(state.stock, state.waste_end)) - 8 * i32::from(state.redeals)
        };
        let empty = state.columns[..game.layout.columns].iter().filter(|&&column| column == 0).count();
        self.up * i32::from(game.cards_up(state))
            + self.empty * empty as i32
            + self.reach * game.reachable(state).count_ones() as i32
            + self.noise(game, state, number)
            - covering_cards(game, state)
            - self.reserve * i32::from(state.reserve)
            - state.stock.count_ones() as i32
            - passed
    }

    /// A pseudorandom number that is determined by the state and the number of the beam.
    fn noise(&self, game: &Game, state: &State, number: u64) -> i32 {
        let key = game.key(state);
        let mixed = (key as u64 ^ (key >> 64) as u64 ^ number << 56).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((mixed >> 32) % (self.noise + 1)) as i32
    }
}

/// The key of an abstraction that keeps the foundations, the size of the reserve, and the length and the top
/// card of each column. States with the same abstract key are called similar.
fn abstract_key(game: &Game, state: &State) -> u128 {
    let mut columns = state.columns.map(|column| {
        u128::from(game.columns.cards(column).count_ones()) << 6 | u128::from(game.columns.top(column))
    });
    columns.sort_unstable();
    let up = state.up.iter().fold(0, |key, &up| key << 4 | u128::from(up));
    columns.iter().fold(up << 6 | u128::from(state.reserve), |key, column| key << 12 | column) + 1
}
