//! `talon lab no-peek`: a check that hidden cards change no choice.

use crate::{Failure, output};
use anyhow::{Result, bail};
use clap::Args;
use std::io::Write;
use talon_players::{HonestyError, PLAYERS, check_honesty};
use talon_rules::{Rules, plural};

/// Check that no player's choice depends on a hidden card
///
/// Two copies of a player play the same games. The hidden cards of one of them are dealt anew before each
/// move, and both must make the same choice.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  talon lab no-peek\n  talon lab no-peek klondike --player closure --positions 100"
)]
pub struct NoPeek {
    /// The games; all games if none is named
    games: Vec<String>,
    /// Only this player, with its settings
    #[arg(long, value_name = "PLAYER")]
    player: Option<String>,
    /// The number of positions for each player and game
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    positions: u32,
}

impl NoPeek {
    /// Checks the players and prints a line for each.
    pub fn run(self) -> Result<()> {
        let games: Vec<&Rules> = if self.games.is_empty() {
            talon_games::ALL.iter().collect()
        } else {
            self.games.iter().map(|name| talon_games::find(name)).collect::<Result<_, _>>()?
        };
        let players: Vec<&str> = match &self.player {
            Some(player) => vec![player],
            None => PLAYERS.iter().map(|entry| entry.quick).collect(),
        };
        let mut out = output::stdout();
        for player in players {
            let mut played = 0;
            let mut refusals = Vec::new();
            for rules in &games {
                match check_honesty(player, rules, self.positions) {
                    Ok(()) => played += 1,
                    Err(refusal @ (HonestyError::Player(_) | HonestyError::Oracle)) => refusals.push(refusal),
                    Err(error @ HonestyError::Peeks(_)) => {
                        return Err(Failure(format!("{player} in {}: {error}", rules.name)).into());
                    }
                }
            }
            match refusals.first() {
                Some(refusal) if played == 0 && self.player.is_some() => bail!("{refusal}"),
                Some(refusal) if played == 0 => writeln!(out, "{player}: skipped: {refusal}")?,
                _ => {
                    let positions = plural(played * u64::from(self.positions), "position");
                    write!(out, "{player}: {positions} in {}, all choices the same", plural(played, "game"))?;
                    if let Some(refusal) = refusals.first() {
                        let skipped = plural(refusals.len() as u64, "game");
                        write!(out, " ({skipped} skipped, for example: {refusal})")?;
                    }
                    writeln!(out)?;
                }
            }
            out.flush()?;
        }
        Ok(())
    }
}
