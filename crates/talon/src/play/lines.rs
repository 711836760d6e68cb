//! Play in lines of text: from a pipe, or from a terminal with a line editor.

use super::books::Books;
use super::{deals, editor, is_terminal};
use crate::{Failure, interrupt};
use anyhow::{Context, Result};
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::sync::Arc;
use talon_rules::Rules;
use talon_session::{Session, Sitting};
use talon_text::plain::{self, Shelf as _};
use talon_text::{Input, Interrupt, Line, Lines};

/// The size limit of a saved game, which is a page or two: what goes on and on is none.
const MOST: usize = 64 << 20;

/// Text play: its options, and where it writes.
pub struct Lined<W> {
    /// Whether only changes are printed.
    pub quiet: bool,
    /// Where it writes.
    pub out: W,
}

impl<W: Write> Lined<W> {
    /// Plays a game, and records it as it is played.
    pub fn play(self, session: Session) -> Result<()> {
        self.play_from(session, from_stdin().as_mut())
    }

    /// Continues the game whose save standard input begins with.
    pub fn piped(self) -> Result<()> {
        let mut input = io::stdin().lock();
        let session = Session::load(&piped_save(&mut input)?)?;
        if is_terminal() {
            // The save was pasted.
            return self.play(session);
        }
        let then = io::stdout().is_terminal().then(editor::beside_a_pipe).flatten();
        let mut input = PipeThenTerminal { pipe: Input::new(input), has_ended: false, then };
        self.play_from(session, &mut input)
    }

    /// Goes on with an unfinished game: the one with this number, or the last one.
    pub fn resume(self, id: Option<i64>) -> Result<()> {
        let (books, trouble) = Books::open();
        if let Some(trouble) = trouble {
            return Err(Failure(trouble).into());
        }
        let left = books.left();
        let last = left.first().map(|(id, _)| *id);
        let id = id.or(last).ok_or_else(|| Failure("no game was left unfinished".into()))?;
        let (session, time, journal) = books.take_up(id).map_err(|error| Failure(error.to_string()))?;
        let sitting = Sitting::resumed(session, time, books.account(), Some(journal));
        self.sit(sitting, &books, from_stdin().as_mut())
    }

    fn play_from(mut self, session: Session, input: &mut dyn Lines) -> Result<()> {
        let (books, trouble) = Books::open();
        let (journal, no_journal) = books.journal();
        for trouble in trouble.iter().chain(&no_journal) {
            writeln!(self.out, "{trouble}")?;
        }
        let sitting = Sitting::new(session, books.account(), journal);
        self.sit(sitting, &books, input)
    }

    fn sit(self, sitting: Sitting, books: &Books, input: &mut dyn Lines) -> Result<()> {
        let interrupt = Arc::new(Interrupt::default());
        let pressed = interrupt.clone();
        // Without a handler, Ctrl-C ends the program, even during a search; every move is already recorded.
        let _ = ctrlc::set_handler(move || {
            if !pressed.press() {
                std::process::exit(interrupt::Interrupted::EXIT_CODE.into());
            }
        });
        let (fresh, now, clock) = (deals::fresh(), deals::now(), deals::clock());
        let Lined { quiet, out } = self;
        let around = plain::Around { fresh, now, clock, shelf: books, quiet, interrupt: &interrupt };
        Ok(plain::play(sitting, input, out, around)?)
    }
}

/// The games that are played most.
const USUAL: [&str; 8] =
    ["klondike", "klondike-draw3", "spider", "freecell", "canfield", "yukon", "forty-thieves", "scorpion"];

/// Lists some games and asks the player which one to play; `None` if the player leaves.
pub fn ask_for_a_game(out: &mut impl Write) -> Result<Option<Rules>> {
    writeln!(out, "Games that many people play:")?;
    for rules in USUAL.iter().filter_map(|name| talon_games::find(name).ok()) {
        writeln!(out, "  {:<14}{}", rules.name, rules.title)?;
    }
    writeln!(
        out,
        "`talon games` lists all {}. Type the name of a game, or q to leave.",
        talon_games::ALL.len()
    )?;
    let left = Books::open().0.left().len();
    if left > 0 {
        let games = talon_rules::plural(left, "unfinished game");
        writeln!(
            out,
            "There {} {games}: `talon play --resume` continues the last one.",
            if left == 1 { "is" } else { "are" }
        )?;
    }
    let mut input = from_stdin();
    loop {
        match input.ask("Game: ", out)? {
            Line::Text(text) if matches!(text.trim(), "q" | "quit" | "exit") => return Ok(None),
            Line::Text(text) if text.trim().is_empty() => {}
            Line::Text(text) => match talon_games::find(text.trim()) {
                Ok(rules) => return Ok(Some(*rules)),
                Err(error) => writeln!(out, "{}", talon_session::as_sentence(&error.to_string()))?,
            },
            Line::TooLong => writeln!(out, "That is too long to be the name of a game.")?,
            Line::End => {
                writeln!(out)?;
                return Ok(None);
            }
        }
    }
}

/// The lines of standard input: with a line editor on a terminal.
fn from_stdin() -> Box<dyn Lines> {
    let editor = if is_terminal() { editor::on_stdin() } else { None };
    editor.unwrap_or_else(|| Box::new(Input::new(io::stdin().lock())))
}

/// A pipe, and after its end the terminal, if there is one.
struct PipeThenTerminal<R> {
    pipe: Input<R>,
    has_ended: bool,
    then: Option<Box<dyn Lines>>,
}

impl<R: Read> Lines for PipeThenTerminal<R> {
    fn ask(&mut self, prompt: &str, out: &mut dyn Write) -> io::Result<Line> {
        if !self.has_ended {
            out.flush()?;
            self.has_ended = self.pipe.is_at_end()?;
        }
        match &mut self.then {
            _ if !self.has_ended => self.pipe.ask(prompt, out),
            Some(terminal) => terminal.ask(prompt, out),
            None => {
                writeln!(out, "The input ends here, and the game stays as it is.")?;
                Ok(Line::End)
            }
        }
    }
}

/// Reads a saved game from the beginning of an input, up to its last line.
fn piped_save(input: &mut impl BufRead) -> Result<String> {
    let mut text = String::new();
    while text.len() < MOST {
        let begin = text.len();
        let read = input.read_line(&mut text).context("cannot read the saved game from standard input")?;
        if read == 0 || text[begin..].trim_end() == "end" {
            break;
        }
    }
    Ok(text)
}
