//! Which deals the player wants: any, winnable ones, or those of a grade.

use talon_session::{Aim, Level};

/// The kind of deal that the player wants.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Any deal.
    Any,
    /// A deal that is proved winnable.
    Winnable,
    /// A deal that is proved winnable and has this grade.
    Graded(Level),
}

impl Wanted {
    /// All values, in the order in which the options go through them.
    pub const ALL: [Wanted; 5] = [
        Wanted::Any,
        Wanted::Winnable,
        Wanted::Graded(Level::Easy),
        Wanted::Graded(Level::Medium),
        Wanted::Graded(Level::Hard),
    ];

    /// Returns the next value, or the previous one; after the last comes the first.
    pub fn next(self, forward: bool) -> Wanted {
        let all = Wanted::ALL;
        let at = all.iter().position(|wanted| *wanted == self).unwrap_or(0);
        all[(at + if forward { 1 } else { all.len() - 1 }) % all.len()]
    }

    /// Returns the value as a word.
    pub fn word(self) -> String {
        match self {
            Wanted::Any => "any".into(),
            Wanted::Winnable => "winnable".into(),
            Wanted::Graded(level) => level.to_string(),
        }
    }

    /// Returns the value of a word.
    pub fn find(word: &str) -> Option<Wanted> {
        Wanted::ALL.into_iter().find(|wanted| wanted.word() == word)
    }

    /// Returns what to look for; where any deal is wanted, one that can be won.
    pub fn aim(self) -> Aim {
        match self {
            Wanted::Graded(level) => Aim::Level(level),
            _ => Aim::Winnable,
        }
    }
}
