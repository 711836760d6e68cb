//! The deal of the day, which follows from the date alone and is the same for everybody.
//!
//! Each day has a hundred numbers, and the deal of the day is the first of them that is proved winnable. The proofs
//! are limited by nodes and never by time, so that all machines, the browser included, agree. In a game that is too
//! hard to solve or hardly ever winnable, the limits may be reached; then it is the first number that is
//! not proved lost either, and the player is told that nothing is known of it.
//! `cargo xtask bench daily` shows how often that happens.

use crate::seek::{Judge, Sought};
use crate::{Deal, Limits, Verdict, Why};
use std::fmt;
use talon_rules::{Rules, Table};

/// The numbers of a day.
const NUMBERS: u64 = 100;
/// The limits of the search of one number. The memory is more than so many nodes need in any game.
const EACH: Limits = Limits { nodes: 40_000, memory: 128 << 20 };
/// The nodes of all numbers together.
const ALL_NODES: u64 = 200_000;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A calendar day.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Day {
    /// The year.
    pub year: i32,
    /// The month, from 1.
    pub month: u32,
    /// The day, from 1.
    pub day: u32,
}

impl Day {
    /// Returns the day, in universal time, that is this many seconds after 1 January 1970.
    pub fn from_unix(seconds: u64) -> Day {
        // Years that begin in March put the leap day at the end; 719,468 days lie between 1 March of the
        // year 0 and 1 January 1970.
        let days = (seconds / 86_400) as i64 + 719_468;
        let era = days.div_euclid(146_097);
        let of_era = days.rem_euclid(146_097);
        let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        let year = year + era * 400 + i64::from(month <= 2);
        Day { year: year as i32, month: month as u32, day: day as u32 }
    }

    /// Returns the first of the numbers of the day: for 19 November 2026 it is 2026111900.
    pub fn first_number(self) -> u64 {
        let year = u64::from(self.year.unsigned_abs());
        NUMBERS * (year * 10_000 + u64::from(self.month) * 100 + u64::from(self.day))
    }

    /// Looks for the deal of the day.
    pub(crate) fn seek(self, rules: &Rules, judge: &mut Judge<'_>) -> Sought {
        let mut left = ALL_NODES;
        let mut undecided = None;
        for tried in 0..NUMBERS {
            let number = self.first_number() + tried;
            let Ok(table) = Table::numbered(rules, number) else { return Sought::NotFound(tried) };
            let limits = Limits { nodes: EACH.nodes.min(left), ..EACH };
            match judge(&table, limits) {
                Ok((Verdict::Winnable(_), _)) => return Sought::Found(Deal::Number(number)),
                Ok((verdict, nodes)) => {
                    left = left.saturating_sub(nodes);
                    undecided = undecided.or((verdict != Verdict::Dead).then_some(number));
                }
                Err(Why::Cancelled) => return Sought::Stopped,
                Err(_) => return Sought::NotFound(tried + 1),
            }
            if left == 0 {
                break;
            }
        }
        undecided.map_or(Sought::NotFound(NUMBERS), |number| Sought::Unproved(Deal::Number(number)))
    }
}

impl fmt::Display for Day {
    /// `19 November 2026`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let month = (self.month as usize).checked_sub(1).and_then(|at| MONTHS.get(at)).unwrap_or(&"?");
        write!(f, "{} {month} {}", self.day, self.year)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_the_calendar() {
        for (seconds, year, month, day) in [
            (0, 1970, 1, 1),
            (951_782_399, 2000, 2, 28),
            (951_782_400, 2000, 2, 29),
            (951_868_800, 2000, 3, 1),
            (1_798_761_600, 2027, 1, 1),
            (4_107_542_400, 2100, 3, 1),
        ] {
            assert_eq!(Day::from_unix(seconds), Day { year, month, day });
        }
        let day = Day { year: 2026, month: 11, day: 15 };
        assert_eq!((day.first_number(), day.to_string().as_str()), (2_026_111_500, "15 November 2026"));
    }

    /// Deals of a day that all versions have to agree on, on every machine and in the browser.
    #[test]
    fn the_deal_of_a_day_is_the_first_number_that_is_proved_winnable() {
        let day = Day { year: 2026, month: 11, day: 19 };
        let mut found = Vec::new();
        for (game, _) in DEALS_OF_A_DAY {
            let rules = talon_games::find(game).unwrap();
            let mut judged = 0;
            let mut judge = |table: &Table, limits: Limits| {
                judged += 1;
                Ok(Verdict::with_effort(table, limits, |_| None))
            };
            let Sought::Found(Deal::Number(number)) = day.seek(rules, &mut judge) else { panic!("{game}") };
            found.push((*game, number - day.first_number()));
            assert_eq!(judged, number - day.first_number() + 1, "{game}");
        }
        assert_eq!(found, DEALS_OF_A_DAY);
        // Where no win can be proved, it is the first number that may be won, and not one that a clock has chosen.
        let mut numbers = 0;
        let mut judge = |_: &Table, limits: Limits| {
            numbers += 1;
            let verdict = if numbers <= 2 { Verdict::Dead } else { Verdict::NotKnown(Why::Nodes) };
            Ok((verdict, limits.nodes))
        };
        let sought = day.seek(&talon_games::FORTY_THIEVES, &mut judge);
        assert_eq!(sought, Sought::Unproved(Deal::Number(2_026_111_902)));
        assert_eq!(numbers, ALL_NODES.div_ceil(EACH.nodes));
    }

    /// How many numbers of the day are passed over.
    const DEALS_OF_A_DAY: &[(&str, u64)] = &[
        ("canfield", 2),
        ("klondike", 0),
        ("klondike-draw3", 0),
        ("klondike-vegas", 0),
        ("spider", 0),
        ("spider-1", 0),
        ("freecell", 0),
        ("yukon", 0),
    ];
}
