//! What a player makes of a deal who follows the fair hints.

use crate::Advice;
use std::fmt;
use talon_rules::{Table, plural};

/// The most moves of a game that is played by hints.
const MOST_MOVES: usize = 1000;

/// How a deal ends for a player who sees only what can be seen and follows the fair hints.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Honest {
    /// Whether the deal is won.
    pub won: bool,
    /// The number of moves.
    pub moves: usize,
    /// The number of cards that are on the foundations at the end.
    pub up: usize,
    /// The number of cards of the deck.
    pub of: usize,
}

impl Honest {
    /// Plays a deal by fair hints. `tell` hears the number of moves made so far; if it returns `false`, the game is
    /// broken off and the answer is `None`.
    pub fn play(mut table: Table, mut tell: impl FnMut(usize) -> bool) -> Option<Honest> {
        let mut plan = Vec::new().into_iter();
        let mut events = talon_rules::Events::new();
        let mut moves = 0;
        while !table.is_won() && moves < MOST_MOVES {
            if !tell(moves) {
                return None;
            }
            let m = match plan.next().filter(|&m| table.view().is_legal(m)) {
                Some(m) => m,
                None => match Advice::fresh(table.view()) {
                    Advice::Move(hint) => {
                        plan = hint.then.into_iter();
                        hint.m
                    }
                    _ => break,
                },
            };
            table.play_legal(m, &mut events);
            moves += 1;
        }
        let (up, of) = (table.view().cards_up(), table.rules().deck().len());
        Some(Honest { won: table.is_won(), moves, up: up.into(), of })
    }
}

impl fmt::Display for Honest {
    /// `A player who sees only what you see and follows the fair hints wins this deal in 132 moves.`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("A player who sees only what you see and follows the fair hints ")?;
        match self.won {
            true => write!(f, "wins this deal in {}.", plural(self.moves, "move")),
            false => write!(f, "gets {} of {} cards of this deal to the foundations.", self.up, self.of),
        }
    }
}
