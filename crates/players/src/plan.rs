//! The memory that the planning players share: the seed of the game, the moves decided on and not yet
//! played, and whether the solver has been asked about the end of the game.

use crate::Record;
use crate::view_hash::derive_seed;
use talon_cards::Generator;
use talon_rules::{Move, Table, View};
use talon_solve::family::Kind;
use talon_solve::{Limits, Solver, Verdict, unwatched};

/// The plan of a player in one game.
#[derive(Default)]
pub(crate) struct Plan {
    seed: u64,
    /// The moves still to be played, the next one last.
    moves: Vec<Move>,
    /// The number of cards on the foundations when the solver was last asked about the end of the game.
    asked: Option<u8>,
    /// Whether the solver proved that the game cannot be won any more.
    lost: bool,
}

/// The nodes for the first question about the end of the game.
const FIRST_NODES: u64 = 1_000_000;
/// The nodes for later questions, when more cards are on the foundations.
const LATER_NODES: u64 = 100_000;
/// The nodes for every question in a game that the generic solver handles too slowly.
const FEW_NODES: u64 = 20_000;

impl Plan {
    /// An empty plan for a new game.
    pub fn new(seed: u64) -> Plan {
        Plan { seed, ..Plan::default() }
    }

    /// The next move if no decision is needed: a move planned before, or one of a winning line.
    ///
    /// The solver is asked for a winning line once the player can infer every card, which is when at most
    /// one card is hidden.
    pub fn next(&mut self, view: View<'_>) -> Option<Move> {
        let changed = self.asked.is_none_or(|up| view.cards_up() > up);
        if self.moves.is_empty() && changed && !self.lost && hidden_cards(view) <= 1 {
            let nodes = if is_slow_to_solve(view) {
                FEW_NODES
            } else if self.asked.is_none() {
                FIRST_NODES
            } else {
                LATER_NODES
            };
            self.asked = Some(view.cards_up());
            // With one hidden card there is only one possible world.
            let world = view.imagine(&mut Generator::new(0));
            match verdict(&world, nodes) {
                Verdict::Winnable(line) => self.moves = line,
                Verdict::Unwinnable => self.lost = true,
                Verdict::Unknown(_) => {}
            }
            self.moves.reverse();
        }
        self.moves.pop()
    }

    /// The seed for the randomness of this decision.
    pub fn seed(&self, record: &Record) -> u64 {
        derive_seed(self.seed, u64::from(record.moves))
    }

    /// Plans these moves and returns the first of them.
    pub fn follow(&mut self, mut moves: Vec<Move>) -> Option<Move> {
        moves.reverse();
        self.moves = moves;
        self.moves.pop()
    }
}

/// Whether the game has a reserve but no packed solver, as Demon has, with its two decks. The generic solver
/// would search for minutes.
fn is_slow_to_solve(view: View<'_>) -> bool {
    view.rules().reserve > 0 && Kind::of(view.rules()).is_none()
}

/// The number of cards that the player has not seen.
pub(crate) fn hidden_cards(view: View<'_>) -> usize {
    view.piles().map(|pile| view.cards(pile).filter(Option::is_none).count()).sum()
}

/// The verdict on a table of which every card is known.
pub(crate) fn verdict(table: &Table, nodes: u64) -> Verdict {
    let limits = Limits { nodes, memory: 512 << 20 };
    Solver::new().solve(table, limits, &mut unwatched).verdict
}

/// A move from a column, a cell or another pile to a foundation, if there is one. It is the last resort when
/// nothing else is left to decide: a card on a foundation counts even if the game is lost.
pub(crate) fn any_card_up(world: &Table) -> Option<Move> {
    let mut up = None;
    world.each_forward_move(|m| {
        if up.is_none() && matches!(m, Move::Carry { to: talon_rules::Pile::Foundation(_), .. }) {
            up = Some(m);
        }
    });
    up
}
