//! Klondike, all cards known: any draw, any redeal limit, with and without take-backs.
//!
//! [`Position`] says in plain words what lies where; [`Solver`] decides it. The state is packed
//! so that everything reversible vanishes (`deal`, `expand`), lost positions are seen early
//! (`dead`), and only exact keys are kept (`table`): a loss is an exhausted search, a win a list of
//! plain moves (`line`). `bridge` alone knows `rules::Table`: it packs one, and replays a line on it.

mod bridge;
mod choices;
mod config;
mod dead;
mod deal;
mod expand;
mod layout;
mod line;
mod position;
mod relaxed;
mod search;
mod shorten;
mod shortest;
mod split;
mod stack;
mod stock;
mod table;

pub use bridge::{LineError, pack, replay, shortest_on};
pub use choices::{Choice, choices};
pub use config::Config;
#[doc(hidden)]
pub use config::Fault;
pub use position::{Column, Position, PositionError};
pub use shorten::shorten;
pub use shortest::shortest;

use crate::{Effort, Limits, Report, Verdict, Watch, Why};
use deal::Deal;
use search::{End, Search};

/// Decides Klondike positions; keep one for many questions, it keeps its buffers.
#[derive(Debug, Default)]
pub struct Solver {
    config: Config,
    search: Search,
    /// Threads for one hard position; 0 for the plain search.
    threads: usize,
}

/// Decides one position with all prunings on.
///
/// # Errors
/// When the position is none.
pub fn solve(position: &Position, limits: Limits, watch: &mut Watch<'_>) -> Result<Report, PositionError> {
    Solver::default().solve(position, limits, watch)
}

impl Solver {
    /// A solver with these switches.
    pub fn new(config: Config) -> Solver {
        Solver { config, ..Solver::default() }
    }

    /// The same by several threads, in another order of search; its answers do not depend on their
    /// number.
    #[must_use]
    pub fn split(self, threads: usize) -> Solver {
        Solver { threads: threads.max(1), ..self }
    }

    /// Can this position be won?
    ///
    /// # Errors
    /// When the position is none.
    pub fn solve(
        &mut self,
        position: &Position,
        limits: Limits,
        watch: &mut Watch<'_>,
    ) -> Result<Report, PositionError> {
        let mut deal = Deal::new(position)?;
        deal.fault = self.config.fault;
        let mut effort = Effort::new(limits, watch);
        let verdict = match self.decide(&deal, &mut effort) {
            Ok(End::Won(goal)) => {
                let steps = self.search.steps(&deal, &self.config, goal);
                let line = line::plain_moves(position, &steps);
                Verdict::Winnable(line.expect("the steps of a won search can be carried out"))
            }
            Ok(End::Exhausted) => Verdict::Unwinnable,
            Ok(End::Spent) => Verdict::Unknown(Why::Nodes),
            Err(why) => Verdict::Unknown(why),
        };
        Ok(Report { verdict, nodes: effort.progress.nodes, states: effort.progress.states })
    }

    /// Can this position be won? Without a line, for those who ask thousands of times a second.
    ///
    /// `Ok(Err(why))` when the limits did not suffice.
    ///
    /// # Errors
    /// When the position is none.
    pub fn can_win(
        &mut self,
        position: &Position,
        limits: Limits,
        watch: &mut Watch<'_>,
    ) -> Result<Result<bool, Why>, PositionError> {
        let deal = Deal::new(position)?;
        let mut effort = Effort::new(limits, watch);
        Ok(match self.decide(&deal, &mut effort) {
            Ok(End::Won(_)) => Ok(true),
            Ok(End::Exhausted) => Ok(false),
            Ok(End::Spent) => Err(Why::Nodes),
            Err(why) => Err(why),
        })
    }

    fn decide(&mut self, deal: &Deal, effort: &mut Effort<'_>) -> Result<End, Why> {
        let config = self.config;
        let end = self.search.dive(deal, &config, config.dive, effort)?;
        if end != End::Spent {
            return Ok(end);
        }
        if config.relax {
            for easier in deal.easier() {
                if self.climb(&easier, effort)? == End::Exhausted {
                    return Ok(End::Exhausted);
                }
            }
        }
        self.climb(deal, effort)
    }

    fn climb(&mut self, deal: &Deal, effort: &mut Effort<'_>) -> Result<End, Why> {
        match self.threads {
            0 => self.search.climb(deal, &self.config, effort),
            threads => self.search.climb_by(threads, deal, &self.config, effort),
        }
    }
}
