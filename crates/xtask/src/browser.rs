//! `cargo xtask browser`: the page in a real Chromium, by both carriers.
//!
//! It brings what it needs: the release binary, the static build, the page's development packages
//! (types, Playwright, axe) from npm, and Debian's Chromium where there is none.

use crate::web;
use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::Command;

/// Checks the types of the page and plays it in a browser; further words choose tests by name.
///
/// # Errors
/// When something is missing and cannot be installed, or a test fails.
pub fn test(root: &Path, target: &Path, words: &[String]) -> Result<()> {
    let page = root.join("crates/web/page");
    if !page.join("node_modules/playwright-core").is_dir() {
        run(Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(&page))?;
    }
    install_chromium()?;
    run(Command::new("npx").args(["tsc", "--noEmit", "-p", "."]).current_dir(&page))?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    run(Command::new(cargo).args(["build", "--release", "--package", "talon"]).current_dir(root))?;
    web::build(root, target)?;
    let tests = root.join("crates/web/tests/browser/run.mjs");
    run(Command::new("node")
        .arg(tests)
        .args(words)
        .env("TALON_BINARY", target.join("release/talon"))
        .env("TALON_DIST", root.join("dist"))
        .current_dir(&page))
}

fn install_chromium() -> Result<()> {
    let there = Command::new("chromium").arg("--version").output().is_ok_and(|out| out.status.success());
    if there || std::env::var_os("TALON_CHROMIUM").is_some() {
        return Ok(());
    }
    println!("Chromium is missing: installing Debian's");
    let installed =
        run(Command::new("apt-get").args(["install", "-y", "--no-install-recommends", "chromium"]));
    if installed.is_err() {
        run(Command::new("apt-get").arg("update"))?;
        run(Command::new("apt-get").args(["install", "-y", "--no-install-recommends", "chromium"]))
            .context("install chromium, or name one in TALON_CHROMIUM")?;
    }
    Ok(())
}

fn run(command: &mut Command) -> Result<()> {
    println!("\n$ {command:?}");
    let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
    if !status.success() {
        bail!("{command:?} failed");
    }
    Ok(())
}
