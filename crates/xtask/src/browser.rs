//! `cargo xtask browser`: the page in a real Chromium, by both carriers.
//!
//! It brings what it needs: the program, the static build, the page's development packages (types,
//! Playwright, axe) from npm, and Debian's Chromium where there is none.

use crate::{install, web};
use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::{Command, Stdio};

/// What is done with the browser.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// Play the page.
    Tests,
    /// Measure it.
    Figures,
    /// Take its pictures.
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

/// Checks the types of the page and plays it in a browser; further words choose tests by name.
///
/// `profile` is cargo's for the program: `release`, or `test`, which the other tests have built already.
///
/// # Errors
/// When something is missing and cannot be installed, or a test fails.
pub fn run(root: &Path, target: &Path, task: Task, profile: &str, words: &[String]) -> Result<()> {
    let page = root.join("crates/web/page");
    install::node()?;
    install::chromium()?;
    if !is_fresh(&page) {
        // The development packages run no scripts of their own here.
        step(
            Command::new("npm")
                .args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"])
                .current_dir(&page),
        )?;
    }
    step(
        Command::new("node")
            .args(["node_modules/typescript/bin/tsc", "--noEmit", "-p", "."])
            .current_dir(&page),
    )?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    step(Command::new(cargo).args(["build", "--profile", profile, "--package", "talon"]).current_dir(root))?;
    web::build(root, target)?;
    let folder = if profile == "release" { "release" } else { "debug" };
    let script = root.join("crates/web/tests/browser").join(task.script());
    // The script ends when its input does: whoever ends this program ends the browser and the servers.
    step(
        Command::new("node")
            .arg(script)
            .args(words)
            .env("TALON_BINARY", target.join(folder).join("talon"))
            .env("TALON_DIST", root.join("dist"))
            .env("TALON_UNTIL_EOF", "yes")
            .env("TALON_PICTURES", root.join("docs"))
            .current_dir(&page)
            .stdin(Stdio::piped()),
    )
}

/// Are the packages there that the lock names? npm notes what it has installed.
fn is_fresh(page: &Path) -> bool {
    let changed = |name: &str| page.join(name).metadata().and_then(|file| file.modified()).ok();
    match (changed("node_modules/.package-lock.json"), changed("package-lock.json")) {
        (Some(installed), Some(locked)) => installed >= locked,
        _ => false,
    }
}

fn step(command: &mut Command) -> Result<()> {
    println!("\n$ {command:?}");
    let mut child = command.spawn().with_context(|| format!("cannot start {command:?}"))?;
    // Kept open until the child has ended of itself.
    let input = child.stdin.take();
    let status = child.wait()?;
    drop(input);
    if !status.success() {
        bail!("{command:?} failed");
    }
    Ok(())
}
