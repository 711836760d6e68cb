//! `talon lab report` and `talon lab merge`.

use anyhow::{Context, Result};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Say what rows files show: rates with intervals, points, and players compared on the same deals.
#[derive(Args)]
pub struct Report {
    /// The rows files; players are compared across files on the deals they share.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write one page of HTML, pictures included.
    #[arg(long, value_name = "FILE.html")]
    html: Option<PathBuf>,
    /// Write the pictures as SVG files into this folder.
    #[arg(long, value_name = "FOLDER")]
    svg: Option<PathBuf>,
}

impl Report {
    /// Prints the report and writes what was asked for.
    pub fn run(self) -> Result<()> {
        let summary = lab::report(&self.files)?;
        if let Some(path) = &self.html {
            std::fs::write(path, lab::html(&summary))
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        if let Some(folder) = &self.svg {
            std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
            for (name, svg) in lab::plots(&summary) {
                let path = folder.join(format!("{name}.svg"));
                std::fs::write(&path, svg).with_context(|| format!("cannot write {}", path.display()))?;
            }
        }
        std::io::stdout().lock().write_all(lab::text(&summary).as_bytes())?;
        Ok(())
    }
}

/// Join the files of shards into the one an undivided run would have written.
#[derive(Args)]
pub struct Merge {
    /// The shards' files.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The file to write; it must not be there yet.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl Merge {
    /// Joins the files.
    pub fn run(self) -> Result<()> {
        let rows = lab::merge(&self.files, &self.out)?;
        writeln!(
            std::io::stdout(),
            "{} of {} in {}",
            rules::plural(rows, "row"),
            rules::plural(self.files.len() as u64, "shard"),
            self.out.display()
        )?;
        Ok(())
    }
}
