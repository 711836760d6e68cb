//! One game in progress: commands in, events and sentences out.
//!
//! A [`Session`] owns the table, the options and the history of one game. The history is a tree, so undoing
//! and playing on loses nothing. A front end turns keys, clicks or words into a [`Command`], passes it to
//! [`Session::execute`], and shows the [`Outcome`], the [`Refusal`] and the [`View`](talon_rules::View). It
//! holds no rule and no history of its own. The sentences are written here, once for all front ends.
//!
//! This crate does not know the rules (crate `rules`), screens and keys (the front ends), or where saves
//! are stored; it only defines their format.
//!
//! # Example
//!
//! ```
//! use talon_rules::Move;
//! use talon_session::{Command, Deal, Session};
//!
//! let klondike = talon_games::find("klondike")?;
//! let mut session = Session::new(klondike, Deal::Number(1))?;
//! let outcome = session.execute(Command::Draw)?;
//! assert!(outcome.words().starts_with("Drew "));
//!
//! // A command that is not possible is refused with the reason.
//! let refusal = session.execute(Command::Play(Move::Redeal)).unwrap_err();
//! assert_eq!(refusal.to_string(), "There are still cards in the stock.");
//!
//! session.execute(Command::Undo)?;
//! assert_eq!(session.moves_made(), 0);
//!
//! // A save contains the deal and the whole history.
//! let copy = Session::load(&session.save())?;
//! assert_eq!(copy.save(), session.save());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate has no optional features.
//!
//! # Saves
//!
//! [`Session::save`] writes a game as text; [`Session::load`] reads the text and plays the game again:
//! ```text
//! talon save 1
//! game canfield
//! set draw = 1
//! deal 42
//! moves
//! draw
//! w-3
//! 3-f1 auto
//! back 2
//! draw
//! end
//! ```
//! The lines after the first are: the game, and one line for each rule that differs from it; the deal,
//! which is a number, or `cards` with the whole deck in dealing order, or one `position` line for each pile
//! of a game that was begun elsewhere (`position 3: (KD) 5H 4C`, as `talon deal --export piles` writes it);
//! `named` with the name of the deal elsewhere; and, where they differ from a fresh game, `auto
//! off|base|safe`, `ledger on` and `help fair hints|oracle`. Then follows one move a line, as
//! [`Move`](talon_rules::Move)'s `Display` writes it. `auto` after a move means that the game made it
//! automatically. `back N` goes back N moves, and what follows is another branch of the history. `mark a`
//! sets the bookmark `a` at the current position. The last line is `end`; without it, the file was
//! truncated.

mod about;
mod adviser;
mod analyst;
mod best;
mod bookmarks;
mod command;
mod daily;
mod deal;
mod finder;
mod finish;
pub mod form;
mod grade;
mod hand;
mod hint;
mod history;
mod honest;
mod journal;
mod ledger;
mod lesson;
mod listing;
mod measured;
mod postmortem;
pub mod protocol;
mod refused;
pub mod registry;
mod save;
mod seek;
mod sentence;
mod session;
mod sitting;
mod spelled;
mod spoken;
mod tally;
mod verdict;

pub use about::about;
pub use adviser::Advice;
pub use analyst::{Analyst, Answer, MOST_DEALS, Question, THREAD};
pub use bookmarks::Bookmarks;
pub use command::{Command, Onto, Outcome, Refusal, Step};
pub use daily::Day;
pub use deal::Deal;
pub use finder::{Found, find, places};
pub use grade::{Grade, Level};
pub use hand::hand;
pub use hint::{Hint, Stamp};
pub use history::{By, History, Node, NodeId};
pub use honest::Honest;
pub use journal::{Journal, JournalError};
pub use ledger::{Account, Ledger, PRICES};
pub use lesson::{Guide, LESSONS, Lesson};
pub use listing::{Listed, Listing, unseen};
pub use measured::{MEASURED, Measured, Solved, measured};
pub use postmortem::PostMortem;
pub use save::{LoadError, StoreError, replace_file};
pub use seek::{Aim, Judge, Sought, seek};
pub use sentence::{as_sentence, moved, standing};
pub use session::Session;
pub(crate) use sitting::{Finding, Memory};
pub use sitting::{Sitting, Told};
pub use spelled::spelled;
pub use spoken::{Part, spoken};
pub use tally::{TALLIED, Tally};
pub use talon_solve::{Limits, shorten};
pub use verdict::{Verdict, Verdicts, Why};
