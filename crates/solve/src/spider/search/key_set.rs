//! A set of hash keys for incomplete searches, which may take two positions with one key for the same.
//!
//! This can cost a win but cannot invent one, and such searches prove no losses.

use crate::exact::{Found, OpenTable};

/// A set of keys. It keeps its memory from one search to the next.
#[derive(Debug)]
pub(in crate::spider) struct KeySet(OpenTable<u64>);

/// The smallest number of slots.
const LEAST: usize = 1 << 12;

impl Default for KeySet {
    fn default() -> KeySet {
        KeySet(OpenTable::new(LEAST))
    }
}

impl KeySet {
    /// The bytes in use while the set grows by `more` keys.
    pub fn bytes_after(&self, more: usize) -> usize {
        self.0.peak_bytes_after(more)
    }

    /// Empties the set. The next search is expected to be about as large as the last one, because clearing a
    /// table of the largest size ever needed would take longer than a small search.
    pub fn clear(&mut self) {
        let slots = (self.0.len() * 3 / 2).next_power_of_two().max(LEAST);
        self.0.reset(slots, usize::MAX);
    }

    #[inline]
    fn find(&self, key: u64) -> Found {
        self.0.find(key >> 20, |slot| slot == key)
    }

    /// Returns `true` if the key is in the set.
    #[inline]
    pub fn contains(&self, key: u64) -> bool {
        matches!(self.find(non_zero(key)), Found::At(_))
    }

    /// Inserts a key and returns `true` if it was not in the set.
    #[inline]
    pub fn insert(&mut self, key: u64) -> bool {
        let key = non_zero(key);
        let Found::Vacant(at) = self.find(key) else { return false };
        self.0.occupy(at, key);
        if self.0.is_crowded() {
            self.0.grow(|key| key >> 20);
        }
        true
    }
}

/// The key, or 1 instead of 0, which marks a vacant slot.
#[inline]
fn non_zero(key: u64) -> u64 {
    key.max(1)
}

#[cfg(test)]
mod tests {
    use super::KeySet;
    use std::collections::HashSet;
    use talon_cards::Generator;

    #[test]
    fn it_behaves_like_a_hash_set() {
        let mut random = Generator::new(1);
        let mut keys = KeySet::default();
        // The sizes go up and down, so the table shrinks and grows and has to forget.
        for size in [9000u64, 10, 0, 4000, 100, 20_000, 3] {
            keys.clear();
            let mut expected = HashSet::new();
            for _ in 0..size {
                // Keys that share slots, and among them the key 0, which counts as 1.
                let key = random.below(size) << 19;
                assert_eq!(keys.contains(key), expected.contains(&key.max(1)));
                assert_eq!(keys.insert(key), expected.insert(key.max(1)));
                assert!(keys.contains(key));
            }
        }
    }
}
