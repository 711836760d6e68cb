//! Verdicts by position in eight bytes each, for games in which less on the foundations is never worse.
//!
//! A position is a place (what lies in the piles) and four numbers of cards up. A verdict holds for
//! other positions of the same place too: a loss for all with as many up or more in every suit and as
//! many undrawn or fewer, a win the other way round.

/// Open addressing over whole places: two are never taken for each other.
pub(super) struct Memo {
    slots: Vec<u64>,
    count: usize,
    shift: u32,
}

/// The bits of a verdict: six for the undrawn cards, one for which it is.
pub(super) const VERDICT: u32 = 7;
/// The bits of the cards up.
const UP: u32 = 16;
const WON: u64 = 64;
const SMALL: usize = 1 << 10;

/// Has the first nowhere more up than the second?
#[inline]
fn is_within(less: u64, more: u64) -> bool {
    const HIGH: u64 = 0x8080_8080;
    // A byte for each number, so that none borrows from the next.
    let spread = |up: u64| (up & 15) | (up & 0xF0) << 4 | (up & 0xF00) << 8 | (up & 0xF000) << 12;
    ((spread(more) | HIGH) - spread(less)) & HIGH == HIGH
}

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

    /// Where the search for a place begins. Places are not 0.
    #[inline]
    fn home(&self, place: u64) -> usize {
        let mixed = (place ^ place >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((mixed ^ mixed >> 31).wrapping_mul(0xA24B_AED4_963E_E407) >> self.shift) as usize
    }

    /// Does a verdict cover a position, so that it says the same there?
    #[inline]
    fn covers(verdict: u64, up: u64, undrawn: u64) -> bool {
        let (known_up, known) = (verdict >> VERDICT & 0xFFFF, verdict & 63);
        if verdict & WON == 0 {
            undrawn <= known && is_within(known_up, up)
        } else {
            undrawn >= known && is_within(up, known_up)
        }
    }

    /// Is the position known to be won (or lost) with so many cards undrawn?
    #[inline]
    pub(super) fn verdict(&self, place: u64, up: u64, undrawn: u8) -> Option<bool> {
        let mut at = self.home(place);
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return None;
            }
            if slot >> (UP + VERDICT) == place && Memo::covers(slot, up, u64::from(undrawn)) {
                return Some(slot & WON != 0);
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }

    /// Notes a verdict, in the place of one that it covers if there is such.
    pub(super) fn note(&mut self, place: u64, up: u64, undrawn: u8, won: bool) {
        debug_assert!(place != 0 && place >> (64 - UP - VERDICT) == 0 && up >> UP == 0 && undrawn < 64);
        if self.is_full() {
            self.grow();
        }
        let verdict = (place << UP | up) << VERDICT | if won { WON } else { 0 } | u64::from(undrawn);
        let mut at = self.home(place);
        loop {
            let slot = self.slots[at];
            let same = slot >> (UP + VERDICT) == place && (slot ^ verdict) & WON == 0;
            if slot == 0 || same && Memo::covers(verdict, slot >> VERDICT & 0xFFFF, slot & 63) {
                self.count += usize::from(slot == 0);
                self.slots[at] = verdict;
                return;
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }

    #[cold]
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        self.slots = vec![0; old.len() * 2];
        self.shift -= 1;
        for slot in old.into_iter().filter(|&slot| slot != 0) {
            let mut at = self.home(slot >> (UP + VERDICT));
            while self.slots[at] != 0 {
                at = (at + 1) & (self.slots.len() - 1);
            }
            self.slots[at] = slot;
        }
    }
}
