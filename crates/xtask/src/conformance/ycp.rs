//! The transcripts of the York College Klondike, run through the real binary.
//!
//! `seed-N.txt` is a run with seed N, with the typed input between « and ». A pair `*.in`, `*.exp` is input
//! and output of the usual deal, recorded with another version of the program: its output is compared with
//! `Foundation` read as `Finished`. The original skips a card when it turns the waste over, contrary to its
//! document, so a run is compared only up to the first draw on an empty main deck.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Runs every transcript of a folder; returns how many passed, and a line for each that did not.
///
/// # Errors
/// If the folder cannot be read or the binary cannot be run.
pub fn run(binary: &Path, folder: &Path) -> io::Result<(usize, Vec<String>)> {
    let mut files: Vec<PathBuf> =
        folder.read_dir()?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.sort();
    let mut passed = 0;
    let mut failures = Vec::new();
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let seed = name.strip_prefix("seed-").and_then(|rest| rest.strip_suffix(".txt"));
        let verdict = if let Some(seed) = seed {
            marked(binary, seed, &std::fs::read_to_string(&file)?)?
        } else if name.ends_with(".in") {
            let expected = std::fs::read_to_string(file.with_extension("exp"))?;
            paired(binary, &std::fs::read_to_string(&file)?, &expected)?
        } else {
            continue;
        };
        match verdict {
            Ok(()) => passed += 1,
            Err(why) => failures.push(format!("{}: {why}", file.display())),
        }
    }
    Ok((passed, failures))
}

/// A transcript with its input.
fn marked(binary: &Path, seed: &str, transcript: &str) -> io::Result<Result<(), String>> {
    let (input, expected) = unmark(transcript);
    let said = talk(binary, &["--seed", seed], &input)?;
    let (mut a, mut b) = (expected.lines(), said.lines());
    for number in 1.. {
        match (a.next(), b.next()) {
            (None, None) => break,
            (a, b) if a == b => {}
            (a, b) => return Ok(Err(format!("output line {number}: expected {a:?}, found {b:?}"))),
        }
    }
    Ok(if said == expected { Ok(()) } else { Err("the ends of lines differ".into()) })
}

/// Returns the input, and the output as the program writes it, up to the first draw on an empty main deck.
fn unmark(transcript: &str) -> (String, String) {
    let (mut input, mut output) = (String::new(), String::new());
    let mut rest = transcript;
    while let Some((said, after)) = rest.split_once('«') {
        let Some((typed, after)) = after.split_once('»') else { break };
        output += said;
        let empty = output.rfind("Main deck: ").is_some_and(|at| output[at..].starts_with("Main deck: [0]"));
        if empty && typed.eq_ignore_ascii_case("d") && output.ends_with("from main deck? ") {
            return (input, output);
        }
        input += typed;
        input.push('\n');
        // The line ending after the input is the typist's, not the program's.
        rest = after.strip_prefix('\n').unwrap_or(after);
    }
    (input, output + rest)
}

fn paired(binary: &Path, input: &str, expected: &str) -> io::Result<Result<(), String>> {
    let said = talk(binary, &[], input)?;
    let expected: Vec<&str> = expected
        .split_whitespace()
        .map(|word| if word == "Foundation" { "Finished" } else { word })
        .collect();
    let said: Vec<&str> = said.split_whitespace().collect();
    let same = said.iter().zip(&expected).take_while(|(a, b)| a == b).count();
    if same == said.len() && same == expected.len() {
        return Ok(Ok(()));
    }
    Ok(Err(format!("word {}: expected {:?}, found {:?}", same + 1, expected.get(same), said.get(same))))
}

fn talk(binary: &Path, more: &[&str], input: &str) -> io::Result<String> {
    let mut child = Command::new(binary)
        .args(["play", "klondike-ycp", "--text", "--dialect", "ycp"])
        .args(more)
        .env("TALON_DATA", super::books())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut stdin = child.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
    let input = input.to_owned();
    // The input is written while the output is read, so that neither side waits for the other.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output()?;
    // A program that exits early does not read all of it; its output shows that.
    let _ = writer.join();
    if !output.status.success() {
        return Err(io::Error::other(format!("exit status {:?}", output.status.code())));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
