//! Lost positions and why: the few cards whose places the search looked at.
//!
//! A position of the game of shapes (see `shapes`) with some cards known is lost, and of all known cards its search
//! asked only of a few where they lie (see [`super::shapes::Room::looked`]). Then every position that has the same piles and
//! columns of the same ranks and lengths, and those few cards in the same places, is lost too, whatever else is known.
//!
//! *Why.* From such a position the same ways to raise cards are found, for whether a card can go up was asked of the known
//! cards of its rank, and those lie in the same places; so there are the same moves, and what they lead to is alike in
//! the same sense, for its reason is among those few cards. A win is a finite way through positions all of which
//! are alike to ones that were searched and are no wins.

use super::dive::Reason;
use super::labels::{self, BARE, Labels, MARKED, Name};
use super::layout::Layout;

/// Cards whose places were looked at, as a set.
#[derive(Copy, Clone, Default, Debug, PartialEq, Eq)]
pub(super) struct Looked(pub(super) u64);

impl Reason for Looked {
    #[inline]
    fn with(self, other: Looked) -> Looked {
        Looked(self.0 | other.0)
    }
}

/// The losses of one deal, in a list for each shape, the last that was of use first.
pub(super) struct Losses {
    /// The number of the first loss of each shape, one more.
    first: Labels<BARE, u32>,
    losses: Vec<Vec<Loss>>,
}

struct Loss {
    /// The places of the cards looked at, and the marks there.
    places: u128,
    marks: u128,
    looked: Looked,
    next: u32,
    undrawn: u8,
}

/// The losses of a shape that are tried: nearly always one of the first fits, or none.
const TRIED: u32 = 32;
/// A loss further down than this is moved to the front when it fits.
const NEAR: u32 = 4;
/// Losses lie in blocks, so that none is moved.
const BLOCK: usize = 1 << 12;

impl Losses {
    pub(super) fn new() -> Losses {
        Losses { first: Labels::new(), losses: Vec::new() }
    }

    /// The bytes in use while the lists next grow.
    pub(super) fn bytes(&self) -> usize {
        self.first.bytes() + (self.losses.len() + 1) * BLOCK * size_of::<Loss>()
    }

    fn get(&self, number: u32) -> &Loss {
        &self.losses[(number - 1) as usize / BLOCK][(number - 1) as usize % BLOCK]
    }

    fn get_mut(&mut self, number: u32) -> &mut Loss {
        &mut self.losses[(number - 1) as usize / BLOCK][(number - 1) as usize % BLOCK]
    }

    /// Is the position like one that is lost? Then what that one's search looked at.
    pub(super) fn find(&mut self, name: &Name<MARKED>, undrawn: u8) -> Option<Looked> {
        let shape = labels::bare(name);
        let marks = labels::marks(name);
        let (_, first) = self.first.with_kept(&shape);
        let (mut at, mut before) = (first, 0);
        for tried in 0..TRIED {
            if at == 0 {
                return None;
            }
            let loss = self.get(at);
            let (next, looked) = (loss.next, loss.looked);
            if loss.undrawn >= undrawn && (loss.marks ^ marks) & loss.places == 0 {
                if tried >= NEAR {
                    self.get_mut(before).next = next;
                    self.get_mut(at).next = first;
                    self.first.change(&shape, |_, first| *first = at);
                }
                return Some(looked);
            }
            before = at;
            at = next;
        }
        None
    }

    /// Notes a loss.
    pub(super) fn add(&mut self, layout: &Layout, name: &Name<MARKED>, undrawn: u8, looked: Looked) {
        let marks = labels::marks(name);
        let (mut places, mut place) = (0, 0);
        for (len, head) in labels::columns(layout, name) {
            let mut rank = layout.rank_above(head, len);
            for _ in 0..len {
                let card = 4 * rank + (marks >> place & 3) as u8;
                if looked.0 >> card & 1 == 1 {
                    places |= 3 << place;
                }
                place += 2;
                rank = if rank + 1 == layout.ranks { 0 } else { rank + 1 };
            }
        }
        if self.losses.last().is_none_or(|block| block.len() == BLOCK) {
            self.losses.push(Vec::with_capacity(BLOCK));
        }
        let number = (self.losses.len() - 1) * BLOCK + self.losses.last().map_or(0, Vec::len) + 1;
        let mut next = 0;
        self.first.change(&labels::bare(name), |_, first| {
            next = *first;
            *first = number as u32;
        });
        let loss = Loss { places, marks, looked, next, undrawn };
        self.losses.last_mut().expect("there is a block with room").push(loss);
    }
}

#[cfg(test)]
mod tests {
    use super::super::position::{Position, Rules};
    use super::super::shape::{Pile, Shape};
    use super::*;

    /// A loss holds for positions with the cards looked at in the same places and no more cards undrawn.
    #[test]
    fn a_loss_holds_where_it_was_looked() {
        let cards = cards::shuffle(cards::Deck::STANDARD, 1);
        let layout = Layout::new(&Position::deal(Rules::ANY_SUIT, 13, 2, 13, 0, &cards));
        let name = |first: &[u8], second: &[u8]| {
            let pile = |suits: &[u8]| {
                let mut pile = Pile::default();
                suits.iter().zip((0..=9).rev()).for_each(|(&suit, rank)| pile.lay(rank, suit));
                pile
            };
            let piles = [pile(first), pile(second), Pile::default(), Pile::default()];
            labels::marked_name(
                &layout,
                &Shape { up: [0; 4], reserve: 3, cut: 0, piles, stock: 0b101, cards: 0 },
            )
        };
        let mut losses = Losses::new();
        // Looked at: the card of rank 8 and suit 2, second in the first column.
        losses.add(&layout, &name(&[0, 2, 1], &[1, 3]), 4, Looked(1 << (4 * 8 + 2)));
        let looked = Some(Looked(1 << (4 * 8 + 2)));
        assert_eq!(losses.find(&name(&[0, 2, 1], &[1, 3]), 4), looked);
        assert_eq!(losses.find(&name(&[3, 2, 0], &[0, 1]), 2), looked);
        assert_eq!(losses.find(&name(&[0, 2, 1], &[1, 3]), 5), None);
        assert_eq!(losses.find(&name(&[0, 3, 1], &[1, 2]), 4), None);
        assert_eq!(losses.find(&name(&[0, 2], &[1, 3, 1]), 4), None);
        // Many of one shape: those far down come to the front, those too far down are not found.
        for suit in [0, 1, 3] {
            for other in 0..4 {
                losses.add(&layout, &name(&[suit, 0, other], &[0, 0]), 4, Looked(0xF << 36 | 0xF << 28));
            }
        }
        assert_eq!(losses.find(&name(&[2, 2, 0], &[0, 1]), 2), looked);
        assert_eq!(
            losses.get(losses.first.with_kept(&labels::bare(&name(&[0, 2, 1], &[1, 3]))).1).looked,
            Looked(1 << 34)
        );
    }
}
