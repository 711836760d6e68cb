//! The deal of the day: the same for everybody, from the date alone.

use crate::Deal;

/// A day of the calendar.
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
    /// The day (in universal time) that is so many seconds after the first of January 1970.
    pub fn from_unix(seconds: u64) -> Day {
        // Years that begin in March put the leap day at the end; 719,468 days lie between the first
        // of March of the year 0 and 1970.
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

    /// The deal of the day: its number is the date, as in 20261115.
    pub fn deal(self) -> Deal {
        let year = u64::from(self.year.unsigned_abs());
        Deal::Number(year * 10_000 + u64::from(self.month) * 100 + u64::from(self.day))
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
        assert_eq!(Day { year: 2026, month: 11, day: 15 }.deal(), Deal::Number(20_261_115));
    }
}
