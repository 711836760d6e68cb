//! What is known of the positions of an easier game: each under a name that is its own.

use super::layout::Layout;
use super::shape::Shape;

/// A position's name: bits that no other position has.
pub(super) type Name<const WORDS: usize> = [u32; WORDS];

/// The words of a name without marks, and of one with them.
pub(super) const BARE: usize = 3;
pub(super) const MARKED: usize = 7;

/// The name of a position but for its marks and its cards undrawn.
#[inline]
pub(super) fn bare_name(layout: &Layout, shape: &Shape) -> Name<BARE> {
    let columns = &shape.piles[..layout.columns];
    let piles =
        columns.iter().fold(0u128, |key, pile| key << 10 | u128::from(pile.len) << 4 | u128::from(pile.head));
    words(layout, piles, &shape.up, shape.reserve, shape.stock)
}

/// The name of a position but for its cards undrawn: the marks behind the rest, the top of the last column lowest.
#[inline]
pub(super) fn marked_name(layout: &Layout, shape: &Shape) -> Name<MARKED> {
    let marks = shape.piles[..layout.columns]
        .iter()
        .fold(0u128, |marks, pile| marks << (2 * u32::from(pile.len)) | pile.marks);
    let [a, b, c] = bare_name(layout, shape);
    [a, b, c, marks as u32, (marks >> 32) as u32, (marks >> 64) as u32, (marks >> 96) as u32]
}

/// The name without its marks.
#[inline]
pub(super) fn bare(name: &Name<MARKED>) -> Name<BARE> {
    [name[0], name[1], name[2]]
}

/// The marks of a name.
#[inline]
pub(super) fn marks(name: &Name<MARKED>) -> u128 {
    name[BARE..].iter().rev().fold(0, |marks, &word| marks << 32 | u128::from(word))
}

/// The lengths and bottom ranks of the columns of a name, the last column first.
pub(super) fn columns(layout: &Layout, name: &Name<MARKED>) -> impl Iterator<Item = (u8, u8)> {
    let rest = u128::from(name[0]) | u128::from(name[1]) << 32 | u128::from(name[2]) << 64;
    let piles = rest >> (layout.talon_len + 20);
    (0..layout.columns).map(move |at| {
        let pile = piles >> (10 * at);
        ((pile >> 4 & 63) as u8, (pile & 15) as u8)
    })
}

/// The words of a name: these bits of the columns, and what else makes a position but for its cards undrawn.
#[inline]
pub(super) fn words(layout: &Layout, piles: u128, up: &[u8; 4], reserve: u8, stock: u64) -> Name<BARE> {
    let up = up.iter().fold(0u128, |key, &up| key << 4 | u128::from(up));
    let rest = ((piles << 16 | up) << 4 | u128::from(reserve)) << layout.talon_len | u128::from(stock);
    [rest as u32, (rest >> 32) as u32, (rest >> 64) as u32]
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

/// Open addressing over whole names: two positions are never taken for each other. In parts that grow one by one, so
/// that nobody waits long for it and little memory is there twice. Something more may be kept with each label.
pub(super) struct Labels<const WORDS: usize, Kept = ()> {
    parts: Vec<Part<WORDS, Kept>>,
    slots: usize,
}

struct Part<const WORDS: usize, Kept> {
    slots: Vec<Slot<WORDS, Kept>>,
    count: usize,
    shift: u32,
}

#[derive(Copy, Clone)]
struct Slot<const WORDS: usize, Kept> {
    name: Name<WORDS>,
    label: Label,
    kept: Kept,
}

const PARTS: usize = 64;
const SMALL: usize = 1 << 4;

impl<const WORDS: usize, Kept: Copy + Default> Part<WORDS, Kept> {
    fn new(slots: usize) -> Part<WORDS, Kept> {
        let empty = Slot { name: [0; WORDS], label: Label(0), kept: Kept::default() };
        Part { slots: vec![empty; slots], count: 0, shift: 64 - slots.trailing_zeros() }
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.count * 3 >= self.slots.len() * 2
    }

    /// The slot of a name, or the free one it would have.
    #[inline]
    fn slot(&self, name: &Name<WORDS>, mixed: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = (mixed >> self.shift) as usize;
        while self.slots[at].label != Label(0) && self.slots[at].name != *name {
            at = (at + 1) & mask;
        }
        at
    }

    #[cold]
    fn grow(&mut self) {
        let mut next = Part::new(self.slots.len() * 2);
        for slot in self.slots.iter().filter(|slot| slot.label != Label(0)) {
            let at = next.slot(&slot.name, mix(&slot.name));
            next.slots[at] = *slot;
        }
        next.count = self.count;
        *self = next;
    }
}

/// A number that looks like chance: its low bits say the part, its high bits where in there.
#[inline]
fn mix<const WORDS: usize>(name: &Name<WORDS>) -> u64 {
    let fold = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        product as u64 ^ (product >> 64) as u64
    };
    let mut mixed = 0xD6E8_FEB8_6659_FD93;
    for pair in name.chunks(2) {
        let pair = pair.iter().rev().fold(0, |pair, &word| pair << 32 | u64::from(word));
        mixed = fold(pair ^ mixed, 0x9E37_79B9_7F4A_7C15);
    }
    fold(mixed, 0x9FB2_1C65_1E98_DF25)
}

impl<const WORDS: usize, Kept: Copy + Default> Labels<WORDS, Kept> {
    pub(super) fn new() -> Labels<WORDS, Kept> {
        Labels { parts: (0..PARTS).map(|_| Part::new(SMALL)).collect(), slots: PARTS * SMALL }
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.parts.iter().map(|part| part.count).sum()
    }

    /// The bytes in use while a part next grows.
    pub(super) fn bytes(&self) -> usize {
        (self.slots + 4 * self.slots / PARTS) * size_of::<Slot<WORDS, Kept>>()
    }

    /// What lies where the search for a name begins: asked of several names in a row, before their labels, memory
    /// fetches them together.
    #[inline]
    pub(super) fn glance(&self, name: &Name<WORDS>) -> u32 {
        let mixed = mix(name);
        let part = &self.parts[mixed as usize % PARTS];
        part.slots[(mixed >> part.shift) as usize].name[0]
    }

    #[inline]
    pub(super) fn get(&self, name: &Name<WORDS>) -> Label {
        self.with_kept(name).0
    }

    /// The label and what is kept with it.
    #[inline]
    pub(super) fn with_kept(&self, name: &Name<WORDS>) -> (Label, Kept) {
        let mixed = mix(name);
        let part = &self.parts[mixed as usize % PARTS];
        let slot = &part.slots[part.slot(name, mixed)];
        (slot.label, slot.kept)
    }

    /// Changes a label and what is kept with it.
    pub(super) fn change(&mut self, name: &Name<WORDS>, change: impl FnOnce(&mut Label, &mut Kept)) {
        let mixed = mix(name);
        let part = &mut self.parts[mixed as usize % PARTS];
        if part.is_full() {
            self.slots += part.slots.len();
            part.grow();
        }
        let at = part.slot(name, mixed);
        let slot = &mut part.slots[at];
        part.count += usize::from(slot.label == Label(0));
        slot.name = *name;
        change(&mut slot.label, &mut slot.kept);
        slot.label.0 |= USED;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lost with some cards undrawn is lost with fewer, won is won with more; nothing else follows.
    #[test]
    fn labels_say_what_they_were_told() {
        let mut labels = Labels::new();
        let name = |number| [number, 0, 7, 0, 0, 1, 0];
        for number in 0..5_000 {
            labels.change(&name(number), |label, kept: &mut u64| {
                label.lose(3);
                label.win(9);
                label.set_place(Some(number as usize));
                *kept = u64::from(number) << 20;
            });
        }
        labels.change(&name(1), |label, _| label.set_place(None));
        let (label, kept) = labels.with_kept(&name(1));
        assert_eq!((label.is_lost(3), label.is_lost(0), label.is_lost(4)), (true, true, false));
        assert_eq!((label.is_won(9), label.is_won(20), label.is_won(8)), (true, true, false));
        assert_eq!((label.place(), labels.get(&name(4_999)).place()), (None, Some(4_999)));
        assert_eq!((kept, labels.with_kept(&name(4_999)).1), (1 << 20, 4_999 << 20));
        assert!(labels.get(&name(5_000)) == Label::default());
        assert_eq!(labels.len(), 5_000);
        let slots: usize = labels.parts.iter().map(|part| part.slots.len()).sum();
        assert!(labels.bytes() >= slots * size_of::<Slot<MARKED, u64>>());
    }
}
