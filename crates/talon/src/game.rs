//! The game of a command: a name, a rules file, changes of single rules.

use crate::input;
use anyhow::{Context, Result, bail};
use clap::Args;
use std::path::{Path, PathBuf};
use talon_deals::Imported;
use talon_rules::Rules;

/// The size limit of a rules file, which is a page of text.
const MOST_BYTES: u64 = 1 << 20;

/// A game by name or by file, with changed rules.
#[derive(Args, Clone)]
pub struct GameArgs {
    /// The game: a name from `talon games`
    pub game: Option<String>,
    /// A TOML file with your own rules: `base = "canfield"`, and what differs
    #[arg(long, value_name = "FILE.toml")]
    pub rules: Option<PathBuf>,
    /// Change a rule: `--set draw=1 --set redeals=2`; `mode=NAME` for games with modes
    #[arg(long, value_name = "FIELD=VALUE")]
    pub set: Vec<String>,
}

impl GameArgs {
    /// Returns the rules that these arguments name.
    pub fn rules(&self) -> Result<Rules> {
        Ok(talon_games::set(&self.without_settings()?, &self.set)?)
    }

    /// Returns the rules of the game that is named, before single rules are changed.
    pub fn without_settings(&self) -> Result<Rules> {
        let rules = match (&self.game, &self.rules) {
            (Some(_), Some(_)) => bail!("name a game or give --rules FILE.toml, not both"),
            (None, None) => bail!("no game is named; give a name from `talon games`, or --rules FILE.toml"),
            (Some(name), None) => *talon_games::find(name)?,
            (None, Some(path)) => read(path)?,
        };
        Ok(rules)
    }

    /// Returns the rules that these arguments name. If they name no game, it is the most likely game of a
    /// text that was read.
    pub fn rules_or(&self, imported: &Imported) -> Result<Rules> {
        if self.game.is_some() || self.rules.is_some() {
            return self.rules();
        }
        Ok(talon_games::set(imported.likely()?, &self.set)?)
    }
}

fn read(path: &Path) -> Result<Rules> {
    let text = input::read_text(path, MOST_BYTES, "rules file")?;
    talon_games::read(&text).with_context(|| path.display().to_string()).map_err(crate::failed)
}
