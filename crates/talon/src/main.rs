//! The command line of Talon: every command is a module that reads its arguments and calls a library.
//!
//! Exit codes: 0 done, 1 the answer is no (a test failed), 2 bad input, 130 interrupted.

mod bench;
mod books;
mod deal;
mod game;
mod input;
mod interrupt;
mod lab;
mod list;
mod play;
mod players;
mod serve;
mod solve;

use anyhow::Result;
use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Solitaire: play it, solve it, measure it.
#[derive(Parser)]
#[command(version, max_term_width = 100)]
struct Talon {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// List the games.
    Games(list::Games),
    /// Show the rule sheet of a game.
    Rules(list::Sheet),
    /// Show a dealt game.
    Deal(deal::Deal),
    /// Play a game.
    Play(play::Play),
    /// Show the statistics of what you played.
    Stats(books::Stats),
    /// List the games you played.
    History(books::History),
    /// Tell a game again, move by move.
    Replay(books::Replay),
    /// Write everything in the books as JSON.
    Export(books::Export),
    /// Take an export into the books.
    Import(books::Import),
    /// Play in the browser.
    Serve(serve::Serve),
    /// Solve deals with all cards known.
    Solve(solve::Solve),
    /// Measure players: campaigns, reports, winnability, tuning.
    Lab(lab::Lab),
    /// List the players.
    Players(players::Players),
    /// Measure speed.
    Bench(bench::Bench),
}

fn main() -> ExitCode {
    // Bad arguments end here with clap's own message and exit code 2.
    let talon = Talon::parse();
    match talon.command.map_or_else(play::choose, run) {
        Ok(()) => ExitCode::SUCCESS,
        // A reader that went away (`talon games | head -1`) is no failure.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("talon: {error:#}");
            ExitCode::from(if error.is::<interrupt::Interrupted>() {
                interrupt::Interrupted::EXIT_CODE
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
        Command::Serve(command) => command.run(),
        Command::Solve(command) => command.run(),
        Command::Lab(command) => command.run(),
        Command::Players(command) => command.run(),
        Command::Bench(command) => command.run(),
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<std::io::Error>().is_some_and(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
    })
}
