//! The random number generator of Talon's own deals and of everything else that must be repeatable.

/// The generator xoshiro256**, seeded through SplitMix64.
///
/// The same seed gives the same numbers on every platform and in every version.
///
/// *Seeding.* Four steps of SplitMix64 from the state `seed`: each adds `0x9E3779B97F4A7C15`, then
/// mixes `z ^= z >> 30; z *= 0xBF58476D1CE4E5B9; z ^= z >> 27; z *= 0x94D049BB133111EB;
/// z ^= z >> 31`. The four results are the state.
///
/// *Step.* The result is `rotl(s1 * 5, 7) * 9`; then `t = s1 << 17; s2 ^= s0; s3 ^= s1; s1 ^= s2;
/// s0 ^= s3; s2 ^= t; s3 = rotl(s3, 45)`. All arithmetic is modulo 2⁶⁴.
#[derive(Clone, Debug)]
pub struct Generator([u64; 4]);

impl Generator {
    /// The generator with this seed.
    pub fn new(seed: u64) -> Generator {
        let mut state = seed;
        Generator([(); 4].map(|()| {
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut z = state;
            z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            z ^ (z >> 31)
        }))
    }

    /// The next 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let s = &mut self.0;
        let result = s[1].wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A number below `bound`; all are equally likely.
    ///
    /// The result is the high half of the 128-bit product `next * bound`. A number whose low half is below
    /// `2⁶⁴ mod bound` is rejected, and the next one is drawn, so that the result is exactly unbiased.
    ///
    /// # Panics
    /// If `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "there is no number below 0");
        loop {
            let product = u128::from(self.next_u64()) * u128::from(bound);
            let low = product as u64;
            // The division is rarely needed, because `2⁶⁴ mod bound` is below `bound`.
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (product >> 64) as u64;
            }
        }
    }

    /// A number from 0 up to but not including 1, with 53 random bits.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Shuffles by the method of Fisher and Yates: for `i` from the last index down to 1, the items `i` and
    /// [`below`](Self::below)`(i + 1)` are swapped.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let j = self.below(i as u64 + 1) as usize;
            items.swap(i, j);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_vectors() {
        // SplitMix64(0)'s published first outputs are the state of seed 0.
        assert_eq!(
            Generator::new(0).0,
            [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F, 0xF88B_B8A8_724C_81EC]
        );
        // xoshiro256**'s published first outputs from the state 1, 2, 3, 4.
        let mut generator = Generator([1, 2, 3, 4]);
        let first = [(); 6].map(|()| generator.next_u64());
        assert_eq!(
            first,
            [
                11520,
                0,
                1_509_978_240,
                1_215_971_899_390_074_240,
                1_216_172_134_540_287_360,
                607_988_272_756_665_600
            ]
        );
    }

    #[test]
    fn below_is_uniform() {
        let mut generator = Generator::new(7);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[generator.below(7) as usize] += 1;
        }
        // Six degrees of freedom: chi-squared above 22.46 has probability 0.001.
        let chi: f64 = counts.iter().map(|&n| (f64::from(n) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi < 22.46, "{counts:?}");
    }

    #[test]
    fn below_rejects_biased_draws() {
        // With this bound, about half of all draws are rejected.
        let bound = (1u64 << 63) + 1;
        let mut generator = Generator::new(3);
        assert!((0..1000).all(|_| generator.below(bound) < bound));
    }
}
