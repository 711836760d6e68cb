//! `talon games` and `talon rules`.

use crate::game::GameArgs;
use crate::output;
use anyhow::Result;
use clap::Args;
use std::io::{self, IsTerminal, Write};
use talon_text::sheet;

/// List the games
#[derive(Args)]
#[command(after_help = "Examples:\n  talon games\n  talon games --json > games.json")]
pub struct Games {
    /// Print JSON: an array of objects with name, family, title and the rules
    #[arg(long)]
    json: bool,
}

impl Games {
    /// Prints the list.
    pub fn run(self) -> Result<()> {
        let mut out = output::stdout();
        if self.json {
            let list: Vec<_> = talon_games::ALL
                .iter()
                .map(|rules| {
                    let modes = talon_games::MODES.iter().find(|(game, _)| *game == rules.name.as_str());
                    let modes: Vec<_> =
                        modes.map_or(&[][..], |(_, modes)| modes).iter().map(|(m, _)| *m).collect();
                    serde_json::json!({
                        "name": rules.name, "family": rules.family, "title": rules.title,
                        "rules": rules, "modes": modes,
                    })
                })
                .collect();
            serde_json::to_writer_pretty(&mut out, &list).map_err(std::io::Error::from)?;
            writeln!(out)?;
            return Ok(());
        }
        let mut family = "";
        for rules in talon_games::ALL {
            if rules.family.as_str() != family {
                family = rules.family.as_str();
                writeln!(out, "{}", talon_rules::capital(family))?;
            }
            let summary = talon_games::summary(rules);
            writeln!(out, "  {:<20} {:<24} {summary}", rules.name, rules.title)?;
        }
        Ok(())
    }
}

/// Show the rule sheet of a game
#[derive(Args)]
#[command(
    after_help = "Examples:\n  talon rules spider\n  talon rules canfield --set draw=1     the sheet of changed rules\n  talon rules klondike > klondike.md    on a pipe or in a file, the sheet is Markdown"
)]
pub struct Sheet {
    #[command(flatten)]
    game: GameArgs,
}

impl Sheet {
    /// Prints the sheet.
    pub fn run(self) -> Result<()> {
        let sheet = talon_games::sheet(&self.game.rules()?);
        let shown = if io::stdout().is_terminal() { sheet::plain(&sheet, width()) } else { sheet };
        output::stdout().write_all(shown.as_bytes())?;
        Ok(())
    }
}

/// The width of text on this terminal: longer lines than usual are hard to read.
fn width() -> usize {
    crossterm::terminal::size().map_or(sheet::WIDTH, |(columns, _)| sheet::WIDTH.min(columns.into()))
}
