//! How hard a deal is, with all cards known.
//!
//! The definition: of the legal first moves (automatic ones and what only draws included), the **share
//! of losing ones** is the number proved dead divided by the number proved either way. The **effort** is
//! the number of positions the solver visited to prove the deal itself. A winnable deal is
//!
//! * **easy** when at most a quarter of the first moves lose and the effort is below 10,000;
//! * **hard** when at least two thirds lose, or the effort is a million or more;
//! * **medium** otherwise.
//!
//! A deal proved dead is **impossible**; one that was not proved has no grade.

use crate::Verdict;
use rules::{Events, Table};
use std::fmt;

/// How hard a deal is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Most first moves keep the win, and it is quickly found.
    Easy,
    /// Between the two.
    Medium,
    /// Most first moves lose, or the win is hard to find.
    Hard,
    /// It cannot be won.
    Impossible,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Impossible => "impossible",
        })
    }
}

/// The facts behind a level.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Grade {
    /// The level; `None` when it is not known whether the deal can be won.
    pub level: Option<Level>,
    /// Positions visited to prove the deal.
    pub effort: u64,
    /// First moves proved to lose.
    pub losing: usize,
    /// First moves proved either way.
    pub proved: usize,
    /// All first moves.
    pub moves: usize,
}

impl Grade {
    /// Grades a position; `judge` solves one and says how many positions it visited.
    pub fn of(table: &Table, mut judge: impl FnMut(&Table) -> (Verdict, u64)) -> Grade {
        let (verdict, effort) = judge(table);
        let moves = table.moves();
        let mut grade = Grade { level: None, effort, losing: 0, proved: 0, moves: moves.len() };
        match verdict {
            Verdict::Dead => {
                (grade.losing, grade.proved) = (moves.len(), moves.len());
                grade.level = Some(Level::Impossible);
                return grade;
            }
            Verdict::Winnable(_) => {}
            _ => return grade,
        }
        let mut events = Events::new();
        for m in moves {
            let mut after = table.clone();
            after.play_legal(m, &mut events);
            match judge(&after).0 {
                Verdict::Winnable(_) => grade.proved += 1,
                Verdict::Dead => {
                    grade.proved += 1;
                    grade.losing += 1;
                }
                _ => {}
            }
        }
        grade.level =
            Some(if effort >= 1_000_000 || grade.losing * 3 >= grade.proved * 2 && grade.losing > 0 {
                Level::Hard
            } else if effort < 10_000 && grade.losing * 4 <= grade.proved {
                Level::Easy
            } else {
                Level::Medium
            });
        grade
    }
}

impl fmt::Display for Grade {
    /// `hard: 5 of 7 first moves lose; 120344 positions were searched`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.level {
            None => write!(f, "not known: {} positions were searched in vain", self.effort),
            Some(Level::Impossible) => {
                write!(f, "impossible: {} positions were searched, none wins", self.effort)
            }
            Some(level) => {
                let unproved = self.moves - self.proved;
                write!(f, "{level}: {} of {} first moves lose", self.losing, self.proved)?;
                if unproved > 0 {
                    write!(f, " ({unproved} more are not known)")?;
                }
                write!(f, "; {} positions were searched", self.effort)
            }
        }
    }
}
