//! Transcripts of the originals, played again: a folder of them a kind.

mod aisleriot;
mod ucb;
mod ycp;

use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// How the transcripts of one kind went.
pub struct Tally {
    /// The folder they lie in.
    pub kind: &'static str,
    /// How many agree to the last line.
    pub passed: usize,
    /// The others: each file with where it first differs.
    pub failed: Vec<String>,
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
                Err(error) => tally.failed.push(format!("{}: {error:#}", file.display())),
            }
        }
        Ok(tally)
    }
}

/// Plays all transcripts under `folder`, those of text programs through the binary `talon`: a tally for
/// each kind that is there.
pub fn run(folder: &Path, talon: &Path) -> Result<Vec<Tally>> {
    let mut tallies = Vec::new();
    let at = |kind: &str| Some(folder.join(kind)).filter(|path| path.is_dir());
    if let Some(path) = at("ucb") {
        let (passed, failed) = ucb::run(talon, &path)?;
        tallies.push(Tally { kind: "ucb", passed, failed });
    }
    if let Some(path) = at("ycp") {
        let (passed, failed) = ycp::run(talon, &path)?;
        tallies.push(Tally { kind: "ycp", passed, failed });
    }
    if let Some(path) = at("aisleriot") {
        tallies.push(aisleriot::run(&path)?);
    }
    if let Some(path) = at("aisleriot/deals") {
        tallies.push(aisleriot::layouts(&path)?);
    }
    Ok(tallies)
}
