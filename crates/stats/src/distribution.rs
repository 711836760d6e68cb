//! Descriptions of how values are distributed: quantiles, survival curves, histograms.

/// Returns the `part` quantile of values in ascending order, or `None` if there are none.
///
/// It is the smallest value that at least this part of the values does not exceed, so it is always one
/// of them: 0.5 gives the (lower) median, 0 the least value, 1 the greatest.
///
/// Reference: definition 1 of R. J. Hyndman and Y. Fan, "Sample quantiles in statistical packages", 1996, also
/// known as the nearest-rank method.
///
/// ```
/// use talon_stats::quantile;
/// let times = [3, 5, 8, 13];
/// assert_eq!(quantile(&times, 0.5), Some(5));
/// assert_eq!(quantile(&times, 0.9), Some(13));
/// assert_eq!(quantile(&[0; 0], 0.5), None);
/// ```
///
/// # Panics
/// If `part` is not between 0 and 1.
pub fn quantile<T: Copy>(sorted: &[T], part: f64) -> Option<T> {
    let rank = rank(sorted.len() as u64, part);
    sorted.get(rank as usize - 1).copied()
}

/// Returns the same for values in ascending order that were seen `count` times each.
///
/// ```
/// use talon_stats::quantile_of_counts;
/// // Forty games of 0 points, twenty of 5 and one of 260.
/// let points = [(0, 40), (5, 20), (260, 1)];
/// assert_eq!(quantile_of_counts(points, 0.5), Some(0));
/// assert_eq!(quantile_of_counts(points, 0.75), Some(5));
/// assert_eq!(quantile_of_counts(points, 1.0), Some(260));
/// ```
///
/// # Panics
/// If `part` is not between 0 and 1.
pub fn quantile_of_counts<T, I>(counts: I, part: f64) -> Option<T>
where
    I: IntoIterator<Item = (T, u64)>,
    I::IntoIter: Clone,
{
    let counts = counts.into_iter();
    let rank = rank(counts.clone().map(|(_, count)| count).sum(), part);
    let mut seen = 0;
    for (value, count) in counts {
        seen += count;
        if seen >= rank {
            return Some(value);
        }
    }
    None
}

/// The least number of values, at least 1, that are at least `part` of `count` values.
fn rank(count: u64, part: f64) -> u64 {
    assert!((0.0..=1.0).contains(&part), "a part lies between 0 and 1, {part} does not");
    let up = ((part * count as f64).ceil() as u64).max(1);
    // The product may be rounded up beyond a whole number: 0.07 · 100 is 7.000000000000001.
    if up > 1 && (up - 1) as f64 / count as f64 >= part { up - 1 } else { up }
}

/// Returns the survival curve of values in ascending order that were seen `count` times each: for each
/// value the share of all that is greater.
///
/// Reference: the empirical survival function, which is the estimator of E. L. Kaplan and P. Meier,
/// "Nonparametric estimation from incomplete observations", 1958, when no observation is cut short.
///
/// ```
/// use talon_stats::survival;
/// // Of four games one ended after 30 moves, two after 80 and one after 120.
/// let curve = survival([(30, 1), (80, 2), (120, 1)]);
/// assert_eq!(curve, [(30, 0.75), (80, 0.25), (120, 0.0)]);
/// ```
pub fn survival<T, I>(counts: I) -> Vec<(T, f64)>
where
    I: IntoIterator<Item = (T, u64)>,
    I::IntoIter: Clone,
{
    let counts = counts.into_iter();
    let all: u64 = counts.clone().map(|(_, count)| count).sum();
    let mut left = all;
    counts
        .map(|(value, count)| {
            left -= count;
            (value, left as f64 / all.max(1) as f64)
        })
        .collect()
}

/// A bar of a [`histogram`].
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Bar {
    /// The lowest value that belongs to the bar.
    pub from: u64,
    /// The first value beyond it.
    pub to: u64,
    /// The number of values from `from` up to, but not including, `to`.
    pub count: u64,
}

/// Returns a histogram of at most ten bars whose borders are multiples of a round width: 1, 2 or 5 times a
/// power of ten, the smallest of these that suffices.
///
/// The bars follow each other from the least value to the greatest, empty ones included; without values
/// there are none.
///
/// Reference: the "nice numbers" of P. S. Heckbert, "Nice numbers for graph labels", *Graphics Gems*, 1990.
///
/// ```
/// use talon_stats::{Bar, histogram};
/// let bars = histogram(&[95, 130, 181]);
/// assert_eq!(bars.len(), 10);
/// assert_eq!(bars[0], Bar { from: 90, to: 100, count: 1 });
/// ```
pub fn histogram(values: &[u64]) -> Vec<Bar> {
    let (Some(&least), Some(&most)) = (values.iter().min(), values.iter().max()) else { return Vec::new() };
    let mut widths = (0..20).flat_map(|zeros| [1, 2, 5].map(|digit| digit * 10u64.saturating_pow(zeros)));
    let width = widths.find(|width| most / width - least / width < 10).unwrap_or(u64::MAX);
    let first = least / width;
    let mut bars: Vec<Bar> = (first..=most / width)
        .map(|bar| Bar { from: bar * width, to: (bar + 1).saturating_mul(width), count: 0 })
        .collect();
    for value in values {
        bars[(value / width - first) as usize].count += 1;
    }
    bars
}

#[cfg(test)]
mod tests {
    use super::*;
    use talon_cards::Generator;

    #[test]
    fn a_quantile_is_the_smallest_value_that_enough_values_do_not_exceed() {
        let mut generator = Generator::new(1);
        for size in [1, 2, 3, 10, 97, 100, 1000] {
            let mut values: Vec<u64> = (0..size).map(|_| generator.below(50)).collect();
            values.sort_unstable();
            for percent in 0..=100u64 {
                let covered = |value: u64| {
                    let below = values.iter().filter(|other| **other <= value).count() as u64;
                    below * 100 >= percent * size
                };
                let wanted = values.iter().copied().find(|value| covered(*value));
                let part = percent as f64 / 100.0;
                assert_eq!(quantile(&values, part), wanted, "{percent} % of {size}");
                let counts = values.chunk_by(|a, b| a == b).map(|equal| (equal[0], equal.len() as u64));
                assert_eq!(quantile_of_counts(counts, part), wanted, "{percent} % of {size}");
            }
        }
    }

    #[test]
    #[should_panic(expected = "a part lies between 0 and 1")]
    fn a_quantile_beyond_the_whole_is_a_mistake_of_the_caller() {
        quantile(&[1], 1.5);
    }

    #[test]
    fn a_survival_curve_falls_to_zero() {
        let curve = survival((0..40u64).map(|value| (value, value % 3)));
        assert!(curve.is_sorted_by(|a, b| a.1 >= b.1));
        assert_eq!(curve.last(), Some(&(39, 0.0)));
        assert_eq!(survival([(1, 0)]), [(1, 0.0)]);
    }

    #[test]
    fn histograms_hold_every_value_in_at_most_ten_bars() {
        assert_eq!(histogram(&[]), []);
        assert_eq!(histogram(&[7]), [Bar { from: 7, to: 8, count: 1 }]);
        let mut generator = Generator::new(2);
        for size in 1..200u64 {
            let values: Vec<u64> = (0..size).map(|_| generator.below(size * size)).collect();
            let bars = histogram(&values);
            assert!((1..=10).contains(&bars.len()), "{bars:?}");
            assert!(bars.windows(2).all(|pair| pair[0].to == pair[1].from), "{bars:?}");
            assert_eq!(bars.iter().map(|bar| bar.count).sum::<u64>(), size);
            for bar in &bars {
                let inside = values.iter().filter(|value| (bar.from..bar.to).contains(value));
                assert_eq!(inside.count() as u64, bar.count);
            }
        }
        let wide = histogram(&[0, u64::MAX]);
        assert_eq!(wide.iter().map(|bar| bar.count).sum::<u64>(), 2);
    }
}
