//! `talon games` and `talon rules`: what there is to play.

use crate::game::GameArgs;
use anyhow::Result;
use clap::Args;
use std::io::Write;

/// List the games.
#[derive(Args)]
pub struct Games {
    /// As JSON: an array of objects with name, family, title and the rules.
    #[arg(long)]
    json: bool,
}

impl Games {
    /// Prints the list.
    pub fn run(self) -> Result<()> {
        let mut out = std::io::stdout().lock();
        if self.json {
            let list: Vec<_> = games::ALL
                .iter()
                .map(|rules| {
                    let modes = games::MODES.iter().find(|(game, _)| *game == rules.name.as_str());
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
        for rules in games::ALL {
            if rules.family.as_str() != family {
                family = rules.family.as_str();
                writeln!(out, "{family}")?;
            }
            writeln!(out, "  {:<20} {}", rules.name, rules.title)?;
        }
        Ok(())
    }
}

/// Show the rule sheet of a game.
#[derive(Args)]
pub struct Sheet {
    #[command(flatten)]
    game: GameArgs,
}

impl Sheet {
    /// Prints the sheet.
    pub fn run(self) -> Result<()> {
        let sheet = self.game.rules()?.describe();
        std::io::stdout().lock().write_all(sheet.as_bytes())?;
        Ok(())
    }
}
