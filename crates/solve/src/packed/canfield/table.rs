//! The positions met: each a number whose high bits name it exactly, and whose low bits keep what
//! was seen there.

/// Open addressing over whole keys: two positions are never taken for each other.
pub(super) struct Table {
    slots: Vec<u128>,
    count: usize,
    shift: u32,
    /// The bits that name.
    name: u128,
}

const SMALL: usize = 1 << 10;

impl Table {
    /// A table whose entries keep this many bits besides the name.
    pub(super) fn new(kept: u32) -> Table {
        Table { slots: vec![0; SMALL], count: 0, shift: 64 - SMALL.trailing_zeros(), name: u128::MAX << kept }
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
    pub(super) fn clear(&mut self, kept: u32) {
        if self.slots.len() > SMALL << 3 {
            *self = Table::new(kept);
        } else {
            self.name = u128::MAX << kept;
            self.slots.fill(0);
            self.count = 0;
        }
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.count * 3 >= self.slots.len() * 2
    }

    #[inline]
    fn home(&self, name: u128) -> usize {
        let product = u128::from(name as u64 ^ 0x9E37_79B9_7F4A_7C15)
            * u128::from((name >> 64) as u64 ^ 0xD6E8_FEB8_6659_FD93);
        let mixed = (product as u64 ^ (product >> 64) as u64).wrapping_mul(0xA24B_AED4_963E_E407);
        (mixed >> self.shift) as usize
    }

    /// What lies where the search for a name begins. Asked of several names in a row, before their entries,
    /// memory fetches them together.
    #[inline]
    pub(super) fn glance(&self, name: u128) -> u64 {
        self.slots[self.home(name)] as u64
    }

    /// The entry of a name, made with nothing kept if it is new; the flag says whether it is.
    #[inline]
    pub(super) fn entry(&mut self, name: u128) -> (bool, &mut u128) {
        debug_assert!(name & !self.name == 0 && name != 0, "a name leaves the kept bits free and is not 0");
        if self.is_full() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut at = self.home(name);
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                self.count += 1;
                self.slots[at] = name;
                return (true, &mut self.slots[at]);
            }
            if slot & self.name == name {
                return (false, &mut self.slots[at]);
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
                let mut at = self.home(slot & self.name);
                while self.slots[at] != 0 {
                    at = (at + 1) & mask;
                }
                self.slots[at] = slot;
            }
        }
    }
}
