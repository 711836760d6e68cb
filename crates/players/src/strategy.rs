//! What a player is: something that sees a view and chooses.

use crate::{Course, Oracle};
use rules::{Move, View};

/// An honest player.
///
/// It must be deterministic: the same views and the same seed give the same choices.
pub trait Strategy: Send {
    /// A new game begins: forget the last one. All chance comes from this seed.
    fn begin(&mut self, view: View<'_>, seed: u64);

    /// The next move; `None` gives the game up.
    fn choose(&mut self, view: View<'_>, so_far: &Course) -> Option<Move>;
}

/// Who sits at the table.
pub enum Player {
    /// One who sees what the rules show.
    Honest(Box<dyn Strategy>),
    /// One who sees every card: a ceiling, not a player to compare others with.
    Oracle(Oracle),
}

/// A number for what the player sees: equal views of one game have equal numbers.
///
/// Only what was seen goes into it, so it never depends on a hidden card. Two different views have
/// different numbers but for one chance in 2⁶⁴, which costs a player a move and nobody a verdict.
pub fn sight(view: View<'_>) -> u64 {
    let mut hash = 0x9E37_79B9_7F4A_7C15u64;
    let mut add = |word: u64| {
        hash = (hash ^ word).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        hash ^= hash >> 32;
    };
    for pile in view.piles() {
        add(0x100 + view.len(pile) as u64);
        for card in view.cards(pile) {
            add(card.map_or(99, |card| u64::from(card.index())));
        }
    }
    if let rules::Count::Of(_) = view.rules().redeals {
        add(u64::from(view.redeals_used()));
    }
    hash
}

/// Stirs a seed and a number into a seed.
pub(crate) fn stir(seed: u64, number: u64) -> u64 {
    let mut z = seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
