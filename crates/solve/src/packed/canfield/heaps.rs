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
//! What could not end, by a look at waste and reserve alone, is lost at once (see `unroll`).
//!
//! Every move here takes a card out of the talon, the reserve or the heap for good: there are no
//! circles, and what was exhausted is lost for ever.

use super::layout::Layout;
use super::memo::{Memo, VERDICT};
use super::position::{Build, Fill, TakeBack};
use super::relaxed::Finding;
use super::state::State;
use super::talon::below;
use super::unroll::Unroll;
use crate::{Effort, Why};

/// What has been found out about the heap game of one deal.
pub(super) struct Heaps {
    memo: Memo,
    unroll: Unroll,
    /// Cards that may be heads while the reserve lasts.
    heads: u64,
    redeal_bits: u32,
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

/// A heap while cards are raised from it: what decides whether the rest fits, and no more.
#[derive(Copy, Clone)]
struct Raise {
    /// Cards of each rank, a nibble each.
    have: u64,
    /// Those of them that may be heads while the reserve lasts.
    own: u64,
    /// Cards up, a byte for each suit.
    up: u32,
}

impl Raise {
    fn up_of(&self, suit: usize) -> u8 {
        (self.up >> (8 * suit)) as u8
    }
}

/// Cards up, a byte for each suit.
fn packed(up: &[u8; 4]) -> u32 {
    u32::from_le_bytes(*up)
}

/// Is no suit of the second behind the first?
#[inline]
fn covers(first: u32, second: u32) -> bool {
    const HIGH: u32 = 0x8080_8080;
    ((second | HIGH) - first) & HIGH == HIGH
}

/// The looks of the look ahead that count as a position.
const LOOKS: u64 = 32;
/// The ways to raise cards that are followed up; where there are more, nothing is proved.
const WAYS: usize = 32;

/// The lowest bit of every nibble; the two lowest; every other bit; the highest of every nibble.
pub(super) const ONES: u64 = 0x1111_1111_1111_1111;
const PAIRS: u64 = 3 * ONES;
const EVEN: u64 = 5 * ONES;
pub(super) const EIGHTS: u64 = 8 * ONES;

/// How many cards of each rank, a nibble each.
#[inline]
pub(super) fn counts(cards: u64) -> u64 {
    let pairs = cards - ((cards >> 1) & EVEN);
    (pairs & PAIRS) + ((pairs >> 2) & PAIRS)
}

/// The bits of a number.
fn width(number: u8) -> u32 {
    8 - number.leading_zeros()
}

/// The sum of all nibbles.
#[inline]
fn sum(nibbles: u64) -> u64 {
    const LOW: u64 = 0x0F0F_0F0F_0F0F_0F0F;
    ((nibbles & LOW) + ((nibbles >> 4) & LOW)).wrapping_mul(0x0101_0101_0101_0101) >> 56
}

impl Heaps {
    pub(super) fn new() -> Heaps {
        Heaps { memo: Memo::new(), unroll: Unroll::new(), heads: 0, redeal_bits: 0 }
    }

    /// Does this game say anything here, and has a position of it a short name?
    pub(super) fn applies(layout: &Layout, start: &State) -> bool {
        let bits = layout.talon_len + 16 + width(start.reserve) + width(start.redeals);
        bits + VERDICT <= 64
            && layout.rules.build == Build::AnySuit
            && layout.rules.take_back == TakeBack::No
            && layout.talon.draw() == 1
            && !layout.unlimited
    }

    /// Begins with another deal.
    pub(super) fn clear(&mut self, layout: &Layout, start: &State, heads: u64) {
        self.memo.clear();
        self.unroll.clear(layout, start, heads);
        self.heads = heads;
        self.redeal_bits = width(start.redeals);
    }

    /// Forgets what was found out, not the deal.
    pub(super) fn forget(&mut self) {
        self.memo.clear();
        self.unroll.forget();
    }

    pub(super) fn states(&self) -> u64 {
        self.memo.len() as u64
    }

    pub(super) fn bytes(&self) -> usize {
        self.memo.next_bytes() + self.unroll.bytes()
    }

    /// Is the position, with these cards in the columns, lost even in the easier game? Asks for no
    /// more than the positions allowed.
    pub(super) fn refutes(
        &mut self,
        layout: &Layout,
        state: &State,
        cards: u64,
        allowed: u64,
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
        let mut left = allowed;
        Ok(self.search(layout, heap, &mut left, effort)? == Finding::Lost)
    }

    /// The hosts of each rank, a nibble each, where there are so many cards of each.
    #[inline]
    fn hosts(layout: &Layout, have: u64) -> u64 {
        // The counts one rank up, the last rank on the base rank.
        let around = if layout.rules.on_base { (have & 15) << (4 * (layout.ranks - 1)) } else { 0 };
        let hosts = have >> 4 | around;
        if layout.rules.base_enters { hosts } else { hosts & !15 }
    }

    /// How many heads each rank needs, a nibble each, where there are so many cards of each.
    #[inline]
    fn needed(layout: &Layout, have: u64) -> u64 {
        // What each rank has more than its hosts: counts are at most 4, so no nibble borrows.
        let apart = (have | EIGHTS) - Heaps::hosts(layout, have);
        let more = (apart & EIGHTS) >> 3;
        apart & (7 * more)
    }

    /// The cards that may be heads, by rank; every rank has enough once the reserve does not say.
    #[inline]
    fn own(&self, layout: &Layout, heap: &Heap) -> u64 {
        if heap.reserve > 0 && layout.rules.fill != Fill::Free {
            counts(heap.cards & self.heads)
        } else {
            7 * ONES
        }
    }

    /// Can so many heads be had of these?
    #[inline]
    fn suffices(layout: &Layout, own: u64, needed: u64) -> bool {
        sum(needed) <= layout.columns as u64 && ((own | EIGHTS) - needed) & EIGHTS == EIGHTS
    }

    /// Could these cards lie in the columns?
    #[inline]
    fn fits(&self, layout: &Layout, heap: &Heap) -> bool {
        Heaps::suffices(layout, self.own(layout, heap), Heaps::needed(layout, counts(heap.cards)))
    }

    /// Could what is left?
    #[inline]
    fn is_enough(layout: &Layout, raise: &Raise) -> bool {
        Heaps::suffices(layout, raise.own, Heaps::needed(layout, raise.have))
    }

    /// Raises the next card of a suit, which lies in the heap.
    #[inline]
    fn lift(&self, raise: &mut Raise, suit: usize) {
        let rank = raise.up_of(suit);
        let card = rank * 4 + suit as u8;
        raise.have -= 1 << (4 * rank);
        // Where every rank has enough, seven less four are enough too.
        raise.own -= (self.heads >> card & 1) << (4 * rank);
        raise.up += 1 << (8 * suit);
    }

    /// Could nobody miss this card, which is next? (See `Ground::is_safe`.)
    #[inline]
    fn is_safe(layout: &Layout, heap: &Heap, card: u8) -> bool {
        layout.is_safe_in_any_suit(&heap.up, card)
    }

    /// Is this card never in the way in the heap? It is not if every card of the next rank whose own
    /// card below it is not up lies in the heap: those stay there as long, so at any time there are
    /// hosts for all of this rank and one more, and no head is needed for it, now or later. Whatever is
    /// done with the card in its pile can then be done with it in the heap.
    #[inline]
    fn is_harmless(layout: &Layout, heap: &Heap, card: u8) -> bool {
        let rank = card >> 2;
        if rank + 1 >= layout.ranks || rank == 0 && !layout.rules.base_enters {
            return false;
        }
        (0..4u8)
            .all(|suit| heap.up[usize::from(suit)] > rank || heap.cards >> (4 * (rank + 1) + suit) & 1 == 1)
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
            if heap.reserve > 0 {
                let card = layout.reserve[usize::from(heap.reserve) - 1];
                if Heaps::is_harmless(layout, heap, card) {
                    heap.reserve -= 1;
                    heap.cards |= 1 << card;
                    continue 'again;
                }
            }
            let waste = heap.stock & below(heap.cut);
            if waste != 0 {
                let bit = 63 - waste.leading_zeros() as u8;
                let card = layout.stock[usize::from(bit)];
                if Heaps::is_harmless(layout, heap, card) {
                    heap.stock &= !(1 << bit);
                    heap.cut = bit;
                    heap.cards |= 1 << card;
                    continue 'again;
                }
            }
            return;
        }
    }

    /// What lies in reserve and talon. Not 0 where the game is not won.
    fn place_of(&self, layout: &Layout, heap: &Heap) -> u64 {
        let rest = u64::from(heap.reserve) << self.redeal_bits | u64::from(heap.redeals);
        rest << layout.talon_len | heap.stock
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
        let undrawn = (heap.stock & !below(heap.cut)).count_ones() as u8;
        let name = self.place_of(layout, &heap);
        let up = heap.up.iter().fold(0, |key, &up| key << 4 | u64::from(up));
        match self.memo.verdict(name, up, undrawn) {
            Some(true) => return Ok(Finding::Won),
            Some(false) => return Ok(Finding::Lost),
            None => {}
        }
        let before = self.unroll.looks;
        let can_end = self.unroll.can_end(layout, heap.stock, heap.cut, heap.reserve, &heap.up);
        // Who watches the search must not wait.
        for _ in 0..(self.unroll.looks - before) / LOOKS {
            effort.node()?;
        }
        if !can_end {
            return Ok(Finding::Lost);
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
        if finding != Finding::Open {
            self.memo.note(name, up, undrawn, finding == Finding::Won);
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
                // A safe card is not passed by: when it shows it goes up; a harmless one into the heap.
                if Heaps::is_next(heap, card) && Heaps::is_safe(layout, heap, card)
                    || Heaps::is_harmless(layout, heap, card)
                {
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
        let raise = Raise { have: counts(next.cards), own: self.own(layout, &next), up: packed(&next.up) };
        let needed = Heaps::needed(layout, raise.have);
        if Heaps::suffices(layout, raise.own, needed) {
            return self.search(layout, next, left, effort);
        }
        let mut most = next.up;
        // Raising a card of a rank that needs no heads never makes fewer needed; so one that does
        // must be among those that can be raised.
        let mut helps = false;
        let mut fewest = raise.have;
        for suit in 0..4u8 {
            let up = &mut most[usize::from(suit)];
            while *up < layout.ranks && next.cards >> (*up * 4 + suit) & 1 == 1 {
                helps |= needed >> (4 * *up) & 15 != 0;
                fewest -= 1 << (4 * *up);
                *up += 1;
            }
        }
        if !helps {
            return Ok(Finding::Lost);
        }
        // The last card raised of a suit must be missed: without it there would be one more of its rank
        // than there are hosts, else the others alone would do. There are never fewer hosts than when
        // everything is raised that can be.
        let missed = ((raise.have | EIGHTS) - ONES - Heaps::hosts(layout, fewest)) & EIGHTS;
        let mut found = [0; WAYS];
        let mut count = 0;
        // First each suit alone; what raises as many of that suit and others besides is not smaller.
        for suit in 0..4 {
            let mut alone = raise;
            while alone.up_of(suit) < most[suit] {
                let last = alone.up_of(suit);
                self.lift(&mut alone, suit);
                if missed >> (4 * last) & 15 != 0 && Heaps::is_enough(layout, &alone) {
                    found[count] = alone.up;
                    count += 1;
                    most[suit] = alone.up_of(suit) - 1;
                    break;
                }
            }
        }
        self.raises(layout, raise, (&most, missed), 0, &mut found, &mut count);
        for up in &found[..count] {
            let mut next = next;
            Heaps::raise(layout, &mut next, &up.to_le_bytes());
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

    /// All smallest ways to raise cards so that the rest fits: of each suit at most so many, and the last
    /// of a rank that is missed.
    fn raises(
        &self,
        layout: &Layout,
        mut raise: Raise,
        (most, missed): (&[u8; 4], u64),
        suit: usize,
        found: &mut [u32; WAYS],
        count: &mut usize,
    ) {
        let mut ends = true;
        loop {
            if ends {
                // In this order none is smaller than one found before it; and what raises as much as one
                // of those, or more, is not smallest, nor is anything that raises yet more.
                if found[..*count].iter().any(|&known| covers(known, raise.up)) {
                    return;
                }
                if suit < 3 {
                    self.raises(layout, raise, (most, missed), suit + 1, found, count);
                } else if *count < WAYS && Heaps::is_enough(layout, &raise) {
                    found[*count] = raise.up;
                    *count += 1;
                    return;
                }
            }
            let last = raise.up_of(suit);
            if last == most[suit] {
                return;
            }
            self.lift(&mut raise, suit);
            ends = missed >> (4 * last) & 15 != 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::columns::Columns;
    use super::super::position::{Position, Rules};
    use super::super::state::{Ground, Prunings};
    use super::*;
    use crate::{Limits, unwatched};

    /// The look ahead says sooner what the game says in the end, and nothing else.
    #[test]
    fn the_look_ahead_changes_no_verdict() {
        let rules = Rules::ANY_SUIT;
        let (mut lost, mut sooner) = (0, 0);
        for (columns, reserve) in [(1, 4), (2, 6), (3, 8)] {
            for number in 0..60 {
                let deck = cards::Deck { copies: 1, suits: 4, ranks: 8 };
                let cards = cards::shuffle(deck, number);
                let mut position = Position::deal(rules, 8, columns, reserve, 0, &cards);
                position.redeals = Some(0);
                let mut ground = Ground::new(&position, Columns::new(), Prunings::all(&rules));
                let start = ground.start(&position);
                let tableau = ground.tableau(&start);
                let ask = |looks_ahead| {
                    let mut heaps = Heaps::new();
                    heaps.clear(&ground.layout, &start, ground.heads(&start));
                    heaps.unroll.applies &= looks_ahead;
                    let mut watch = unwatched;
                    let mut effort = Effort::new(Limits { nodes: 200_000, ..Limits::default() }, &mut watch);
                    let refuted = heaps.refutes(&ground.layout, &start, tableau, u64::MAX, &mut effort);
                    (refuted, effort.progress.nodes)
                };
                let ((with, nodes), (without, more)) = (ask(true), ask(false));
                if let (Ok(with), Ok(without)) = (with, without) {
                    assert_eq!(with, without, "deal {number} on {columns} columns");
                    lost += u32::from(with);
                    sooner += u32::from(with && nodes < more);
                }
            }
        }
        assert!(lost > 20 && 2 * sooner > lost, "{lost} lost, {sooner} of them sooner");
    }
}
