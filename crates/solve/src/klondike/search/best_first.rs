//! The best-first search: expands the states with the smallest heuristic value first, and ends when all are
//! expanded.

use super::{End, Origin, Search};
use crate::klondike::config::Config;
use crate::klondike::game::Game;
use crate::klondike::moves::Stage;
use crate::klondike::state::State;
use crate::{Budget, Why};

impl Search {
    /// Searches best first until the game is decided.
    pub(super) fn best_first(
        &mut self,
        game: &Game,
        config: &Config,
        budget: &mut Budget<'_>,
    ) -> Result<End, Why> {
        let mut best = 0;
        if let Some(end) = self.add_root(game, config, &mut best, budget)? {
            return Ok(end);
        }
        let relaxed = Search::relaxed_game(game, config);
        let mut expanded = 0;
        while best < self.open.len() {
            let Some(number) = self.open[best].pop() else {
                best += 1;
                continue;
            };
            let node = self.known.nodes[number as usize];
            let state = game.unpack(node.key, node.redeals);
            // States are tested when they are expanded, because many never are.
            if config.dead_test && game.is_dead(&state) {
                continue;
            }
            expanded += 1;
            self.refuter.room = budget.limits.memory.saturating_sub(self.bytes());
            if expanded > config.refuter_start
                && let Some(relaxed) = &relaxed
                && self.refuter.refutes(relaxed, &state, config, budget)?
            {
                continue;
            }
            for stage in [Stage::Direct, Stage::Prepared] {
                self.successors.generate(game, &state, config, stage);
                for index in 0..self.successors.list.len() {
                    let mut state = self.successors.list[index].state;
                    game.normalize(&mut state, config, |_| ());
                    let origin = Origin { parent: number, child: index as u16, stage };
                    if let Some(end) = self.add(game, config, &state, origin, &mut best, budget)? {
                        return Ok(end);
                    }
                }
            }
        }
        Ok(End::Exhausted)
    }

    /// Empties the buffers and adds the root.
    pub(super) fn add_root(
        &mut self,
        game: &Game,
        config: &Config,
        best: &mut usize,
        budget: &mut Budget<'_>,
    ) -> Result<Option<End>, Why> {
        let root = self.start(game, config, budget);
        self.add(game, config, &root, Origin::ROOT, best, budget)
    }

    /// Adds a state to the open list unless it is known or dominated; returns the end if it is won. `best` is
    /// the smallest heuristic value that may be in the open list.
    #[inline]
    pub(super) fn add(
        &mut self,
        game: &Game,
        config: &Config,
        state: &State,
        origin: Origin,
        best: &mut usize,
        budget: &mut Budget<'_>,
    ) -> Result<Option<End>, Why> {
        budget.spend_node()?;
        if self.known.is_full() {
            self.make_room(game, budget)?;
        }
        let Some(number) = self.known.insert(game, origin.node(game, state), config.dominance) else {
            return Ok(None);
        };
        budget.progress.states += 1;
        if game.is_won(state) {
            return Ok(Some(End::Won(number)));
        }
        let value = heuristic(game, state);
        if self.open.get(value).is_none_or(|bucket| bucket.len() == bucket.capacity()) {
            self.widen(value, budget)?;
        }
        self.open[value].push(number);
        *best = (*best).min(value);
        Ok(None)
    }

    /// Makes room in the open list for another node of this heuristic value.
    #[cold]
    fn widen(&mut self, value: usize, budget: &Budget<'_>) -> Result<(), Why> {
        if value >= self.open.len() {
            self.open.resize_with(value + 1, Vec::new);
        }
        let old = self.open[value].capacity();
        let more = old.max(4);
        budget.check_memory(self.bytes() + self.refuter.bytes() + (old + more) * size_of::<u32>())?;
        self.open[value].reserve_exact(more);
        self.open_bytes += (self.open[value].capacity() - old) * size_of::<u32>();
        Ok(())
    }
}

/// The heuristic value of a state: an estimate of the work left.
///
/// The weights were found by experiments on a few hundred deals. Few playable cards are good, because such a
/// state is soon decided one way or the other.
fn heuristic(game: &Game, state: &State) -> usize {
    let tableau = game.tableau(state);
    let free = tableau & !state.locked;
    let placeable = game.placeable(tableau, free, state.empty);
    let playable = (state.locked | state.stock) & (placeable | game.next_up(state.up));
    (10 * state.face_down.count_ones() + 5 * free.count_ones() + 4 * playable.count_ones()) as usize
}
