//! The search for a deal that is as the player wants it: winnable, of a level, or the deal of a day.
//!
//! The search goes through numbers and judges each deal; who solves the deals, how long that may take, and how the
//! player follows and stops it, is up to the caller. The outcome is a type: a deal is never handed out silently in
//! the place of the one that was wanted.

use crate::{Day, Deal, Grade, Level, Limits, Verdict, Why};
use std::fmt;
use talon_rules::{Rules, Table, plural};

/// What a deal is to be like.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Proved winnable.
    Winnable,
    /// Proved winnable and of this level.
    Level(Level),
    /// The deal of this day.
    Day(Day),
}

impl fmt::Display for Aim {
    /// `a winnable deal`, `a hard deal`, `the deal of 19 November 2026`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Aim::Winnable => f.write_str("a winnable deal"),
            Aim::Level(level @ (Level::Easy | Level::Impossible)) => write!(f, "an {level} deal"),
            Aim::Level(level) => write!(f, "a {level} deal"),
            Aim::Day(day) => write!(f, "the deal of {day}"),
        }
    }
}

/// The outcome of a search for a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sought {
    /// This deal was proved to be what was wanted.
    Found(Deal),
    /// The deal of the day of a game in which none of the day's numbers could be proved winnable: the first that is
    /// not proved lost either. It is the same for everybody.
    Unproved(Deal),
    /// No such deal was found; so many were tried.
    NotFound(u64),
    /// The player stopped the search.
    Stopped,
}

impl Sought {
    /// The deal, if there is one.
    pub fn deal(&self) -> Option<&Deal> {
        match self {
            Sought::Found(deal) | Sought::Unproved(deal) => Some(deal),
            Sought::NotFound(_) | Sought::Stopped => None,
        }
    }

    /// The outcome in a sentence, for the player.
    pub fn words(&self, aim: Aim) -> String {
        match (self, aim) {
            (Sought::Found(_), Aim::Winnable) => "This deal is proved winnable.".into(),
            (Sought::Found(_), Aim::Level(level)) => format!("This deal is {level} and proved winnable."),
            (Sought::Found(_), Aim::Day(day)) => {
                format!("This is the deal of {day}, and it is proved winnable.")
            }
            (Sought::Unproved(_), _) => {
                let day =
                    if let Aim::Day(day) = aim { format!("the deal of {day}") } else { aim.to_string() };
                format!("This is {day}. Whether it can be won is not known.")
            }
            (Sought::NotFound(tried), Aim::Day(day)) => {
                format!("The deal of {day} was not found in time ({}). Try again.", trials(*tried))
            }
            (Sought::NotFound(tried), _) => {
                let wanted = aim.to_string();
                let wanted = wanted.split_once(' ').map_or("", |(_, wanted)| wanted);
                format!(
                    "No {wanted} was found in time ({}). Try again, or choose another level.",
                    trials(*tried)
                )
            }
            (Sought::Stopped, _) => "The search was stopped.".into(),
        }
    }
}

fn trials(tried: u64) -> String {
    format!("{} tried", plural(tried, "deal"))
}

/// Solves one position within limits; see [`seek`].
pub type Judge<'a> = dyn FnMut(&Table, Limits) -> Result<(Verdict, u64), Why> + 'a;

/// The limits of a search that its caller limits in another way.
const ANY: Limits = Limits { nodes: u64::MAX, memory: usize::MAX };

/// Looks for a deal from this number on, among `most` deals; the deal of a day has its own numbers.
///
/// `judge` solves one position and returns how many positions it visited. It may keep to narrower limits than those
/// it gets, except for the deal of a day, whose outcome must be the same everywhere. If it returns a reason, the
/// search ends.
pub fn seek(rules: &Rules, aim: Aim, from: u64, most: u64, judge: &mut Judge<'_>) -> Sought {
    if let Aim::Day(day) = aim {
        return day.seek(rules, judge);
    }
    for tried in 0..most {
        let number = from.wrapping_add(tried);
        let Ok(table) = Table::numbered(rules, number) else { continue };
        let mut ended = None;
        let mut one = |table: &Table| match ended {
            None => judge(table, ANY).unwrap_or_else(|why| {
                ended = Some(why);
                (Verdict::NotAsked, 0)
            }),
            Some(_) => (Verdict::NotAsked, 0),
        };
        let suits = match aim {
            Aim::Level(level) => Grade::of(&table, one).level == Some(level),
            _ => matches!(one(&table).0, Verdict::Winnable(_)),
        };
        match ended {
            Some(Why::Cancelled) => return Sought::Stopped,
            Some(_) => return Sought::NotFound(tried + 1),
            None if suits => return Sought::Found(Deal::Number(number)),
            None => {}
        }
    }
    Sought::NotFound(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outcome_is_said_in_a_sentence() {
        let day = Aim::Day(Day { year: 2026, month: 11, day: 19 });
        let aims = [Aim::Winnable, Aim::Level(Level::Easy), Aim::Level(Level::Hard), day];
        let names = aims.map(|aim| aim.to_string());
        assert_eq!(names, ["a winnable deal", "an easy deal", "a hard deal", "the deal of 19 November 2026"]);
        let words = |outcome: &Sought| aims.map(|aim| outcome.words(aim)).join("\n");
        assert_eq!(
            words(&Sought::Found(Deal::Number(1))),
            "This deal is proved winnable.\nThis deal is easy and proved winnable.\nThis deal is hard and proved winnable.\n\
             This is the deal of 19 November 2026, and it is proved winnable."
        );
        assert_eq!(
            words(&Sought::NotFound(3)),
            "No winnable deal was found in time (3 deals tried). Try again, or choose another level.\n\
             No easy deal was found in time (3 deals tried). Try again, or choose another level.\n\
             No hard deal was found in time (3 deals tried). Try again, or choose another level.\n\
             The deal of 19 November 2026 was not found in time (3 deals tried). Try again."
        );
        assert_eq!(
            Sought::Unproved(Deal::Number(1)).words(day),
            "This is the deal of 19 November 2026. Whether it can be won is not known."
        );
    }

    #[test]
    fn a_search_ends_for_the_reason_that_its_judge_gives() {
        let klondike = &talon_games::KLONDIKE;
        for (why, outcome) in [(Why::Cancelled, Sought::Stopped), (Why::Time, Sought::NotFound(3))] {
            for aim in [Aim::Winnable, Aim::Level(Level::Hard), Aim::Day(Day::from_unix(0))] {
                let mut asked = 0;
                let mut judge = |_: &Table, _: Limits| {
                    asked += 1;
                    if asked < 3 { Ok((Verdict::Dead, 1)) } else { Err(why) }
                };
                assert_eq!(seek(klondike, aim, 7, 100, &mut judge), outcome, "{aim}");
                assert_eq!(asked, 3, "nothing is judged afterwards");
            }
        }
        let dead = &mut |_: &Table, _: Limits| Ok((Verdict::Dead, 1));
        assert_eq!(seek(klondike, Aim::Winnable, 7, 5, dead), Sought::NotFound(5));
    }
}
