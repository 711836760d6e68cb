//! The command line of Talon: every command is a module that reads its arguments and calls a library.
//!
//! Exit codes: 0 success, 1 something failed or the books are damaged, 2 the command line is wrong, 130 interrupted.

mod bench;
mod books;
mod deal;
mod game;
mod input;
mod interrupt;
mod lab;
mod list;
mod look;
mod manual;
mod numbers;
mod output;
mod play;
mod players;
mod serve;
mod solve;
mod threads;

use anyhow::Result;
use clap::{Parser, Subcommand};
use std::io::ErrorKind;
use std::process::ExitCode;

/// Solitaire: play it, solve it, measure it
#[derive(Parser)]
#[command(version, max_term_width = 100, after_help = manual::notes())]
struct Talon {
    #[command(flatten)]
    look: look::Look,
    #[command(subcommand)]
    command: Option<Command>,
}

// The help of each is that of its arguments: a sentence here would hide all that follows their first line.
#[derive(Subcommand)]
enum Command {
    Games(list::Games),
    Rules(list::Sheet),
    Deal(deal::Deal),
    Play(play::Play),
    Stats(books::Stats),
    History(books::History),
    Replay(books::Replay),
    Export(books::Export),
    Import(books::Import),
    Books(books::Books),
    Serve(serve::Serve),
    Solve(solve::Solve),
    Lab(lab::Lab),
    Players(players::Players),
    Bench(bench::Bench),
    Completions(manual::Completions),
    Man(manual::Manual),
}

/// Something failed that is not the fault of the command line: no such deal was found in time.
#[derive(Debug)]
struct Failure(String);

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Failure {}

/// Turns an error that comes up after the command line was understood into a [`Failure`].
fn failed(error: impl Into<anyhow::Error>) -> anyhow::Error {
    Failure(format!("{:#}", error.into())).into()
}

/// Returns `true` if an error is not the fault of the command line: a file cannot be read or written or is not
/// what it should be, or the player's books cannot be used.
fn is_failure(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.is::<Failure>()
            || cause.is::<std::io::Error>()
            || cause.is::<talon_session::LoadError>()
            || cause.is::<talon_session::StoreError>()
            || cause.is::<talon_session::JournalError>()
            || cause.is::<talon_store::Error>()
            || cause.downcast_ref::<talon_deals::ImportError>().is_some_and(|error| !is_missing_name(error))
    })
}

/// Returns `true` if the text can be read as soon as the command line names its game.
fn is_missing_name(error: &talon_deals::ImportError) -> bool {
    matches!(error, talon_deals::ImportError::Game { .. })
}

fn main() -> ExitCode {
    let result = match Talon::try_parse() {
        Ok(talon) => {
            talon.look.apply();
            talon.command.map_or_else(play::choose, run)
        }
        // Help and the version, or what is wrong with the arguments, in clap's own words.
        Err(message) => match message.print() {
            Err(error) if !message.use_stderr() => Err(error.into()),
            _ => return ExitCode::from(u8::try_from(message.exit_code()).unwrap_or(2)),
        },
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // A closed output pipe (`talon games | head -1`) is not a failure.
        Err(error) if has_cause(&error, ErrorKind::BrokenPipe) => ExitCode::SUCCESS,
        Err(error) => {
            output::note(format_args!("talon: {}", said(&format!("{error:#}"))));
            ExitCode::from(if error.is::<interrupt::Interrupted>() {
                interrupt::Interrupted::EXIT_CODE
            } else if error.is::<books::Damaged>() {
                books::Damaged::EXIT_CODE
            } else if is_failure(&error) {
                1
            } else {
                2
            })
        }
    }
}

fn run(command: Command) -> Result<()> {
    match command {
        Command::Games(command) => command.run(),
        Command::Rules(command) => command.run(),
        Command::Deal(command) => command.run(),
        Command::Play(command) => command.run(),
        Command::Stats(command) => command.run(),
        Command::History(command) => command.run(),
        Command::Replay(command) => command.run(),
        Command::Export(command) => command.run(),
        Command::Import(command) => command.run(),
        Command::Books(command) => command.run(),
        Command::Serve(command) => command.run(),
        Command::Solve(command) => command.run(),
        Command::Lab(command) => command.run(),
        Command::Players(command) => command.run(),
        Command::Bench(command) => command.run(),
        Command::Completions(command) => command.run(),
        Command::Man(command) => command.run(),
    }
}

/// An error as a sentence. The name of a file at its beginning stays as it is, and a text of several lines ends with an
/// excerpt, which gets no full stop.
fn said(error: &str) -> String {
    let first = error.split([' ', ':']).next().unwrap_or_default();
    let is_word = first.chars().all(|c| c.is_ascii_alphabetic());
    let begin = if is_word { talon_rules::capital(error) } else { error.into() };
    let stop = if error.contains('\n') || error.ends_with(['.', '?', '!']) { "" } else { "." };
    begin + stop
}

fn has_cause(error: &anyhow::Error, kind: ErrorKind) -> bool {
    error.chain().any(|cause| cause.downcast_ref::<std::io::Error>().is_some_and(|io| io.kind() == kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    /// Calls `visit` with every command and its path: `talon`, `talon books`, `talon books check`.
    fn each(command: &clap::Command, path: &str, visit: &mut dyn FnMut(&str, &clap::Command)) {
        visit(path, command);
        for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
            each(inner, &format!("{path} {}", inner.get_name()), visit);
        }
    }

    /// The command lines of the examples in a help text, without pipes, redirections and explanations.
    fn examples(help: &str) -> Vec<Vec<String>> {
        let section = help.split_once("Examples:\n").map_or("", |(_, section)| section);
        let lines = section.lines().take_while(|line| line.starts_with("  "));
        let commands = lines.map(|line| line.trim().split("  ").next().unwrap_or(""));
        let of_talon = commands.flat_map(|line| line.split(" | ")).filter(|line| line.starts_with("talon "));
        let words = of_talon.map(|line| line.split(" > ").next().unwrap_or(line).split(' '));
        words.map(|words| words.map(str::to_owned).collect()).collect()
    }

    #[test]
    fn every_command_has_examples_that_can_be_typed() {
        let (mut commands, mut total) = (0, 0);
        each(&Talon::command(), "talon", &mut |path, command| {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let examples = examples(&help);
            assert!(!examples.is_empty(), "{path} --help has no examples");
            commands += 1;
            for words in examples {
                total += 1;
                let line = words.join(" ");
                assert!(line.starts_with(path), "{path}: {line}");
                let read = Talon::try_parse_from(&words).map(drop);
                let is_fine = |error: &clap::Error| error.kind() == clap::error::ErrorKind::DisplayHelp;
                if let Err(error) = read.or_else(|error| if is_fine(&error) { Ok(()) } else { Err(error) }) {
                    panic!("{line}\n{error}");
                }
            }
        });
        assert!(commands > 28 && total > 50, "{commands} commands, {total} examples");
    }
}
