//! Statistics: what the games of the books come to.

use crate::Summary;
use lab::statistics::wilson;
use serde::Serialize;

/// The smallest, the largest and the mean of some numbers.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// The smallest.
    pub best: u64,
    /// The largest.
    pub worst: u64,
    /// The mean.
    pub average: f64,
}

/// A bar of a histogram: how many values lie from `from` up to, not including, `to`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bar {
    /// The lowest value.
    pub from: u64,
    /// The first value beyond.
    pub to: u64,
    /// How many.
    pub count: u64,
}

/// What the games of one rule set with one kind of help come to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Statistics {
    /// The game with the rules that differ.
    pub rules: String,
    /// How much help they have seen; `all` for all kinds together.
    pub stamp: String,
    /// Games that were won or lost.
    pub played: u64,
    /// Games that were won.
    pub won: u64,
    /// The share of wins in per cent.
    pub percent: Option<f64>,
    /// Between these per cents the true share lies, with a confidence of 95 %.
    pub interval: Option<(f64, f64)>,
    /// The wins, or the losses (negative), in a row at the end.
    pub streak: i64,
    /// The most wins in a row.
    pub best_streak: u64,
    /// The most losses in a row.
    pub worst_streak: u64,
    /// The moves of wins.
    pub moves: Option<Spread>,
    /// The seconds of wins.
    pub seconds: Option<Spread>,
    /// The moves of wins, in bars.
    pub moves_bars: Vec<Bar>,
    /// The seconds of wins, in bars.
    pub seconds_bars: Vec<Bar>,
    /// The results, oldest first.
    pub results: Vec<bool>,
}

/// Statistics of games, oldest first: for each rule set all together, then each kind of help.
pub(crate) fn of(games: &[Summary]) -> Vec<Statistics> {
    let mut sets: Vec<&str> = games.iter().map(|game| game.rules.as_str()).collect();
    sets.sort_unstable();
    sets.dedup();
    let mut out = Vec::new();
    for rules in sets {
        let of_set: Vec<&Summary> =
            games.iter().filter(|game| game.rules == rules && is_over(&game.result)).collect();
        if of_set.is_empty() {
            continue;
        }
        out.push(one(rules, "all", &of_set));
        for stamp in ["pure", "fair hints", "oracle"] {
            let of_stamp: Vec<&Summary> = of_set.iter().copied().filter(|game| game.stamp == stamp).collect();
            if !of_stamp.is_empty() && of_stamp.len() < of_set.len() {
                out.push(one(rules, stamp, &of_stamp));
            }
        }
    }
    out
}

/// Is a game of this result won or lost? One that was left waits, one that was shown is nobody's.
fn is_over(result: &str) -> bool {
    matches!(result, "won" | "lost")
}

fn one(rules: &str, stamp: &str, games: &[&Summary]) -> Statistics {
    let results: Vec<bool> = games.iter().map(|game| game.result == "won").collect();
    let (played, won) = (results.len() as u64, results.iter().filter(|won| **won).count() as u64);
    let (mut streak, mut best, mut worst) = (0i64, 0i64, 0i64);
    for &won in &results {
        streak = match won {
            true => streak.max(0) + 1,
            false => streak.min(0) - 1,
        };
        (best, worst) = (best.max(streak), worst.min(streak));
    }
    let wins = || games.iter().filter(|game| game.result == "won");
    let moves: Vec<u64> = wins().map(|game| game.moves.into()).collect();
    let seconds: Vec<u64> = wins().map(|game| game.seconds).collect();
    Statistics {
        rules: rules.into(),
        stamp: stamp.into(),
        played,
        won,
        percent: (played > 0).then(|| 100.0 * won as f64 / played as f64),
        interval: (played > 0).then(|| wilson(won, played)).map(|(low, high)| (100.0 * low, 100.0 * high)),
        streak,
        best_streak: best as u64,
        worst_streak: worst.unsigned_abs(),
        moves: spread(&moves),
        seconds: spread(&seconds),
        moves_bars: bars(&moves),
        seconds_bars: bars(&seconds),
        results,
    }
}

fn spread(values: &[u64]) -> Option<Spread> {
    let (best, worst) = (*values.iter().min()?, *values.iter().max()?);
    Some(Spread { best, worst, average: values.iter().sum::<u64>() as f64 / values.len() as f64 })
}

/// At most ten bars of a round width.
fn bars(values: &[u64]) -> Vec<Bar> {
    let (Some(&least), Some(&most)) = (values.iter().min(), values.iter().max()) else { return Vec::new() };
    let widths = (0..).flat_map(|zeros| [1, 2, 5].map(|digit| digit * 10u64.pow(zeros)));
    let width = widths.into_iter().find(|width| most / width - least / width < 10).unwrap_or(u64::MAX);
    (least / width..=most / width)
        .map(|bar| {
            let (from, to) = (bar * width, (bar + 1) * width);
            let count = values.iter().filter(|value| (from..to).contains(value)).count() as u64;
            Bar { from, to, count }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streaks_and_bars() {
        let game = |won: bool, moves: u32, stamp: &str| Summary {
            id: 0,
            game: "g".into(),
            rules: "g".into(),
            title: "G".into(),
            deal: "deal 1".into(),
            result: if won { "won" } else { "lost" }.into(),
            stamp: stamp.into(),
            moves,
            seconds: 60,
            score: 0,
            began: 0,
            changed: 0,
        };
        let games: Vec<Summary> = [(true, 95), (true, 130), (false, 3), (false, 4), (false, 5), (true, 181)]
            .map(|(won, moves)| game(won, moves, "pure"))
            .into();
        let all = &of(&games)[0];
        assert_eq!((all.played, all.won, all.streak, all.best_streak, all.worst_streak), (6, 3, 1, 2, 3));
        assert_eq!(all.moves, Some(Spread { best: 95, worst: 181, average: (95 + 130 + 181) as f64 / 3.0 }));
        assert_eq!(all.moves_bars[0], Bar { from: 90, to: 100, count: 1 });
        assert_eq!(all.moves_bars.iter().map(|bar| bar.count).sum::<u64>(), 3);
        let waiting = |result: &str| Summary { result: result.into(), ..game(false, 9, "pure") };
        assert_eq!(of(&["open", "left", "shown"].map(waiting)), []);
        let mixed = [game(true, 1, "pure"), game(false, 1, "oracle")];
        assert_eq!(
            of(&mixed).iter().map(|s| s.stamp.as_str()).collect::<Vec<_>>(),
            ["all", "pure", "oracle"]
        );
    }
}
