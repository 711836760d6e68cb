//! `talon lab check-bot`.

use crate::game::GameArgs;
use crate::{Failure, output};
use anyhow::Result;
use clap::Args;
use std::io::Write;
use std::time::Duration;
use talon_rules::plural;

/// Check a program of your own that wants to be a player
///
/// A player may be a program in any language. It is spoken to over its standard input and output, one JSON object
/// a line:
///
///   {"type":"hello",…}    answer {"ready":true}; sent once
///   {"type":"begin",…}    no answer; sent before each game, with the salt for all randomness
///   {"type":"choose",…}   answer {"move":"3-f1"}, one of the listed moves, or {"move":null} to resign
///
/// docs/lab.md describes every field. This command plays some games and says what the program does wrong.
#[derive(Args)]
#[command(
    verbatim_doc_comment,
    after_help = "Examples:\n  talon lab check-bot ./my-player klondike\n  talon lab check-bot ./my-player spider --games 5"
)]
pub struct CheckBot {
    /// The program, with its arguments if it has any, as in "python3 bot.py"
    #[arg(value_name = "COMMAND")]
    command: String,
    #[command(flatten)]
    game: GameArgs,
    /// The number of games
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// The seconds that the program has for each answer
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = super::seconds)]
    answer_seconds: f64,
}

impl CheckBot {
    /// Plays the games and prints what was found.
    pub fn run(self) -> Result<()> {
        let rules = self.game.rules()?;
        let command = self.command.strip_prefix(talon_lab::bot::PREFIX).unwrap_or(&self.command);
        let limit = Duration::from_secs_f64(self.answer_seconds);
        let found = talon_lab::bot::check(command, &rules, limit, self.games)?;
        let mut out = output::stdout();
        for sentence in found.wrong.iter().chain(&found.seen) {
            writeln!(out, "{sentence}")?;
        }
        if !found.wrong.is_empty() {
            let faults = plural(found.wrong.len() as u64, "fault");
            return Err(Failure(format!("the program is not ready: {faults}")).into());
        }
        writeln!(
            out,
            "It is ready: talon lab run {} --player \"exec:{command}\" --deals 1..1001",
            rules.name
        )?;
        Ok(())
    }
}
