//! The solver of Klondike: any draw, any redeal limit, with and without take-backs.
//!
//! The solver decides positions with every card known. [`recognises`] has the exact condition on the rules.
//! Some words are used throughout: to *raise* a card is to move it to its foundation, and to *take it back*
//! is the reverse. *Twins* are the two cards of one rank and colour; the same two cards may be laid on either
//! of them. If a card may be laid on another one, it is a possible *guest* of that card, which is a possible
//! *host*.
//!
//! # The state
//!
//! A [`Position`] lists where each card lies. The search packs it into a few words (module `state`): which
//! cards are raised, in the stock, face down, or *locked* (face up where they were dealt). All other face-up
//! cards are *free* and kept as a set, without their columns. This loses nothing. If h cards of a pair of
//! twins are face up in the tableau and f free cards lie on them, then h - f of them are uncovered in every
//! arrangement; and if one of two is uncovered, either can be, because the cards on the other one can move to
//! it. A king at the bottom of a column is free, too, and its column counts as empty. So the set determines
//! which cards can be uncovered and which can be placed. The order of the stock never changes, so a bit for
//! each stock card and the size of the waste suffice (module `stock`). The key of a state is one 64-bit number:
//! the heights of the foundations, the number of cards still in place in each column, the bits of the stock and
//! the size of the waste; all other cards are free. The number of redeals left is stored beside it.
//!
//! # The moves
//!
//! A step raises one card, or places one card in the tableau: a stock card, a foundation card, or a locked
//! card together with the cards on it. When a locked card leaves, the next card of its column is turned up.
//! Draws, redeals and rearrangements belong to the step that needs them. Only when a line is written out does
//! the module `line` choose columns and draw cards.
//!
//! # The normal form
//!
//! With take-backs, raising a free card and taking it back undo each other. States that differ only by such
//! steps form a class, and all states of a class are equally good. The search keeps a class with everything
//! raised that can be raised at no cost (module `normal_form`). If twins compete for a host, a class has more
//! than one such form. The successors of a class are the states that irreversible steps lead to (module
//! `moves`). Successors are generated in two stages: first those by one step, then those for which cards must
//! be taken back first, as macro moves. With unlimited redeals, the waste also has a normal form: waste sizes
//! that make the same cards reachable are treated as equal.
//!
//! # The prunings
//!
//! Each has a switch in [`Config`], and its claim and proof in the module `prunings`, whose page has a table
//! of all:
//! - Safe cards are raised at once. No win needs them in the tableau.
//! - Dead positions are given up: a delete relaxation (facts, once true, stay true) shows that some card can
//!   never be raised. One fact is nevertheless deleted: a free card covers one of its hosts until it is
//!   raised.
//! - Dominated positions are dropped: the same cards in the same places, and a better position in the stock.
//! - Take-backs are directed: cards come down only for a *subgoal*. A subgoal is that a locked or stock card
//!   can be placed, or that a card of the tableau can be uncovered and raised. With draw 1 and unlimited
//!   redeals, stock cards are also played only for a subgoal.
//! - Relaxed games come first: what cannot be won with draw 1, unlimited redeals and take-backs cannot be won
//!   at all. The same is true of the game with its own draw, unlimited redeals and take-backs, which is the
//!   second relaxed game if it differs from the first and from the game itself. After 500 expansions of a
//!   best-first search, each state is first tested in the first relaxed game, with up to 1,000 nodes.
//!
//! # The search
//!
//! A depth-first search of 1,000 nodes decides most deals. Then come the relaxed games, and then a best-first
//! search of the real game, by a heuristic value that estimates the work left. A transposition table holds
//! every state reached. On several threads, the best-first search proceeds in rounds; its result does not
//! depend on the number of threads. The module `shortest` is a separate A* search that proves the length of
//! the [`shortest`] win.
//!
//! # What is exact, and how it is checked
//!
//! - A loss is an exhausted search of the game or of a relaxed game, with exact keys: a hit in the
//!   transposition table compares whole keys.
//! - A win is a list of plain moves, which [`crate::Solver`] replays on the table before it is reported.
//! - Tests compare the verdicts with exhaustive search of a plain model in `talon-reference` on small decks,
//!   compare every setting of the switches with every other, and show that thirteen planted faults are
//!   noticed. `cargo xtask bench soundness klondike` does the same on all deals of eight cards, and on decks
//!   of up to 52 cards.

mod card_set;
mod choices;
mod config;
mod game;
mod line;
mod moves;
mod normal_form;
mod pack;
mod position;
mod prunings;
mod search;
mod shortest;
mod state;
mod stock;

pub use config::Config;
#[doc(hidden)]
pub use config::Fault;
pub use line::shorten;
pub use pack::{pack, recognises};
pub use position::{Column, Position, PositionError};
pub use shortest::shortest;

use crate::{
    Answer, Budget, Choice, ChoiceOptions, Estimate, Family, Limits, Report, Settings, Shortest, Verdict,
    Watch, Why, unwatched,
};
use game::Game;
use search::{End, Search};
use talon_rules::{Move, Rules, Table};

/// The solver of Klondike. It keeps its buffers from one position to the next.
#[derive(Debug, Default)]
pub struct Solver {
    config: Config,
    search: Search,
    /// The number of threads for one position; 0 for a sequential search.
    threads: usize,
}

impl Solver {
    /// A solver with this configuration.
    pub fn new(config: Config) -> Solver {
        Solver { config, ..Solver::default() }
    }

    /// This solver with `threads` threads for each position. The order of the search differs from that of the
    /// sequential search, but it does not depend on the number of threads.
    #[must_use]
    pub fn parallel(self, threads: usize) -> Solver {
        Solver { threads: threads.max(1), ..self }
    }

    /// A solver with the settings that all families share.
    pub(crate) fn configured(settings: Settings) -> Solver {
        let config = Config {
            relaxations: settings.relaxations,
            depth_first_nodes: settings.depth_first_nodes.unwrap_or(Config::default().depth_first_nodes),
            ..Config::default()
        };
        Solver { threads: settings.threads, ..Solver::new(config) }
    }

    /// Decides whether a position can be won.
    ///
    /// # Errors
    /// What is wrong with the position.
    pub fn solve_position(
        &mut self,
        position: &Position,
        limits: Limits,
        watch: &mut Watch<'_>,
    ) -> Result<Report, PositionError> {
        let mut game = Game::new(position)?;
        game.fault = self.config.fault;
        let mut budget = Budget::new(limits, watch);
        let verdict = match self.search.decide(&game, &self.config, self.threads, &mut budget) {
            Ok(End::Won(goal)) => {
                let steps = self.search.steps(&game, &self.config, goal);
                match line::plain_moves(position, &steps) {
                    Some(line) => Verdict::Winnable(line),
                    None => Verdict::Unknown(Why::Rejected),
                }
            }
            Ok(End::Exhausted) => Verdict::Unwinnable,
            Ok(End::OutOfNodes) => Verdict::Unknown(Why::Nodes),
            Err(why) => Verdict::Unknown(why),
        };
        Ok(Report::new(verdict, budget.progress.nodes, budget.progress.states))
    }

    /// Decides whether a position can be won, without a winning line, for callers that ask thousands of times
    /// a second.
    ///
    /// # Errors
    /// What is wrong with the position.
    pub fn estimate_position(
        &mut self,
        position: &Position,
        limits: Limits,
        watch: &mut Watch<'_>,
    ) -> Result<Answer, PositionError> {
        let game = Game::new(position)?;
        let mut budget = Budget::new(limits, watch);
        Ok(match self.search.decide(&game, &self.config, self.threads, &mut budget) {
            Ok(End::Won(_)) => Answer::Winnable,
            Ok(End::Exhausted) => Answer::Unwinnable,
            Ok(End::OutOfNodes) => Answer::Unknown(Why::Nodes),
            Err(why) => Answer::Unknown(why),
        })
    }
}

/// The names of the prunings that are on for a table of this family when a search begins.
pub(crate) fn prunings(table: &Table) -> Option<Vec<&'static str>> {
    Some(prunings::names(&Game::new(&pack(table)?).ok()?, &Config::default()))
}

impl Family for Solver {
    fn recognises(rules: &Rules) -> bool {
        recognises(rules)
    }

    fn solve(&mut self, table: &Table, limits: Limits, watch: &mut Watch<'_>) -> Option<Report> {
        let mut report = self.solve_position(&pack(table)?, limits, watch).ok()?;
        if let Verdict::Winnable(line) = report.verdict {
            report.verdict = match line::to_table(table, line) {
                Ok(line) => Verdict::Winnable(line),
                Err(_) => Verdict::Unknown(Why::Rejected),
            };
        }
        Some(report)
    }

    fn estimate(&mut self, table: &Table, limits: Limits) -> Option<Estimate> {
        let answer = self.estimate_position(&pack(table)?, limits, &mut unwatched).ok()?;
        Some(Estimate { answer, most_up: table.cards_up() })
    }

    fn choices(&mut self, table: &Table, options: ChoiceOptions) -> Option<Vec<Choice>> {
        choices::choices(table, options)
    }

    fn shortest(
        &mut self,
        table: &Table,
        line: &[Move],
        limits: Limits,
        watch: &mut Watch<'_>,
    ) -> Option<Shortest> {
        shortest::shortest_on(table, line, limits, watch)
    }
}
