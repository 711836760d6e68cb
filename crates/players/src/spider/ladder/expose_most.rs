//! Expose-most: turn up as many cards as possible.
//!
//! A face-down card helps nobody, so every carry that turns one up is good; the column with the fewest is nearest
//! to being empty and comes first. Otherwise the player digs: it takes cards away that lie on face-down cards and
//! are not in sequence there, where the fewest runs are in the way. It uses an empty column only to turn up a card.

use super::Carry;

/// Rates a carry.
pub fn rate(carry: &Carry) -> Option<i32> {
    let hidden = i32::from(carry.hidden);
    if carry.uncovers {
        Some(if carry.fills { 100 } else { 1000 } - 10 * hidden)
    } else if !carry.fills && !carry.splits && !carry.in_order && hidden > 0 {
        Some(500 - 20 * i32::from(carry.runs) - hidden)
    } else {
        None
    }
}
