//! The solver of Canfield and its relatives with one deck.
//!
//! Canfield has a reserve of 13 cards, of which only the top one can be played, four columns of one card
//! each, and a stock that is usually drawn three cards at a time. One card is dealt to a foundation, and its
//! rank is the *base rank*, with which all foundations start. Ranks wrap around, so the king lies on the ace.
//! While the reserve lasts, it fills empty columns. Every card is known to the solver.
//!
//! [`recognises`] has the exact condition on the rules. What varies is in [`Variant`]: the draw, the redeals, which
//! cards may be put on each other, which parts of a column move, who fills empty columns, and whether
//! foundation cards may be taken back. To *raise* a card is to move it to its foundation. *Stock cards* are
//! the cards of the stock and of the waste. *Twins* are the two cards of one rank and colour.
//!
//! # The state
//!
//! A [`Position`] lists where each card lies. The search packs it into 32 bytes (module `state`), with three
//! observations:
//! - A draw or a redeal does not change the order of the stock cards. So the stock and the waste are one
//!   list, a state has a bit for each card of it that is left, and the place where the waste ends (module
//!   `stock`).
//! - Only the top card of the reserve leaves, so the number of its cards suffices.
//! - A column is always a descending sequence. Each distinct column is interned under a number (module
//!   `columns`).
//!
//! The key of a state is the numbers of its columns and the heights of the foundations. The reserve and the
//! stock follow from them, because a card that is neither in a column nor raised is where it was at the start.
//! If two states differ only in the waste and the redeals, one often dominates the
//! other. Therefore most searches keep the waste and the redeals out of the key, and store the best ones met
//! beside it.
//!
//! # The moves
//!
//! A move raises a card, or puts a card or a part of a column somewhere (module `moves`). Draws and redeals
//! are not moves: a move of a stock card includes the draws before it. The module `line` writes them out when
//! a win is found.
//!
//! # The normal form
//!
//! After each move, everything follows that needs no choice (module `normal_form`): the reserve fills empty
//! columns, safe cards are raised, and steps that could be reversed at any time are made in one direction. If
//! parts of columns move, these are merging two columns into one, and moving the cards on a twin to the other
//! twin. Columns are sorted. With unlimited redeals, a waste of which the size is a multiple of the draw
//! counts as empty, because from both the same cards can be reached.
//!
//! # The prunings
//!
//! Each has its claim, precondition and proof where it is defined; the module `prunings` has a table of all.
//! All but two of them have a switch in [`Prunings`].
//! - *Safe cards* are raised at once: every card that could lie on them in a column can be raised as well.
//! - *Exchange arguments* remove moves of parts of columns. If two hosts accept the same cards, moving a part
//!   from one to the other gains nothing by itself, so such a move is generated only together with raising
//!   the card that it uncovers. The argument exchanges the targets of two moves, so it fails only where a
//!   column is put on a part cut off from itself; just before, it is a *cyclic column*, whose bottom card fits
//!   on its own top card. A search that met one and found no win is repeated without these prunings.
//! - *Dominance of the waste.* A state is not expanded again if it was met with a waste that reaches at least
//!   the same cards.
//! - *Relaxations* refute single states, and do most of the work (module `relax`). In the *open-stock
//!   relaxation*, every stock card can be played at any time, except the first d - 1 remaining stock cards if
//!   d cards are drawn at a time (if the waste is shorter, those under its top card): each of them stays
//!   locked until the remaining card after it is played. A stock card then need not be put on a column until
//!   another card has to go onto it, so a relaxed move is a chain of stock cards followed by a card of the
//!   reserve or a part of a column, and there are few states. The *card-pool relaxation* is for games with
//!   take-backs: stock cards and all raised cards form a pool, from which any card may be put on a column at
//!   any time, again in a chain; a card may enter the pool when all lower cards of its suit are in it. A
//!   state that is lost in its relaxation is lost. In games in which any suit goes on any, there are so many
//!   chains that neither is used. The verdicts of relaxed states are kept in a table of their own for the
//!   whole search.
//!
//! Any-suit games with limited redeals (Rainbow, Chameleon) have a search, abstractions and a pruning of
//! their own, which the module `any_suit` explains.
//!
//! # The search
//!
//! If the open-stock relaxation is the game itself (draw 1, unlimited redeals, no take-backs, and the same
//! parts of columns move in both), its depth-first search decides, unless it meets a column that may become
//! cyclic or a chain that is too long. Otherwise a portfolio runs (module `search`): depth-first search with
//! restarts, which queries a relaxation about each state before expanding it, as far as a limit on the nodes
//! of all queries permits; stock-ordered beams, which compare states with the same number of cards left to
//! draw, in games with draw 1 and limited redeals; and other beams in games in which single cards can be
//! moved back and forth or any suit goes on any. All of them take turns with growing budgets.
//!
//! # What is exact, and how it is checked
//!
//! - A loss is an exhausted search, or a start that a relaxation refutes. A stock-ordered beam that left
//!   nothing out is exhausted, too. Keys are exact: the transposition table compares whole keys.
//! - A win is a list of plain moves, which [`crate::Solver`] replays on the table before it is reported.
//! - Tests compare the verdicts with exhaustive search of a plain model in `talon-reference` on small decks,
//!   for named and for random rules, from the start and from the middle of a game; compare the solver with
//!   itself under other prunings; and show that planted faults are noticed. `cargo xtask bench soundness
//!   canfield` does the same on many more deals.

mod any_suit;
mod choices;
mod columns;
mod layout;
mod line;
mod moves;
mod normal_form;
mod pack;
mod position;
mod prunings;
mod relax;
mod search;
mod state;
mod stock;

pub use choices::choices;
pub use pack::{pack, recognises};
pub use position::{Position, PositionError, Variant};
pub use prunings::Prunings;

use crate::{
    Budget, Choice, ChoiceOptions, Estimate, Family, Limits, Report, Settings, Verdict, Watch, Why, unwatched,
};
use columns::Columns;
use line::Piles;
use moves::Play;
use relax::{Finding, Refuter};
use search::Search;
use search::refutation::Relaxations;
use state::{Game, State, Step};
use talon_rules::{Move, Rules, Table};

/// A report, and how far the search got.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The verdict and what it cost.
    pub report: Report,
    /// The most cards on the foundations in any position met.
    pub most_up: u8,
}

/// The solver of Canfield. It keeps its buffers from one position to the next.
pub struct Solver {
    search: Search,
    refuter: Refuter,
    /// The states that the search for any-suit games stored.
    any_suit_states: u64,
    columns: Columns,
    /// The prunings to use, as far as they are sound.
    pub prunings: Prunings,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl Solver {
    /// A solver with all prunings.
    pub fn new() -> Solver {
        Solver {
            search: Search::new(),
            refuter: Refuter::new(),
            any_suit_states: 0,
            columns: Columns::new(),
            prunings: Prunings::ALL,
        }
    }

    /// A solver with the settings that all families share.
    pub(crate) fn configured(settings: Settings) -> Solver {
        let mut solver = Solver::new();
        solver.prunings.relaxations = settings.relaxations;
        solver
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
    ) -> Result<Outcome, PositionError> {
        position.check()?;
        let mut budget = Budget::new(limits, watch);
        let columns = std::mem::replace(&mut self.columns, Columns::new());
        let mut game = Game::new(position, columns, self.prunings);
        self.search.clear(&game);
        self.refuter.clear();
        let verdict = match self.decide(&mut game, position, &mut budget) {
            Ok(Some(line)) => {
                self.search.most_up = game.cards_in_deck();
                Verdict::Winnable(line)
            }
            Ok(None) => Verdict::Unwinnable,
            Err(why) => Verdict::Unknown(why),
        };
        budget.progress.states = self.search.states() + self.refuter.states() + self.any_suit_states;
        self.columns = game.columns;
        self.columns.shrink(1 << 12);
        let report = Report::new(verdict, budget.progress.nodes, budget.progress.states);
        Ok(Outcome { report, most_up: self.search.most_up })
    }

    /// Searches for a win; `None` is a proved loss.
    fn decide(
        &mut self,
        game: &mut Game,
        position: &Position,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Move>>, Why> {
        let start = game.start(position);
        self.any_suit_states = 0;
        if any_suit::applies(game) {
            let found = any_suit::solve(game, start, budget);
            self.search.most_up = found.most_up;
            self.any_suit_states = found.states;
            return Ok(found.plays?.map(|plays| moves_of(game, position, start, plays)));
        }
        let relaxes = game.prunings.relaxations && !game.pool_chains_wrap(&start);
        if relaxes && game.equals_relaxation() {
            game.relax();
            self.refuter.room = budget.limits.memory;
            let finding = self.refuter.search(game, start, u64::MAX, budget);
            self.search.most_up = self.refuter.most_up;
            match finding? {
                Finding::Won => {
                    let mut steps = Vec::new();
                    self.refuter.line(game, start, &mut steps);
                    return Ok(Some(plain_moves(game, position, &steps, true)));
                }
                Finding::Lost => return Ok(None),
                Finding::Unknown => game.restore(),
            }
        }
        let mut relaxations = Relaxations::new(relaxes.then_some(&mut self.refuter));
        let mut plays = self.search.run(game, start, &mut relaxations, budget)?;
        if plays.is_none() && game.met_cycle {
            game.drop_exchange_prunings();
            plays = self.search.run(game, start, &mut Relaxations::new(None), budget)?;
        }
        Ok(plays.map(|plays| moves_of(game, position, start, plays)))
    }
}

/// The moves at the table for a line that starts from the normal form of `start`.
fn moves_of(game: &mut Game, position: &Position, start: State, line: Vec<Play>) -> Vec<Move> {
    let (mut state, mut steps): (State, Vec<Step>) = (start, Vec::new());
    game.normalize(&mut state, &mut steps);
    for play in line {
        game.play(&mut state, play, &mut steps);
    }
    plain_moves(game, position, &steps, false)
}

/// The plain moves of these steps, followed by raising all stock cards that are left if `finish` is set.
fn plain_moves(game: &Game, position: &Position, steps: &[Step], finish: bool) -> Vec<Move> {
    let mut piles = Piles::new(position);
    for &step in steps {
        piles.step(&game.layout, step);
    }
    if finish {
        piles.finish();
    }
    piles.moves
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solver").field("prunings", &self.prunings).finish_non_exhaustive()
    }
}

/// The names of the prunings that are on for a table of this family.
pub(crate) fn prunings(table: &talon_rules::Table) -> Option<Vec<&'static str>> {
    Some(Prunings::sound_for(&pack(table)?.variant).names())
}

impl Family for Solver {
    fn recognises(rules: &Rules) -> bool {
        recognises(rules)
    }

    fn solve(&mut self, table: &Table, limits: Limits, watch: &mut Watch<'_>) -> Option<Report> {
        Some(self.solve_position(&pack(table)?, limits, watch).ok()?.report)
    }

    fn estimate(&mut self, table: &Table, limits: Limits) -> Option<Estimate> {
        let outcome = self.solve_position(&pack(table)?, limits, &mut unwatched).ok()?;
        let answer = outcome.report.verdict.answer();
        Some(Estimate { answer, most_up: outcome.most_up.max(table.cards_up()) })
    }

    fn choices(&mut self, table: &Table, _: ChoiceOptions) -> Option<Vec<Choice>> {
        let choices = choices(&pack(table)?)?;
        Some(choices.into_iter().map(|moves| Choice { moves, under: 0 }).collect())
    }
}
