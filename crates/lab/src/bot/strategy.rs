//! A program as a strategy.

use super::PREFIX;
use super::process::{Failure, Process, shown};
use super::protocol::{Answer, Message, Position, Ready, VERSION};
use std::fmt;
use std::time::Duration;
use talon_players::{Fault, Record, Strategy};
use talon_rules::{Move, Rules, View};

/// Why a program cannot play.
#[derive(Clone, Debug)]
pub struct BotError {
    command: String,
    reason: String,
}

impl fmt::Display for BotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the player {PREFIX}{} does not work: {}", self.command, self.reason)
    }
}

impl std::error::Error for BotError {}

/// A player that is a program of its own; the [module](super) describes how it is spoken to.
pub struct Bot {
    words: Vec<String>,
    hello: String,
    limit: Duration,
    process: Option<Process>,
    failure: Option<Failure>,
}

impl Bot {
    /// Creates the player; the program is started when it is needed. `command` is its path and its arguments,
    /// separated by spaces. It has `limit` for each answer.
    pub fn new(command: &str, rules: &Rules, limit: Duration) -> Bot {
        let hello = Message::Hello {
            protocol: VERSION,
            game: rules.name.as_str(),
            title: rules.title.as_str(),
            rules,
            seconds: limit.as_secs_f64(),
        };
        let words = command.split_whitespace().map(String::from).collect();
        Bot { words, hello: hello.line(), limit, process: None, failure: None }
    }

    /// Starts the program, so that a mistake is found before the first game.
    ///
    /// # Errors
    /// If it cannot be started, or does not answer the first message.
    pub fn start(mut self) -> Result<Bot, BotError> {
        self.meet();
        match &self.failure {
            None => Ok(self),
            Some(failure) => Err(BotError { command: self.words.join(" "), reason: failure.to_string() }),
        }
    }

    /// Starts the program if it does not run, and exchanges the first messages.
    fn meet(&mut self) {
        if self.process.is_some() {
            return;
        }
        let met = Process::start(&self.words).and_then(|mut process| {
            let answer = process.ask(&self.hello, self.limit)?;
            match serde_json::from_str(&answer) {
                Ok(Ready { ready: true }) => Ok(process),
                _ => {
                    let reason =
                        format!("it answered \"hello\" with {}, not with {{\"ready\":true}}", shown(&answer));
                    Err(Failure::new(Fault::Unreadable, reason))
                }
            }
        });
        match met {
            Ok(process) => self.process = Some(process),
            Err(failure) => self.failure = Some(failure),
        }
    }

    /// Describes what the program did wrong in this game, if it did.
    pub fn failure(&self) -> Option<String> {
        self.failure.as_ref().map(Failure::to_string)
    }

    fn answer(&mut self, view: View<'_>, record: &Record) -> Result<Option<Move>, Failure> {
        // Without a process, the failure that ended it is known already.
        let Some(process) = &mut self.process else { return Ok(None) };
        let line = process.ask(&Message::Choose(Position::new(view, record)).line(), self.limit)?;
        let unreadable = || {
            let reason = format!("it answered \"choose\" with {}, not with {{\"move\":…}}", shown(&line));
            Failure::new(Fault::Unreadable, reason)
        };
        let Answer { chosen } = serde_json::from_str(&line).map_err(|_| unreadable())?;
        let Some(text) = chosen else { return Ok(None) };
        match text.parse() {
            Ok(m) if view.is_legal(m) => Ok(Some(m)),
            _ => {
                let reason = format!("it chose {}, which is not one of the legal moves", shown(&text));
                Err(Failure::new(Fault::IllegalMove, reason))
            }
        }
    }
}

impl Strategy for Bot {
    fn begin(&mut self, _: View<'_>, seed: u64) {
        self.failure = None;
        self.meet();
        if let Some(process) = &mut self.process
            && let Err(failure) = process.tell(&Message::Begin { salt: seed >> 11 }.line())
        {
            (self.failure, self.process) = (Some(failure), None);
        }
    }

    fn choose(&mut self, view: View<'_>, record: &Record) -> Option<Move> {
        self.answer(view, record).unwrap_or_else(|failure| {
            (self.failure, self.process) = (Some(failure), None);
            None
        })
    }

    fn fault(&self) -> Option<Fault> {
        self.failure.as_ref().map(|failure| failure.fault)
    }
}
