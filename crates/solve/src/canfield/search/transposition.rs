//! The transposition table: for each state met, an exact key and a small value.
//!
//! A slot is one 128-bit number: the key in its high bits, the value in its low bits. The whole key is
//! compared, so two states are never taken for each other. Each search defines what its value means.

use crate::exact::{Found, OpenTable};
use crate::{Budget, Why};

/// A map from exact keys to values of a few bits.
pub(in crate::canfield) struct Transpositions {
    slots: OpenTable<u128>,
    /// The bits of a slot that belong to the key.
    key_mask: u128,
}

/// The number of slots at the start of a search.
const SLOTS: usize = 1 << 10;
/// A larger allocation is given back after a search, so that it does not burden the next one.
const KEEP: usize = SLOTS << 3;

impl Transpositions {
    /// An empty table whose values have `value_bits` bits.
    pub(in crate::canfield) fn new(value_bits: u32) -> Transpositions {
        Transpositions { slots: OpenTable::new(SLOTS), key_mask: u128::MAX << value_bits }
    }

    /// The number of states.
    pub(in crate::canfield) fn len(&self) -> usize {
        self.slots.len()
    }

    /// The bytes that one more state requires, including the copy while the table grows.
    pub(in crate::canfield) fn peak_bytes(&self) -> usize {
        self.slots.peak_bytes()
    }

    /// The bytes that `more` states require, including the copy while the table grows.
    pub(in crate::canfield) fn peak_bytes_after(&self, more: usize) -> usize {
        self.slots.peak_bytes_after(more)
    }

    /// Returns `true` if the table has to grow before it can take `more` states and then one.
    #[inline]
    pub(in crate::canfield) fn is_full_after(&self, more: usize) -> bool {
        self.slots.is_crowded_after(more)
    }

    /// Returns `true` if the table has to grow before it can take another state.
    #[inline]
    pub(in crate::canfield) fn is_full(&self) -> bool {
        self.slots.is_crowded()
    }

    /// Doubles the table and calls the watch meanwhile.
    ///
    /// # Errors
    /// The reason why the search must end. The table is empty then.
    pub(in crate::canfield) fn grow_watched(&mut self, budget: &mut Budget<'_>) -> Result<(), Why> {
        let key_mask = self.key_mask;
        self.slots.grow_watched(|slot| hash(slot & key_mask), budget)
    }

    /// Empties the table; values have `value_bits` bits from now on.
    pub(in crate::canfield) fn clear(&mut self, value_bits: u32) {
        self.key_mask = u128::MAX << value_bits;
        self.slots.reset(SLOTS, KEEP);
    }

    /// The slot of a key, and whether the key is new. A new key has the value 0.
    ///
    /// The key must not be 0, and its value bits must be 0. The caller may change the value bits only.
    #[inline]
    pub(in crate::canfield) fn entry(&mut self, key: u128) -> (bool, &mut u128) {
        debug_assert!(key & !self.key_mask == 0 && key != 0, "a key leaves the value bits free and is not 0");
        let key_mask = self.key_mask;
        let mut found = self.slots.find(hash(key), |slot| slot & key_mask == key);
        // A key that is already there must not make the table grow: the caller has not asked for the memory.
        if matches!(found, Found::Vacant(_)) && self.slots.is_crowded() {
            self.slots.grow(|slot| hash(slot & key_mask));
            found = self.slots.find(hash(key), |slot| slot & key_mask == key);
        }
        match found {
            Found::At(at) => (false, self.slots.slot_mut(at)),
            Found::Vacant(at) => {
                self.slots.occupy(at, key);
                (true, self.slots.slot_mut(at))
            }
        }
    }
}

/// A hash of a key whose low 32 bits are well mixed.
#[inline]
fn hash(key: u128) -> u64 {
    let product = u128::from(key as u64 ^ 0x9E37_79B9_7F4A_7C15)
        * u128::from((key >> 64) as u64 ^ 0xD6E8_FEB8_6659_FD93);
    (product as u64 ^ (product >> 64) as u64).wrapping_mul(0xA24B_AED4_963E_E407) >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_new_key_makes_a_full_table_grow() {
        let mut table = Transpositions::new(12);
        let mut key = 0;
        while !table.is_full() {
            key += 1;
            assert!(table.entry(key << 12).0);
        }
        for known in 1..=key {
            assert!(!table.entry(known << 12).0);
        }
        assert!(table.is_full(), "a known key has made the table grow");
        assert!(table.entry((key + 1) << 12).0);
        assert!(!table.is_full() && !table.entry(1 << 12).0);
    }
}
