//! `talon players`: who plays, and how well.

use anyhow::Result;
use clap::Args;
use std::io::Write;

/// List the players, each with a sentence, its settings and the rates measured.
#[derive(Args)]
pub struct Players {}

/// The figures the results page is made from.
const RESULTS: &str = include_str!("../../../docs/results.csv");

impl Players {
    /// Prints the list.
    pub fn run(self) -> Result<()> {
        let mut out = std::io::stdout().lock();
        let results = lab::Results::read(RESULTS)?;
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
