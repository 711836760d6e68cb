//! The plain text program, which plays every game.

pub(crate) mod answer;
mod shelf;
mod speech;

pub use shelf::{NoShelf, Shelf, ShelfError};

use crate::address::{self, Ask};
use crate::search::Interrupt;
use crate::{Line, Lines, board};
use answer::answer;
use std::io::{self, Write};
use std::time::Duration;
use talon_rules::Pile;
use talon_session::{NodeId, Sitting, spelled};

/// What a game in text play needs from its caller.
pub struct Around<'a, F, C> {
    /// Returns the number of a new deal if the player names none.
    pub fresh: F,
    /// The time in seconds since 1970, for the deal of the day.
    pub now: u64,
    /// Returns the time since the player sat down.
    pub clock: C,
    /// Where games are kept.
    pub shelf: &'a dyn Shelf,
    /// Whether only changes are printed; otherwise the whole table is printed before every command.
    pub quiet: bool,
    /// Ctrl-C, which stops a search.
    pub interrupt: &'a Interrupt,
}

/// Plays until the player quits or the input ends.
///
/// # Errors
/// If reading or writing fails.
pub fn play<F: FnMut() -> u64, C: FnMut() -> Duration>(
    mut sitting: Sitting,
    input: &mut dyn Lines,
    mut out: impl Write,
    mut around: Around<'_, F, C>,
) -> io::Result<()> {
    let mut status = sitting.session().status_at_once();
    // Quiet play says the end of a game when it comes, not after every later move.
    let mut said = None;
    let mut time = (around.clock)();
    // The last question, if its action needs to be confirmed by asking again.
    let mut doubted = None;
    let begun = sitting.session();
    if around.quiet {
        let (title, deal) = (begun.title(), begun.deal());
        writeln!(out, "{title}, {deal}. Type `look` to hear the table, ? for help.")?;
    }
    if let Some(note) = begun.deal().numbering(begun.rules()).filter(|_| begun.history().is_empty()) {
        writeln!(out, "{note}{}", if around.quiet { "" } else { "\n" })?;
    }
    loop {
        if !around.quiet {
            board::write(&mut out, &sitting)?;
            if let Some(standing) = talon_session::standing(status) {
                writeln!(out, "{standing}")?;
            }
        }
        if let Some(trouble) = sitting.take_trouble() {
            writeln!(out, "{trouble}")?;
        }
        let ask = loop {
            match input.ask("> ", &mut out)? {
                Line::End => {
                    writeln!(out)?;
                    return leave(&mut sitting, &mut out);
                }
                Line::TooLong => break Err("That line is too long to be a command; type ? for help.".into()),
                // `n` is the word for a new game, except as an answer.
                Line::Text(text) if doubted.is_some() && address::is_no(&text) => break Ok(Ask::No),
                Line::Text(text) => match address::read(&text) {
                    Ok(Ask::Nothing) => {}
                    Ok(ask) => break Ok(ask),
                    Err(unclear) => break Err(unclear.to_string()),
                },
            }
        };
        let now = (around.clock)();
        sitting.pass(now.saturating_sub(time));
        time = now;
        match ask {
            Ok(Ask::Quit) => {
                writeln!(out, "{}", speech::farewell(&sitting, status))?;
                return leave(&mut sitting, &mut out);
            }
            Ok(ask) => {
                let doubt = doubted.take();
                let (ask, sure) = match (ask, doubt) {
                    (Ask::Yes, Some(meant)) => (meant, true),
                    (Ask::No, Some(_)) => {
                        writeln!(out, "Nothing was changed.{}", if around.quiet { "" } else { "\n" })?;
                        continue;
                    }
                    (ask, doubt) => {
                        let sure = doubt.as_ref() == Some(&ask);
                        (ask, sure)
                    }
                };
                // Recognising a stuck game can take time, so it is done only after a change.
                let changes = ask.changes_the_table();
                let (before, stock) = (place(&sitting), Some(sitting.session().view().len(Pile::Stock)));
                let answer = match ask {
                    Ask::GiveUp(id) => {
                        let (words, again) = give_up(&mut sitting, id, sure, around.shelf);
                        doubted = again.then_some(ask);
                        words
                    }
                    ask => match sitting.oracle_warning().filter(|_| ask.looks_at_hidden_cards() && !sure) {
                        Some(warning) => {
                            doubted = Some(ask);
                            format!("{warning} Type `y` for yes or `n` for no.")
                        }
                        None => answer(&mut sitting, ask, &mut around, &mut out),
                    },
                };
                if changes {
                    status = sitting.session().status_at_once();
                }
                let answer = answer.trim_end();
                if around.quiet {
                    // What did not change, as after a refused move, is not said again.
                    let after = place(&sitting);
                    let more = match changes && after != before {
                        true => {
                            let stock = stock.filter(|_| after.0 == before.0);
                            let end = (after.0, status);
                            let was_said = said.as_ref() == Some(&end);
                            said = Some(end);
                            speech::changes(&sitting, stock, status, was_said)
                        }
                        false => String::new(),
                    };
                    writeln!(out, "{}{more}", spelled(answer))?;
                } else {
                    writeln!(out, "{answer}\n")?;
                }
            }
            Err(sentence) => writeln!(out, "{sentence}{}", if around.quiet { "" } else { "\n" })?,
        }
    }
}

/// The deal on the table, and the place in its history.
fn place(sitting: &Sitting) -> (String, NodeId) {
    let session = sitting.session();
    (format!("{}, {}", session.title(), session.deal()), session.history().current())
}

/// Records the state of the game, and tells the player what could not be recorded.
fn leave(sitting: &mut Sitting, out: &mut impl Write) -> io::Result<()> {
    match sitting.leave() {
        Ok(()) => Ok(()),
        Err(error) => writeln!(out, "{error}"),
    }
}

/// Gives a game up, or asks for confirmation: returns the sentence, and whether it was a question.
fn give_up(sitting: &mut Sitting, id: Option<i64>, sure: bool, shelf: &dyn Shelf) -> (String, bool) {
    let said = match (id, sure) {
        (None, false) => match sitting.may_give_up() {
            Ok(()) => {
                let words = "Give up this game? It will count as lost. Type `y` for yes or `n` for no.";
                return (words.into(), true);
            }
            Err(refusal) => refusal.to_string(),
        },
        (None, true) => match sitting.give_up() {
            Ok(outcome) => format!("{} Type `new` for a new game.", outcome.words()),
            Err(refusal) => refusal.to_string(),
        },
        (Some(id), false) => match shelf.left().into_iter().find(|(left, _)| *left == id) {
            Some((_, words)) => {
                let words =
                    format!("Give up {words}? It will count as lost. Type `y` for yes or `n` for no.");
                return (words, true);
            }
            None => format!("There is no unfinished game {id}; `resume` lists them."),
        },
        (Some(id), true) => match shelf.give_up(id) {
            Ok(()) => format!("Game {id} is given up and counts as lost."),
            Err(error) => error.to_string(),
        },
    };
    (said, false)
}
