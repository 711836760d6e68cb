//! Empty-columns: work on the column with the fewest cards, because an empty column takes anything.
//!
//! Runs of one suit come first, as for [in-suit-first](super::in_suit_first). Then a column is emptied if one carry
//! can do it; then cards leave the column that has the fewest, whether or not they lie in sequence there. An empty
//! column is used to turn up a card where that brings the next empty column nearest, or to bring two cards of one
//! suit together.

use super::Carry;

/// Rates a carry.
pub fn rate(carry: &Carry) -> Option<i32> {
    let cards = i32::from(carry.cards);
    if carry.joins {
        Some(2000 + i32::from(carry.length))
    } else if carry.splits {
        None
    } else if carry.fills {
        match (carry.uncovers, carry.tidies) {
            (_, true) => Some(300),
            (true, false) => Some(200 - cards),
            (false, false) => None,
        }
    } else if carry.clears {
        Some(1500)
    } else if carry.uncovers {
        Some(1000 - 10 * cards)
    } else if !carry.in_order {
        Some(500 - 10 * cards)
    } else {
        None
    }
}
