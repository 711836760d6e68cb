//! The easier game in which nobody remembers who lies on whom: lost there is lost.
//!
//! Where any suit goes on any, and the stock is gone through card by card a limited number of times,
//! what refutes is the order of the talon and the reserve against the few columns; how the cards lie
//! in the columns makes the positions many and matters little. So here the columns are one heap:
//!
//! * Every card of the heap that is next may go up, whatever would lie on it.
//! * The reserve's top card and the talon cards that can be reached go up or into the heap.
//! * After every move the heap must be one that *could* lie in the columns there are. A rank of which
//!   the heap has n cards, and m of the rank that takes it, needs n − m heads or more; all ranks
//!   together may need no more heads than there are columns. While the reserve fills the gaps, a head
//!   is a card dealt there or from the reserve: the n − m must be had among those.
//! * Won is when the reserve and the talon are empty.
//!
//! Forgetting who lies on whom turns every position into one of these, and every move into none
//! (column to column) or one or two of these (a gap filled at once), and the columns of a position
//! *are* a way to lie. So a win there is a win here.
//!
//! **Late.** A card of the heap stays there until something else needs it to go: a position with the
//! card in the heap can become the one with the card up whenever it likes. So cards are raised only
//! to let another card in, the fewest that will do (of two ways, one of which raises all the other
//! does and more, the smaller), and one that fits into the heap is not put up directly. In between,
//! nothing is asked of the heap; that only makes the game easier still. Cards nobody can miss (see
//! `Layout::is_safe_in_any_suit`) go up at once all the same, to have one position instead of two.
//!
//! Every move here takes a card out of the talon, the reserve or the heap for good: there are no
//! circles, and what was exhausted is lost for ever.

use super::layout::Layout;
use super::position::{Build, Fill, TakeBack};
use super::relaxed::Finding;
use super::state::State;
use super::table::Table;
use super::talon::below;
use crate::{Effort, Why};

/// What has been found out about the heap game of one deal.
pub(super) struct Heaps {
    table: Table,
    /// Cards that may be heads while the reserve lasts.
    heads: u64,
}

#[derive(Copy, Clone)]
struct Heap {
    cards: u64,
    stock: u64,
    up: [u8; 4],
    reserve: u8,
    cut: u8,
    redeals: u8,
}

/// Six bits for the most undrawn cards with which a position is known lost, six for the fewest with
/// which it is known won, each plus one: one may always draw on.
const KEPT: u32 = 12;

/// The positions a question may cost: what it does not answer is not lost, for what it found out is
/// kept and the next questions are much the same.
const ALLOWED: u64 = 200;

/// The ways to raise cards that are followed up; where there are more, nothing is proved.
const WAYS: usize = 32;

/// The lowest bit of every nibble; the two lowest; every other bit; the highest of every nibble.
const ONES: u64 = 0x1111_1111_1111_1111;
const PAIRS: u64 = 3 * ONES;
const EVEN: u64 = 5 * ONES;
const EIGHTS: u64 = 8 * ONES;

/// How many cards of each rank, a nibble each.
#[inline]
fn counts(cards: u64) -> u64 {
    let pairs = cards - ((cards >> 1) & EVEN);
    (pairs & PAIRS) + ((pairs >> 2) & PAIRS)
}

/// The sum of all nibbles.
#[inline]
fn sum(nibbles: u64) -> u64 {
    const LOW: u64 = 0x0F0F_0F0F_0F0F_0F0F;
    ((nibbles & LOW) + ((nibbles >> 4) & LOW)).wrapping_mul(0x0101_0101_0101_0101) >> 56
}

impl Heaps {
    pub(super) fn new() -> Heaps {
        Heaps { table: Table::new(KEPT), heads: 0 }
    }

    /// Does this game say anything under these rules?
    pub(super) fn applies(layout: &Layout) -> bool {
        layout.rules.build == Build::AnySuit
            && layout.rules.take_back == TakeBack::No
            && layout.talon.draw() == 1
            && !layout.unlimited
    }

    pub(super) fn clear(&mut self, heads: u64) {
        self.table.clear(KEPT);
        self.heads = heads;
    }

    /// Forgets what was found out, not the deal.
    pub(super) fn forget(&mut self) {
        self.table.clear(KEPT);
    }

    pub(super) fn states(&self) -> u64 {
        self.table.len() as u64
    }

    pub(super) fn bytes(&self) -> usize {
        self.table.next_bytes()
    }

    /// Is the position, with these cards in the columns, lost even in the easier game?
    pub(super) fn refutes(
        &mut self,
        layout: &Layout,
        state: &State,
        cards: u64,
        effort: &mut Effort,
    ) -> Result<bool, Why> {
        let heap = Heap {
            cards,
            stock: state.stock,
            up: state.up,
            reserve: state.reserve,
            cut: state.cut,
            redeals: state.redeals,
        };
        let mut left = ALLOWED;
        Ok(self.search(layout, heap, &mut left, effort)? == Finding::Lost)
    }

    /// Could these cards lie in the columns?
    #[inline]
    fn fits(&self, layout: &Layout, heap: &Heap) -> bool {
        let ranks = u32::from(layout.ranks);
        let have = counts(heap.cards);
        // The hosts of each rank: the counts one rank up, the last rank on the base rank.
        let mut hosts = have >> 4 | if layout.rules.on_base { (have & 15) << (4 * (ranks - 1)) } else { 0 };
        if !layout.rules.base_enters {
            hosts &= !15;
        }
        // What each rank has more than its hosts: counts are at most 4, so no nibble borrows.
        let apart = (have | EIGHTS) - hosts;
        let more = (apart & EIGHTS) >> 3;
        let needed = apart & (7 * more);
        if sum(needed) > layout.columns as u64 {
            return false;
        }
        if heap.reserve > 0 && layout.rules.fill != Fill::Free {
            let own = counts(heap.cards & self.heads);
            return ((own | EIGHTS) - needed) & EIGHTS == EIGHTS;
        }
        true
    }

    /// Could nobody miss this card, which is next? (See `Ground::is_safe`.)
    #[inline]
    fn is_safe(layout: &Layout, heap: &Heap, card: u8) -> bool {
        layout.is_safe_in_any_suit(&heap.up, card)
    }

    fn is_next(heap: &Heap, card: u8) -> bool {
        heap.up[usize::from(card & 3)] == card >> 2
    }

    /// The heap after a card went up from there.
    #[inline]
    fn raised(&self, layout: &Layout, heap: &Heap, card: u8) -> Option<Heap> {
        let mut next = *heap;
        next.cards &= !(1 << card);
        next.up[usize::from(card & 3)] += 1;
        self.fits(layout, &next).then_some(next)
    }

    fn settle(&self, layout: &Layout, heap: &mut Heap) {
        'again: loop {
            for suit in 0..4u8 {
                let rank = heap.up[usize::from(suit)];
                if rank >= layout.ranks {
                    continue;
                }
                let card = rank * 4 + suit;
                if !Heaps::is_safe(layout, heap, card) {
                    continue;
                }
                if heap.cards >> card & 1 == 1 {
                    if let Some(next) = self.raised(layout, heap, card) {
                        *heap = next;
                        continue 'again;
                    }
                } else if heap.reserve > 0 && layout.reserve[usize::from(heap.reserve) - 1] == card {
                    heap.reserve -= 1;
                    heap.up[usize::from(suit)] += 1;
                    continue 'again;
                } else {
                    let bit = layout.bit_of[usize::from(card)];
                    let waste = heap.stock & below(heap.cut);
                    if waste != 0 && 63 - waste.leading_zeros() == u32::from(bit) {
                        heap.stock &= !(1 << bit);
                        heap.cut = bit;
                        heap.up[usize::from(suit)] += 1;
                        continue 'again;
                    }
                }
            }
            return;
        }
    }

    fn name(heap: &Heap) -> u128 {
        let up = heap.up.iter().fold(0u128, |key, &up| key << 4 | u128::from(up));
        (((up << 6 | u128::from(heap.reserve)) << 8 | u128::from(heap.redeals)) << 64
            | u128::from(heap.stock))
            + 1
    }

    fn search(
        &mut self,
        layout: &Layout,
        mut heap: Heap,
        left: &mut u64,
        effort: &mut Effort,
    ) -> Result<Finding, Why> {
        self.settle(layout, &mut heap);
        if heap.reserve == 0 && heap.stock == 0 {
            return Ok(Finding::Won);
        }
        let undrawn = (heap.stock & !below(heap.cut)).count_ones() as u128;
        let name = Heaps::name(&heap) << KEPT;
        let entry = *self.table.entry(name).1;
        if entry & 63 > undrawn {
            return Ok(Finding::Lost);
        }
        if entry >> 6 & 63 != 0 && (entry >> 6 & 63) - 1 <= undrawn {
            return Ok(Finding::Won);
        }
        if *left == 0 {
            return Ok(Finding::Open);
        }
        *left -= 1;
        effort.node()?;
        if effort.progress.nodes.is_multiple_of(1024) {
            effort.memory(self.bytes())?;
        }
        let finding = self.moves(layout, &heap, left, effort)?;
        let entry = self.table.entry(name).1;
        match finding {
            Finding::Lost => *entry = *entry & !63 | (undrawn + 1),
            Finding::Won => *entry = *entry & !(63 << 6) | (undrawn + 1) << 6,
            Finding::Open => {}
        }
        Ok(finding)
    }

    fn moves(
        &mut self,
        layout: &Layout,
        heap: &Heap,
        left: &mut u64,
        effort: &mut Effort,
    ) -> Result<Finding, Why> {
        if heap.reserve > 0 {
            let card = layout.reserve[usize::from(heap.reserve) - 1];
            let mut next = *heap;
            next.reserve -= 1;
            let finding = self.place(layout, next, card, left, effort)?;
            if finding != Finding::Lost {
                return Ok(finding);
            }
        }
        let ahead = layout.talon.ahead(heap.stock, heap.cut);
        for again in [false, true] {
            let mut bits = if !again {
                ahead
            } else if heap.redeals > 0 {
                heap.stock & !ahead
            } else {
                0
            };
            while bits != 0 {
                let bit = bits.trailing_zeros() as u8;
                bits &= bits - 1;
                let card = layout.stock[usize::from(bit)];
                let mut next = *heap;
                next.stock &= !(1 << bit);
                next.cut = bit;
                next.redeals -= u8::from(again);
                let finding = self.place(layout, next, card, left, effort)?;
                if finding != Finding::Lost {
                    return Ok(finding);
                }
                // A safe card is not passed by: when it shows it goes up.
                if Heaps::is_next(heap, card) && Heaps::is_safe(layout, heap, card) {
                    return Ok(Finding::Lost);
                }
            }
        }
        Ok(Finding::Lost)
    }

    /// A card that left its pile goes into the heap, or up, after as few cards of the heap as will do.
    fn place(
        &mut self,
        layout: &Layout,
        heap: Heap,
        card: u8,
        left: &mut u64,
        effort: &mut Effort,
    ) -> Result<Finding, Why> {
        let suit = usize::from(card & 3);
        if Heaps::is_next(&heap, card) && Heaps::is_safe(layout, &heap, card) {
            let mut next = heap;
            next.up[suit] += 1;
            return self.search(layout, next, left, effort);
        }
        let mut next = heap;
        next.cards |= 1 << card;
        if self.fits(layout, &next) {
            return self.search(layout, next, left, effort);
        }
        let mut most = next.up;
        for suit in 0..4u8 {
            let up = &mut most[usize::from(suit)];
            while *up < layout.ranks && next.cards >> (*up * 4 + suit) & 1 == 1 {
                *up += 1;
            }
        }
        let mut found = [[0; 4]; WAYS];
        let mut count = 0;
        self.raises(layout, &next, &most, 0, &mut found, &mut count);
        for up in &found[..count] {
            let mut next = next;
            Heaps::raise(layout, &mut next, up);
            let finding = self.search(layout, next, left, effort)?;
            if finding != Finding::Lost {
                return Ok(finding);
            }
        }
        Ok(if count == WAYS { Finding::Open } else { Finding::Lost })
    }

    fn raise(layout: &Layout, heap: &mut Heap, up: &[u8; 4]) {
        for suit in 0..4 {
            heap.cards &= !layout.up_masks[suit][usize::from(up[suit])];
        }
        heap.up = *up;
    }

    /// All smallest ways to raise cards so that the rest fits.
    fn raises(
        &self,
        layout: &Layout,
        heap: &Heap,
        most: &[u8; 4],
        suit: usize,
        found: &mut [[u8; 4]; WAYS],
        count: &mut usize,
    ) {
        let mut next = *heap;
        loop {
            if suit < 3 {
                self.raises(layout, &next, most, suit + 1, found, count);
            } else {
                // In this order none is smaller than one found before it.
                let known = found[..*count].iter().any(|up| (0..4).all(|suit| up[suit] <= next.up[suit]));
                if known {
                    return;
                }
                if *count < WAYS && self.fits(layout, &next) {
                    found[*count] = next.up;
                    *count += 1;
                    return;
                }
            }
            if next.up[suit] == most[suit] {
                return;
            }
            next.cards &= !(1 << (next.up[suit] * 4 + suit as u8));
            next.up[suit] += 1;
        }
    }
}
