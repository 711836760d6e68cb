//! Stock and waste: which cards can come to the top of the waste, with and without a redeal.
//!
//! The two piles form one list: the waste from bottom to top, then the stock in the order in which it is
//! drawn. A redeal does not change the list. Each card has a fixed *place* in it, so a state is a set of places
//! (the cards that are still there) and the place where the waste ends.
//!
//! The cards at which a draw stops are called *stops*.

/// Computes the stops of draws of a fixed number of cards.
pub(super) struct Draws {
    draw: u8,
    /// For each phase (the number of cards since the last stop) and each byte of places: the places that are
    /// stops, and in the high byte the phase after them.
    stops: Vec<[u16; 256]>,
}

impl Draws {
    /// For draws of `draw` cards.
    pub(super) fn new(draw: u8) -> Draws {
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
        Draws { draw, stops }
    }

    /// The number of cards drawn at once.
    pub(super) fn draw(&self) -> u8 {
        self.draw
    }

    /// The stops of a pass over `cards`. The last card always is one.
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

    /// The cards that can come to the top of the waste without a redeal.
    #[inline]
    pub(super) fn ahead(&self, cards: u64, waste_end: u8) -> u64 {
        let waste = cards & below(waste_end);
        let top = if waste == 0 { 0 } else { 1 << (63 - waste.leading_zeros()) };
        top | self.pass(cards & !below(waste_end))
    }

    /// The cards that can come to the top of the waste after a redeal.
    #[inline]
    pub(super) fn fresh(&self, cards: u64) -> u64 {
        self.pass(cards)
    }

    /// The end of the waste if `waste` cards lie on it.
    pub(super) fn cut(cards: u64, waste: u8) -> u8 {
        let mut rest = cards;
        for _ in 0..waste {
            rest &= rest - 1;
        }
        if rest == 0 { 64 - cards.leading_zeros() as u8 } else { rest.trailing_zeros() as u8 }
    }

    /// The number of cards in the waste.
    #[inline]
    pub(super) fn waste(cards: u64, waste_end: u8) -> u8 {
        (cards & below(waste_end)).count_ones() as u8
    }
}

/// The set of all places below this one.
#[inline]
pub(super) fn below(bit: u8) -> u64 {
    (1u64 << bit) - 1
}
