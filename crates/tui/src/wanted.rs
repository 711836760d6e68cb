//! What new deals should be like: whatever comes, proved winnable, or of a grade.

use session::Level;

/// What new deals should be like.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Whatever comes.
    Any,
    /// Proved winnable.
    Winnable,
    /// Proved winnable, and of this grade.
    Graded(Level),
}

impl Wanted {
    /// All of them, in the order in which the player goes through them.
    pub const ALL: [Wanted; 5] = [
        Wanted::Any,
        Wanted::Winnable,
        Wanted::Graded(Level::Easy),
        Wanted::Graded(Level::Medium),
        Wanted::Graded(Level::Hard),
    ];

    /// In a word.
    pub fn word(self) -> String {
        match self {
            Wanted::Any => "any".into(),
            Wanted::Winnable => "winnable".into(),
            Wanted::Graded(level) => level.to_string(),
        }
    }

    /// What this word stands for.
    pub fn find(word: &str) -> Option<Wanted> {
        Wanted::ALL.into_iter().find(|wanted| wanted.word() == word)
    }

    /// The grade, where one is wanted.
    pub fn level(self) -> Option<Level> {
        match self {
            Wanted::Graded(level) => Some(level),
            _ => None,
        }
    }
}
