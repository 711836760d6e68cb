//! Brown: rules of thumb after Steve Brown's book *Spider Solitaire Winning Strategies*, in our own words.
//!
//! Brown won 48.7 % of 306 games without undo by these rules and much judgement; a program has the rules only. They
//! are applied in this order:
//! 1. build in suit, the longest run first;
//! 2. empty a column;
//! 3. build on other suits from the highest rank down, because a card that was built upon blocks what lies below it,
//!    and low cards block the least; of equal ranks, turn up a card where the fewest are face down;
//! 4. use an empty column to bring a card to its own suit (to tidy up), then to turn up a card, kings first;
//! 5. deal a row only when nothing of this is left.

use super::Carry;

/// Rates a carry.
pub fn rate(carry: &Carry) -> Option<i32> {
    let (rank, hidden) = (i32::from(carry.rank), i32::from(carry.hidden));
    if carry.joins {
        Some(4000 + i32::from(carry.length))
    } else if carry.splits {
        None
    } else if carry.fills {
        match (carry.tidies, carry.uncovers) {
            (true, _) => Some(600 - i32::from(carry.step.count())),
            (false, true) => Some(if carry.rank == 13 { 500 } else { 400 } - 10 * hidden),
            (false, false) => None,
        }
    } else if carry.clears {
        Some(3000)
    } else if carry.uncovers {
        Some(2000 + 10 * rank - hidden)
    } else if carry.tidies || !carry.in_order {
        Some(1000 + 10 * rank - hidden)
    } else {
        None
    }
}
