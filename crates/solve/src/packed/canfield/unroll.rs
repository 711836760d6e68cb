//! What the waste and the reserve still to be taken off ask of the columns: a quick look ahead for the
//! heap game (see `heaps`).
//!
//! The waste is taken off from the top. When its card w is taken, all cards drawn after w have left the
//! talon too, however many those are by then; and the reserve has come down to some number of cards. So
//! at that moment what is left in the piles is known but for two numbers: how far the stock was drawn,
//! and how much of the reserve is left, neither of which ever grows back. All other cards lie in
//! the heap or are up, and those of a suit of which a lower card is still in a pile are not up. So some
//! number of cards of each suit, none of them above such a card, must be up and the rest fit into the columns.
//!
//! *Whether anything fits* between the fewest and the most cards up. Some cards lie there whatever is
//! up, others may. A rank of n cards under one of m needs n − m heads: one for every k at which it has a
//! k-th card and the rank above has not. Ranks that may have a k-th card make runs; a run with a rank that must
//! have one needs a head in it, from that rank upwards. If that is too much, nothing between fits; else one half and then the
//! other half of the numbers is looked at, until there is but one, for which the count is exact.
//!
//! A position in which no such moments follow each other, from the top of the waste to its bottom, is lost.
//! The same for the reserve: when its next card is taken, at least the waste below is still there.
//!
//! Whether it can be done from a moment on depends on the piles alone (and on which base cards are up
//! already, for those are no hosts): much the same is asked again and again, and kept.

use super::heaps::{EIGHTS, ONES, counts};
use super::layout::Layout;
use super::position::Fill;
use super::state::State;
use super::talon::below;

/// What has been found out about the moments of one deal.
pub(super) struct Unroll {
    /// For each waste asked about, and the base cards up, the number of its record: 0 is a free slot.
    slots: Vec<u64>,
    records: Vec<Record>,
    /// The cards not drawn yet, by the place of the cut.
    undrawn: [u64; 64],
    /// Cards that may be heads while the reserve lasts.
    heads: u64,
    /// The base cards up, in the position asked about.
    up: u64,
    pub(super) applies: bool,
    /// How often it was asked what fits: what a look ahead costs.
    pub(super) looks: u64,
    /// How many cards of each suit were up where cards could lie, the last such answers first: what is asked
    /// next mostly has one of them for an answer too.
    answers: [[u8; 4]; ANSWERS],
}

/// Of the moments with one waste, by the number of cards in the reserve, a bit for each place of the cut:
/// those looked at, and those from which it goes on to the end.
#[derive(Copy, Clone)]
struct Record {
    known: [u64; RESERVE],
    good: [u64; RESERVE],
}

/// The piles at one moment.
#[derive(Copy, Clone)]
struct Moment {
    /// The waste as talon bits and as cards.
    waste: u64,
    cards: u64,
    cut: u8,
    reserve: u8,
}

/// The answers kept.
const ANSWERS: usize = 2;
const SMALL: usize = 1 << 10;
/// One more than the most cards a reserve may have.
const RESERVE: usize = 14;
/// The records kept; much the same is asked at much the same time.
const MOST: usize = 1 << 17;
/// The bits of a record's number.
const NUMBER: u32 = 24;

impl Unroll {
    pub(super) fn new() -> Unroll {
        Unroll {
            slots: vec![0; SMALL],
            records: Vec::new(),
            undrawn: [0; 64],
            heads: 0,
            up: 0,
            applies: false,
            looks: 0,
            answers: [[0; 4]; ANSWERS],
        }
    }

    /// Begins with another deal.
    pub(super) fn clear(&mut self, layout: &Layout, start: &State, heads: u64) {
        // After a redeal nothing says which cards lie beyond the cut.
        self.applies = layout.rules.base_enters
            && start.redeals == 0
            && layout.talon_len + 4 + NUMBER <= 64
            && usize::from(start.reserve) < RESERVE;
        self.heads = if layout.rules.fill == Fill::Free { u64::MAX } else { heads };
        let len = layout.talon_len as usize;
        self.undrawn = [0; 64];
        for at in (0..len).rev() {
            self.undrawn[at] = self.undrawn[at + 1] | 1 << layout.stock[at];
        }
        self.forget();
    }

    /// Forgets what was found out, not the deal.
    pub(super) fn forget(&mut self) {
        if self.slots.len() > SMALL << 3 {
            self.slots = vec![0; SMALL];
            self.records = Vec::new();
        } else {
            self.slots.fill(0);
            self.records.clear();
        }
    }

    /// The bytes in use while the lists next grow.
    pub(super) fn bytes(&self) -> usize {
        3 * (self.slots.len() * size_of::<u64>() + self.records.len() * size_of::<Record>())
    }

    /// Can waste and reserve be taken off, for all that is seen here?
    pub(super) fn can_end(
        &mut self,
        layout: &Layout,
        stock: u64,
        cut: u8,
        reserve: u8,
        up: &[u8; 4],
    ) -> bool {
        if !self.applies {
            return true;
        }
        if self.records.len() > MOST {
            self.forget();
        }
        let waste = stock & below(cut);
        // The first card not drawn: none between the two.
        let cut = (stock & !below(cut)).trailing_zeros().min(layout.talon_len) as u8;
        let mut rest = waste;
        let mut cards = 0;
        while rest != 0 {
            cards |= 1 << layout.stock[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        self.up = (0..4).fold(0, |mask, suit| mask | u64::from(up[suit] > 0) << suit);
        // This is a moment too: the cards that left the piles do lie in the columns.
        let (record, bit) = (self.record(waste), 1 << cut);
        let at = usize::from(reserve);
        if self.records[record].known[at] & bit == 0 {
            let good = self.goes_on(layout, Moment { waste, cards, cut, reserve });
            self.records[record].known[at] |= bit;
            self.records[record].good[at] |= if good { bit } else { 0 };
        }
        self.records[record].good[at] & bit != 0
    }

    /// Can it go on from a moment to the end?
    fn goes_on(&mut self, layout: &Layout, now: Moment) -> bool {
        let mut next = now;
        let mut record = 0;
        if now.waste != 0 {
            let top = 63 - now.waste.leading_zeros();
            next.waste ^= 1 << top;
            next.cards ^= 1 << layout.stock[top as usize];
            record = self.record(next.waste);
        }
        let later = (2 << layout.talon_len) - (1 << now.cut);
        loop {
            if now.waste == 0 {
                if next.reserve == 0 {
                    return true;
                }
            } else {
                let reserve = usize::from(next.reserve);
                if self.records[record].good[reserve] & later != 0 {
                    return true;
                }
                let mut open = later & !self.records[record].known[reserve];
                while open != 0 {
                    next.cut = open.trailing_zeros() as u8;
                    let bit = open & open.wrapping_neg();
                    open ^= bit;
                    let left =
                        next.cards | layout.reserve_masks[reserve] | self.undrawn[usize::from(next.cut)];
                    let good = self.could_lie(layout, left, 0, next.reserve) && self.goes_on(layout, next);
                    self.records[record].known[reserve] |= bit;
                    if good {
                        self.records[record].good[reserve] |= bit;
                        return true;
                    }
                }
            }
            if next.reserve == 0 {
                return false;
            }
            // Can the reserve's next card be taken before the waste's? Nobody knows which cards drawn
            // meanwhile lie where.
            next.reserve -= 1;
            let left = now.cards | layout.reserve_masks[usize::from(next.reserve)];
            if !self.could_lie(layout, left, self.undrawn[usize::from(now.cut)], next.reserve) {
                return false;
            }
        }
    }

    /// Could the cards that left the piles lie in the columns, some of them being up, while these cards are
    /// left (and of some it is not known)?
    fn could_lie(&mut self, layout: &Layout, left: u64, unknown: u64, reserve: u8) -> bool {
        self.looks += 1;
        let least = std::array::from_fn(|suit| (self.up >> suit & 1) as u8);
        let most = std::array::from_fn(|suit| {
            let lowest = (left >> suit & ONES).trailing_zeros() as u8 / 4;
            lowest.min(layout.ranks)
        });
        let here = layout.all & !left;
        let cards = (here, here & !unknown);
        for at in 0..ANSWERS {
            let up: [u8; 4] =
                std::array::from_fn(|suit| self.answers[at][suit].clamp(least[suit], most[suit]));
            if self.could_be_up(layout, cards, (up, up), reserve).is_some() {
                self.answers[..=at].rotate_right(1);
                return true;
            }
        }
        let answer = self.could_be_up(layout, cards, (least, most), reserve);
        if let Some(answer) = answer {
            self.answers.rotate_right(1);
            self.answers[0] = answer;
        }
        answer.is_some()
    }

    /// The same with at least and at most so many cards of each suit up: with how many.
    fn could_be_up(
        &self,
        layout: &Layout,
        (may, must): (u64, u64),
        (least, most): ([u8; 4], [u8; 4]),
        reserve: u8,
    ) -> Option<[u8; 4]> {
        let gone = |up: &[u8; 4]| {
            let masks = &layout.up_masks;
            masks[0][usize::from(up[0])]
                | masks[1][usize::from(up[1])]
                | masks[2][usize::from(up[2])]
                | masks[3][usize::from(up[3])]
        };
        if !self.fits(layout, may & !gone(&least), must & !gone(&most), reserve) {
            return None;
        }
        let mut suit = 0;
        for other in 1..4 {
            if most[other] - least[other] > most[suit] - least[suit] {
                suit = other;
            }
        }
        if most[suit] == least[suit] {
            return Some(least);
        }
        let middle = (least[suit] + most[suit]).div_ceil(2);
        let (mut more, mut fewer) = (least, most);
        more[suit] = middle;
        fewer[suit] = middle - 1;
        self.could_be_up(layout, (may, must), (more, most), reserve)
            .or_else(|| self.could_be_up(layout, (may, must), (least, fewer), reserve))
    }

    /// Could these cards lie in the columns, with the help of those?
    fn fits(&self, layout: &Layout, here: u64, must: u64, reserve: u8) -> bool {
        let own = if reserve > 0 { self.heads & here } else { u64::MAX };
        let own = own | own >> 1;
        let own = (own | own >> 2) & ONES;
        let (must, may) = (counts(must) | EIGHTS, counts(here) | EIGHTS);
        let all = ONES & ((1 << (4 * layout.ranks)) - 1);
        let around = layout.rules.on_base;
        let end = 1 << (4 * layout.ranks);
        let mut needed = 0;
        // The k-th cards of all ranks, for each k: runs of ranks next to each other may share a head.
        for k in 1..=4 {
            let must = (must - k * ONES) >> 3 & all;
            if must == 0 {
                break;
            }
            let may = (may - k * ONES) >> 3 & all;
            if may == all && around {
                // They may lie in a ring.
                continue;
            }
            // What must lie asks for a head at the upper end of its run: a carry runs there.
            let goes_around = may & 1 == 1 && around;
            let run = 15 * may;
            let mut sum = run + must;
            if sum & end != 0 && goes_around {
                sum = run + (must | 1);
                needed += (sum & !run & all).count_ones();
            } else {
                needed += (sum & !run & (all | end)).count_ones();
            }
            if needed > layout.columns as u32 {
                return false;
            }
            // And one of the ranks up to there must have a card that may be one.
            let own = own & may;
            let run = 15 * (may & !own);
            let must = must & !own;
            let mut sum = run + must;
            if sum & end != 0 && goes_around {
                sum = if own & 1 == 1 { sum & !end } else { run + (must | 1) };
                sum &= !end;
            }
            if sum & !run & !own & (all | end) != 0 {
                return false;
            }
        }
        true
    }

    /// The number of a waste's record, a new one if there is none.
    fn record(&mut self, waste: u64) -> usize {
        if self.records.len() * 3 >= self.slots.len() * 2 {
            let old = std::mem::take(&mut self.slots);
            self.slots = vec![0; old.len() * 2];
            for slot in old.into_iter().filter(|&slot| slot != 0) {
                let at = self.find(slot >> NUMBER);
                self.slots[at] = slot;
            }
        }
        let name = waste << 4 | self.up;
        let at = self.find(name);
        if self.slots[at] == 0 {
            self.records.push(Record { known: [0; RESERVE], good: [0; RESERVE] });
            self.slots[at] = name << NUMBER | self.records.len() as u64;
        }
        (self.slots[at] & ((1 << NUMBER) - 1)) as usize - 1
    }

    /// The slot of a name, or the one it would have.
    fn find(&self, name: u64) -> usize {
        let mixed = (name ^ name >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ mixed >> 31).wrapping_mul(0xA24B_AED4_963E_E407);
        let mut at = (mixed >> 32) as usize & (self.slots.len() - 1);
        while self.slots[at] != 0 && self.slots[at] >> NUMBER != name {
            at = (at + 1) & (self.slots.len() - 1);
        }
        at
    }
}
