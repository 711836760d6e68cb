//! The long form of the fuzz targets: `cargo xtask fuzz`.

use anyhow::{Context, Result, bail};
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use talon_fuzz::{Failure, Mutator, Runner, TARGETS, Target, find, peak_bytes};

const HELP: &str = "\
cargo xtask fuzz TARGET [--minutes M] [--seed S]   run mutations of the corpus, one minute if M is not given
cargo xtask fuzz TARGET FILE...                    run these inputs, and make one that fails smaller
cargo xtask fuzz all [--minutes M] [--seed S]      run every target, M minutes each
cargo xtask fuzz list                              the targets

An input that fails is written to target/fuzz/TARGET/. When the fault is mended, the input belongs to
crates/fuzz/corpus/TARGET/, where `cargo test` runs it.";

/// An input that takes longer is reported as one that hangs.
const PATIENCE: Duration = Duration::from_secs(30);

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("fuzz: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Runs what the words ask for; `false` if an input failed.
fn run(words: &[String]) -> Result<bool> {
    let mut minutes = 1.0;
    let mut seed = 1;
    let mut names = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--minutes" => {
                minutes = words.next().and_then(|m| m.parse().ok()).context("--minutes needs a number")?
            }
            "--seed" => seed = words.next().and_then(|s| s.parse().ok()).context("--seed needs a number")?,
            "--help" | "-h" => return help(),
            name => names.push(name),
        }
    }
    let Some((&name, files)) = names.split_first() else { return help() };
    let time = Duration::try_from_secs_f64(60.0 * minutes).context("--minutes needs a positive number")?;
    match name {
        "list" => {
            for target in TARGETS {
                println!("{:10} {}", target.name, target.about);
            }
            Ok(true)
        }
        "all" => {
            let mut sound = true;
            for target in TARGETS {
                sound &= mutate(target, time, seed)?;
            }
            Ok(sound)
        }
        name => {
            let Some(target) = find(name) else {
                bail!("there is no target {name:?}; `list` names them all")
            };
            if files.is_empty() { mutate(target, time, seed) } else { replay(target, files) }
        }
    }
}

fn help() -> Result<bool> {
    println!("{HELP}");
    Ok(true)
}

/// Runs files.
fn replay(target: &'static Target, files: &[&str]) -> Result<bool> {
    let mut runner = Runner::new(target);
    for file in files {
        let input = std::fs::read(file).with_context(|| file.to_string())?;
        if let Err(failure) = runner.run(&input) {
            return report(&mut runner, target, failure);
        }
    }
    println!(
        "{}: {} inputs, none fails; the slowest took {:?}",
        target.name,
        files.len(),
        runner.outcome.slowest
    );
    Ok(true)
}

/// Runs mutations of the corpus until the time is over or one fails.
fn mutate(target: &'static Target, time: Duration, seed: u64) -> Result<bool> {
    let corpus = corpus(target)?;
    let findings = findings(target)?;
    let current = findings.join("current");
    let mut file = std::fs::File::create(&current).with_context(|| current.display().to_string())?;
    let mut runner = Runner::new(target);
    runner.watch(PATIENCE, &current);
    let mut mutator = Mutator::new(&corpus, target.words, seed);
    let mut input = Vec::new();
    let begun = Instant::now();
    let mut said = begun;
    while begun.elapsed() < time {
        mutator.next_into(&mut input);
        // An overflow of the stack cannot be caught, but the input is in this file then. It is overwritten and
        // not made anew, because some file systems wait for the disk when a file is emptied.
        file.rewind()?;
        file.write_all(&input)?;
        file.set_len(input.len() as u64)?;
        if let Err(failure) = runner.run(&input) {
            return report(&mut runner, target, failure);
        }
        if said.elapsed() > Duration::from_secs(10) {
            said = Instant::now();
            progress(target, &runner, begun);
        }
    }
    progress(target, &runner, begun);
    std::fs::write(findings.join("slowest"), &runner.outcome.slow)?;
    Ok(true)
}

fn progress(target: &Target, runner: &Runner, begun: Instant) {
    let (runs, slowest) = (runner.outcome.runs, runner.outcome.slowest);
    let peak = peak_bytes().unwrap_or(0) >> 20;
    println!(
        "{}: {runs} runs in {:.0} s, none fails; the slowest took {:.0} ms; {peak} MB used",
        target.name,
        begun.elapsed().as_secs_f64(),
        slowest.as_secs_f64() * 1000.0
    );
}

/// Makes a failing input smaller, writes it to a file and says what is wrong.
fn report(runner: &mut Runner, target: &Target, failure: Failure) -> Result<bool> {
    let runs = runner.outcome.runs;
    let failure = runner.shrink(failure);
    let path = findings(target)?.join(format!("failure-{runs}"));
    std::fs::write(&path, &failure.input)?;
    println!("{}: input {runs} fails: {}", target.name, failure.problem);
    println!("{:?}\nwritten to {}", String::from_utf8_lossy(&failure.input), path.display());
    Ok(false)
}

/// The committed inputs of a target.
fn corpus(target: &Target) -> Result<Vec<Vec<u8>>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target.name);
    let entries = std::fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
    let mut paths: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    paths.sort();
    paths.iter().map(|path| std::fs::read(path).with_context(|| path.display().to_string())).collect()
}

/// Where inputs are written.
fn findings(target: &Target) -> Result<PathBuf> {
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).context("the workspace has a root")?;
    let folder = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let folder = folder.join("fuzz").join(target.name);
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    Ok(folder)
}
