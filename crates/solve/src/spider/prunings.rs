//! Dead positions: losses that are recognised without a search.
//!
//! Both tests hold for every position of the family, so their only precondition is that the packed state
//! plays by the rules of the game, which [`recognises`](super::recognises) decides. Tests compare both with
//! exhaustive search on small decks.

use super::position::Position;
use super::state::{COLUMNS, Game, State};

/// Returns `true` if the cards of some suit are not equally many of each rank.
///
/// *Claim.* Such a position is lost. *Proof.* A run that leaves takes one card of each rank of its suit, so
/// the numbers of cards of the ranks stay unequal, and some card never leaves.
pub fn has_uneven_suits(position: &Position) -> bool {
    let mut counts = [[0u8; 14]; 4];
    let columns = position.columns.iter().flat_map(|column| &column.cards);
    for card in columns.chain(&position.stock) {
        counts[usize::from(card.suit().index())][usize::from(card.rank().number())] += 1;
    }
    let ranks = usize::from(position.variant.ranks);
    let uneven = |suit: &[u8; 14]| {
        suit[1..].iter().enumerate().any(|(i, &count)| count != if i < ranks { suit[1] } else { 0 })
    };
    counts.iter().any(uneven)
}

/// Returns `true` if no column can ever be emptied and no run can ever be completed.
///
/// *Claim.* Such a position is lost unless it is won already. *Proof.* A win removes every card, so it must
/// complete a run or empty a column at some point; consider the play before the first time that this happens.
/// Let H be the set of ranks that have been on top of a column. A run whose head has rank h can be carried
/// only if h + 1 is in H, since no column is empty. H grows in two ways: by dealing a row, and by carrying a
/// run off a card that the run does not fit by rank. (If the card below it has rank h + 1, this rank is in H
/// already.) Only runs of the given position lie on such cards, because every carry puts a run on a card that
/// it fits.
///
/// The relaxation deals all rows at once and never covers a card again. Its fixpoint therefore contains H and
/// every run that can ever be uncovered. If the fixpoint does not carry off the lowest run of any column, no
/// column is ever emptied; and if the uncovered cards do not contain all ranks of any suit, no run is ever
/// completed.
pub fn is_dead(state: &State, game: &Game) -> bool {
    let n = usize::from(game.columns);
    let mut shown = 0u32;
    let mut uncovered = [0u32; 4];
    for c in 0..n {
        let Some(top) = state.top(c) else { return false };
        shown |= 1 << top.low();
        uncovered[usize::from(top.suit())] |= ranks(top.head(), top.low());
    }
    for left in 1..=state.rows_left() {
        for card in game.row(left) {
            shown |= 1 << card.low();
            uncovered[usize::from(card.suit())] |= 1 << card.low();
        }
    }
    // The number of runs of each column that are uncovered.
    let mut depth = [1usize; COLUMNS];
    loop {
        let before = depth;
        for (c, depth) in depth[..n].iter_mut().enumerate() {
            let column = state.column(c);
            while shown >> (column[column.len() - *depth].head() + 1) & 1 != 0 {
                if *depth == column.len() {
                    return false;
                }
                *depth += 1;
                let under = column[column.len() - *depth];
                shown |= 1 << under.low();
                uncovered[usize::from(under.suit())] |= ranks(under.head(), under.low());
            }
        }
        if depth == before {
            break;
        }
    }
    let all = ranks(game.variant.ranks, 1);
    !state.is_won() && uncovered.iter().all(|&ranks| ranks & all != all)
}

/// The set of ranks from `low` to `head`.
#[inline]
const fn ranks(head: u8, low: u8) -> u32 {
    (1 << (head + 1)) - (1 << low)
}
