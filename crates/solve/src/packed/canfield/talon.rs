//! Stock and waste as one list with a cut: which cards can come to the top of the waste, and at
//! which price.
//!
//! The list is the waste bottom to top, then the stock first-drawn first: turning the waste over
//! does not change it. A card still there is a set bit; the bits below the cut are the waste.

/// The arithmetic of drawing `draw` cards at once.
pub(super) struct Talon {
    draw: u8,
    /// For each phase (cards passed since the last stop) and each eight bits: the bits at which a
    /// draw stops, and in the high byte the next phase.
    stops: Vec<[u16; 256]>,
}

impl Talon {
    pub(super) fn new(draw: u8) -> Talon {
        let stops = (0..draw)
            .map(|phase| {
                std::array::from_fn(|byte| {
                    let (mut at, mut out) = (phase, 0u16);
                    for bit in 0..8 {
                        if byte >> bit & 1 == 1 {
                            at += 1;
                            if at == draw {
                                at = 0;
                                out |= 1 << bit;
                            }
                        }
                    }
                    out | u16::from(at) << 8
                })
            })
            .collect();
        Talon { draw, stops }
    }

    pub(super) fn draw(&self) -> u8 {
        self.draw
    }

    /// The cards a pass over `cards` stops at, the first stop after `draw` − `phase` cards; the
    /// last card always is one.
    #[inline]
    fn pass(&self, cards: u64) -> u64 {
        if self.draw == 1 || cards == 0 {
            return cards;
        }
        let mut phase = 0;
        let mut out = 0u64;
        let mut at = cards.trailing_zeros() & !7;
        let end = 64 - cards.leading_zeros();
        while at < end {
            let entry = self.stops[phase][(cards >> at & 255) as usize];
            out |= u64::from(entry & 255) << at;
            phase = usize::from(entry >> 8);
            at += 8;
        }
        out | 1 << (end - 1)
    }

    /// The cards that can come to the top without turning the waste over.
    #[inline]
    pub(super) fn ahead(&self, cards: u64, cut: u8) -> u64 {
        let waste = cards & below(cut);
        let top = if waste == 0 { 0 } else { 1 << (63 - waste.leading_zeros()) };
        top | self.pass(cards & !below(cut))
    }

    /// The cards that can come to the top after turning the waste over.
    #[inline]
    pub(super) fn fresh(&self, cards: u64) -> u64 {
        self.pass(cards)
    }

    /// The cut at which `waste` cards lie on the waste.
    pub(super) fn cut(cards: u64, waste: u8) -> u8 {
        let mut rest = cards;
        for _ in 0..waste {
            rest &= rest - 1;
        }
        if rest == 0 { 64 - cards.leading_zeros() as u8 } else { rest.trailing_zeros() as u8 }
    }

    /// How many cards lie on the waste.
    #[inline]
    pub(super) fn waste(cards: u64, cut: u8) -> u8 {
        (cards & below(cut)).count_ones() as u8
    }
}

/// All bits below this one.
#[inline]
pub(super) fn below(bit: u8) -> u64 {
    (1u64 << bit) - 1
}
