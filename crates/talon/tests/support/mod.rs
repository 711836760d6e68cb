//! Talking to the real binary.

use std::io::Write;
use std::process::{Command, Stdio};

/// What the binary said and how it ended.
pub struct Said {
    pub out: String,
    pub err: String,
    pub code: Option<i32>,
}

/// Runs `talon` with this input.
pub fn talon(args: &[&str], input: impl Into<Vec<u8>>) -> Said {
    let mut child = Command::new(env!("CARGO_BIN_EXE_talon"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut stdin = child.stdin.take().expect("its input is a pipe");
    let input = input.into();
    // A program that quits early does not read all; what it said is what counts.
    let writer = std::thread::spawn(move || stdin.write_all(&input).is_ok());
    let output = child.wait_with_output().expect("it ends");
    let _ = writer.join();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it writes UTF-8");
    Said { out: text(output.stdout), err: text(output.stderr), code: output.status.code() }
}
