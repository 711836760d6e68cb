//! What the tasks need beside Rust: installed where it is missing, and said so.

use anyhow::{Result, bail};
use std::process::Command;

/// tmux, in which the tests and the pictures run the program.
///
/// # Errors
/// When it is missing and cannot be installed.
pub fn tmux() -> Result<()> {
    package("tmux", &["tmux"], "-V")
}

/// Chromium, or the one that `TALON_CHROMIUM` names.
///
/// # Errors
/// When it is missing and cannot be installed.
pub fn chromium() -> Result<()> {
    if std::env::var_os("TALON_CHROMIUM").is_some() {
        return Ok(());
    }
    package("chromium", &["chromium"], "--version")
}

/// Node and npm, for the page's tests.
///
/// # Errors
/// When they are missing and cannot be installed.
pub fn node() -> Result<()> {
    package("npm", &["nodejs", "npm"], "--version")
}

/// Installs Debian packages if a program does not run; as root, or else by sudo.
fn package(program: &str, packages: &[&str], probe: &str) -> Result<()> {
    let there = || Command::new(program).arg(probe).output().is_ok_and(|out| out.status.success());
    if there() {
        return Ok(());
    }
    println!("{program} is missing: installing {}", packages.join(" and "));
    if apt(&[&["install", "--yes", "--no-install-recommends"], packages].concat()) && there() {
        return Ok(());
    }
    // Perhaps the lists of packages are old, or not there at all.
    apt(&["update"]);
    apt(&[&["install", "--yes", "--no-install-recommends"], packages].concat());
    if !there() {
        bail!("{program} is missing and could not be installed: install {} yourself", packages.join(" and "));
    }
    Ok(())
}

fn apt(arguments: &[&str]) -> bool {
    let run = |before: &[&str]| {
        let line = [before, &["apt-get"], arguments].concat();
        println!("$ {}", line.join(" "));
        let status = Command::new(line[0]).args(&line[1..]).env("DEBIAN_FRONTEND", "noninteractive").status();
        status.is_ok_and(|status| status.success())
    };
    run(&[]) || run(&["sudo", "--non-interactive"])
}
