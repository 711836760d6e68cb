//! The Mersenne Twister MT19937, the two ways to seed it, and the ways in which programs draw from it.

/// MT19937 by Matsumoto and Nishimura: 624 words of state, 32 bits a draw.
///
/// *Twist*, once every 624 draws, for each `k` in order: `y` = the highest bit of word `k` and the
/// other bits of word `k + 1`; word `k` becomes word `k + 397` xor `y >> 1`, xor `0x9908B0DF` when
/// `y` is odd; indices modulo 624.
///
/// *Draw*: the next word, tempered: `y ^= y >> 11; y ^= y << 7 & 0x9D2C5680;
/// y ^= y << 15 & 0xEFC60000; y ^= y >> 18`.
#[derive(Clone)]
pub struct Mersenne {
    words: [u32; WORDS],
    /// The word to draw next; [`WORDS`] if all are used up.
    next: usize,
}

const WORDS: usize = 624;

impl Mersenne {
    /// The generator seeded by one word, as by C++'s `std::mt19937` and GLib's `g_rand_new_with_seed`: word 0
    /// is the seed, word `i` = `1812433253 × (w ^ w >> 30) + i` with `w` the word before it.
    pub fn new(seed: u32) -> Mersenne {
        let mut words = [seed; WORDS];
        for i in 1..WORDS {
            let before = words[i - 1];
            words[i] = 1_812_433_253u32.wrapping_mul(before ^ before >> 30).wrapping_add(i as u32);
        }
        Mersenne { words, next: WORDS }
    }

    /// The generator seeded by a list of words: the reference implementation's `init_by_array`.
    ///
    /// Starts from the seed 19650218 and stirs the key in twice: first word `i` =
    /// `(w ^ (v ^ v >> 30) × 1664525) + key[j] + j` over as many steps as the longer of key and
    /// state has words, then `(w ^ (v ^ v >> 30) × 1566083941) − i` over 623 steps, with `v` the
    /// word before; when `i` passes the end, word 0 takes the last word and `i` is 1 again. At the
    /// end word 0 is `0x80000000`.
    ///
    /// # Panics
    /// If the key is empty.
    pub fn from_key(key: &[u32]) -> Mersenne {
        assert!(!key.is_empty(), "a key has at least one word");
        let mut state = Mersenne::new(19_650_218);
        let words = &mut state.words;
        let mut i = 1;
        let mut stir = |multiplier: u32, add: &dyn Fn(usize) -> u32| {
            let before = words[i - 1];
            let mixed = (before ^ before >> 30).wrapping_mul(multiplier);
            words[i] = (words[i] ^ mixed).wrapping_add(add(i));
            i += 1;
            if i == WORDS {
                words[0] = words[WORDS - 1];
                i = 1;
            }
        };
        for step in 0..WORDS.max(key.len()) {
            let j = step % key.len();
            stir(1_664_525, &|_| key[j].wrapping_add(j as u32));
        }
        for _ in 1..WORDS {
            stir(1_566_083_941, &|i| (i as u32).wrapping_neg());
        }
        words[0] = 0x8000_0000;
        state
    }

    /// The generator seeded by a whole number as Python's `random.Random(n)` does: the key is the number's
    /// 32-bit words, lowest first, without leading zeros; the number 0 is the key `[0]`.
    pub fn from_number(number: u128) -> Mersenne {
        let words = [0, 32, 64, 96].map(|shift| (number >> shift) as u32);
        let used = words.iter().rposition(|&word| word != 0).map_or(1, |last| last + 1);
        Mersenne::from_key(&words[..used])
    }

    fn twist(&mut self) {
        for k in 0..WORDS {
            let y = self.words[k] & 0x8000_0000 | self.words[(k + 1) % WORDS] & 0x7FFF_FFFF;
            let odd = if y & 1 == 1 { 0x9908_B0DF } else { 0 };
            self.words[k] = self.words[(k + 397) % WORDS] ^ y >> 1 ^ odd;
        }
        self.next = 0;
    }

    /// The next 32 random bits.
    pub fn next_u32(&mut self) -> u32 {
        if self.next == WORDS {
            self.twist();
        }
        let mut y = self.words[self.next];
        self.next += 1;
        y ^= y >> 11;
        y ^= y << 7 & 0x9D2C_5680;
        y ^= y << 15 & 0xEFC6_0000;
        y ^ y >> 18
    }

    /// A number in `0.0 .. 1.0` with 53 random bits, Python's `random()`: the high 27 bits of one
    /// draw before the high 26 bits of the next, over 2⁵³.
    pub fn unit(&mut self) -> f64 {
        let high = u64::from(self.next_u32() >> 5);
        let low = u64::from(self.next_u32() >> 6);
        // Exact: a whole number below 2⁵³ over a power of two.
        (high << 26 | low) as f64 / (1u64 << 53) as f64
    }

    /// A number below `bound`, by remainder: GLib's `g_rand_int_range` since version 2.2.
    ///
    /// Draws above `2³² − 1 − (2³² mod bound)`, that is, in the last, incomplete block, are rejected.
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below_by_remainder(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "there is no number below 0");
        let highest = u32::MAX - ((1u64 << 32) % u64::from(bound)) as u32;
        loop {
            let draw = self.next_u32();
            if draw <= highest {
                return draw % bound;
            }
        }
    }

    /// A number below `bound`, by buckets: a draw divided by `⌊2³² / bound⌋`; a result that is not below the
    /// bound is rejected.
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below_by_buckets(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "there is no number below 0");
        let bucket = (1u64 << 32) / u64::from(bound);
        loop {
            let value = u64::from(self.next_u32()) / bucket;
            if value < u64::from(bound) {
                return value as u32;
            }
        }
    }
}

impl std::fmt::Debug for Mersenne {
    /// Shows the place in the 624 words, but not the words.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mersenne").field("next", &self.next).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_values_of_the_authors_and_of_cpp() {
        let mut random = Mersenne::from_key(&[0x123, 0x234, 0x345, 0x456]);
        let first = [(); 5].map(|()| random.next_u32());
        assert_eq!(first, [1_067_595_299, 955_945_823, 477_289_528, 4_107_218_783, 4_228_976_476]);
        // The C++ standard: the 10000th number of the default seed.
        let mut random = Mersenne::new(5489);
        assert_eq!(random.next_u32(), 3_499_211_612);
        assert_eq!((1..10_000).map(|_| random.next_u32()).last(), Some(4_123_659_995));
    }

    #[test]
    fn python_seeds_and_draws() {
        // `[random.Random(n).random() for n in …]`, printed by Python 3.
        for (number, first, second) in [
            (0, 0.844_421_851_525_048_1, 0.757_954_402_940_302_5),
            (1, 0.134_364_244_112_401_22, 0.847_433_736_937_232_7),
            (4_294_967_295, 0.635_357_444_134_117_3, 0.203_199_939_544_077_56),
            (4_294_967_296, 0.112_994_300_956_364_09, 0.417_828_864_862_928_36),
            (18_446_744_073_709_551_621, 0.510_578_376_936_511_2, 0.879_758_652_801_219_9),
            (94_118_177_207_124_443_136, 0.471_342_302_271_576_5, 0.033_752_855_542_931_17),
            (99_999_999_999_999_999_999, 0.489_998_397_512_837_7, 0.210_740_773_448_562_24),
            (
                340_282_366_920_938_463_463_374_607_431_768_211_455,
                0.235_073_020_922_857_76,
                0.843_594_942_204_066,
            ),
        ] {
            let mut random = Mersenne::from_number(number);
            assert_eq!((random.unit(), random.unit()), (first, second), "{number}");
        }
    }

    #[test]
    fn both_rejections_reject() {
        // With this bound about half of all draws are rejected; both rules keep the low ones.
        let bound = (1 << 31) + 1;
        let (mut remainder, mut buckets) = (Mersenne::new(9), Mersenne::new(9));
        let mut raw = Mersenne::new(9);
        for _ in 0..1000 {
            let expected = std::iter::repeat_with(|| raw.next_u32()).find(|&draw| draw < bound).unwrap();
            assert_eq!(remainder.below_by_remainder(bound), expected);
            assert_eq!(buckets.below_by_buckets(bound), expected);
        }
        assert_eq!(Mersenne::new(1).below_by_remainder(1), 0);
        assert_eq!(Mersenne::new(1).below_by_buckets(1), 0);
    }
}
