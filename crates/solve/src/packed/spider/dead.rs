//! Positions that are lost at a glance: cheap tests, each with its proof.

use super::position::Position;
use super::state::{Game, State};

/// Are the cards of some suit not the same number of each rank?
///
/// Every run that leaves takes one card of each rank of its suit, and a won game has no card left:
/// with unequal numbers some card stays for ever.
pub fn uneven(position: &Position) -> bool {
    let mut counts = [[0u8; 14]; 4];
    let columns = position.columns.iter().flat_map(|column| &column.cards);
    for card in columns.chain(&position.stock) {
        counts[usize::from(card.suit().index())][usize::from(card.rank().number())] += 1;
    }
    let ranks = usize::from(position.ruling.ranks);
    counts
        .iter()
        .any(|suit| suit[1..].iter().enumerate().any(|(i, &n)| if i < ranks { n != suit[1] } else { n != 0 }))
}

/// Can neither a column be emptied nor a run be completed, ever?
///
/// *Claim.* Let H be the set of ranks that have been on top of a column so far. While no column has
/// been empty and no run has left, a card goes only onto a top card, so a run whose head has rank
/// h moves only if h + 1 is in H. If the card under it had rank h + 1 itself (in suit or not),
/// uncovering it adds nothing to H. So H grows only by rows dealt, and by carrying off, from a card
/// it does not fit, a run of the position itself: runs put together later lie on cards they fit.
/// Take every row as dealt at once and never cover anything again: the fixpoint holds all of H,
/// and with it every run that can ever be laid bare. If then no column has been dug to its bottom
/// and carried off whole, none is ever empty before a run leaves; and if the cards laid bare do not
/// hold all ranks of any one suit, no run is ever complete. A won game needs both.
pub fn stuck(state: &State, game: &Game) -> bool {
    let n = usize::from(game.columns);
    let mut hosts = 0u32;
    let mut bare = [0u32; 4];
    for c in 0..n {
        let Some(top) = state.top(c) else { return false };
        hosts |= 1 << top.low();
        bare[usize::from(top.suit())] |= ranks_of(top.head(), top.low());
    }
    for left in 1..=state.left() {
        for card in game.row(left) {
            hosts |= 1 << card.low();
            bare[usize::from(card.suit())] |= 1 << card.low();
        }
    }
    let mut depth = [1usize; super::state::COLUMNS];
    loop {
        let before = depth;
        for (c, depth) in depth[..n].iter_mut().enumerate() {
            let column = state.column(c);
            while hosts >> (column[column.len() - *depth].head() + 1) & 1 != 0 {
                if *depth == column.len() {
                    return false;
                }
                *depth += 1;
                let under = column[column.len() - *depth];
                hosts |= 1 << under.low();
                bare[usize::from(under.suit())] |= ranks_of(under.head(), under.low());
            }
        }
        if depth == before {
            break;
        }
    }
    let whole = ranks_of(game.ruling.ranks, 1);
    !state.won() && bare.iter().all(|&ranks| ranks & whole != whole)
}

/// The ranks from `low` to `head`, as bits.
#[inline]
const fn ranks_of(head: u8, low: u8) -> u32 {
    (1 << (head + 1)) - (1 << low)
}
