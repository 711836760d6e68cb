//! Standard output and standard error, without the characters that command a terminal.
//!
//! Titles, names and ids come from files, links and books that other people made. A terminal obeys the
//! control characters in them: it can be told to change its title, to hide text, on some terminals to send
//! input. All output of the program except that of the full screen, where ratatui drops such characters,
//! goes through [`Plain`], which writes them as `\u001b`. That is also how JSON escapes them, so JSON stays
//! exact.

use crate::look::Look;
use std::fmt;
use std::io::{self, BufWriter, StderrLock, StdoutLock, Write};
use talon_text::output::Styled;

/// Standard output, with the signs and colours that suit it.
pub fn stdout() -> Plain<Styled<StdoutLock<'static>>> {
    styled(io::stdout().lock())
}

/// The same with a buffer, for output that is written in many small pieces.
pub fn buffered() -> Plain<Styled<BufWriter<StdoutLock<'static>>>> {
    styled(BufWriter::new(io::stdout().lock()))
}

/// Control characters are taken out before colours are put in.
fn styled<W: Write>(to: W) -> Plain<Styled<W>> {
    Plain::new(Styled::new(to, Look::wished().style()))
}

/// Standard error.
pub fn stderr() -> Plain<StderrLock<'static>> {
    Plain::new(io::stderr().lock())
}

/// Writes a line to standard error. If that cannot be written, nobody can be told; the command goes on.
pub fn note(words: fmt::Arguments<'_>) {
    let _ = writeln!(stderr(), "{words}");
}

/// The text as a part of one line: somebody else's title must not look like several entries of a list.
pub fn line(text: &str) -> String {
    text.replace(['\n', '\t'], " ")
}

/// A writer that escapes control characters, except for line ends and tabs, and characters that change the
/// direction of writing.
///
/// It expects whole characters in each write, as `write!` makes them: a buffer belongs below it.
pub struct Plain<W> {
    to: W,
}

impl<W: Write> Plain<W> {
    /// Writes to `to`.
    pub fn new(to: W) -> Plain<W> {
        Plain { to }
    }
}

impl<W: Write> Write for Plain<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.iter().all(|&byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t')) {
            return self.to.write(bytes);
        }
        let mut text = String::with_capacity(bytes.len());
        for chunk in bytes.utf8_chunks() {
            for c in chunk.valid().chars() {
                if is_command(c) {
                    text += &format!("\\u{:04x}", u32::from(c));
                } else {
                    text.push(c);
                }
            }
            if !chunk.invalid().is_empty() {
                text.push(char::REPLACEMENT_CHARACTER);
            }
        }
        self.to.write_all(text.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Returns `true` if a terminal does not show this character but obeys it. All of them are in the basic
/// plane, so that four digits are enough for each.
fn is_command(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\t'))
        || matches!(c, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &[u8]) -> String {
        let mut out = Vec::new();
        Plain::new(&mut out).write_all(text).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn what_a_terminal_would_obey_is_escaped() {
        assert_eq!(written("ä ♠ one\n\ttwo".as_bytes()), "ä ♠ one\n\ttwo");
        assert_eq!(written(b"\x1b[2J\x07\r\0\x7f"), "\\u001b[2J\\u0007\\u000d\\u0000\\u007f");
        assert_eq!(written("\u{9b}31m \u{202e}evil".as_bytes()), "\\u009b31m \\u202eevil");
        assert_eq!(written(b"\x9b31m"), "\u{fffd}31m");
    }

    #[test]
    fn json_keeps_its_meaning() {
        let text: String = ('\0'..='\u{2100}').collect();
        let escaped = written(serde_json::to_string(&text).unwrap().as_bytes());
        assert_eq!(serde_json::from_str::<String>(&escaped).unwrap(), text);
        assert!(!escaped.contains(is_command));
    }
}
