//! The generator of the Java class library, `java.util.Random`, and its `Collections.shuffle`.

/// `java.util.Random`: a 48-bit linear congruential generator.
///
/// *Seeding.* The state is the low 48 bits of `seed xor 0x5DEECE66D`.
///
/// *Step.* `state = state × 0x5DEECE66D + 0xB mod 2⁴⁸`; the result is as many of its high bits as are asked
/// for.
#[derive(Clone, Debug)]
pub struct JavaRandom(u64);

const MULTIPLIER: u64 = 0x5_DEEC_E66D;
const MASK: u64 = (1 << 48) - 1;

impl JavaRandom {
    /// The generator with this seed.
    pub fn new(seed: i64) -> JavaRandom {
        JavaRandom((seed as u64 ^ MULTIPLIER) & MASK)
    }

    /// The next 1 to 32 bits; a signed number if all 32 are asked for.
    fn next(&mut self, bits: u32) -> i32 {
        self.0 = self.0.wrapping_mul(MULTIPLIER).wrapping_add(0xB) & MASK;
        (self.0 >> (48 - bits)) as i32
    }

    /// Java's `nextInt()`: a signed number of 32 bits.
    pub fn next_int(&mut self) -> i32 {
        self.next(32)
    }

    /// Java's `nextInt(bound)`: a number from 0 to `bound − 1`.
    ///
    /// For a power of two these are the high bits of a 31-bit draw. For any other bound it is the
    /// remainder of a draw; draws in the last, incomplete block of `bound` numbers below 2³¹ are rejected.
    ///
    /// # Panics
    /// If `bound` is not positive, as in Java.
    pub fn next_below(&mut self, bound: i32) -> i32 {
        assert!(bound > 0, "the bound must be positive");
        if bound & (bound - 1) == 0 {
            return ((i64::from(bound) * i64::from(self.next(31))) >> 31) as i32;
        }
        loop {
            let draw = self.next(31);
            let value = draw % bound;
            // The block that starts at `draw − value` must end below 2³¹.
            if (draw - value).checked_add(bound - 1).is_some() {
                return value;
            }
        }
    }

    /// Java's `Collections.shuffle` of `count` items: for `i` from the last index down to 1, swaps `i` with
    /// [`next_below`](Self::next_below)`(i + 1)`.
    pub fn shuffle(&mut self, count: usize, mut swap: impl FnMut(usize, usize)) {
        for i in (1..count).rev() {
            let bound = i32::try_from(i + 1).expect("a list in Java is shorter than 2³¹");
            swap(i, self.next_below(bound) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn javas_own_sequences() {
        let mut random = JavaRandom::new(0);
        let first = [(); 4].map(|()| random.next_int());
        assert_eq!(first, [-1_155_484_576, -723_955_400, 1_033_096_058, -1_690_734_402]);
        let mut random = JavaRandom::new(42);
        assert_eq!([(); 5].map(|()| random.next_below(100)), [30, 63, 48, 84, 70]);
        // Printed by a Java machine: a plain draw, a remainder, a power of two, a large bound.
        let mut random = JavaRandom::new(-5);
        let draws = [
            random.next_int(),
            random.next_below(52),
            random.next_below(64),
            random.next_below((1 << 30) + 1),
        ];
        assert_eq!(draws, [1_156_638_822, 21, 21, 737_996_328]);
        // A power of two uses the high bits, not the remainder.
        let (mut bound, mut raw) = (JavaRandom::new(7), JavaRandom::new(7));
        assert_eq!(bound.next_below(16), raw.next(31) >> 27);
    }

    #[test]
    fn a_draw_in_the_last_block_is_rejected() {
        // With this bound, almost half of all draws lie past the only complete block.
        let bound = (1 << 30) + 1;
        let mut random = JavaRandom::new(5);
        let mut raw = random.clone();
        let mut rejected = 0;
        for _ in 0..1000 {
            let value = random.next_below(bound);
            let draw = loop {
                let draw = raw.next(31);
                if draw < bound {
                    break draw;
                }
                rejected += 1;
            };
            assert_eq!(value, draw);
        }
        assert!(rejected > 500);
    }
}
