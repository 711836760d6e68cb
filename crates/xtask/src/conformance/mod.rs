//! Transcripts of the originals, played again: a folder of them a kind.

mod aisleriot;

use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// How the transcripts of one kind went.
pub struct Tally {
    /// The folder they lie in.
    pub kind: &'static str,
    /// How many agree to the last line.
    pub passed: usize,
    /// The others: file, and where it first differs.
    pub failed: Vec<(PathBuf, String)>,
}

impl Tally {
    /// Runs `play` over the files of a folder that `is_one` picks, in order of their names.
    pub fn over(
        kind: &'static str,
        folder: &Path,
        is_one: impl Fn(&str) -> bool,
        play: impl Fn(&Path, &str) -> Result<()>,
    ) -> Result<Tally> {
        let mut files: Vec<PathBuf> = fs::read_dir(folder)
            .with_context(|| format!("cannot read {}", folder.display()))?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<_, _>>()?;
        files.retain(|file| file.file_name().and_then(|name| name.to_str()).is_some_and(&is_one));
        files.sort();
        let mut tally = Tally { kind, passed: 0, failed: Vec::new() };
        for file in files {
            let text =
                fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
            match play(&file, &text) {
                Ok(()) => tally.passed += 1,
                Err(error) => tally.failed.push((file, format!("{error:#}"))),
            }
        }
        Ok(tally)
    }
}

/// Plays all transcripts under `folder`: a tally for each kind that is there.
pub fn run(folder: &Path) -> Result<Vec<Tally>> {
    let mut tallies = Vec::new();
    let path = folder.join("aisleriot");
    if path.is_dir() {
        tallies.push(aisleriot::run(&path)?);
        let deals = path.join("deals");
        if deals.is_dir() {
            tallies.push(aisleriot::layouts(&deals)?);
        }
    }
    Ok(tallies)
}
