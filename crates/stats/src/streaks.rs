//! Wins and losses in a row.

/// The streaks in a sequence of results.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Streaks {
    /// The streak at the end: positive for wins, negative for losses, 0 without any result.
    pub current: i64,
    /// The most wins in a row.
    pub longest_wins: u64,
    /// The most losses in a row.
    pub longest_losses: u64,
}

impl Streaks {
    /// Returns the streaks of results in the order in which they happened; `true` is a win.
    ///
    /// Reference: the runs of A. Wald and J. Wolfowitz, "On a test whether two samples are from the same
    /// population", 1940.
    ///
    /// ```
    /// use talon_stats::Streaks;
    /// let streaks = Streaks::of([true, true, false, true]);
    /// assert_eq!(streaks, Streaks { current: 1, longest_wins: 2, longest_losses: 1 });
    /// ```
    pub fn of(results: impl IntoIterator<Item = bool>) -> Streaks {
        let mut streaks = Streaks::default();
        for won in results {
            if won {
                streaks.current = streaks.current.max(0) + 1;
                streaks.longest_wins = streaks.longest_wins.max(streaks.current.unsigned_abs());
            } else {
                streaks.current = streaks.current.min(0) - 1;
                streaks.longest_losses = streaks.longest_losses.max(streaks.current.unsigned_abs());
            }
        }
        streaks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streaks_of_every_short_sequence_are_those_of_its_runs() {
        assert_eq!(Streaks::of([]), Streaks::default());
        for length in 1..10u32 {
            for bits in 0..1u32 << length {
                let results: Vec<bool> = (0..length).map(|i| bits >> i & 1 == 1).collect();
                let runs: Vec<&[bool]> = results.chunk_by(|a, b| a == b).collect();
                let longest = |won: bool| {
                    runs.iter().filter(|run| run[0] == won).map(|run| run.len() as u64).max().unwrap_or(0)
                };
                let last = runs[runs.len() - 1];
                let current = if last[0] { last.len() as i64 } else { -(last.len() as i64) };
                let wanted = Streaks { current, longest_wins: longest(true), longest_losses: longest(false) };
                assert_eq!(Streaks::of(results), wanted);
            }
        }
    }
}
