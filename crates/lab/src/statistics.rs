//! How sure one may be: intervals for rates, and tests for players on the same deals.

/// A 95 % interval is this many standard deviations to each side.
pub const Z: f64 = 1.959_963_984_540_054;

/// Wilson's 95 % interval for a rate: `won` of `games`. The whole of 0 to 1 without a game.
pub fn wilson(won: u64, games: u64) -> (f64, f64) {
    if games == 0 {
        return (0.0, 1.0);
    }
    let (n, p) = (games as f64, won as f64 / games as f64);
    let z2 = Z * Z;
    let middle = p + z2 / (2.0 * n);
    let spread = Z * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z2 / n;
    (((middle - spread) / scale).max(0.0), ((middle + spread) / scale).min(1.0))
}

/// The mean of a sum of values with its 95 % interval, by their squares.
pub fn mean(sum: f64, squares: f64, count: u64) -> (f64, f64) {
    if count == 0 {
        return (0.0, 0.0);
    }
    let n = count as f64;
    let mean = sum / n;
    let variance = if count > 1 { ((squares - n * mean * mean) / (n - 1.0)).max(0.0) } else { 0.0 };
    (mean, Z * (variance / n).sqrt())
}

/// McNemar's test: of the deals on which two players differ, `first` were won by one only and
/// `second` by the other only. The two-sided chance of so uneven a split if neither is better.
///
/// Exact (binomial) up to 10,000 such deals, with the normal curve and a correction beyond.
pub fn mcnemar(first: u64, second: u64) -> f64 {
    let (low, n) = (first.min(second), first + second);
    if n == 0 {
        return 1.0;
    }
    if n <= 10_000 {
        // Twice the lower tail of fair coins, in logarithms because 2⁻ⁿ is too small.
        let mut term = -(n as f64) * std::f64::consts::LN_2;
        let mut tail = 0.0;
        for k in 0..=low {
            if k > 0 {
                term += ((n - k + 1) as f64).ln() - (k as f64).ln();
            }
            tail += term.exp();
        }
        return (2.0 * tail).min(1.0);
    }
    let difference = first.abs_diff(second) as f64;
    let z = ((difference - 1.0).max(0.0)) / (n as f64).sqrt();
    2.0 * upper_tail(z)
}

/// The chance of a normal value above `z`, for `z` not below 0.
fn upper_tail(z: f64) -> f64 {
    // The complementary error function by a continued fraction, or a series where z is small.
    let x = z / std::f64::consts::SQRT_2;
    if x < 2.0 {
        let (mut term, mut sum) = (x, x);
        for k in 1..100 {
            term *= -x * x / f64::from(k);
            sum += term / f64::from(2 * k + 1);
        }
        return 0.5 - sum / std::f64::consts::PI.sqrt();
    }
    let mut fraction = x;
    for k in (1..60).rev() {
        fraction = x + f64::from(k) / 2.0 / fraction;
    }
    (-x * x).exp() / fraction / std::f64::consts::PI.sqrt() / 2.0
}

/// How many more deals would show the difference seen so far, four times out of five, if it is real;
/// `None` when there is none to be seen.
pub fn more_needed(first: u64, second: u64, games: u64) -> Option<u64> {
    let difference = first.abs_diff(second) as f64;
    if difference == 0.0 || games == 0 {
        return None;
    }
    // 0.8416: four times out of five.
    let factor = (Z + 0.8416).powi(2) * (first + second) as f64 / (difference * difference);
    let needed = games as f64 * factor;
    Some((needed.ceil() as u64).saturating_sub(games).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::Generator;

    #[test]
    fn wilson_against_published_values() {
        // Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
        for (won, games, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let (a, b) = wilson(won, games);
            assert!((a - low).abs() < 6e-5 && (b - high).abs() < 6e-5, "{won}/{games}: {a} {b}");
        }
        assert_eq!(wilson(0, 0), (0.0, 1.0));
    }

    /// Of many simulated campaigns about 95 % of the intervals hold the true rate.
    #[test]
    fn intervals_cover() {
        let mut generator = Generator::new(5);
        for (rate, games) in [(0.3, 1000u64), (0.5, 400), (0.82, 2000)] {
            let trials = 4000;
            let mut held = 0;
            for _ in 0..trials {
                let won = (0..games).filter(|_| generator.unit() < rate).count() as u64;
                let (low, high) = wilson(won, games);
                held += u32::from(low <= rate && rate <= high);
            }
            let coverage = f64::from(held) / f64::from(trials);
            assert!((0.94..=0.96).contains(&coverage), "{rate} of {games}: {coverage}");
        }
    }

    #[test]
    fn mcnemar_against_reference_values() {
        // Exact binomial: 2·P(X ≤ low) of fair coins, from tables of the binomial distribution.
        for (first, second, p) in [
            (5, 5, 1.0),
            (1, 9, 0.021_484_375),
            (0, 6, 0.031_25),
            (4, 16, 0.011_817_932_128_906_25),
            (0, 0, 1.0),
            (8, 2, 0.109_375),
        ] {
            assert!(
                (mcnemar(first, second) - p).abs() < 1e-12,
                "{first} {second}: {}",
                mcnemar(first, second)
            );
        }
        // The normal curve takes over without a jump.
        for (first, second) in [(4900, 5100), (5000, 5001), (4800, 5200)] {
            let z = ((second as f64 - first as f64).abs() - 1.0) / ((first + second) as f64).sqrt();
            assert!((mcnemar(first, second) - 2.0 * upper_tail(z)).abs() < 2e-3);
        }
        // Φ(−1.96), Φ(−3), Φ(−5).
        for (z, p) in
            [(1.96, 0.024_997_895), (3.0, 0.001_349_898), (5.0, 2.866_515_7e-7), (0.5, 0.308_537_54)]
        {
            assert!((upper_tail(z) / p - 1.0).abs() < 1e-6, "{z}: {}", upper_tail(z));
        }
    }

    /// Under the null hypothesis the test cries wolf at most as often as it says.
    #[test]
    fn mcnemar_keeps_its_level() {
        let mut generator = Generator::new(9);
        let trials = 4000;
        let mut cried = 0;
        for _ in 0..trials {
            let first = (0..100).filter(|_| generator.unit() < 0.5).count() as u64;
            cried += u32::from(mcnemar(first, 100 - first) < 0.05);
        }
        assert!(f64::from(cried) / f64::from(trials) < 0.055);
    }

    #[test]
    fn more_is_needed_for_less() {
        assert_eq!(more_needed(5, 5, 100), None);
        let (near, far) = (more_needed(20, 25, 100).unwrap(), more_needed(20, 40, 100).unwrap());
        assert!(near > 5 * far, "{near} {far}");
    }
}
