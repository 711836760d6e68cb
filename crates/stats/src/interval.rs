//! Confidence intervals for a rate and for a mean.

/// The number of standard deviations from the mean to each end of a two-sided 95 % interval: the 0.975
/// quantile of the standard normal distribution.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// An interval of real numbers, both ends included.
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Returns `true` if the interval contains `value`.
    ///
    /// ```
    /// use talon_stats::wilson;
    /// assert!(wilson(50, 100).contains(0.5));
    /// assert!(!wilson(50, 100).contains(0.7));
    /// ```
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Returns the interval with both ends multiplied by 100.
    ///
    /// ```
    /// use talon_stats::Interval;
    /// let rate = Interval { low: 0.25, high: 0.5 };
    /// assert_eq!(rate.in_percent(), Interval { low: 25.0, high: 50.0 });
    /// ```
    pub fn in_percent(&self) -> Interval {
        Interval { low: 100.0 * self.low, high: 100.0 * self.high }
    }
}

/// Returns Wilson's 95 % interval for a rate of which `successes` of `trials` trials were seen.
///
/// With *p* = `successes` / `trials`, *n* = `trials` and *z* = [`Z_95`] the interval is
/// (*p* + *z*²/2*n* ± *z* √(*p*(1 − *p*)/*n* + *z*²/4*n*²)) / (1 + *z*²/*n*). It stays within 0 to 1 and is
/// sensible for rates of 0 and 1 as well. Without any trial it is the whole of 0 to 1.
///
/// Reference: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927;
/// recommended by R. G. Newcombe, "Two-sided confidence intervals for the single proportion", 1998.
///
/// ```
/// use talon_stats::wilson;
/// // Newcombe 1998, table I: 81 of 263.
/// let rate = wilson(81, 263);
/// assert_eq!(format!("{:.4} to {:.4}", rate.low, rate.high), "0.2553 to 0.3662");
/// ```
pub fn wilson(successes: u64, trials: u64) -> Interval {
    if trials == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let (n, p) = (trials as f64, successes as f64 / trials as f64);
    let z2 = Z_95 * Z_95;
    let centre = p + z2 / (2.0 * n);
    let half_width = Z_95 * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z2 / n;
    // Without a success the lower end is 0, and without a failure the upper end is 1; rounding must not change that.
    let low = if successes == 0 { 0.0 } else { ((centre - half_width) / scale).max(0.0) };
    let high = if successes == trials { 1.0 } else { ((centre + half_width) / scale).min(1.0) };
    Interval { low, high }
}

/// Returns an interval for a rate when the outcome of some trials is not known.
///
/// The lower end is that of [`wilson`] if every unknown trial is a failure, the upper end that of
/// [`wilson`] if every one is a success: the rate lies in the interval with a confidence of 95 % whatever
/// the unknown trials come to. `trials` includes the unknown ones.
///
/// Reference: the worst-case bounds of C. F. Manski, "Nonparametric bounds on treatment effects", 1990.
///
/// ```
/// use talon_stats::{wilson, wilson_with_unknown};
/// let rate = wilson_with_unknown(820, 10, 1000);
/// assert_eq!((rate.low, rate.high), (wilson(820, 1000).low, wilson(830, 1000).high));
/// ```
pub fn wilson_with_unknown(successes: u64, unknown: u64, trials: u64) -> Interval {
    Interval { low: wilson(successes, trials).low, high: wilson(successes + unknown, trials).high }
}

/// A mean and how far the true mean may be from it.
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Mean {
    /// The mean of the values.
    pub value: f64,
    /// Half the width of the 95 % interval: the interval is `value` ± `margin`.
    pub margin: f64,
}

/// Returns the mean of values that were seen `count` times each, with its 95 % interval.
///
/// The margin is *z* · *s* / √*n*, with *z* = [`Z_95`], the sample standard deviation *s* (divisor
/// *n* − 1) and the number of values *n*: the normal approximation, for samples of some dozens and more. A single
/// value has a margin of 0, and `None` is returned if there is no value.
///
/// Reference: the central limit theorem; see for instance L. Wasserman, *All of Statistics*, 2004, chapter 6.
///
/// ```
/// use talon_stats::mean;
/// let score = mean([(10.0, 40), (20.0, 60)]).expect("there are 100 values");
/// assert_eq!(score.value, 16.0);
/// assert_eq!(format!("{:.3}", score.margin), "0.965");
/// ```
pub fn mean<I>(values: I) -> Option<Mean>
where
    I: IntoIterator<Item = (f64, u64)>,
    I::IntoIter: Clone,
{
    let values = values.into_iter();
    let count: u64 = values.clone().map(|(_, count)| count).sum();
    if count == 0 {
        return None;
    }
    let n = count as f64;
    let mean = values.clone().map(|(value, count)| value * count as f64).sum::<f64>() / n;
    // A second pass: the difference of two large sums would lose digits.
    let squares: f64 = values.map(|(value, count)| (value - mean).powi(2) * count as f64).sum();
    let variance = if count > 1 { squares / (n - 1.0) } else { 0.0 };
    Some(Mean { value: mean, margin: Z_95 * (variance / n).sqrt() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use talon_cards::Generator;

    #[test]
    fn wilson_agrees_with_published_values() {
        // Newcombe 1998, table I.
        for (successes, trials, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let rate = wilson(successes, trials);
            assert!(
                (rate.low - low).abs() < 6e-5 && (rate.high - high).abs() < 6e-5,
                "{successes}/{trials}: {rate:?}"
            );
        }
        assert_eq!(wilson(0, 0), Interval { low: 0.0, high: 1.0 });
        assert_eq!(wilson(20, 20).high, 1.0);
        assert!((1..3000).all(|trials| wilson(0, trials).low == 0.0 && wilson(trials, trials).high == 1.0));
    }

    #[test]
    fn about_95_percent_of_simulated_intervals_contain_the_true_rate() {
        let mut generator = Generator::new(5);
        for (rate, trials) in [(0.3, 1000u64), (0.5, 400), (0.82, 2000)] {
            let campaigns = 4000;
            let mut held = 0;
            for _ in 0..campaigns {
                let successes = (0..trials).filter(|_| generator.unit() < rate).count() as u64;
                held += u32::from(wilson(successes, trials).contains(rate));
            }
            let coverage = f64::from(held) / f64::from(campaigns);
            assert!((0.94..=0.96).contains(&coverage), "{rate} of {trials}: {coverage}");
        }
    }

    #[test]
    fn unknown_trials_widen_the_interval_on_both_sides() {
        let known = wilson(50, 100);
        assert_eq!(wilson_with_unknown(50, 0, 100), known);
        let wide = wilson_with_unknown(45, 10, 100);
        assert!(wide.low < known.low && wide.high > known.high, "{wide:?}");
    }

    #[test]
    fn means_agree_with_values_worked_out_by_hand() {
        assert_eq!(mean([]), None);
        assert_eq!(mean([(7.0, 1)]), Some(Mean { value: 7.0, margin: 0.0 }));
        // 2, 4, 4, 4, 5, 5, 7, 9: the squared deviations from 5 sum to 32, so s = √(32/7).
        let of = mean([(2.0, 1), (4.0, 3), (5.0, 2), (7.0, 1), (9.0, 1)]).unwrap();
        assert_eq!(of.value, 5.0);
        assert!((of.margin - Z_95 * (32.0f64 / 7.0 / 8.0).sqrt()).abs() < 1e-12);
        // Large values with a small spread keep their digits.
        let far = mean([(1e9 + 2.0, 1), (1e9 + 4.0, 3), (1e9 + 5.0, 2), (1e9 + 7.0, 1), (1e9 + 9.0, 1)]);
        assert!((far.unwrap().margin - of.margin).abs() < 1e-9);
    }
}
