//! The positions met, each as 104 bits that name it exactly and 24 bits of what was seen there.

/// Open addressing over whole keys: two positions are never taken for each other.
pub(super) struct Table {
    slots: Vec<u128>,
    count: usize,
    shift: u32,
}

const SMALL: usize = 1 << 10;

impl Table {
    pub(super) fn new() -> Table {
        Table { slots: vec![0; SMALL], count: 0, shift: 128 - SMALL.trailing_zeros() }
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    pub(super) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<u128>()
    }

    /// The bytes in use while the table next grows.
    pub(super) fn next_bytes(&self) -> usize {
        if self.is_full() { 3 * self.bytes() } else { self.bytes() }
    }

    /// Forgets everything; a table grown large by one search does not burden the next.
    pub(super) fn clear(&mut self) {
        if self.slots.len() > SMALL << 3 {
            *self = Table::new();
        } else {
            self.slots.fill(0);
            self.count = 0;
        }
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.count * 3 >= self.slots.len() * 2
    }

    #[inline]
    fn home(&self, key: u128) -> usize {
        let low = key as u64;
        let high = (key >> 64) as u64;
        let product = u128::from(low ^ 0x9E37_79B9_7F4A_7C15) * u128::from(high ^ 0xD6E8_FEB8_6659_FD93);
        let mixed = (product as u64 ^ (product >> 64) as u64).wrapping_add(high).wrapping_mul(0xA24B_AED4_963E_E407);
        (mixed >> (self.shift - 64)) as usize
    }

    /// The 24 bits kept with a key, made 0 if the key is new; the flag says whether it is.
    #[inline]
    pub(super) fn entry(&mut self, key: u128) -> (bool, &mut u128) {
        debug_assert!(key >> 104 == 0 && key != 0, "a key has 104 bits and is not 0");
        if self.is_full() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut at = self.home(key);
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                self.count += 1;
                self.slots[at] = key << 24;
                return (true, &mut self.slots[at]);
            }
            if slot >> 24 == key {
                return (false, &mut self.slots[at]);
            }
            at = (at + 1) & mask;
        }
    }

    /// The 24 bits kept with a key, where it is known.
    #[inline]
    pub(super) fn find(&self, key: u128) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let mut at = self.home(key);
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return None;
            }
            if slot >> 24 == key {
                return Some((slot & 0xFF_FFFF) as u32);
            }
            at = (at + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        self.slots = vec![0; old.len() * 2];
        self.shift -= 1;
        let mask = self.slots.len() - 1;
        for slot in old {
            if slot != 0 {
                let mut at = self.home(slot >> 24);
                while self.slots[at] != 0 {
                    at = (at + 1) & mask;
                }
                self.slots[at] = slot;
            }
        }
    }
}
