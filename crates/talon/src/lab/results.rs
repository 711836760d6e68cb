//! `talon lab results`: the page that says how well every player plays, from rows files.

use anyhow::{Context, Result};
use clap::Args;
use std::path::PathBuf;

/// Write the results page (Markdown) from rows files, of `talon lab run` and `talon lab winnability`.
///
/// What they measure is kept in a small file; what it knew before stays, unless it is measured anew.
#[derive(Args)]
pub struct Results {
    /// The rows files; without any the page is written from what is known.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The file that keeps the figures.
    #[arg(long, value_name = "FILE.csv", default_value = "docs/results.csv")]
    data: PathBuf,
    /// The page to write.
    #[arg(long, value_name = "FILE.md", default_value = "docs/results.md")]
    out: PathBuf,
}

impl Results {
    /// Reads all files, then writes figures and page.
    pub fn run(self) -> Result<()> {
        let mut results = match std::fs::read_to_string(&self.data) {
            Ok(text) => lab::Results::read(&text).with_context(|| self.data.display().to_string())?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => lab::Results::default(),
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", self.data.display())),
        };
        for file in &self.files {
            results.add(file)?;
        }
        // The page shows the figures as they are kept: rounded once, not twice.
        let data = results.write();
        let page = lab::Results::read(&data).context("the figures as written")?.page();
        for (path, text) in [(&self.data, data), (&self.out, page)] {
            std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }
}
