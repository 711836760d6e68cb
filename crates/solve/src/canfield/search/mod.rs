//! The portfolio: which searches are tried on a position, and in which order.
//!
//! The searches take turns with growing budgets until one of them decides:
//!
//! 1. *Stock-ordered beam* ([`stock_beam`]), if one card is drawn at a time and redeals are limited.
//! 2. *Depth-first search* ([`depth_first`]). It starts again in a random order when its budget is spent,
//!    because a win that it misses early costs a whole subtree. The budgets grow by a constant factor, so
//!    that all attempts together cost about twice as much as the last one.
//! 3. *Beam searches* ([`beam`]), in games in which depth-first search often fails; see
//!    [`Game::needs_beams`].
//!
//! A loss is proved by a depth-first search that is exhausted, or by a stock-ordered beam that left nothing
//! out. The other beam searches prove nothing. Depth-first search and the other beam searches query the
//! relaxations about single states ([`refutation`]), as far as the nodes permitted for that last. What a
//! relaxation has proved is kept from one attempt to the next.
//!
//! Rainbow, Chameleon and their variants have a search of their own, in the module `any_suit`.

pub(in crate::canfield) mod beam;
pub(in crate::canfield) mod depth_first;
pub(in crate::canfield) mod heuristic;
pub(in crate::canfield) mod refutation;
pub(in crate::canfield) mod stock_beam;
pub(in crate::canfield) mod transposition;

use crate::canfield::moves::Play;
use crate::canfield::state::{Game, State};
use crate::{Budget, Why};
use beam::Beam;
use depth_first::DepthFirst;
use refutation::Relaxations;
use stock_beam::StockBeam;
use talon_cards::Generator;

/// How a search ended.
pub(in crate::canfield) enum End {
    /// These moves win from the normal form of the start.
    Won(Vec<Play>),
    /// All positions were searched, and there is no win.
    Exhausted,
    /// Positions were left out, so nothing is proved.
    Incomplete,
}

/// The number of positions of the first depth-first attempt.
const FIRST_ATTEMPT: u64 = 30_000;
/// The width of the first stock-ordered beam, in positions for each layer.
const FIRST_WIDTH: usize = 400;

/// The searches of the portfolio that keep their buffers.
pub(in crate::canfield) struct Search {
    depth_first: DepthFirst,
    beam: Beam,
    /// The most cards on the foundations in any position met.
    pub(in crate::canfield) most_up: u8,
}

impl Search {
    pub(in crate::canfield) fn new() -> Search {
        Search { depth_first: DepthFirst::new(), beam: Beam::new(), most_up: 0 }
    }

    /// Prepares the search for another position.
    pub(in crate::canfield) fn clear(&mut self, game: &Game) {
        self.depth_first.clear(game);
        self.most_up = 0;
    }

    /// The number of positions in the transposition table of the depth-first search.
    pub(in crate::canfield) fn states(&self) -> u64 {
        self.depth_first.states()
    }

    /// Searches for a win. The moves start from the normal form of `start`; `None` is a proved loss.
    pub(in crate::canfield) fn run(
        &mut self,
        game: &mut Game,
        start: State,
        relaxations: &mut Relaxations,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Play>>, Why> {
        let mut order = None;
        let mut beams = game.needs_beams().then(|| Beams::new(budget));
        let mut width = StockBeam::applies(&game.layout).then_some(FIRST_WIDTH);
        let mut most_states = FIRST_ATTEMPT;
        self.depth_first.clear(game);
        loop {
            if let Some(positions) = &mut width {
                let mut beam = StockBeam::new();
                let ended = beam.run(game, start, *positions, budget);
                self.most_up = self.most_up.max(beam.most_up);
                match ended {
                    Ok(End::Won(line)) => return Ok(Some(line)),
                    Ok(End::Exhausted) => return Ok(None),
                    Ok(End::Incomplete) => *positions *= 4,
                    // Depth-first search needs less memory.
                    Err(Why::Memory) => width = None,
                    Err(why) => return Err(why),
                }
            }
            let ended = self.depth_first.run(game, start, relaxations, most_states, order.as_mut(), budget);
            self.most_up = self.most_up.max(self.depth_first.most_up);
            match ended? {
                End::Won(line) => return Ok(Some(line)),
                End::Exhausted => return Ok(None),
                End::Incomplete => self.depth_first.clear(game),
            }
            if let Some(beams) = &mut beams
                && let Some(line) = self.beams(game, start, beams, most_states, relaxations, budget)?
            {
                return Ok(Some(line));
            }
            // The next depth-first search does not count the memory of the beam.
            self.beam = Beam::new();
            most_states *= if width.is_some() { 4 } else { 2 };
            order.get_or_insert_with(|| Generator::new(0));
        }
    }

    /// Runs beam searches after a depth-first attempt of at most `most_states` positions.
    ///
    /// If redeals are limited, this is one beam whose width grows with `most_states`. If they are unlimited,
    /// these are narrow beams, each a little wider than the last and with other weights, until beams have had
    /// two thirds of all nodes: a win lies more often beside a narrow beam than outside a wide one.
    fn beams(
        &mut self,
        game: &mut Game,
        start: State,
        beams: &mut Beams,
        most_states: u64,
        relaxations: &mut Relaxations,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Play>>, Why> {
        loop {
            let before = budget.progress.nodes;
            let width = if game.layout.unlimited { beams.width } else { most_states as usize / 60 };
            beams.number += 1;
            let line = self.beam.run(game, start, width, beams.number, relaxations, budget)?;
            if line.is_some() {
                return Ok(line);
            }
            beams.width += beams.width / 4;
            beams.nodes += budget.progress.nodes - before;
            let all = budget.progress.nodes - beams.begun;
            if !game.layout.unlimited || beams.nodes > all / 3 * 2 {
                return Ok(None);
            }
        }
    }
}

/// The beam searches of one run of the portfolio.
struct Beams {
    /// The width of the next beam if redeals are unlimited.
    width: usize,
    /// The number of beams so far.
    number: u64,
    /// The number of nodes when the portfolio began.
    begun: u64,
    /// The number of nodes that beams have taken since.
    nodes: u64,
}

impl Beams {
    fn new(budget: &Budget) -> Beams {
        Beams { width: 64, number: 0, begun: budget.progress.nodes, nodes: 0 }
    }
}
