//! `cargo xtask browser`: tests the page in a real Chromium, served and as static files, and what players do
//! most in Firefox.
//!
//! It builds the program and the static page itself. The browsers, Node and the page's development packages
//! (types, Playwright, axe) must be present or are installed.

use crate::install::{Installer, Need};
use crate::web;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What to do in the browser.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// Test the page.
    Tests,
    /// Measure the page.
    Figures,
    /// Take pictures of the page.
    Pictures,
}

impl Task {
    fn script(self) -> &'static str {
        match self {
            Task::Tests => "run.mjs",
            Task::Figures => "figures.mjs",
            Task::Pictures => "pictures.mjs",
        }
    }
}

/// Checks the format, the lints and the types of the page and tests it in a browser; `words` choose tests
/// by name.
///
/// `profile` is the cargo profile of the program: `release`, or `test`, which the other tests have built
/// already.
///
/// # Errors
/// If something is missing and cannot be installed, or a test fails.
pub fn run(
    root: &Path,
    target: &Path,
    installer: &Installer,
    task: Task,
    profile: &str,
    words: &[String],
) -> Result<()> {
    installer.ensure(&[Need::Wasm, Need::Node, Need::Packages, Need::Chromium])?;
    if task == Task::Tests {
        installer.ensure(&[Need::Firefox])?;
    }
    check(root, installer)?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    step(Command::new(cargo).args(["build", "--profile", profile, "--package", "talon"]).current_dir(root))?;
    web::build(root, target, installer)?;
    let folder = if profile == "release" { "release" } else { "debug" };
    let script = root.join("crates/web/tests/browser").join(task.script());
    // The pictures of the documents are committed, those of all states are only looked at.
    let pictures = if words.is_empty() { root.join("docs") } else { target.join("pictures") };
    // The script ends when its input ends, so whoever ends this program ends the browser and the servers
    // too.
    step(
        Command::new("node")
            .arg(script)
            .args(words)
            .env("TALON_BINARY", target.join(folder).join("talon"))
            .env("TALON_DIST", root.join("dist"))
            .env("TALON_UNTIL_EOF", "yes")
            .env("TALON_PICTURES", pictures)
            .current_dir(folder_of(root))
            .stdin(Stdio::piped()),
    )
}

/// Checks the format, the lints and the types of the page's sources.
///
/// # Errors
/// If Node or a package is missing and cannot be installed, or a check fails.
pub fn check(root: &Path, installer: &Installer) -> Result<()> {
    let folder = folder_of(root);
    installer.ensure(&[Need::Node, Need::Packages])?;
    // Node starts the programs of the packages itself, which works on every system.
    let node = |program: &str, arguments: &[&str]| {
        step(Command::new("node").arg(format!("node_modules/{program}")).args(arguments).current_dir(&folder))
    };
    node("prettier/bin/prettier.cjs", &["--check", "."])?;
    node("eslint/bin/eslint.js", &["."])?;
    node("typescript/bin/tsc", &[])
}

/// Returns the folder of the page's development packages.
fn folder_of(root: &Path) -> PathBuf {
    root.join("crates/web")
}

/// Runs a command and says which.
///
/// # Errors
/// If it cannot be started or fails.
pub(crate) fn step(command: &mut Command) -> Result<()> {
    println!("\n$ {command:?}");
    let mut child = command.spawn().with_context(|| format!("cannot start {command:?}"))?;
    // The input stays open until the child has ended.
    let input = child.stdin.take();
    let status = child.wait()?;
    drop(input);
    if !status.success() {
        bail!("{command:?} failed");
    }
    Ok(())
}
