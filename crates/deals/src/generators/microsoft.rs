//! The generator of Microsoft's C library, and how the FreeCell programs extended it.

/// `rand()` of Microsoft's C library, with the FreeCell programs' extension for seeds of 2³¹ and more.
///
/// *Step.* `state = state × 214013 + 2531011`. The draw is bits 16 to 30 of the state, so the state may
/// wrap at 31, 32 or more bits.
///
/// *Extension.* For seeds of 2³¹ and more, the draw has bit 15 set. For seeds of 2³² and more, the state
/// starts at the seed less 2³², and the draw is bits 16 to 31, plus 1.
#[derive(Clone, Debug)]
pub struct MsRandom {
    state: u32,
    range: Range,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Range {
    Plain,
    From31Bits,
    From32Bits,
}

impl MsRandom {
    /// The generator with this seed, of which only the lowest 33 bits count.
    pub fn new(seed: u64) -> MsRandom {
        let range = match seed & ((1 << 33) - 1) {
            0..0x8000_0000 => Range::Plain,
            0x8000_0000..0x1_0000_0000 => Range::From31Bits,
            _ => Range::From32Bits,
        };
        MsRandom { state: seed as u32, range }
    }

    /// The next draw: 15 bits, or 16 for the seeds of the extension.
    pub fn next_draw(&mut self) -> u32 {
        self.state = self.state.wrapping_mul(214_013).wrapping_add(2_531_011);
        match self.range {
            Range::Plain => self.state >> 16 & 0x7FFF,
            Range::From31Bits => self.state >> 16 | 0x8000,
            Range::From32Bits => (self.state >> 16) + 1,
        }
    }

    /// Shuffles `count` items: for `n` from `count` down to 2, swaps item `n − 1` with item draw mod `n`.
    pub fn shuffle(&mut self, count: usize, mut swap: impl FnMut(usize, usize)) {
        for n in (2..=count).rev() {
            let bound = u32::try_from(n).expect("a deck has fewer than 2³² cards");
            swap(n - 1, (self.next_draw() % bound) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_function() {
        let mut random = MsRandom::new(1);
        assert_eq!([(); 6].map(|()| random.next_draw()), [41, 18467, 6334, 26500, 19169, 15724]);
    }

    #[test]
    fn the_extension_starts_at_31_bits() {
        let draws = |seed: u64| {
            let mut random = MsRandom::new(seed);
            [(); 3].map(|()| random.next_draw())
        };
        assert_eq!(draws(0x8000_0001), draws(1).map(|draw| draw | 0x8000));
        // 2³² + 1 starts from the state 1 again; bit 31 of it shows, and 1 is added.
        let low = draws(0x1_0000_0001).map(|draw| draw - 1);
        assert_eq!(low.map(|draw| draw & 0x7FFF), draws(1));
    }
}
