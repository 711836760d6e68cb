//! Runs the real binary.

#![allow(dead_code)] // Each test uses a part of it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// The output of the binary, and how it ended.
pub struct Said {
    pub out: String,
    pub err: String,
    pub code: Option<i32>,
}

/// A folder for books that no other program uses.
pub fn books() -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("books-{}-{number}", std::process::id()))
}

/// Runs `talon` with this input.
pub fn talon(args: &[&str], input: impl Into<Vec<u8>>) -> Said {
    let books = books();
    let said = talon_with(&books, args, input);
    let _ = std::fs::remove_dir_all(books);
    said
}

/// Runs `talon` with these books and this input.
pub fn talon_with(books: &Path, args: &[&str], input: impl Into<Vec<u8>>) -> Said {
    let mut child = Command::new(env!("CARGO_BIN_EXE_talon"))
        .args(args)
        // Tests must not write into the user's books.
        .env("TALON_DATA", books)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut stdin = child.stdin.take().expect("its input is a pipe");
    let input = input.into();
    // A program that exits early does not read all of it; its output is what counts.
    let writer = std::thread::spawn(move || stdin.write_all(&input).is_ok());
    let output = child.wait_with_output().expect("it ends");
    let _ = writer.join();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it writes UTF-8");
    Said { out: text(output.stdout), err: text(output.stderr), code: output.status.code() }
}
