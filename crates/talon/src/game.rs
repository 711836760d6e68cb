//! Naming a game on the command line: a name, a rules file, single fields.

use anyhow::{Context, Result, bail};
use clap::Args;
use deals::Imported;
use rules::Rules;
use std::path::{Path, PathBuf};

/// A rules file is a page of text; anything larger is a mistake.
const MOST_BYTES: u64 = 1 << 20;

/// A game by name or by file, with changed fields.
#[derive(Args, Clone)]
pub struct GameArgs {
    /// The game: a name from `talon games`.
    pub game: Option<String>,
    /// A TOML file with rules of your own: `base = "canfield"` and what differs.
    #[arg(long, value_name = "FILE.toml")]
    pub rules: Option<PathBuf>,
    /// Change a rule: `--set draw=1 --set redeals=2`; `mode=NAME` where the game has modes.
    #[arg(long, value_name = "FIELD=VALUE")]
    pub set: Vec<String>,
}

impl GameArgs {
    /// The rules these arguments name.
    pub fn rules(&self) -> Result<Rules> {
        let rules = match (&self.game, &self.rules) {
            (Some(_), Some(_)) => bail!("name a game or give a rules file, not both"),
            (None, None) => bail!("which game? Name one from `talon games`, or give --rules FILE.toml"),
            (Some(name), None) => *games::find(name)?,
            (None, Some(path)) => read(path)?,
        };
        Ok(games::set(&rules, &self.set)?)
    }

    /// The rules these arguments name; where they name no game, those of the game a text that was read
    /// is most likely of.
    pub fn rules_or(&self, imported: &Imported) -> Result<Rules> {
        if self.game.is_some() || self.rules.is_some() {
            return self.rules();
        }
        let games = imported.games();
        if games.len() > 1 && !imported.has_shape() {
            let cards = rules::plural(imported.card_count(), "card");
            bail!("which game? A line of {cards} can be {}: name it", imported.families());
        }
        // Where no game fits, the commonest one with about as many cards says what is wrong.
        let rules = match games.first() {
            Some(rules) => **rules,
            None if imported.card_count() > 78 => games::SPIDER,
            None => games::KLONDIKE,
        };
        Ok(games::set(&rules, &self.set)?)
    }
}

fn read(path: &Path) -> Result<Rules> {
    let shown = path.display();
    let size = std::fs::metadata(path).with_context(|| format!("cannot read {shown}"))?.len();
    if size > MOST_BYTES {
        bail!("{shown} is no rules file: it has {size} bytes");
    }
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {shown}"))?;
    let text = String::from_utf8(bytes).map_err(|_| anyhow::anyhow!("{shown} is not text (UTF-8)"))?;
    games::read(&text).with_context(|| format!("{shown}"))
}
