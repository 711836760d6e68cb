//! Tests for two players on the same deals.
//!
//! Deals that both players win or both lose say nothing about which one is better. What remains are the
//! *discordant* deals, which exactly one of them won: if neither player is better, each of these is a fair
//! coin.

use crate::{Mean, Z_95};
use std::f64::consts::{LN_2, SQRT_2};

/// The largest number of discordant deals for which the tests use the binomial distribution itself; for more
/// of them the normal distribution does, where the two differ by less than 0.001.
const MOST_EXACT: u64 = 10_000;

/// Returns the two-sided *p*-value of McNemar's exact test: `first` deals were won by the first player only,
/// `second` by the second player only.
///
/// It is the probability that *n* = `first` + `second` fair coins fall at least as unevenly as this:
/// 2 · P(*X* ≤ min(`first`, `second`)) with *X* ~ Binomial(*n*, ½), at most 1. Beyond 10,000 discordant
/// deals the normal approximation with a continuity correction of 1 is used.
///
/// Reference: Q. McNemar, "Note on the sampling error of the difference between correlated proportions or
/// percentages", 1947; the exact form is the sign test.
///
/// ```
/// use talon_stats::mcnemar;
/// // Of 1,024 ways in which ten coins can fall, 22 are at least as uneven as 1 to 9.
/// assert!((mcnemar(1, 9) - 22.0 / 1024.0).abs() < 1e-12);
/// assert_eq!(mcnemar(5, 5), 1.0);
/// ```
pub fn mcnemar(first: u64, second: u64) -> f64 {
    let (low, n) = (first.min(second), first + second);
    if n > MOST_EXACT {
        let z = (first.abs_diff(second) as f64 - 1.0).max(0.0) / (n as f64).sqrt();
        return 2.0 * upper_tail(z);
    }
    (2.0 * lower_tail(low, n).sum).min(1.0)
}

/// Returns the two-sided mid-*p*-value of McNemar's test, for the same counts as [`mcnemar`].
///
/// The observed split counts only half: the value is that of [`mcnemar`] less P(*X* = min(`first`,
/// `second`)), and 1 − ½ P(*X* = *n*/2) for an even split. The exact test rejects too rarely because the
/// binomial distribution is discrete; the mid-*p* test stays much nearer to its level and has more power.
/// Beyond 10,000 discordant deals the normal approximation without a correction is used.
///
/// Reference: M. W. Fagerland, S. Lydersen and P. Laake, "The McNemar test for binary matched-pairs data:
/// mid-p and asymptotic are better than exact conditional", 2013.
///
/// ```
/// use talon_stats::{mcnemar, mcnemar_mid_p};
/// // Fagerland et al. 2013, airway hyper-responsiveness before and after treatment: 1 against 7.
/// assert_eq!(format!("{:.4}", mcnemar(1, 7)), "0.0703");
/// assert_eq!(format!("{:.4}", mcnemar_mid_p(1, 7)), "0.0391");
/// ```
pub fn mcnemar_mid_p(first: u64, second: u64) -> f64 {
    let (low, n) = (first.min(second), first + second);
    if n > MOST_EXACT {
        return 2.0 * upper_tail(first.abs_diff(second) as f64 / (n as f64).sqrt());
    }
    let tail = lower_tail(low, n);
    if first == second { 1.0 - tail.last / 2.0 } else { 2.0 * tail.sum - tail.last }
}

/// Returns about how many more deals would show the difference seen so far, if it is real: after them the test
/// rejects, with a probability of 80 %, that neither player is better. `None` if there is no difference.
///
/// `first` and `second` are the discordant deals of `deals` deals in all. The total needed is
/// (*z*₀.₉₇₅ + *z*₀.₈₀)² · (*p*₁ + *p*₂) / (*p*₁ − *p*₂)² with *p*₁ = `first`/`deals` and
/// *p*₂ = `second`/`deals`.
///
/// Reference: R. J. Connor, "Sample size for testing differences in proportions for the paired-sample design",
/// 1987, without that paper's correction of the second variance, so that the number is slightly too large.
///
/// ```
/// use talon_stats::pairs_needed;
/// assert_eq!(pairs_needed(20, 30, 1000), Some(2925));
/// assert_eq!(pairs_needed(25, 25, 1000), None);
/// ```
pub fn pairs_needed(first: u64, second: u64, deals: u64) -> Option<u64> {
    /// The 0.8 quantile of the standard normal distribution.
    const Z_80: f64 = 0.841_621_233_572_914;
    let difference = first.abs_diff(second) as f64;
    if difference == 0.0 || deals == 0 {
        return None;
    }
    let factor = (Z_95 + Z_80).powi(2) * (first + second) as f64 / (difference * difference);
    let total = (deals as f64 * factor).ceil() as u64;
    Some(total.saturating_sub(deals).max(1))
}

/// Returns the natural logarithm of *n*!.
pub(crate) fn log_factorial(n: u64) -> f64 {
    libm::lgamma(n as f64 + 1.0)
}

/// Tests whether two players reach different values on the same deals, such as points, from the differences
/// of their values deal by deal. Returns the mean difference with its 95 % interval, and the two-sided
/// *p*-value of the hypothesis that the true mean is zero; `None` for fewer than two deals.
///
/// `sum` and `squares` are the sum of the differences and of their squares. The test statistic is the mean
/// divided by its standard error, and the normal approximation is used, for samples of some dozens and more.
///
/// Reference: the paired *t*-test in the limit of many pairs; W. S. Gosset ("Student"), 1908.
///
/// ```
/// use talon_stats::paired_difference;
/// // 50 deals with a difference of 3 and 50 with −1.
/// let (mean, p) = paired_difference(100, 100.0, 500.0).expect("there are 100 deals");
/// assert_eq!(mean.value, 1.0);
/// assert!(p < 0.001);
/// ```
pub fn paired_difference(deals: u64, sum: f64, squares: f64) -> Option<(Mean, f64)> {
    if deals < 2 {
        return None;
    }
    let n = deals as f64;
    let value = sum / n;
    let variance = ((squares - sum * value) / (n - 1.0)).max(0.0);
    let error = (variance / n).sqrt();
    let p = match (error > 0.0, value == 0.0) {
        (true, _) => 2.0 * upper_tail(value.abs() / error),
        (false, true) => 1.0,
        // Every deal shows the same difference.
        (false, false) => 0.0,
    };
    Some((Mean { value, margin: Z_95 * error }, p))
}

/// A lower tail of a binomial distribution.
struct Tail {
    /// P(*X* ≤ *k*).
    sum: f64,
    /// P(*X* = *k*).
    last: f64,
}

/// P(*X* ≤ `k`) and P(*X* = `k`) for *X* ~ Binomial(`n`, ½).
fn lower_tail(k: u64, n: u64) -> Tail {
    // In logarithms, since 2⁻ⁿ is too small for a number.
    let mut log = -(n as f64) * LN_2;
    let mut tail = Tail { sum: log.exp(), last: log.exp() };
    for i in 1..=k {
        log += ((n - i + 1) as f64).ln() - (i as f64).ln();
        tail.last = log.exp();
        tail.sum += tail.last;
    }
    tail
}

/// The probability that a standard normal variable exceeds `z`.
fn upper_tail(z: f64) -> f64 {
    libm::erfc(z / SQRT_2) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use talon_cards::Generator;

    #[test]
    fn mcnemar_agrees_with_tables_of_the_binomial_distribution() {
        for (first, second, p) in [
            (5, 5, 1.0),
            (1, 9, 0.021_484_375),
            (0, 6, 0.031_25),
            (4, 16, 0.011_817_932_128_906_25),
            (0, 0, 1.0),
            (8, 2, 0.109_375),
        ] {
            let found = mcnemar(first, second);
            assert!((found - p).abs() < 1e-12, "{first} {second}: {found}");
        }
    }

    #[test]
    fn mid_p_agrees_with_values_worked_out_by_hand() {
        for (first, second, p) in [
            // 2 · 11/1024 − 10/1024 = 12/1024.
            (1, 9, 12.0 / 1024.0),
            (0, 6, 1.0 / 64.0),
            // An even split of two: 1 − ½ · ½.
            (1, 1, 0.75),
            (0, 0, 0.5),
        ] {
            let found = mcnemar_mid_p(first, second);
            assert!((found - p).abs() < 1e-12, "{first} {second}: {found}");
        }
    }

    #[test]
    fn the_normal_approximation_takes_over_without_a_jump() {
        for (first, second) in [(4900u64, 5100u64), (5000, 5000), (4999, 5001), (4800, 5200)] {
            let n = ((first + second) as f64).sqrt();
            let difference = second as f64 - first as f64;
            let corrected = 2.0 * upper_tail((difference - 1.0).max(0.0) / n);
            assert!((mcnemar(first, second) - corrected).abs() < 1e-3, "{first} {second}");
            let plain = 2.0 * upper_tail(difference / n);
            // The even split is the one place where half of the middle term is missing.
            let within = if first == second { 5e-3 } else { 1e-3 };
            assert!((mcnemar_mid_p(first, second) - plain).abs() < within, "{first} {second}");
        }
        // One coin more than the border.
        assert!((mcnemar(4900, 5100) - mcnemar(4900, 5101)).abs() < 2e-3);
        assert!((mcnemar_mid_p(4900, 5100) - mcnemar_mid_p(4900, 5101)).abs() < 2e-3);
    }

    #[test]
    fn the_normal_tail_agrees_with_tables() {
        // 1 − Φ(z).
        for (z, p) in
            [(0.5, 0.308_537_54), (1.96, 0.024_997_895), (3.0, 0.001_349_898), (5.0, 2.866_515_7e-7)]
        {
            assert!((upper_tail(z) / p - 1.0).abs() < 1e-6, "{z}: {}", upper_tail(z));
        }
    }

    #[test]
    fn without_a_difference_the_tests_reject_about_as_often_as_they_say() {
        let mut generator = Generator::new(9);
        let trials = 4000;
        let (mut exact, mut mid) = (0, 0);
        for _ in 0..trials {
            let first = (0..100).filter(|_| generator.unit() < 0.5).count() as u64;
            exact += u32::from(mcnemar(first, 100 - first) < 0.05);
            mid += u32::from(mcnemar_mid_p(first, 100 - first) < 0.05);
        }
        let (exact, mid) = (f64::from(exact) / f64::from(trials), f64::from(mid) / f64::from(trials));
        assert!(exact < 0.05, "{exact}");
        assert!(exact <= mid && mid < 0.07, "{exact} {mid}");
    }

    /// Players of equal strength: the interval contains zero, and the test rejects, about as often as it says.
    #[test]
    fn paired_differences_are_calibrated() {
        let mut generator = Generator::new(12);
        let trials = 3000;
        let (mut covered, mut rejected) = (0, 0);
        for _ in 0..trials {
            let (mut sum, mut squares) = (0.0, 0.0);
            for _ in 0..80 {
                let difference = (generator.unit() * 8.0).floor() - (generator.unit() * 8.0).floor();
                sum += difference;
                squares += difference * difference;
            }
            let (mean, p) = paired_difference(80, sum, squares).unwrap();
            covered += u32::from(mean.value.abs() <= mean.margin);
            rejected += u32::from(p < 0.05);
        }
        let share = |count| f64::from(count) / f64::from(trials);
        assert!((0.935..0.96).contains(&share(covered)), "{covered}");
        assert!((0.04..0.065).contains(&share(rejected)), "{rejected}");
        assert_eq!(paired_difference(1, 3.0, 9.0), None);
        assert_eq!(paired_difference(5, 0.0, 0.0).unwrap().1, 1.0);
        assert_eq!(paired_difference(5, 10.0, 20.0).unwrap().1, 0.0);
    }

    #[test]
    fn smaller_differences_need_more_deals() {
        assert_eq!(pairs_needed(5, 5, 100), None);
        assert_eq!(pairs_needed(5, 6, 0), None);
        let (near, far) = (pairs_needed(20, 25, 100).unwrap(), pairs_needed(20, 40, 100).unwrap());
        assert!(near > 5 * far, "{near} {far}");
    }

    /// With as many deals as [`pairs_needed`] says, about four tests of five reject.
    #[test]
    fn the_number_of_deals_needed_gives_the_power_it_promises() {
        let (first, second, deals) = (130, 100, 1000);
        let total = deals + pairs_needed(first, second, deals).unwrap();
        let mut generator = Generator::new(3);
        let trials = 1000;
        let mut rejected = 0;
        for _ in 0..trials {
            let (mut a, mut b) = (0, 0);
            for _ in 0..total {
                let chance = generator.unit() * deals as f64;
                if chance < first as f64 {
                    a += 1;
                } else if chance < (first + second) as f64 {
                    b += 1;
                }
            }
            rejected += u32::from(mcnemar_mid_p(a, b) < 0.05);
        }
        let power = f64::from(rejected) / f64::from(trials);
        assert!((0.77..0.86).contains(&power), "{power}");
    }
}
