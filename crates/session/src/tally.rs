//! How many of the first deals of a game can be won, counted one by one.

use crate::Verdict;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use talon_rules::plural;

/// How many deals are counted: those with the numbers from 1 on.
pub const TALLIED: u64 = 100;

/// A count of deals by what is proved about them.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Tally {
    /// Deals that can be won.
    pub won: u32,
    /// Deals that cannot.
    pub lost: u32,
    /// Deals about which nothing was proved within the limits.
    pub open: u32,
}

impl Tally {
    /// The number of deals counted.
    pub fn tried(&self) -> u64 {
        [self.won, self.lost, self.open].into_iter().map(u64::from).sum()
    }

    /// The number of the next deal to count; `None` when all are counted.
    pub fn next_number(&self) -> Option<u64> {
        (self.tried() < TALLIED).then_some(self.tried() + 1)
    }

    /// Counts a deal.
    pub fn count(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Winnable(_) => self.won += 1,
            Verdict::Dead => self.lost += 1,
            Verdict::NotAsked | Verdict::Searching { .. } | Verdict::NotKnown(_) => self.open += 1,
        }
    }

    /// The count in a sentence: `81 of 100 deals can be won, 17 cannot, and 2 were too hard to decide.`
    pub fn words(&self) -> String {
        let mut words = format!("{} of {} can be won", self.won, plural(self.tried() as usize, "deal"));
        match (self.lost, self.open) {
            (0, 0) => {}
            (lost, 0) => _ = write!(words, ", and {lost} cannot"),
            (lost, 1) => _ = write!(words, ", {lost} cannot, and 1 was too hard to decide"),
            (lost, open) => _ = write!(words, ", {lost} cannot, and {open} were too hard to decide"),
        }
        words + "."
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Why;

    #[test]
    fn deals_are_counted_by_what_is_proved() {
        let mut tally = Tally::default();
        let mut told = Vec::new();
        for verdict in
            [Verdict::Winnable(Vec::new()), Verdict::Dead, Verdict::NotKnown(Why::Nodes), Verdict::Dead]
        {
            assert_eq!(tally.next_number(), Some(tally.tried() + 1));
            tally.count(&verdict);
            told.push(tally.words());
        }
        assert_eq!(
            told,
            [
                "1 of 1 deal can be won.",
                "1 of 2 deals can be won, and 1 cannot.",
                "1 of 3 deals can be won, 1 cannot, and 1 was too hard to decide.",
                "1 of 4 deals can be won, 2 cannot, and 1 was too hard to decide.",
            ]
        );
        assert_eq!(Tally { won: 90, lost: 8, open: 2 }.next_number(), None);
    }
}
