//! Hashes: one of what a player sees, and one that derives seeds.

use talon_rules::{Count, View};

/// A hash of what the player sees: equal views of one game have equal hashes.
///
/// It does not depend on hidden cards. Two different views have the same hash with a probability of about
/// 2⁻⁶⁴. A collision may cost a player a move, but no verdict rests on these hashes.
pub fn view_hash(view: View<'_>) -> u64 {
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
    if let Count::Of(_) = view.rules().redeals {
        add(u64::from(view.redeals_used()));
    }
    hash
}

/// Derives a new seed from a seed and a number (the finalizer of SplitMix64).
pub(crate) fn derive_seed(seed: u64, number: u64) -> u64 {
    let mut z = seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
