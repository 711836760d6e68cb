//! Instruction counts of fixed searches, compared with a committed file.
//!
//! CPU times vary by half on a shared machine; the number of instructions of the same program on the same
//! input does not. It does depend on the compiler, so the committed file names the one it was made with, and
//! a difference counts as a failure only with that compiler.

use anyhow::{Context, Result};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The largest relative difference that is not reported as a failure.
const TOLERANCE: f64 = 0.03;

/// Counts the instructions of fixed searches.
pub struct Instructions {
    /// The committed figures.
    pub file: PathBuf,
    /// The program to measure: `searches` of `talon-reference`.
    pub program: PathBuf,
    /// Write the figures to the file instead of comparing them.
    pub write: bool,
}

impl Instructions {
    /// Measures every line of the file; `false` if a count differs by more than the tolerance.
    ///
    /// # Errors
    /// If the file cannot be read or written, or valgrind or the program fails.
    pub fn run(self) -> Result<bool> {
        let Instructions { file: path, program, write } = self;
        let committed = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let compiler = output(Command::new("rustc").arg("--version"))?.trim().to_owned();
        let same_compiler = committed.lines().any(|line| line == format!("# {compiler}"));
        let mut text = String::new();
        let mut good = true;
        for line in committed.lines() {
            if line.starts_with("# rustc") {
                writeln!(text, "# {compiler}")?;
                continue;
            }
            let Some(entry) = Entry::parse(line) else {
                writeln!(text, "{line}")?;
                continue;
            };
            let counted = entry.count(&program)?;
            writeln!(text, "{}", Entry { instructions: counted, ..entry })?;
            let change = counted as f64 / entry.instructions.max(1) as f64 - 1.0;
            let verdict = if change.abs() <= TOLERANCE { "" } else { "  <- outside the tolerance" };
            println!(
                "{:<20} {:>14} committed {:>14} counted {:>+7.2} %{verdict}",
                entry.game,
                entry.instructions,
                counted,
                change * 100.0
            );
            good &= change.abs() <= TOLERANCE;
        }
        if write {
            std::fs::write(&path, text).with_context(|| path.display().to_string())?;
            println!("wrote {}", path.display());
            return Ok(true);
        }
        if !good && !same_compiler {
            println!(
                "The committed figures are from another compiler; the differences are not counted as failures."
            );
            return Ok(true);
        }
        if !good {
            println!("If the change is intended: cargo xtask bench instructions --write");
        }
        Ok(good)
    }
}

/// One fixed search.
struct Entry<'a> {
    game: &'a str,
    deals: &'a str,
    nodes: &'a str,
    instructions: u64,
}

impl<'a> Entry<'a> {
    /// Reads a line `GAME A..B NODES INSTRUCTIONS`; comments and empty lines are not entries.
    fn parse(line: &'a str) -> Option<Entry<'a>> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [game, deals, nodes, instructions] = words[..] else { return None };
        Some(Entry { game, deals, nodes, instructions: instructions.parse().ok()? })
    }

    /// The instructions of `program` for this search, by valgrind.
    fn count(&self, program: &Path) -> Result<u64> {
        let mut command = Command::new("valgrind");
        command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(program);
        command.args([self.game, self.deals, self.nodes]);
        let out = command.output().context("cannot start valgrind")?;
        let log = String::from_utf8_lossy(&out.stderr);
        let count = log.lines().find_map(|line| line.split_once("Collected : "));
        count
            .and_then(|(_, count)| count.trim().parse().ok())
            .with_context(|| format!("valgrind reported no count for {}:\n{log}", self.game))
    }
}

impl std::fmt::Display for Entry<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:<20} {:>9} {:>8} {:>14}", self.game, self.deals, self.nodes, self.instructions)
    }
}

fn output(command: &mut Command) -> Result<String> {
    let out = command.output().with_context(|| format!("cannot start {:?}", command.get_program()))?;
    Ok(String::from_utf8_lossy(&out.stdout).into_owned())
}
