//! `cargo xtask`: the tasks of the workspace.

use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use xtask::browser::{self, Task};
use xtask::install::{Installer, Need};
use xtask::instructions::Instructions;
use xtask::{conformance, python, screenshots, supply};

const HELP: &str = "\
cargo xtask test           run everything: format, lints, docs, dependencies, all tests, instruction counts,
                           the page in a browser
cargo xtask conformance    play the transcripts of the original programs again
                           (TALON_CONFORMANCE=DIR: those of another folder)
cargo xtask web            build the static page in dist/
cargo xtask browser [WORD] test the page in a real browser: all tests, or those whose names contain a word
cargo xtask python [WORD]  check and test the Python package: all tests, or those whose names contain a word
cargo xtask wheel          build the wheel of the Python package in dist/, install it into a clean environment
                           and use it
cargo xtask figures        measure the page in a real browser: input to paint, first card
cargo xtask screenshots    take the pictures of the documents from the real screens (tmux, browser)
cargo xtask deny           check the dependencies against deny.toml: licences, duplicate versions, sources
cargo xtask sbom [PACKAGE] print the crates of a program (talon) as CycloneDX JSON
cargo xtask bench instructions [--write] [--program PROGRAM]
                           count the instructions of fixed searches (valgrind) and compare them with
                           crates/solve/instructions.txt
cargo xtask bench python   measure the Python package: many verdicts, a move of a strategy in Python, Ctrl-C
cargo xtask fuzz rules [--deals N] [--seed S] [--minutes M]
                           compare the engine and the solvers with a plain model, under random rules
cargo xtask bench          run other measurements and soundness campaigns; bench --help lists them
cargo xtask fuzz TARGET    run a fuzz target; fuzz --help lists the targets and options
cargo xtask bless          write the golden files again

If a task needs a program that is missing, it says which one and why, and installs it. With --no-install it
installs nothing and fails instead.";

fn main() -> ExitCode {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let given = words.len();
    words.retain(|word| word != "--no-install");
    let installer = Installer::new(&root(), words.len() == given);
    let task = if words.is_empty() { String::new() } else { words.remove(0) };
    let result = match task.as_str() {
        "test" => test(&installer),
        "conformance" => conformance(),
        "screenshots" => pictures(&installer),
        "deny" => deny().map(|()| true),
        "sbom" => sbom(words.first().map_or("talon", String::as_str)).map(|()| true),
        "bench" if words.first().is_some_and(|word| word == "instructions") => {
            instructions(&installer, &words[1..])
        }
        "bench" if words.first().is_some_and(|word| word == "python") => {
            python::measure(&root(), &target(), &installer).map(|()| true)
        }
        "fuzz" if words.first().is_some_and(|word| word == "rules") => fuzz_rules(&words[1..]),
        "bench" => bench(&words),
        "fuzz" => xtask::fuzz::run(&root(), &words),
        "bless" => bless(),
        "web" => xtask::web::build(&root(), &target(), &installer).map(|()| true),
        "pack" => pack(&words),
        "browser" => in_browser(&installer, Task::Tests, "test", &words),
        "python" => python::run(&root(), &target(), &installer, &words).map(|()| true),
        "wheel" => python::wheel(&root(), &installer).map(|()| true),
        "figures" => in_browser(&installer, Task::Figures, "release", &words),
        "help" | "--help" | "-h" => {
            println!("{HELP}");
            Ok(true)
        }
        other => {
            eprintln!("there is no task called {other:?}\n\n{HELP}");
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

fn in_browser(installer: &Installer, task: Task, profile: &str, words: &[String]) -> Result<bool> {
    browser::run(&root(), &target(), installer, task, profile, words).map(|()| true)
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

fn test(installer: &Installer) -> Result<bool> {
    installer.ensure(&Need::ALL)?;
    cargo(&["fmt", "--all", "--check"], &[])?;
    browser::check(&root(), installer)?;
    deny()?;
    cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"], &[])?;
    cargo(&["doc", "--workspace", "--no-deps"], &[("RUSTDOCFLAGS", "-D warnings")])?;
    cargo(&["test", "--workspace"], &[])?;
    python::run(&root(), &target(), installer, &[])?;
    if !instructions(installer, &[])? {
        return Ok(false);
    }
    // The tests have built the program; the page is played with that one.
    browser::run(&root(), &target(), installer, Task::Tests, "test", &[])?;
    Ok(true)
}

/// Checks the dependencies against `deny.toml`.
fn deny() -> Result<()> {
    let path = root().join("deny.toml");
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let metadata = supply::Metadata::read(&root())?;
    let problems = supply::check(&metadata, &supply::Policy::read(&text)?);
    if !problems.is_empty() {
        bail!("deny.toml:\n{}", problems.join("\n"));
    }
    println!("deny.toml: {} packages meet the policy", metadata.packages.len());
    Ok(())
}

/// Prints the bill of materials of a package.
fn sbom(package: &str) -> Result<()> {
    let lock = std::fs::read_to_string(root().join("Cargo.lock")).context("Cargo.lock")?;
    let bom = supply::sbom(&supply::Metadata::read(&root())?, &lock, package)?;
    println!("{}", serde_json::to_string_pretty(&bom)?);
    Ok(())
}

/// Counts the instructions of fixed searches; `false` if they differ from the committed ones.
fn instructions(installer: &Installer, words: &[String]) -> Result<bool> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (write, program) = match words[..] {
        [] => (false, None),
        ["--write"] => (true, None),
        ["--program", program] => (false, Some(PathBuf::from(program))),
        _ => bail!("usage: cargo xtask bench instructions [--write | --program PROGRAM]"),
    };
    installer.ensure(&[Need::Valgrind])?;
    let program = match program {
        Some(program) => program,
        None => {
            cargo(&["build", "--release", "--package", "talon-reference", "--bin", "searches"], &[])?;
            target().join("release/searches")
        }
    };
    Instructions { file: root().join("crates/solve/instructions.txt"), program, write }.run()
}

fn conformance() -> Result<bool> {
    let folder = match std::env::var_os("TALON_CONFORMANCE") {
        Some(folder) => PathBuf::from(folder),
        None => root().join("crates/talon/tests/data/conformance"),
    };
    cargo(&["build", "--release", "--quiet", "--package", "talon"], &[])?;
    let tallies = conformance::run(&folder, &target().join("release/talon"))?;
    if tallies.is_empty() {
        bail!("no transcripts in {}: expected a folder ucb, ycp or aisleriot", folder.display());
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
fn pack(words: &[String]) -> Result<bool> {
    let paths: Vec<PathBuf> = words.iter().map(PathBuf::from).collect();
    let [wasm, out] = &paths[..] else { bail!("usage: cargo xtask pack IN.wasm FOLDER") };
    xtask::web::pack(wasm, out).map(|()| true)
}

fn pictures(installer: &Installer) -> Result<bool> {
    installer.ensure(&[Need::Tmux])?;
    cargo(&["build", "--release", "--quiet", "--package", "talon"], &[])?;
    screenshots::take(&target().join("release/talon"), &root().join("docs/pictures"))?;
    browser::run(&root(), &target(), installer, Task::Pictures, "release", &[])?;
    Ok(true)
}

/// Runs the measurements of `talon-bench`, which print their own errors.
fn bench(words: &[String]) -> Result<bool> {
    run(&["--package", "talon-bench"], words)
}

/// Runs the rules fuzzer, which prints its own errors.
fn fuzz_rules(words: &[String]) -> Result<bool> {
    run(&["--package", "talon-reference", "--bin", "fuzz_rules"], words)
}

/// Runs a program of the workspace; `false` if it fails.
fn run(program: &[&str], words: &[String]) -> Result<bool> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["run", "--release", "--quiet"]).args(program).arg("--").args(words).current_dir(root());
    Ok(command.status().context("cannot start cargo")?.success())
}

fn bless() -> Result<bool> {
    cargo(&["test", "--workspace", "--quiet"], &[("TALON_BLESS", "1")])?;
    Ok(true)
}
