//! Lessons: a family of games learnt in a minute, by playing.
//!
//! A [`Lesson`] is a position of a game and a line of moves, each with the sentence that asks for it. It keeps no
//! state: how far a player has come follows from the moves that lead to the present position, so that undo, a reload
//! and a carrier that keeps nothing between two requests need no care. A front end shows the [`Guide`].
//!
//! # Example
//!
//! ```
//! use talon_session::{Command, Lesson};
//! let lesson = Lesson::find("klondike").unwrap();
//! let mut session = lesson.begin();
//! let guide = lesson.guide(&session);
//! assert_eq!((guide.step, guide.is_astray), (1, false));
//! session.execute(Command::Play(guide.next.unwrap())).unwrap();
//! assert_eq!(lesson.guide(&session).step, 2);
//! ```

mod canfield;
mod freecell;
mod klondike;
mod spider;

use crate::{By, Deal, Session};
use talon_rules::{Auto, Move, Rules};

/// The lessons, in the order in which they are offered.
pub const LESSONS: &[Lesson] = &[klondike::LESSON, freecell::LESSON, spider::LESSON, canfield::LESSON];

/// A game learnt by playing.
#[derive(Debug)]
pub struct Lesson {
    /// Its name, in lower case.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    game: &'static Rules,
    /// The position in which it begins, one line for each pile.
    board: &'static str,
    steps: &'static [Step],
    /// What is said when all moves have been made.
    end: &'static str,
}

/// A move of a lesson.
#[derive(Debug)]
struct Step {
    /// What the player reads before the move.
    words: &'static str,
    /// The move as saves write it; any cell and any foundation will do.
    m: &'static str,
}

/// What a player is told at a place of a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guide {
    /// The step the player is at, counted from one; at the end it is the last one.
    pub step: usize,
    /// The number of steps.
    pub of: usize,
    /// What to do, or what to do about a move that leads elsewhere.
    pub words: &'static str,
    /// The move that is asked for, if it can be made now.
    pub next: Option<Move>,
    /// Whether the player made a move that the lesson does not know.
    pub is_astray: bool,
    /// Whether all moves have been made.
    pub is_done: bool,
}

/// What is said after a move that the lesson does not know.
const ASTRAY: &str = "That move is allowed, but this lesson goes another way. Take it back with Undo.";

impl Lesson {
    /// Returns the lesson of this name.
    pub fn find(name: &str) -> Option<&'static Lesson> {
        LESSONS.iter().find(|lesson| lesson.name == name)
    }

    /// Lays out the cards of the lesson. No card goes up by itself.
    pub fn begin(&self) -> Session {
        let imported = talon_deals::import(self.board.as_bytes());
        let deal =
            imported.and_then(|imported| Deal::imported(&imported, self.game, Some(self.title.into())));
        let session = deal.map(|deal| Session::dealt_with(self.game, deal, Auto::Off));
        // A test begins every lesson.
        session.expect("the board of a lesson can be read").expect("the board of a lesson is a position")
    }

    /// Returns what the player is told where the game stands now.
    pub fn guide(&self, session: &Session) -> Guide {
        let of = self.steps.len();
        let history = session.history();
        let line = history.line();
        let made = line.iter().filter_map(|&id| history.node(id)).filter(|node| node.by == By::Player);
        let made: Vec<String> = made.map(|node| any(&node.m.to_string())).collect();
        let known = made.iter().zip(self.steps).take_while(|(made, step)| **made == any(step.m)).count();
        let is_done = known == of;
        let is_astray = !is_done && known < made.len();
        let step = self.steps.get(known);
        let wanted = step.filter(|_| !is_astray).map(|step| any(step.m));
        let next = session.view().moves().into_iter().find(|m| Some(any(&m.to_string())) == wanted);
        let words = match step {
            None => self.end,
            Some(_) if is_astray => ASTRAY,
            Some(step) => step.words,
        };
        Guide { step: (known + 1).min(of), of, words, next, is_astray, is_done }
    }
}

/// Returns a move without the numbers of cells and foundations, for which any other will do.
fn any(m: &str) -> String {
    let mut text = String::with_capacity(m.len());
    let mut is_any = false;
    for letter in m.chars() {
        if !(is_any && letter.is_ascii_digit()) {
            is_any = matches!(letter, 'e' | 'f');
            text.push(letter);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Command;
    use talon_solve::{Limits, Solver, Verdict};

    #[test]
    fn every_lesson_can_be_played_to_its_end_and_won_from_there() {
        for lesson in LESSONS {
            let mut session = lesson.begin();
            for step in 1..=lesson.steps.len() {
                let guide = lesson.guide(&session);
                assert_eq!(
                    (guide.step, guide.is_done, guide.is_astray),
                    (step, false, false),
                    "{}",
                    lesson.name
                );
                let next =
                    guide.next.unwrap_or_else(|| panic!("{}: step {step} cannot be played", lesson.name));
                session.execute(Command::Play(next)).unwrap();
            }
            let guide = lesson.guide(&session);
            assert!(guide.is_done && guide.next.is_none(), "{}", lesson.name);
            assert_eq!(guide.words, lesson.end);
            let limits = Limits { nodes: 3_000_000, memory: 256 << 20 };
            let report = Solver::new().solve(session.truth(), limits, &mut |_| None);
            assert!(matches!(report.verdict, Verdict::Winnable(_)), "{}: {:?}", lesson.name, report.verdict);
        }
    }

    #[test]
    fn a_move_that_leads_elsewhere_is_noticed_and_can_be_taken_back() {
        for lesson in LESSONS {
            let mut session = lesson.begin();
            let wanted = lesson.guide(&session).next;
            let other = session
                .view()
                .moves()
                .into_iter()
                .find(|&m| wanted.is_none_or(|wanted| any(&wanted.to_string()) != any(&m.to_string())));
            session.execute(Command::Play(other.expect("another move"))).unwrap();
            let guide = lesson.guide(&session);
            assert_eq!((guide.is_astray, guide.words, guide.next), (true, ASTRAY, None), "{}", lesson.name);
            session.execute(Command::Undo).unwrap();
            assert_eq!(lesson.guide(&session).next, wanted);
        }
    }

    #[test]
    fn any_cell_and_any_foundation_will_do() {
        for (m, other) in
            [("3-e1", "3-e"), ("e12-3", "e-3"), ("w-f4", "w-f"), ("5-2x4", "5-2x4"), ("10-9", "10-9")]
        {
            assert_eq!(any(m), other);
        }
    }
}
