//! Comparisons of players on the same deals, with p-values that are corrected for their number.

use crate::summary::{Pair, Summary};
use talon_rules::plural;
use talon_stats::{Mean, anytime, holm, mcnemar, pairs_needed};

/// Returns the tests of each pair of players, corrected for their number.
pub(crate) fn tests(summary: &Summary) -> Vec<((usize, usize), Tests)> {
    let mut pairs: Vec<((usize, usize), Tests)> =
        summary.pairs.iter().map(|(&key, pair)| (key, Tests::new(pair, summary.open_ended))).collect();
    let values = |tests: &Tests| [Some(tests.wins), tests.points.map(|(_, p)| p)].into_iter().flatten();
    let p_values: Vec<f64> = pairs.iter().flat_map(|(_, tests)| values(tests)).collect();
    let mut adjusted = holm(&p_values).into_iter();
    for (_, tests) in &mut pairs {
        let points = tests.points.as_mut().map(|(_, p)| p);
        for (p, adjusted) in [Some(&mut tests.wins), points].into_iter().flatten().zip(&mut adjusted) {
            *p = adjusted;
        }
    }
    pairs
}

/// Returns a sentence for each pair of players, and how sure the sentences are.
pub(crate) fn comparisons(summary: &Summary) -> Vec<String> {
    let tests = tests(summary);
    let count: usize = tests.iter().map(|(_, tests)| 1 + usize::from(tests.points.is_some())).sum();
    let name = |at: usize| summary.tallies[at].0.as_str();
    let mut sentences: Vec<String> =
        tests.iter().map(|((a, b), tests)| sentence(name(*a), name(*b), tests)).collect();
    if count > 1 {
        sentences.push(format!("The p-values are corrected for {count} tests by Holm's method."));
    }
    if summary.open_ended && !sentences.is_empty() {
        let reason = "The number of deals was not fixed in advance, so wins are compared by a test that stays valid \
                      however often one looks, and points are not tested.";
        sentences.push(reason.into());
    }
    sentences
}

/// The tests of two players on the deals that both played.
pub(crate) struct Tests {
    pub pair: Pair,
    /// The *p*-value for the wins.
    pub wins: f64,
    /// The mean difference in points and its *p*-value, unless the number of deals was not fixed in advance.
    pub points: Option<(Mean, f64)>,
    /// Whether the number of deals was not fixed in advance.
    pub open_ended: bool,
}

impl Tests {
    fn new(pair: &Pair, open_ended: bool) -> Tests {
        let (wins, points) = if open_ended {
            (anytime(pair.first, pair.second), None)
        } else {
            (mcnemar(pair.first, pair.second), pair.points.test(pair.deals))
        };
        Tests { pair: *pair, wins, points, open_ended }
    }
}

/// Says which of two players is better, or that the difference is not significant.
fn sentence(first: &str, second: &str, tests: &Tests) -> String {
    let pair = &tests.pair;
    let counts = format!(
        "of {}, {first} alone won {} and {second} alone {}",
        plural(pair.deals, "common deal"),
        pair.first,
        pair.second
    );
    let (better, worse) = if pair.first >= pair.second { (first, second) } else { (second, first) };
    let method = if tests.open_ended { "sequential" } else { "McNemar" };
    let wins = if tests.wins < 0.05 {
        format!("{better} beats {worse} ({method}, {}): {counts}", small(tests.wins))
    } else {
        let plan = pairs_needed(pair.first, pair.second, pair.deals).map_or_else(String::new, |more| {
            let deals = plural(pair.deals + more, "fresh deal");
            format!("; a new campaign of about {deals} would show a difference of this size")
        });
        format!(
            "No significant difference between {better} and {worse} ({}): {counts}{plan}",
            small(tests.wins)
        )
    };
    let Some((mean, p)) = tests.points.filter(|(mean, _)| mean.value != 0.0) else {
        return format!("{wins}.");
    };
    let (more, fewer) = if mean.value >= 0.0 { (first, second) } else { (second, first) };
    format!(
        "{wins}. {more} makes {:.2} ± {:.2} points a game more than {fewer} ({}).",
        mean.value.abs(),
        mean.margin,
        small(p)
    )
}

fn small(p: f64) -> String {
    if p < 0.0001 { "p < 0.0001".into() } else { format!("p = {}", p_value(p)) }
}

/// Formats a *p*-value with four digits.
pub(crate) fn p_value(p: f64) -> String {
    if p < 0.0001 { "< 0.0001".into() } else { format!("{p:.4}") }
}

#[cfg(test)]
mod unit_tests {
    use super::*;
    use crate::summary::Differences;

    fn said(pair: Pair, open_ended: bool) -> String {
        sentence("b", "a", &Tests::new(&pair, open_ended))
    }

    #[test]
    fn sentences_are_plain() {
        let pair = |deals, first, second| Pair { deals, first, second, ..Pair::default() };
        let shown = said(pair(100, 20, 2), false);
        assert!(shown.starts_with(
            "b beats a (McNemar, p = 0.0001): of 100 common deals, b alone won 20 and a alone 2."
        ));
        let not_yet = said(pair(100, 12, 10), false);
        assert!(not_yet.starts_with("No significant difference between b and a (p = "), "{not_yet}");
        assert!(not_yet.contains("; a new campaign of about 4317 fresh deals would show"), "{not_yet}");
        let equal = said(pair(100, 5, 5), false);
        assert!(equal.ends_with("b alone won 5 and a alone 5."), "{equal}");
        let sure = said(pair(100, 40, 2), true);
        assert_eq!(
            sure,
            "b beats a (sequential, p < 0.0001): of 100 common deals, b alone won 40 and a alone 2."
        );
        let one = said(pair(1, 0, 0), false);
        assert!(one.contains("of 1 common deal"), "{one}");
        let points = Differences { sum: -150, squares: 400 };
        let fewer = said(Pair { points, ..pair(100, 0, 0) }, false);
        assert!(fewer.ends_with(" a makes 1.50 ± 0.26 points a game more than b (p < 0.0001)."), "{fewer}");
    }
}
