//! An open-addressing hash table in which the caller compares whole keys.
//!
//! Transposition tables decide whether a loss is a proof: if two different positions were ever taken for
//! one another, "exhausted" would mean nothing. [`OpenTable`] therefore never compares hashes. It finds
//! the slots that a hash leads to, and the caller says whether a slot holds the key that was asked for.
//!
//! It differs from a general-purpose hash map in what the searches need: slots as small as four bytes
//! (an index into a list of nodes, for example), entries that replace others they dominate, memory that
//! is known before the table grows, and a cheap reset that keeps the allocation.

use crate::{Budget, Why};

/// The bytes of a list, counting the old and the new allocation together if `more` elements make it grow.
#[inline]
pub(crate) fn list_bytes<T>(list: &Vec<T>, more: usize) -> usize {
    let grows = list.len() + more > list.capacity();
    list.capacity() * size_of::<T>() * if grows { 3 } else { 1 }
}

/// A slot of an [`OpenTable`].
pub(crate) trait Slot: Copy {
    /// The value of a vacant slot.
    const VACANT: Self;
    /// Returns `true` if the slot is vacant.
    fn is_vacant(self) -> bool;
}

macro_rules! zero_is_vacant {
    ($($integer:ty),*) => {$(
        impl Slot for $integer {
            const VACANT: $integer = 0;
            #[inline]
            fn is_vacant(self) -> bool {
                self == 0
            }
        }
    )*};
}

zero_is_vacant!(u32, u64, u128);

/// The result of looking for a key: the index of the slot that holds it, or of the vacant slot where it
/// belongs.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// The key is in this slot.
    At(usize),
    /// The key is not in the table and belongs in this vacant slot.
    Vacant(usize),
}

/// A table of slots with linear probing.
///
/// The number of slots in use is a power of two. It may be smaller than the allocation, so that a small
/// search after a large one does not have to clear a large table.
///
/// At least one slot must stay vacant. Callers ensure this by calling [`grow`](Self::grow) whenever
/// [`is_crowded`](Self::is_crowded), after an insertion or before the next one.
#[derive(Clone, Debug)]
pub(crate) struct OpenTable<S> {
    slots: Vec<S>,
    mask: usize,
    len: usize,
}

impl<S: Slot> OpenTable<S> {
    /// Creates an empty table with `slots` slots, which must be a power of two and at least 2.
    pub fn new(slots: usize) -> OpenTable<S> {
        debug_assert!(slots.is_power_of_two() && slots > 1);
        OpenTable { slots: vec![S::VACANT; slots], mask: slots - 1, len: 0 }
    }

    /// The number of occupied slots.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// The number of slots in use, occupied or vacant.
    #[inline]
    pub fn capacity(&self) -> usize {
        self.mask + 1
    }

    /// Returns `true` if two thirds of the slots are occupied, so that the table should grow.
    #[inline]
    pub fn is_crowded(&self) -> bool {
        self.is_crowded_after(0)
    }

    /// Returns `true` if two thirds of the slots are occupied once `more` keys are added.
    #[inline]
    pub fn is_crowded_after(&self, more: usize) -> bool {
        (self.len + more) * 3 > self.mask * 2
    }

    /// The bytes of the allocation.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<S>()
    }

    /// The bytes that one more key requires. If it makes the table grow, the old and the new slots count
    /// together.
    #[inline]
    pub fn peak_bytes(&self) -> usize {
        self.peak_bytes_after(1)
    }

    /// The bytes that `more` keys require, fewer than the table has slots.
    #[inline]
    pub fn peak_bytes_after(&self, more: usize) -> usize {
        let grows = self.is_crowded_after(more);
        let copy = match self.slots.len() > self.mask + 1 {
            true => self.len * size_of::<S>(),
            false => 2 * self.bytes(),
        };
        self.bytes() + if grows { copy } else { 0 }
    }

    /// Empties the table and continues with `slots` slots, a power of two. An allocation of more than
    /// `keep` slots is given back.
    pub fn reset(&mut self, slots: usize, keep: usize) {
        debug_assert!(slots.is_power_of_two() && slots > 1);
        if self.slots.len() > keep.max(slots) || self.slots.len() < slots {
            *self = OpenTable::new(slots);
        } else {
            self.mask = slots - 1;
            self.len = 0;
            self.slots[..slots].fill(S::VACANT);
        }
    }

    /// Looks along the probe sequence of `hash` for a slot that `is_key` accepts.
    ///
    /// The low bits of the hash choose the first slot, so they have to be well mixed.
    #[inline]
    pub fn find(&self, hash: u64, mut is_key: impl FnMut(S) -> bool) -> Found {
        let mut at = hash as usize & self.mask;
        loop {
            let slot = self.slots[at];
            if slot.is_vacant() {
                return Found::Vacant(at);
            }
            if is_key(slot) {
                return Found::At(at);
            }
            at = (at + 1) & self.mask;
        }
    }

    /// The slot at an index that [`find`](Self::find) returned.
    #[inline]
    pub fn slot(&self, at: usize) -> S {
        self.slots[at]
    }

    /// The slot at an index that [`find`](Self::find) returned, for changing what is stored with the key.
    #[inline]
    pub fn slot_mut(&mut self, at: usize) -> &mut S {
        &mut self.slots[at]
    }

    /// Occupies the vacant slot at `at`.
    #[inline]
    pub fn occupy(&mut self, at: usize, slot: S) {
        debug_assert!(self.slots[at].is_vacant() && !slot.is_vacant());
        self.slots[at] = slot;
        self.len += 1;
    }

    /// Doubles the number of slots; `hash` gives the hash of an occupied slot.
    ///
    /// Indices returned by [`find`](Self::find) before are no longer valid.
    #[cold]
    pub fn grow(&mut self, hash: impl Fn(S) -> u64) {
        self.grow_step_by_step(hash, || Ok(())).expect("nothing ends it");
    }

    /// Doubles the number of slots as [`grow`](Self::grow) does, and asks the watch meanwhile: a table of
    /// hundreds of megabytes takes longer than a caller who cancels wants to wait.
    ///
    /// # Errors
    /// The reason why the search must end. The table is empty then.
    #[cold]
    pub fn grow_watched(&mut self, hash: impl Fn(S) -> u64, budget: &mut Budget<'_>) -> Result<(), Why> {
        let grown = self.grow_step_by_step(hash, || budget.look());
        if grown.is_err() {
            *self = OpenTable::new(2);
        }
        grown
    }

    /// Doubles the number of slots and calls `look` now and then; the table is unusable after an error of it.
    #[cold]
    pub fn grow_step_by_step(
        &mut self,
        hash: impl Fn(S) -> u64,
        mut look: impl FnMut() -> Result<(), Why>,
    ) -> Result<(), Why> {
        let size = self.capacity() * 2;
        let old: Vec<S> = if self.slots.len() >= size {
            let old = self.slots[..=self.mask].iter().copied().filter(|slot| !slot.is_vacant()).collect();
            self.slots[..size].fill(S::VACANT);
            old
        } else {
            std::mem::replace(&mut self.slots, vec![S::VACANT; size])
        };
        self.mask = size - 1;
        for part in old.chunks(SLOTS_PER_LOOK) {
            look()?;
            for &slot in part.iter().filter(|slot| !slot.is_vacant()) {
                let mut at = hash(slot) as usize & self.mask;
                while !self.slots[at].is_vacant() {
                    at = (at + 1) & self.mask;
                }
                self.slots[at] = slot;
            }
        }
        Ok(())
    }
}

/// The slots that a growing table moves between two calls of the watch: a few milliseconds' work.
const SLOTS_PER_LOOK: usize = 1 << 16;

/// Makes room for another node in a list, and for its number plus one in the index over the list, while `others`
/// bytes are in use elsewhere. An empty list gets room for `first` nodes.
///
/// # Errors
/// [`Why::Memory`] if the old and the new lists together would pass the limit; then nothing has changed.
/// Otherwise the reason why the search must end; then the index must be reset.
#[cold]
pub(crate) fn make_room<N>(
    nodes: &mut Vec<N>,
    index: &mut OpenTable<u32>,
    first: usize,
    others: usize,
    hash: impl Fn(&N) -> u64,
    budget: &mut Budget<'_>,
) -> Result<(), Why> {
    let list = |nodes: &Vec<N>| nodes.capacity() * size_of::<N>();
    if nodes.len() == nodes.capacity() {
        // The numbers of nodes, plus one, have 32 bits.
        if nodes.len() >= u32::MAX as usize / 2 {
            return Err(Why::Memory);
        }
        let mut more = nodes.capacity().max(first);
        let copied = others + index.bytes() + 2 * list(nodes);
        while let Err(why) = budget.check_memory(copied + more * size_of::<N>()) {
            // The list doubles while it can. In less memory it grows by less, but not so little that it is copied
            // again and again.
            if more <= first || more <= nodes.capacity() / 8 {
                return Err(why);
            }
            more /= 2;
        }
        nodes.reserve_exact(more);
    }
    if index.is_crowded() {
        budget.check_memory(others + list(nodes) + index.peak_bytes())?;
        index.grow_watched(|slot| hash(&nodes[slot as usize - 1]), budget)?;
    }
    Ok(())
}

/// A hash of a 64-bit key whose low 32 bits are well mixed.
#[inline]
pub(crate) fn mix(key: u64) -> u64 {
    (key ^ key >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, unwatched};
    use std::collections::HashSet;
    use talon_cards::Generator;

    fn insert(table: &mut OpenTable<u64>, key: u64) -> bool {
        let Found::Vacant(at) = table.find(key >> 3, |slot| slot == key) else { return false };
        table.occupy(at, key);
        if table.is_crowded() {
            table.grow(|key| key >> 3);
        }
        true
    }

    #[test]
    fn a_growing_table_asks_the_watch_and_is_empty_if_that_ends_it() {
        let mut table: OpenTable<u64> = OpenTable::new(1 << 19);
        for key in 1..=300_000 {
            let Found::Vacant(at) = table.find(key, |slot| slot == key) else { panic!("{key} is new") };
            table.occupy(at, key);
        }
        let mut asked = 0;
        let mut watch = |_| {
            asked += 1;
            (asked == 3).then_some(Why::Cancelled)
        };
        let mut budget = Budget::new(crate::Limits::default(), &mut watch);
        assert_eq!(table.grow_watched(|key| key, &mut budget), Err(Why::Cancelled));
        assert_eq!((asked, table.len(), table.capacity()), (3, 0, 2));
    }

    #[test]
    fn it_behaves_like_a_hash_set() {
        let mut random = Generator::new(1);
        let mut table = OpenTable::new(16);
        // The sizes go up and down, so the table grows, is reset to fewer slots, and is used again.
        for (size, keep) in
            [(9000u64, 1 << 20), (10, 1 << 20), (0, 64), (4000, 64), (20_000, 1 << 20), (3, 16)]
        {
            table.reset(16, keep);
            let mut expected = HashSet::new();
            for _ in 0..size {
                // Neighbouring keys share a slot, so that probing has work to do.
                let key = random.below(size) + 1;
                assert_eq!(insert(&mut table, key), expected.insert(key));
            }
            assert_eq!(table.len(), expected.len());
        }
    }

    #[test]
    fn a_list_that_cannot_double_uses_the_memory_that_is_left() {
        let limits = Limits { memory: 1_000_000, ..Limits::default() };
        let mut watch = unwatched;
        let mut budget = Budget::new(limits, &mut watch);
        let (mut nodes, mut index) = (Vec::<u64>::new(), OpenTable::<u32>::new(16));
        let end = loop {
            if nodes.len() == nodes.capacity() || index.is_crowded() {
                let made = make_room(&mut nodes, &mut index, 1024, 0, |node| mix(*node), &mut budget);
                if let Err(why) = made {
                    break why;
                }
            }
            let node = nodes.len() as u64;
            let Found::Vacant(at) = index.find(mix(node), |_| false) else { panic!("every node is new") };
            nodes.push(node);
            index.occupy(at, nodes.len() as u32);
        };
        assert_eq!(end, Why::Memory);
        // 32,768 nodes would have to double, and the index of 65,536 slots is crowded with 43,691.
        assert_eq!(nodes.len(), 43_691);
    }
}
