//! Verdicts by position in eight bytes each: for games whose positions have a name of 57 bits.
//!
//! A verdict holds from some number of undrawn cards on (a win) or up to it (a loss); the later one
//! replaces the earlier.

/// Open addressing over whole names: two positions are never taken for each other.
pub(super) struct Memo {
    slots: Vec<u64>,
    count: usize,
    shift: u32,
}

/// The bits of a verdict: six for the undrawn cards, one for which it is.
pub(super) const VERDICT: u32 = 7;
const WON: u64 = 64;
const SMALL: usize = 1 << 10;

impl Memo {
    pub(super) fn new() -> Memo {
        Memo { slots: vec![0; SMALL], count: 0, shift: 64 - SMALL.trailing_zeros() }
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// The bytes in use while the memo next grows.
    pub(super) fn next_bytes(&self) -> usize {
        let bytes = self.slots.len() * size_of::<u64>();
        if self.is_full() { 3 * bytes } else { bytes }
    }

    /// Forgets everything; a memo grown large by one search does not burden the next.
    pub(super) fn clear(&mut self) {
        if self.slots.len() > SMALL << 3 {
            *self = Memo::new();
        } else {
            self.slots.fill(0);
            self.count = 0;
        }
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.count * 3 >= self.slots.len() * 2
    }

    /// The slot of a name, or the free one where it would go. Names are not 0.
    #[inline]
    fn find(&self, name: u64) -> usize {
        let mixed = (name ^ name >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut at = ((mixed ^ mixed >> 31).wrapping_mul(0xA24B_AED4_963E_E407) >> self.shift) as usize;
        while self.slots[at] != 0 && self.slots[at] >> VERDICT != name {
            at = (at + 1) & (self.slots.len() - 1);
        }
        at
    }

    /// Is the position known to be won (or lost) with so many cards undrawn?
    #[inline]
    pub(super) fn verdict(&self, name: u64, undrawn: u8) -> Option<bool> {
        let slot = self.slots[self.find(name)];
        let known = (slot & 63) as u8;
        match slot & WON {
            _ if slot == 0 => None,
            0 => (undrawn <= known).then_some(false),
            _ => (undrawn >= known).then_some(true),
        }
    }

    /// Notes a verdict.
    pub(super) fn note(&mut self, name: u64, undrawn: u8, won: bool) {
        debug_assert!(name != 0 && name >> (64 - VERDICT) == 0 && undrawn < 64);
        if self.is_full() {
            self.grow();
        }
        let at = self.find(name);
        self.count += usize::from(self.slots[at] == 0);
        self.slots[at] = name << VERDICT | if won { WON } else { 0 } | u64::from(undrawn);
    }

    #[cold]
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        self.slots = vec![0; old.len() * 2];
        self.shift -= 1;
        for slot in old.into_iter().filter(|&slot| slot != 0) {
            let at = self.find(slot >> VERDICT);
            self.slots[at] = slot;
        }
    }
}
