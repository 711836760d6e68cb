//! More than one look at the data: several comparisons at once, and data that keep coming.

use crate::paired::log_factorial;
use std::f64::consts::LN_2;

/// Returns *p*-values that are adjusted for the number of tests, in the same order.
///
/// Holm's method: the *i*-th smallest of *m* values is multiplied by *m* − *i* + 1, and no value is smaller than
/// one before it. If the adjusted values below 0.05 are called significant, the probability that even one of
/// the true null hypotheses is rejected is at most 5 %, however the tests depend on each other.
///
/// Reference: S. Holm, "A simple sequentially rejective multiple test procedure", 1979.
///
/// ```
/// use talon_stats::holm;
/// assert_eq!(holm(&[0.01, 0.04, 0.03]), [0.03, 0.06, 0.06]);
/// ```
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![0.0; p_values.len()];
    let mut least: f64 = 0.0;
    for (place, &at) in order.iter().enumerate() {
        least = least.max((p_values[at] * (p_values.len() - place) as f64).min(1.0));
        adjusted[at] = least;
    }
    adjusted
}

/// Returns a *p*-value for two players on the same deals that stays valid however often one looks at the
/// data, and whenever one stops: `first` deals were won by the first player only, `second` by the second
/// player only.
///
/// If neither player is better, each of the *n* = `first` + `second` deals is a fair coin. The likelihood ratio
/// of a coin whose bias is uniform in 0 to 1 is 2ⁿ · `first`! · `second`! / (*n* + 1)!. It is a martingale under
/// the fair coin, so by Ville's inequality it ever exceeds 1/α with a probability of at most α. The value
/// is its inverse, at most 1. [`mcnemar`](crate::mcnemar) has more power for a number of deals fixed in advance.
///
/// Reference: J. Ville, *Étude critique de la notion de collectif*, 1939; A. Ramdas et al., "Game-theoretic
/// statistics and safe anytime-valid inference", 2023.
///
/// ```
/// use talon_stats::{anytime, mcnemar};
/// // 2⁻¹⁰ · 11! / (9! · 1!)
/// assert!((anytime(9, 1) - 110.0 / 1024.0).abs() < 1e-12);
/// assert!(anytime(9, 1) > mcnemar(9, 1));
/// assert_eq!(anytime(5, 5), 1.0);
/// ```
pub fn anytime(first: u64, second: u64) -> f64 {
    let n = first + second;
    let log = n as f64 * LN_2 + log_factorial(first) + log_factorial(second) - log_factorial(n + 1);
    (-log).exp().min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcnemar;
    use talon_cards::Generator;

    /// Looks again and again at players of equal strength. McNemar's test says sooner or later that one of them
    /// is better; the anytime-valid test hardly ever does.
    #[test]
    fn looking_often_does_no_harm() {
        let mut generator = Generator::new(5);
        let trials = 1000;
        let (mut plain, mut valid) = (0, 0);
        for _ in 0..trials {
            let (mut first, mut second) = (0, 0);
            let (mut fooled, mut fooled_anytime) = (false, false);
            for deal in 1..=400 {
                if generator.unit() < 0.5 {
                    first += 1
                } else {
                    second += 1
                }
                if deal % 20 == 0 {
                    fooled |= mcnemar(first, second) < 0.05;
                    fooled_anytime |= anytime(first, second) < 0.05;
                }
            }
            plain += u32::from(fooled);
            valid += u32::from(fooled_anytime);
        }
        assert!(f64::from(plain) / f64::from(trials) > 0.12, "{plain}");
        assert!(f64::from(valid) / f64::from(trials) < 0.05, "{valid}");
    }

    /// Ten players of equal strength are compared with one another. Holm's correction keeps the probability of
    /// any false alarm below its level.
    #[test]
    fn many_comparisons_raise_no_more_false_alarms() {
        let mut generator = Generator::new(6);
        let trials = 400;
        let (mut plain, mut corrected) = (0, 0);
        for _ in 0..trials {
            let won: Vec<Vec<bool>> =
                (0..10).map(|_| (0..100).map(|_| generator.unit() < 0.3).collect()).collect();
            let mut p_values = Vec::new();
            for a in 0..10 {
                for b in a + 1..10 {
                    let only = |x: usize, y: usize| {
                        won[x].iter().zip(&won[y]).filter(|&(&x, &y)| x && !y).count() as u64
                    };
                    p_values.push(mcnemar(only(a, b), only(b, a)));
                }
            }
            plain += u32::from(p_values.iter().any(|&p| p < 0.05));
            corrected += u32::from(holm(&p_values).iter().any(|&p| p < 0.05));
        }
        assert!(f64::from(plain) / f64::from(trials) > 0.3, "{plain}");
        assert!(f64::from(corrected) / f64::from(trials) < 0.05, "{corrected}");
    }

    #[test]
    fn holm_keeps_the_order_and_never_exceeds_one() {
        assert_eq!(holm(&[]), Vec::<f64>::new());
        assert_eq!(holm(&[0.2]), [0.2]);
        assert_eq!(holm(&[0.9, 0.5, 0.001]), [1.0, 1.0, 0.003]);
    }
}
