//! In-suit-first: runs of one suit before everything else.
//!
//! Only cards of one suit move together, so a run of one suit is as good as a single card, while a card on another
//! suit stays in the way of what lies below. The longest run comes first; all else is as for
//! [expose-most](super::expose_most).

use super::{Carry, expose_most};

/// Rates a carry.
pub fn rate(carry: &Carry) -> Option<i32> {
    if carry.joins { Some(2000 + i32::from(carry.length)) } else { expose_most::rate(carry) }
}
