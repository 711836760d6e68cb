//! What is known of the positions of an easier game: each under a name that is its own.

use super::layout::Layout;
use super::shape::Shape;

/// A position's name: 192 bits that no other position has.
pub(super) type Name = [u32; 6];

/// The name of a position but for its cards undrawn, or none if it has too many marks.
pub(super) fn name(layout: &Layout, shape: &Shape) -> Option<Name> {
    let columns = &shape.piles[..layout.columns];
    let mut marks = 0u128;
    let mut told = 0;
    for pile in columns {
        told += u32::from(pile.told);
        marks = marks << (2 * u32::from(pile.told)) | pile.marks;
    }
    if told > 48 {
        return None;
    }
    let piles =
        columns.iter().fold(0u128, |key, pile| key << 10 | u128::from(pile.len) << 4 | u128::from(pile.head));
    let up = shape.up.iter().fold(0u128, |key, &up| key << 4 | u128::from(up));
    let rest =
        ((piles << 16 | up) << 4 | u128::from(shape.reserve)) << layout.talon_len | u128::from(shape.stock);
    Some([
        rest as u32,
        (rest >> 32) as u32,
        (rest >> 64) as u32,
        marks as u32,
        (marks >> 32) as u32,
        (marks >> 64) as u32,
    ])
}

/// Do names have room for such deals?
pub(super) fn has_names(layout: &Layout, reserve: u8) -> bool {
    reserve < 16 && 10 * layout.columns as u32 + 20 + layout.talon_len <= 96
}

/// What is known of one position, for any number of cards undrawn: with fewer it is no better.
#[derive(Copy, Clone, Default, PartialEq, Eq)]
pub(super) struct Label(u32);

const UNDRAWN: u32 = 6;
const MOST: u32 = (1 << UNDRAWN) - 1;
/// The places on a trail that a label can name.
pub(super) const TRAIL: usize = (1 << 19) - 2;
/// Set in every label that was ever changed: a label of 0 marks a free slot.
const USED: u32 = 1 << 31;

impl Label {
    /// Lost with so many cards undrawn?
    #[inline]
    pub(super) fn is_lost(self, undrawn: u8) -> bool {
        self.0 & MOST > u32::from(undrawn)
    }

    /// Won with so many?
    #[inline]
    pub(super) fn is_won(self, undrawn: u8) -> bool {
        let won = self.0 >> UNDRAWN & MOST;
        won != 0 && won <= u32::from(undrawn) + 1
    }

    /// Its place on the trail.
    #[inline]
    pub(super) fn place(self) -> Option<usize> {
        ((self.0 & !USED) >> (2 * UNDRAWN)).checked_sub(1).map(|place| place as usize)
    }

    pub(super) fn lose(&mut self, undrawn: u8) {
        let lost = (self.0 & MOST).max(u32::from(undrawn) + 1);
        self.0 = self.0 & !MOST | lost;
    }

    pub(super) fn win(&mut self, undrawn: u8) {
        let won = u32::from(undrawn) + 1;
        let old = self.0 >> UNDRAWN & MOST;
        let won = if old == 0 { won } else { old.min(won) };
        self.0 = self.0 & !(MOST << UNDRAWN) | won << UNDRAWN;
    }

    pub(super) fn set_place(&mut self, place: Option<usize>) {
        let place = place.map_or(0, |place| place as u32 + 1);
        self.0 = self.0 & (USED | ((1 << (2 * UNDRAWN)) - 1)) | place << (2 * UNDRAWN);
    }
}

/// Open addressing over whole names: two positions are never taken for each other.
pub(super) struct Labels {
    slots: Vec<Slot>,
    count: usize,
    shift: u32,
}

#[derive(Copy, Clone, Default)]
struct Slot {
    name: Name,
    label: Label,
}

const SMALL: usize = 1 << 10;

impl Labels {
    pub(super) fn new() -> Labels {
        Labels { slots: vec![Slot::default(); SMALL], count: 0, shift: 64 - SMALL.trailing_zeros() }
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// The bytes in use while the table next grows.
    pub(super) fn next_bytes(&self) -> usize {
        let bytes = self.slots.len() * size_of::<Slot>();
        if self.is_full() { 3 * bytes } else { bytes }
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.count * 3 >= self.slots.len() * 2
    }

    #[inline]
    fn home(&self, name: &Name) -> usize {
        let pair = |at: usize| u64::from(name[at]) | u64::from(name[at + 1]) << 32;
        let product =
            u128::from(pair(0) ^ 0x9E37_79B9_7F4A_7C15) * u128::from(pair(2) ^ 0xD6E8_FEB8_6659_FD93);
        let folded = product as u64 ^ (product >> 64) as u64;
        let product =
            u128::from(folded ^ pair(4).wrapping_mul(0xA24B_AED4_963E_E407)) * 0x9FB2_1C65_1E98_DF25;
        ((product as u64 ^ (product >> 64) as u64) >> self.shift) as usize
    }

    /// What lies where the search for a name begins: asked of several names in a row, before their labels, memory
    /// fetches them together.
    #[inline]
    pub(super) fn glance(&self, name: &Name) -> u32 {
        self.slots[self.home(name)].name[0]
    }

    /// The slot of a name, or the free one it would have.
    #[inline]
    fn slot(&self, name: &Name) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = self.home(name);
        while self.slots[at].label != Label(0) && self.slots[at].name != *name {
            at = (at + 1) & mask;
        }
        at
    }

    #[inline]
    pub(super) fn get(&self, name: &Name) -> Label {
        self.slots[self.slot(name)].label
    }

    /// Changes a label.
    pub(super) fn change(&mut self, name: &Name, change: impl FnOnce(&mut Label)) {
        if self.is_full() {
            self.grow();
        }
        let at = self.slot(name);
        let slot = &mut self.slots[at];
        self.count += usize::from(slot.label == Label(0));
        slot.name = *name;
        change(&mut slot.label);
        slot.label.0 |= USED;
    }

    #[cold]
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        self.slots = vec![Slot::default(); old.len() * 2];
        self.shift -= 1;
        for slot in old {
            if slot.label != Label(0) {
                let at = self.slot(&slot.name);
                self.slots[at] = slot;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lost with some cards undrawn is lost with fewer, won is won with more; nothing else follows.
    #[test]
    fn labels_say_what_they_were_told() {
        let mut labels = Labels::new();
        let name = |number| [number, 0, 7, 0, 0, 1];
        for number in 0..5_000 {
            labels.change(&name(number), |label| {
                label.lose(3);
                label.win(9);
                label.set_place(Some(number as usize));
            });
        }
        labels.change(&name(1), |label| label.set_place(None));
        let label = labels.get(&name(1));
        assert_eq!((label.is_lost(3), label.is_lost(0), label.is_lost(4)), (true, true, false));
        assert_eq!((label.is_won(9), label.is_won(20), label.is_won(8)), (true, true, false));
        assert_eq!((label.place(), labels.get(&name(4_999)).place()), (None, Some(4_999)));
        assert!(labels.get(&name(5_000)) == Label::default());
        assert_eq!(labels.len(), 5_000);
    }
}
