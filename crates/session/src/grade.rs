//! The difficulty of a deal, with all cards known.
//!
//! The definition: a winning line of the deal is found, and its detours are removed. At sixteen positions
//! spread evenly along it (or at all of them, if there are fewer), every legal move is judged. The **share
//! of losing moves** is the number of moves proved dead, divided by the number proved either way; the moves
//! of the line count among the latter. The **effort** is the number of positions that the solver visited to
//! prove the deal. A winnable deal is
//!
//! * **easy** if at most 0.5 % of the moves lose and the effort is below 10,000;
//! * **hard** if at least 2 % lose, or the effort is 100,000 or more;
//! * **medium** otherwise.
//!
//! With all cards known few single moves lose, since most can be made good, but a game has a hundred
//! decisions. `cargo xtask bench grades 60` prints how deals are distributed. Of the winnable ones among 60
//! deals, Klondike had 44 easy, 5 medium and 4 hard ones; Klondike with three cards drawn 17, 19 and 5;
//! Canfield 17, 2 and 19.
//!
//! A deal proved dead is **impossible**. A deal that was not decided has no grade.

use crate::Verdict;
use std::fmt;
use talon_rules::{Events, Move, Table};

/// The difficulty of a deal.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Few moves lose, and a win is found quickly.
    Easy,
    /// Between easy and hard.
    Medium,
    /// Many moves lose, or the win is hard to find.
    Hard,
    /// The deal cannot be won.
    Impossible,
}

impl Level {
    /// Returns the level of this name that a deal to be played can have: easy, medium or hard.
    pub fn playable(word: &str) -> Option<Level> {
        [Level::Easy, Level::Medium, Level::Hard].into_iter().find(|level| level.to_string() == word)
    }
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
    /// The level; `None` if it is not known whether the deal can be won.
    pub level: Option<Level>,
    /// Positions visited to prove the deal.
    pub effort: u64,
    /// Moves along the line that are proved to lose.
    pub losing: usize,
    /// Moves along the line that are proved either way.
    pub proved: usize,
    /// All moves that were judged.
    pub moves: usize,
}

/// An easy deal has at most this many losing moves in a thousand, and takes less effort than this.
const EASY: (usize, u64) = (5, 10_000);
/// A hard deal has at least this many losing moves in a thousand, or takes at least this effort.
const HARD: (usize, u64) = (20, 100_000);
/// The number of positions of the line at which moves are judged.
const POSITIONS: usize = 16;

impl Grade {
    /// Grades a position. `judge` solves one position and returns how many positions it visited; its first
    /// call is for the position itself.
    pub fn of(table: &Table, mut judge: impl FnMut(&Table) -> (Verdict, u64)) -> Grade {
        let (verdict, effort) = judge(table);
        let mut grade = Grade { level: None, effort, losing: 0, proved: 0, moves: 0 };
        let line = match verdict {
            Verdict::Winnable(line) => talon_solve::shorten(table, &line),
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
            // The line itself proves this move.
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
    /// `hard: 50 of 77 moves tried along a winning line lose; 120344 positions were searched`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let searched = match self.effort {
            1 => "1 position was searched".into(),
            count => format!("{count} positions were searched"),
        };
        match self.level {
            None => write!(f, "not graded: {searched} without an answer"),
            Some(Level::Impossible) => {
                write!(f, "impossible: {searched}, and none leads to a win")
            }
            Some(level) => {
                let unproved = self.moves - self.proved;
                let lose = if self.losing == 1 { "loses" } else { "lose" };
                let (losing, proved) = (self.losing, self.proved);
                write!(f, "{level}: {losing} of {proved} moves tried along a winning line {lose}")?;
                if unproved > 0 {
                    write!(f, " ({unproved} more are not known)")?;
                }
                write!(f, "; {searched}")
            }
        }
    }
}
