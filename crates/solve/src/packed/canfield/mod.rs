//! Canfield, every rule set with one deck: the fastest way we know to a verdict.
//!
//! [`Position`] is the plain form, [`Solver`] the search. Inside, `layout` holds what a deal fixes,
//! `columns` and `talon` number the piles, `state` is the compact position and `settle` its normal
//! form, `moves`, `chains` and `late` the moves, `relaxed`, `heaps` (with its look ahead, `unroll`), `heads` and
//! `shapes` (moves of a `shape`) the easier games that refute, `ladder` who asks them (each a `dive`, remembered by
//! `labels` and `losses`; `wins` what they are worth), `rings` what
//! prunings must look out for, `search` the search, `beam`, `pass` and `rounds` searches by `promise` for where it
//! wanders, `table` and `memo` their memory, `line` turns what was found into plain moves, `choices` tells a player
//! what there is to decide, `pack` reads a `rules::Table`.

mod beam;
mod chains;
mod choices;
mod columns;
mod dive;
mod heads;
mod heaps;
mod labels;
mod ladder;
mod late;
mod layout;
mod line;
mod losses;
mod memo;
mod moves;
mod pack;
mod pass;
mod position;
mod promise;
mod relaxed;
mod rings;
mod rounds;
mod search;
mod settle;
mod shape;
mod shapes;
mod state;
mod table;
mod talon;
mod unroll;
mod wins;

pub use choices::choices;
pub use pack::pack;
pub use position::{Build, Fill, Gap, Position, Rules, Take, TakeBack};
pub use state::Prunings;

use crate::{Effort, Limits, Report, Verdict, Watch, Why};
use columns::Columns;
use heaps::Heaps;
use line::Piles;
use relaxed::{Finding, Relaxed};
use search::{Budget, Easier, Search};
use state::{Ground, Step};

/// A verdict, and how far the search got.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The verdict and its cost.
    pub report: Report,
    /// The most cards on the foundations in any position met.
    pub most_up: u8,
}

/// A solver whose memory is used again, for many searches in a row.
pub struct Solver {
    search: Search,
    relaxed: Relaxed,
    heaps: Heaps,
    columns: Columns,
    /// The liberties it may take; all that are sound unless told otherwise.
    pub prunings: Prunings,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl Solver {
    /// A solver with nothing in its memory.
    pub fn new() -> Solver {
        Solver {
            search: Search::new(),
            relaxed: Relaxed::new(),
            heaps: Heaps::new(),
            columns: Columns::new(),
            prunings: Prunings {
                safe: true,
                twins: true,
                merges: true,
                relaxed: true,
                heaps: true,
                late: true,
            },
        }
    }

    /// Can this position be won?
    pub fn solve<'a>(&mut self, position: &Position, limits: Limits, watch: &'a mut Watch<'a>) -> Outcome {
        self.solve_with(position, &mut Effort::new(limits, watch))
    }

    /// The same on an account opened before.
    pub fn solve_with(&mut self, position: &Position, effort: &mut Effort) -> Outcome {
        let columns = std::mem::replace(&mut self.columns, Columns::new());
        let mut ground = Ground::new(position, columns, self.prunings);
        self.search.clear(&ground, 0);
        self.relaxed.clear();
        let verdict = match self.decide(&mut ground, position, effort) {
            Ok(Some(line)) => Verdict::Winnable(line),
            Ok(None) => Verdict::Unwinnable,
            Err(why) => Verdict::Unknown(why),
        };
        effort.progress.states = self.search.states() + self.relaxed.states() + self.heaps.states();
        let report = Report { verdict, nodes: effort.progress.nodes, states: effort.progress.states };
        self.columns = ground.columns;
        self.columns.shrink(1 << 12);
        Outcome { report, most_up: self.search.most_up }
    }

    fn decide(
        &mut self,
        ground: &mut Ground,
        position: &Position,
        effort: &mut Effort,
    ) -> Result<Option<Vec<rules::Move>>, Why> {
        let start = ground.start(position);
        self.heaps.clear(&ground.layout, &start, ground.heads(&start));
        let mut steps: Vec<Step> = Vec::new();
        let mut piles = Piles::new(position);
        let use_relaxed = ground.prunings.relaxed && !ground.pool_chains_wrap(&start);
        if use_relaxed && ground.is_easy() {
            ground.ease();
            let finding = self.relaxed.search(ground, start, u64::MAX, effort);
            self.search.most_up = self.relaxed.most_up;
            let finding = finding?;
            if finding == Finding::Won {
                self.relaxed.line(ground, start, &mut steps);
                for &step in &steps {
                    piles.step(&ground.layout, step);
                }
                piles.finish();
                self.search.most_up = ground.cards_in_deck();
                return Ok(Some(piles.moves));
            }
            if finding == Finding::Lost {
                return Ok(None);
            }
            ground.harden();
        }
        let use_heaps = ground.prunings.heaps
            && Heaps::applies(&ground.layout, &start)
            && ground.is_laid_by_the_rules(&start);
        let mut easier = Easier {
            relaxed: use_relaxed.then_some(&mut self.relaxed),
            heaps: use_heaps.then_some(&mut self.heaps),
            budget: Budget::default(),
        };
        let mut won = self.search.run(ground, start, &mut easier, effort)?;
        if !won && ground.ringed {
            ground.loosen();
            self.search.clear(ground, self.search.most_up);
            let mut easier = Easier { relaxed: None, heaps: easier.heaps, budget: Budget::default() };
            won = self.search.run(ground, start, &mut easier, effort)?;
        }
        if !won {
            return Ok(None);
        }
        self.search.line(ground, start, &mut steps);
        for &step in &steps {
            piles.step(&ground.layout, step);
        }
        Ok(Some(piles.moves))
    }
}

/// Can this position be won? For many positions in a row a [`Solver`] is cheaper.
pub fn solve<'a>(position: &Position, limits: Limits, watch: &'a mut Watch<'a>) -> Report {
    Solver::new().solve(position, limits, watch).report
}
