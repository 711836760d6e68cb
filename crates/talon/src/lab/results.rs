//! `talon lab results`: writes the page with the win rates of every player, from rows files.

use crate::input;
use anyhow::{Context, Result};
use clap::Args;
use std::path::PathBuf;

/// The size limit of the file of figures, which has a line for each player and game.
const MOST_FIGURES: u64 = 16 << 20;

/// Write the results page (Markdown) from rows files of `talon lab run` and `talon lab winnability`
///
/// The figures are kept in a small file. Figures that it already has stay, unless they are measured again.
#[derive(Args)]
#[command(after_help = "Examples:\n  talon lab results rows.csv --data figures.csv --out players.md")]
pub struct Results {
    /// The rows files; without any, the page is written from the known figures
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The file that keeps the figures
    #[arg(long, value_name = "FILE.csv", default_value = "crates/talon/data/results.csv")]
    data: PathBuf,
    /// The page to write
    #[arg(long, value_name = "FILE.md", default_value = "docs/results/players.md")]
    out: PathBuf,
    /// Also write the ladder of the players of each game, `ladder.md`, and its pictures into this folder
    #[arg(long, value_name = "FOLDER")]
    ladder: Option<PathBuf>,
}

impl Results {
    /// Reads all files, then writes the figures and the page.
    pub fn run(self) -> Result<()> {
        let mut results = if self.data.exists() {
            let text = input::read_text(&self.data, MOST_FIGURES, "file of figures")?;
            talon_lab::Results::read(&text)
                .with_context(|| self.data.display().to_string())
                .map_err(crate::failed)?
        } else {
            talon_lab::Results::default()
        };
        results.add(&self.files).map_err(crate::failed)?;
        // The page shows the figures as they are kept, so that they are rounded only once.
        let data = results.write();
        let kept = talon_lab::Results::read(&data).context("the figures as written")?;
        let mut files = vec![(self.data, data), (self.out, kept.page())];
        if let Some(folder) = self.ladder {
            files.push((folder.join("ladder.md"), kept.ladder()));
            files.extend(kept.pictures().into_iter().map(|(name, svg)| (folder.join(name), svg)));
        }
        for (path, text) in files {
            std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }
}
