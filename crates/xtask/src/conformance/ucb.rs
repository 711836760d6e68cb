//! The transcripts of the Berkeley Canfield, run through the real binary.
//!
//! In a file `*.inp`, line 1 is the seed, lines that begin with `> ` or `#` are input, and all others are
//! the output of the program on both streams, in order. Prompts at the beginning of lines, and the text
//! after the question for another game, are not compared.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Runs every transcript of a folder; returns how many passed, and a line for each that did not.
///
/// # Errors
/// If the folder cannot be read or the binary cannot be run.
pub fn run(binary: &Path, folder: &Path) -> io::Result<(usize, Vec<String>)> {
    let mut files: Vec<PathBuf> =
        folder.read_dir()?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "inp"));
    files.sort();
    let mut passed = 0;
    let mut failures = Vec::new();
    for file in files {
        match check(binary, &std::fs::read_to_string(&file)?)? {
            Ok(()) => passed += 1,
            Err(why) => failures.push(format!("{}: {why}", file.display())),
        }
    }
    Ok((passed, failures))
}

fn check(binary: &Path, transcript: &str) -> io::Result<Result<(), String>> {
    let mut lines = transcript.lines();
    let seed = lines.next().unwrap_or("").trim();
    let (mut input, mut expected) = (String::new(), Vec::new());
    for line in lines {
        if let Some(command) = line.strip_prefix("> ") {
            input += command;
            input.push('\n');
        } else if line.starts_with('#') {
            input += line;
            input.push('\n');
        } else {
            expected.push(plain(line));
        }
    }
    let args = ["play", "canfield-ucb", "--text", "--dialect", "ucb", "--seed", seed];
    let (output, status) = talk(binary, &args, &input)?;
    if status != Some(0) {
        return Ok(Err(format!("exit status {status:?}")));
    }
    let mut said: Vec<&str> = output.lines().map(plain).collect();
    // The last prompt stands alone on its line.
    for lines in [&mut said, &mut expected] {
        while lines.last().is_some_and(|line| line.trim_end().is_empty()) {
            lines.pop();
        }
    }
    let same = said.iter().zip(&expected).take_while(|(said, expected)| said == expected).count();
    if same == said.len() && same == expected.len() {
        return Ok(Ok(()));
    }
    let line = |lines: &[&str]| lines.get(same).map_or("nothing".into(), |line| format!("{line:?}"));
    Ok(Err(format!("output line {}: expected {}, found {}", same + 1, line(&expected), line(&said))))
}

/// Returns a line without its prompts and without the answer to the question.
fn plain(line: &str) -> &str {
    const QUESTION: &str = "Another game? [yn] ";
    let line = line.trim_start_matches("> ");
    line.find(QUESTION).map_or(line, |at| &line[..at + QUESTION.len()])
}

/// Runs the binary; returns both its streams in the order of writing, and its exit status.
fn talk(binary: &Path, args: &[&str], input: &str) -> io::Result<(String, Option<i32>)> {
    let (mut reader, writer) = io::pipe()?;
    let mut command = Command::new(binary);
    command.args(args).env("TALON_DATA", super::books());
    command.stdin(Stdio::piped()).stdout(writer.try_clone()?).stderr(writer);
    let mut child = command.spawn()?;
    // The command holds our ends of the pipe; when they are closed, the reader sees the end.
    drop(command);
    let mut stdin = child.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
    let input = input.to_owned();
    // The input is written while the output is read, so that neither side waits for the other.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let mut output = String::new();
    reader.read_to_string(&mut output)?;
    // A program that exits early does not read all of it; its output shows that.
    let _ = writer.join();
    Ok((output, child.wait()?.code()))
}
