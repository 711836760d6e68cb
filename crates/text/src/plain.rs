//! The plain player: every game, in lines.

use crate::address::{self, Ask};
use crate::{Input, Line, board};
use session::{Command, Deal, Listing, Session};
use std::io::{self, Read, Write};

/// Plays until the player quits or the input ends.
///
/// `fresh` gives the number of a new deal when the player does not name one.
///
/// # Errors
/// When reading or writing fails.
pub fn play(
    mut session: Session,
    input: impl Read,
    mut out: impl Write,
    mut fresh: impl FnMut() -> u64,
) -> io::Result<()> {
    let mut input = Input::new(input);
    let mut status = session.status_at_once();
    loop {
        board::write(&mut out, &session)?;
        if let Some(standing) = session::standing(status) {
            writeln!(out, "{standing}")?;
        }
        let ask = loop {
            write!(out, "> ")?;
            out.flush()?;
            match input.line()? {
                Line::End => return writeln!(out),
                Line::TooLong => break Err("That line is too long to be a command; ? lists them.".into()),
                Line::Text(text) => match address::read(&text) {
                    Ok(Ask::Nothing) => {}
                    Ok(ask) => break Ok(ask),
                    Err(unclear) => break Err(unclear.to_string()),
                },
            }
        };
        match ask {
            Ok(Ask::Quit) => return Ok(()),
            Ok(ask) => {
                // Whether a game is stuck may take thought: only when something has changed.
                let changes = matches!(ask, Ask::Do(_) | Ask::New(_) | Ask::Load(_));
                let answer = answer(&mut session, ask, &mut fresh);
                if changes {
                    status = session.status_at_once();
                }
                writeln!(out, "{}\n", answer.trim_end())?;
            }
            Err(sentence) => writeln!(out, "{sentence}\n")?,
        }
    }
}

/// Does what was asked and says what there is to say.
fn answer(session: &mut Session, ask: Ask, fresh: &mut impl FnMut() -> u64) -> String {
    let execute = |session: &mut Session, command| match session.execute(command) {
        Ok(outcome) => outcome.words(),
        Err(refusal) => refusal.to_string(),
    };
    match ask {
        Ask::Nothing | Ask::Quit => String::new(),
        Ask::Do(command) => execute(session, command),
        Ask::New(number) => execute(session, Command::New(Deal::Number(number.unwrap_or_else(fresh)))),
        Ask::Hint => match session.hint() {
            Some(hint) => format!("{} ({})", hint.sentence, hint.m),
            None => "No move is left.".into(),
        },
        Ask::Legal => {
            let moves: Vec<String> = session.view().moves().iter().map(|m| m.to_string()).collect();
            if moves.is_empty() { "No move is legal.".into() } else { format!("Legal: {}", moves.join("  ")) }
        }
        Ask::Listing => match Listing::of(session.view()) {
            Some(listing) => listing.to_string(),
            None => "This game has no stock to go through.".into(),
        },
        Ask::Score => format!(
            "Score {}, {} of {} cards up, {} help.",
            session.score_words(),
            session.view().cards_up(),
            session.rules().deck().len(),
            session.stamp()
        ),
        Ask::Save(path) => match session.save_to(&path) {
            Ok(()) => format!("Saved to {}.", path.display()),
            Err(error) => error.to_string(),
        },
        Ask::Load(path) => match Session::load_from(&path) {
            Ok(loaded) => {
                *session = loaded;
                format!("Loaded {}.", path.display())
            }
            Err(error) => error.to_string(),
        },
        Ask::Rules => session.rules().describe(),
        Ask::Help => address::HELP.into(),
    }
}
