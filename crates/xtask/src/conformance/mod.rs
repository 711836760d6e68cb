//! Plays the transcripts of the original programs again: one folder for each kind.

mod aisleriot;
mod ucb;
mod ycp;

use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// The result for the transcripts of one kind.
pub struct Tally {
    /// The folder of the transcripts.
    pub kind: &'static str,
    /// The number of transcripts that agree to the last line.
    pub passed: usize,
    /// The other transcripts, each with its first difference.
    pub failed: Vec<String>,
}

impl Tally {
    /// Runs `play` over the files of a folder that `is_one` selects, in the order of their names.
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

/// The folder of the books of the program while it is examined: not those of the user.
fn books() -> PathBuf {
    std::env::temp_dir().join(format!("talon-conformance-{}", std::process::id()))
}

/// Plays all transcripts under `folder`, those of text programs with the binary `talon`. Returns a tally
/// for each kind that exists.
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
    let _ = fs::remove_dir_all(books());
    if let Some(path) = at("aisleriot") {
        tallies.push(aisleriot::run(&path)?);
    }
    if let Some(path) = at("aisleriot/deals") {
        tallies.push(aisleriot::layouts(&path)?);
    }
    Ok(tallies)
}
