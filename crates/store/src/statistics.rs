//! Statistics of the games in the books.

use crate::Summary;
use serde::Serialize;
use talon_stats::{Bar, Streaks, histogram, wilson};

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

/// The statistics of the games with one set of rules and one kind of help.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Statistics {
    /// The game with the rules that differ.
    pub rules: String,
    /// The same in words, as the newest of the games has it.
    pub title: String,
    /// The kind of help; `all` for all kinds together.
    pub stamp: String,
    /// The number of games that were won or lost.
    pub played: u64,
    /// The number of games that were won.
    pub won: u64,
    /// The win rate in per cent.
    pub percent: Option<f64>,
    /// The 95 % confidence interval of the win rate, in per cent.
    pub interval: Option<(f64, f64)>,
    /// The current streak: the number of wins in a row, or of losses as a negative number.
    pub streak: i64,
    /// The most wins in a row.
    pub best_streak: u64,
    /// The most losses in a row.
    pub worst_streak: u64,
    /// The number of moves of the games that were won.
    pub moves: Option<Spread>,
    /// The time in seconds of the games that were won.
    pub seconds: Option<Spread>,
    /// The histogram of these numbers of moves.
    pub moves_bars: Vec<Bar>,
    /// The histogram of these times.
    pub seconds_bars: Vec<Bar>,
    /// The results, oldest first.
    pub results: Vec<bool>,
}

/// Returns the statistics of games, which are in order from the oldest: for each set of rules, first of all its games
/// and then of each kind of help.
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

/// Returns the scores of the games that these statistics count.
pub fn scores(games: &[Summary], of: &Statistics) -> Vec<i64> {
    let counts = |game: &&Summary| {
        game.rules == of.rules && is_over(&game.result) && (of.stamp == "all" || game.stamp == of.stamp)
    };
    games.iter().filter(counts).map(|game| game.score).collect()
}

/// Returns `true` if this result is a win or a loss. Unfinished games and wins by demonstration are neither.
fn is_over(result: &str) -> bool {
    matches!(result, "won" | "lost")
}

fn one(rules: &str, stamp: &str, games: &[&Summary]) -> Statistics {
    let results: Vec<bool> = games.iter().map(|game| game.result == "won").collect();
    let (played, won) = (results.len() as u64, results.iter().filter(|won| **won).count() as u64);
    let streaks = Streaks::of(results.iter().copied());
    let wins = || games.iter().filter(|game| game.result == "won");
    let moves: Vec<u64> = wins().map(|game| game.moves.into()).collect();
    let seconds: Vec<u64> = wins().map(|game| game.seconds).collect();
    // In lists of games the deal says this.
    let from = if rules.ends_with(" from a position") { ", from a position" } else { "" };
    Statistics {
        rules: rules.into(),
        title: games.last().map_or_else(String::new, |game| format!("{}{from}", game.title)),
        stamp: stamp.into(),
        played,
        won,
        percent: (played > 0).then(|| 100.0 * won as f64 / played as f64),
        interval: (played > 0).then(|| wilson(won, played).in_percent()).map(|rate| (rate.low, rate.high)),
        streak: streaks.current,
        best_streak: streaks.longest_wins,
        worst_streak: streaks.longest_losses,
        moves: spread(&moves),
        seconds: spread(&seconds),
        moves_bars: histogram(&moves),
        seconds_bars: histogram(&seconds),
        results,
    }
}

fn spread(values: &[u64]) -> Option<Spread> {
    let (best, worst) = (*values.iter().min()?, *values.iter().max()?);
    Some(Spread { best, worst, average: values.iter().sum::<u64>() as f64 / values.len() as f64 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_counted_by_rules_and_help() {
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
