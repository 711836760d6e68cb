//! `cargo xtask`: the tasks of the workspace.

use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use xtask::browser::{self, Task};
use xtask::{conformance, install, screenshots};

const HELP: &str = "\
cargo xtask test           everything: format, lints, docs, all tests, the page in a browser;
                           installs what it needs
cargo xtask conformance    play the originals' transcripts again
                           (TALON_CONFORMANCE=DIR: those of another folder)
cargo xtask web            the static page in dist/
cargo xtask browser [WORD] play the page in a real browser, all tests or those named
cargo xtask figures        measure the page in a real browser: input to paint, first card
cargo xtask screenshots    take the pictures of the README from the real screens (tmux, browser)
cargo xtask bless          write the golden files anew";

fn main() -> ExitCode {
    let task = std::env::args().nth(1).unwrap_or_default();
    let result = match task.as_str() {
        "test" => test(),
        "conformance" => conformance(),
        "screenshots" => pictures(),
        "bless" => bless(),
        "web" => xtask::web::build(&root(), &target()).map(|()| true),
        "pack" => pack(),
        "browser" => in_browser(Task::Tests, "test"),
        "figures" => in_browser(Task::Figures, "release"),
        "help" | "--help" | "-h" => {
            println!("{HELP}");
            Ok(true)
        }
        other => {
            eprintln!("no task is called {other:?}\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the workspace.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}

/// Where cargo puts what it builds.
fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

fn in_browser(task: Task, profile: &str) -> Result<bool> {
    let words: Vec<String> = std::env::args().skip(2).collect();
    browser::run(&root(), &target(), task, profile, &words).map(|()| true)
}

fn cargo(arguments: &[&str], environment: &[(&str, &str)]) -> Result<()> {
    println!("\n$ cargo {}", arguments.join(" "));
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(arguments).current_dir(root()).envs(environment.iter().copied());
    let status = command.status().context("cannot start cargo")?;
    if !status.success() {
        bail!("cargo {} failed", arguments.join(" "));
    }
    Ok(())
}

fn test() -> Result<bool> {
    for component in ["rustfmt", "clippy"] {
        install_component(component)?;
    }
    install::tmux()?;
    cargo(&["fmt", "--all", "--check"], &[])?;
    cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"], &[])?;
    cargo(&["doc", "--workspace", "--no-deps"], &[("RUSTDOCFLAGS", "-D warnings")])?;
    cargo(&["test", "--workspace"], &[])?;
    // The tests have built the program; the page is played with that one.
    browser::run(&root(), &target(), Task::Tests, "test", &[])?;
    Ok(true)
}

/// Adds a rustup component that is not there; a toolchain without rustup must bring its own.
fn install_component(component: &str) -> Result<()> {
    let probe = if component == "clippy" { "clippy" } else { "fmt" };
    let there =
        Command::new("cargo").args([probe, "--version"]).output().is_ok_and(|out| out.status.success());
    if there {
        return Ok(());
    }
    println!("$ rustup component add {component}");
    let status = Command::new("rustup").args(["component", "add", component]).status();
    if !status.is_ok_and(|status| status.success()) {
        bail!("{component} is missing and could not be installed: run `rustup component add {component}`");
    }
    Ok(())
}

fn conformance() -> Result<bool> {
    let folder = match std::env::var_os("TALON_CONFORMANCE") {
        Some(folder) => PathBuf::from(folder),
        None => root().join("crates/talon/tests/data/conformance"),
    };
    cargo(&["build", "--release", "--quiet", "--package", "talon"], &[])?;
    let tallies = conformance::run(&folder, &target().join("release/talon"))?;
    if tallies.is_empty() {
        bail!("no transcripts in {}: a folder ucb, ycp or aisleriot is wanted", folder.display());
    }
    for tally in &tallies {
        for failure in &tally.failed {
            println!("{failure}");
        }
        println!("{}: {} passed, {} failed", tally.kind, tally.passed, tally.failed.len());
    }
    Ok(tallies.iter().all(|tally| tally.failed.is_empty()))
}

/// The second half of `web`, in an xtask that has the generator.
fn pack() -> Result<bool> {
    let paths: Vec<PathBuf> = std::env::args().skip(2).map(PathBuf::from).collect();
    let [wasm, out] = &paths[..] else { bail!("pack IN.wasm FOLDER") };
    xtask::web::pack(wasm, out).map(|()| true)
}

fn pictures() -> Result<bool> {
    install::tmux()?;
    cargo(&["build", "--release", "--quiet", "--package", "talon"], &[])?;
    screenshots::take(&target().join("release/talon"), &root().join("docs/pictures"))?;
    browser::run(&root(), &target(), Task::Pictures, "release", &[])?;
    Ok(true)
}

fn bless() -> Result<bool> {
    cargo(&["test", "--workspace", "--quiet"], &[("TALON_BLESS", "1")])?;
    Ok(true)
}
