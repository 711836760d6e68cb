//! The line editor of text play on a terminal: editing keys, the lines typed before, and Tab.

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Behavior, CompletionType, Config, Context, Editor, Helper};
use std::io::{self, Write};
use talon_session::registry;
use talon_text::{Input, Line, Lines};

/// Returns an editor for the terminal that is standard input and output; `None` if it cannot move its cursor.
pub fn on_stdin() -> Option<Box<dyn Lines>> {
    if is_dumb() { None } else { edited(Behavior::Stdio) }
}

/// Returns the lines of the terminal where standard input is a pipe; `None` if there is no terminal.
pub fn beside_a_pipe() -> Option<Box<dyn Lines>> {
    let terminal = std::fs::File::open("/dev/tty").ok()?;
    if is_dumb() { Some(Box::new(Input::new(terminal))) } else { edited(Behavior::PreferTerm) }
}

fn is_dumb() -> bool {
    std::env::var("TERM").is_ok_and(|term| term == "dumb")
}

fn edited(behavior: Behavior) -> Option<Box<dyn Lines>> {
    let config = Config::builder()
        .behavior(behavior)
        .completion_type(CompletionType::List)
        .auto_add_history(true)
        // Pasted lines are commands, one after the other.
        .bracketed_paste(false)
        .build();
    let history = MemHistory::with_config(&config);
    let mut editor = Editor::with_history(config, history).ok()?;
    editor.set_helper(Some(Words));
    Some(Box::new(Edited { editor, was_interrupted: false }))
}

struct Edited {
    editor: Editor<Words, MemHistory>,
    /// Whether the last key was Ctrl-C.
    was_interrupted: bool,
}

impl Lines for Edited {
    fn ask(&mut self, prompt: &str, out: &mut dyn Write) -> io::Result<Line> {
        loop {
            out.flush()?;
            let read = self.editor.readline(prompt);
            let was_interrupted = std::mem::replace(&mut self.was_interrupted, false);
            match read {
                Ok(text) => return Ok(Line::typed(text)),
                Err(ReadlineError::Eof) => return Ok(Line::End),
                // The first Ctrl-C only discards what was typed.
                Err(ReadlineError::Interrupted) if was_interrupted => return Ok(Line::End),
                Err(ReadlineError::Interrupted) => {
                    self.was_interrupted = true;
                    writeln!(out, "Press Ctrl-C again to leave; the game is kept.")?;
                }
                Err(ReadlineError::Signal(_)) => {}
                Err(ReadlineError::Io(error)) => return Err(error),
                Err(error) => return Err(io::Error::other(error)),
            }
        }
    }
}

/// Completes the words of commands.
struct Words;

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(registry::complete(&line[..at]))
    }
}

impl Helper for Words {}
impl Highlighter for Words {}
impl Hinter for Words {
    type Hint = String;
}
impl Validator for Words {}
