//! Lines: from the steps of the packed state to plain moves, in the piles of the table, and shortened.

mod card_list;
mod piles;
mod shorten;
mod translate;

pub(super) use piles::Piles;
pub use shorten::shorten;
pub(super) use translate::{by_suit, to_table, translate};

use super::moves::Step;
use super::position::Position;
use talon_rules::Move;

/// The plain moves that carry out these steps and then raise what is left; `None` if they do not win.
pub(super) fn plain_moves(position: &Position, steps: &[Step]) -> Option<Vec<Move>> {
    let mut piles = Piles::new(position);
    for step in steps {
        // From here on, the steps only raise cards, the lowest first. Raising them as the draws reach them is
        // shorter.
        if piles.can_finish() {
            break;
        }
        piles.step(*step)?;
    }
    piles.finish()?;
    Some(piles.moves)
}
