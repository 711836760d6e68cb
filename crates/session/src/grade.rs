//! How hard a deal is, with all cards known.
//!
//! The definition. A winning line of the deal is found and freed of detours. At sixteen positions spread
//! evenly over it (at all of them, if it is shorter) every legal move is judged: the **share of losing
//! moves** is the number proved dead divided by the number proved either way, the moves of the line
//! among the latter. The **effort** is the number of positions the solver visited to prove the deal. A
//! winnable deal is
//!
//! * **easy** when at most 0.5 % of the moves lose and the effort is below 10,000;
//! * **hard** when at least 2 % lose, or the effort is 100,000 or more;
//! * **medium** otherwise.
//!
//! Seen with all cards known few single moves lose, since most can be made good; a game has a hundred
//! decisions, though. `cargo run --release -p session --example grades 60` prints how deals spread: of
//! the winnable ones among 60, Klondike had 44 easy, 5 medium, 4 hard ones, by threes 17, 19, 5,
//! Canfield 17, 2, 19.
//!
//! A deal proved dead is **impossible**; one that was not proved has no grade.

use crate::Verdict;
use rules::{Events, Move, Table};
use std::fmt;

/// How hard a deal is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Few moves lose, and the win is quickly found.
    Easy,
    /// Between the two.
    Medium,
    /// Many moves lose, or the win is hard to find.
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
    /// Moves along the line proved to lose.
    pub losing: usize,
    /// Moves along the line proved either way.
    pub proved: usize,
    /// All moves that were judged.
    pub moves: usize,
}

/// At most so many in a thousand moves lose in an easy deal, which takes less effort than this.
const EASY: (usize, u64) = (5, 10_000);
/// At least so many in a hard one, or it takes at least this effort.
const HARD: (usize, u64) = (20, 100_000);
/// At so many positions of the line moves are judged.
const POSITIONS: usize = 16;

impl Grade {
    /// Grades a position; `judge` solves one and says how many positions it visited. The first it is
    /// asked about is the position itself.
    pub fn of(table: &Table, mut judge: impl FnMut(&Table) -> (Verdict, u64)) -> Grade {
        let (verdict, effort) = judge(table);
        let mut grade = Grade { level: None, effort, losing: 0, proved: 0, moves: 0 };
        let line = match verdict {
            Verdict::Winnable(line) => solve::shorten(table, &line),
            Verdict::Dead => {
                grade.level = Some(Level::Impossible);
                return grade;
            }
            _ => return grade,
        };
        let wanted: Vec<usize> = match line.len() {
            few if few <= POSITIONS => (0..few).collect(),
            many => (0..POSITIONS).map(|i| i * many / POSITIONS).collect(),
        };
        let mut here = table.clone();
        let mut events = Events::new();
        for (at, &next) in line.iter().enumerate() {
            if wanted.contains(&at) {
                grade.weigh(&here, next, &mut judge);
            }
            here.play_legal(next, &mut events);
        }
        grade.level = Some(grade.weighed());
        grade
    }

    /// Judges the moves of one position of the line.
    fn weigh(&mut self, here: &Table, line: Move, judge: &mut impl FnMut(&Table) -> (Verdict, u64)) {
        let mut events = Events::new();
        for m in here.moves() {
            self.moves += 1;
            let mut after = here.clone();
            after.play_legal(m, &mut events);
            // The line itself is proof.
            let verdict = if m == line { Verdict::Winnable(Vec::new()) } else { judge(&after).0 };
            self.proved += usize::from(verdict.is_proved());
            self.losing += usize::from(verdict == Verdict::Dead);
        }
    }

    fn weighed(&self) -> Level {
        let losing = self.losing * 1000;
        if self.effort >= HARD.1 || losing >= HARD.0 * self.proved {
            Level::Hard
        } else if self.effort < EASY.1 && losing <= EASY.0 * self.proved {
            Level::Easy
        } else {
            Level::Medium
        }
    }
}

impl fmt::Display for Grade {
    /// `hard: 50 of 77 moves along a winning line lose; 120344 positions were searched`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.level {
            None => write!(f, "not known: {} positions were searched in vain", self.effort),
            Some(Level::Impossible) => {
                write!(f, "impossible: {} positions were searched, none wins", self.effort)
            }
            Some(level) => {
                let unproved = self.moves - self.proved;
                write!(f, "{level}: {} of {} moves along a winning line lose", self.losing, self.proved)?;
                if unproved > 0 {
                    write!(f, " ({unproved} more are not known)")?;
                }
                write!(f, "; {} positions were searched", self.effort)
            }
        }
    }
}
