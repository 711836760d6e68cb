//! A set of keys, for searches that ask again and again and start anew often.
//!
//! Two positions with one key count as one, which can cost a win, never invent one.

/// The keys seen so far: one open table, its memory kept from one search to the next.
pub(super) struct Seen {
    /// The table is a part of these at their start; 0 is a free slot.
    slots: Vec<u64>,
    mask: usize,
    used: usize,
}

impl Default for Seen {
    fn default() -> Seen {
        Seen::new()
    }
}

impl Seen {
    /// The least size of the table.
    const LEAST: usize = 1 << 12;

    /// An empty set.
    pub fn new() -> Seen {
        Seen { slots: vec![0; Self::LEAST], mask: Self::LEAST - 1, used: 0 }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.slots.capacity() * 8
    }

    /// Empties the set. The next search is taken to be about as large as the last: a table as large
    /// as the largest ever would cost more to wipe than a small search costs.
    pub fn clear(&mut self) {
        let size = (2 * self.used).next_power_of_two().clamp(Self::LEAST, self.slots.len());
        self.mask = size - 1;
        self.used = 0;
        self.slots[..size].fill(0);
    }

    /// Is the key in the set?
    #[inline]
    pub fn contains(&self, key: u64) -> bool {
        let key = key.max(1);
        let mut at = (key >> 20) as usize & self.mask;
        loop {
            match self.slots[at] {
                0 => return false,
                k if k == key => return true,
                _ => at = (at + 1) & self.mask,
            }
        }
    }

    /// Puts a key in; was it not there?
    #[inline]
    pub fn insert(&mut self, key: u64) -> bool {
        let key = key.max(1);
        let mut at = (key >> 20) as usize & self.mask;
        loop {
            match self.slots[at] {
                0 => break,
                k if k == key => return false,
                _ => at = (at + 1) & self.mask,
            }
        }
        self.slots[at] = key;
        self.used += 1;
        if self.used * 2 > self.mask {
            self.grow();
        }
        true
    }

    /// Doubles the table.
    #[cold]
    fn grow(&mut self) {
        let size = 2 * (self.mask + 1);
        let old: Vec<u64> = self.slots[..=self.mask].iter().copied().filter(|&key| key != 0).collect();
        self.slots.resize(self.slots.len().max(size), 0);
        self.slots[..size].fill(0);
        self.mask = size - 1;
        for key in old {
            let mut at = (key >> 20) as usize & self.mask;
            while self.slots[at] != 0 {
                at = (at + 1) & self.mask;
            }
            self.slots[at] = key;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Seen;
    use cards::Generator;
    use std::collections::HashSet;

    #[test]
    fn as_a_plain_set() {
        let mut chance = Generator::new(1);
        let mut seen = Seen::new();
        // Large, small, large: the table shrinks and grows, and forgets.
        for size in [9000u64, 10, 0, 4000, 100, 20_000, 3] {
            seen.clear();
            let mut plain = HashSet::new();
            for _ in 0..size {
                // Keys that crowd on few slots, and among them the key 0, which stands for 1.
                let key = chance.below(size) << 19;
                assert_eq!(seen.contains(key), plain.contains(&key.max(1)));
                assert_eq!(seen.insert(key), plain.insert(key.max(1)));
                assert!(seen.contains(key));
            }
        }
    }
}
