//! `talon lab report` and `talon lab merge`.

use crate::output;
use anyhow::{Context, Result};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Report on rows files: rates with intervals, points, and players compared on the same deals
#[derive(Args)]
#[command(
    after_help = "Examples:\n  talon lab report rows.csv\n  talon lab report rows.csv --html report.html"
)]
pub struct Report {
    /// The rows files; players are compared across files on the deals they share
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write one HTML page, pictures included
    #[arg(long, value_name = "FILE.html")]
    html: Option<PathBuf>,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
    /// Write the pictures as SVG files into this folder
    #[arg(long, value_name = "FOLDER")]
    svg: Option<PathBuf>,
}

impl Report {
    /// Prints the report and writes the requested files.
    pub fn run(self) -> Result<()> {
        let summary = talon_lab::report(&self.files).map_err(crate::failed)?;
        if let Some(path) = &self.html {
            std::fs::write(path, talon_lab::html(&summary))
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        if let Some(folder) = &self.svg {
            std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
            for (name, svg) in talon_lab::plots(&summary) {
                let path = folder.join(format!("{name}.svg"));
                std::fs::write(&path, svg).with_context(|| format!("cannot write {}", path.display()))?;
            }
        }
        let text = if self.json { talon_lab::json(&summary) } else { talon_lab::text(&summary) };
        output::stdout().write_all(text.as_bytes())?;
        Ok(())
    }
}

/// Join the files of shards into the file that an undivided run would have written
#[derive(Args)]
#[command(after_help = "Examples:\n  talon lab merge part1.csv part2.csv --out rows.csv")]
pub struct Merge {
    /// The files of the shards
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The file to write; it must not exist yet
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl Merge {
    /// Joins the files.
    pub fn run(self) -> Result<()> {
        let rows = talon_lab::merge(&self.files, &self.out).map_err(crate::failed)?;
        writeln!(
            output::stdout(),
            "{} of {} in {}",
            talon_rules::plural(rows, "row"),
            talon_rules::plural(self.files.len() as u64, "shard"),
            self.out.display()
        )?;
        Ok(())
    }
}
