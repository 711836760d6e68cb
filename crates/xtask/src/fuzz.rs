//! `cargo xtask fuzz`: the long form of the fuzz targets, each word by the crate that has it.

use anyhow::{Context, Result};
use std::path::Path;
use std::process::Command;

/// Runs a fuzz target; `false` if it found a fault.
///
/// # Errors
/// If cargo cannot be started.
pub fn run(root: &Path, words: &[String]) -> Result<bool> {
    let package = "talon-fuzz";
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    // The profile of the tests: optimised, with debug assertions, which are half of what is checked.
    command.args(["run", "--profile", "test", "--quiet", "--package", package, "--"]);
    command.args(words).current_dir(root);
    Ok(command.status().context("cannot start cargo")?.success())
}
