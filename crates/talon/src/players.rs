//! `talon players`: who plays, and how well.

use anyhow::Result;
use clap::Args;
use std::io::Write;

/// List the players, each with a sentence, its settings and the rates measured.
#[derive(Args)]
pub struct Players {}

/// The results page: rates are read from its machine-readable table, so they are never told twice.
const RESULTS: &str = include_str!("../../../docs/results.md");

impl Players {
    /// Prints the list.
    pub fn run(self) -> Result<()> {
        let mut out = std::io::stdout().lock();
        for entry in players::PLAYERS {
            writeln!(out, "{}", entry.name)?;
            writeln!(out, "  {}", entry.about)?;
            writeln!(out, "  knows {}", entry.knows)?;
            for (name, what) in entry.settings {
                writeln!(out, "  +{name}=N  {what}")?;
            }
            if entry.weighs {
                writeln!(out, "  @FILE.toml  weights of your own")?;
            }
            for (game, rate) in rates(entry.name) {
                writeln!(out, "  {game}: {rate}")?;
            }
        }
        Ok(())
    }
}

/// The rates of a player: rows `| game | player | games | won | interval | …` of the page.
fn rates(player: &str) -> Vec<(&'static str, String)> {
    let mut rates = Vec::new();
    for line in RESULTS.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        if let ["", game, name, games, won, interval, ..] = cells.as_slice()
            && name.split('+').next() == Some(player)
            && won.ends_with('%')
        {
            rates.push((*game, format!("{won} {interval} of {games} games ({name})")));
        }
    }
    rates
}
