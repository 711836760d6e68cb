//! What a player that plans keeps between two moves: its seed, the rest of its plan, and whether it
//! has asked for the end of the game.

use crate::Course;
use crate::strategy::stir;
use crate::worlds::{canfield_family, counts_cards, line};
use cards::Generator;
use rules::{Move, View};
use solve::Verdict;

/// The plan of a player in one game.
#[derive(Default)]
pub(crate) struct Plan {
    seed: u64,
    /// What is still to be played, next move last.
    moves: Vec<Move>,
    /// How many cards were up when the solver was asked for the end of the game.
    asked: Option<u8>,
    /// It said that there is no winning it.
    lost: bool,
}

/// Nodes for the one question that decides a game.
const NODES: u64 = 1_000_000;
/// Nodes for it where they are slow.
const FEW: u64 = 20_000;
/// Nodes for asking it again, further on.
const AGAIN: u64 = 100_000;

impl Plan {
    /// The plan of a game that begins.
    pub fn new(seed: u64) -> Plan {
        Plan { seed, ..Plan::default() }
    }

    /// The next move that needs no thought: of the plan made before, or of a winning line once the
    /// player can tell every card, when none is hidden or a single one, which can be counted out.
    pub fn next(&mut self, view: View<'_>) -> Option<Move> {
        let further = self.asked.is_none_or(|up| view.cards_up() > up);
        if self.moves.is_empty() && further && !self.lost && hidden(view) <= 1 {
            let nodes = match view.rules() {
                // Two decks of it are too much for the general solver: it would search for minutes.
                rules if canfield_family(rules) && !counts_cards(rules) => FEW,
                _ if self.asked.is_none() => NODES,
                _ => AGAIN,
            };
            self.asked = Some(view.cards_up());
            // With one hidden card there is one world to imagine.
            let world = view.imagine(&mut Generator::new(0));
            match line(&world, nodes) {
                Verdict::Winnable(line) => self.moves = line,
                Verdict::Unwinnable => self.lost = true,
                Verdict::Unknown(_) => {}
            }
            self.moves.reverse();
        }
        self.moves.pop()
    }

    /// The chance of this decision.
    pub fn chance(&self, so_far: &Course) -> u64 {
        stir(self.seed, u64::from(so_far.moves))
    }

    /// Plans these moves, and gives the first.
    pub fn follow(&mut self, mut moves: Vec<Move>) -> Option<Move> {
        moves.reverse();
        self.moves = moves;
        self.moves.pop()
    }
}

/// How many cards the player has not seen.
pub(crate) fn hidden(view: View<'_>) -> usize {
    view.piles().map(|pile| view.cards(pile).filter(Option::is_none).count()).sum()
}
