//! `talon players`: the players and their measured win rates.

use crate::output;
use anyhow::Result;
use clap::Args;
use std::io::Write;

/// List the players, each with a description, its settings and its measured win rates
#[derive(Args)]
#[command(after_help = "Examples:\n  talon players")]
pub struct Players {}

/// The figures from which the results page is made.
const RESULTS: &str = include_str!("../data/results.csv");

impl Players {
    /// Prints the list.
    pub fn run(self) -> Result<()> {
        let mut out = output::stdout();
        let results = talon_lab::Results::read(RESULTS)?;
        for entry in talon_players::PLAYERS {
            writeln!(out, "{}", entry.name)?;
            writeln!(out, "  {}", entry.about)?;
            writeln!(out, "  knows {}", entry.knows)?;
            for setting in entry.settings {
                writeln!(out, "  +{}=N  {}", setting.name, setting.about)?;
            }
            if entry.weighs {
                writeln!(out, "  @FILE.toml  your own weights")?;
            }
            for rate in &results.rates {
                let (name, settings) = rate.player.split_once('+').unwrap_or((&rate.player, ""));
                if name == entry.name {
                    let with = if settings.is_empty() { "" } else { ", with " };
                    let (game, percent, games) = (&rate.game, rate.percent(), rate.games);
                    writeln!(out, "  {game}: {percent} of {games} games{with}{settings}")?;
                }
            }
        }
        Ok(())
    }
}
