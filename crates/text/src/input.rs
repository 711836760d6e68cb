//! Reads lines and words from arbitrary bytes.

use std::io::{self, BufRead, BufReader, Read, Write};

/// The longest line that is accepted; longer ones are skipped and not stored.
const MOST: usize = 4096;

/// The result of reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// There is nothing more.
    End,
    /// A line without its line ending; invalid UTF-8 is replaced.
    Text(String),
    /// A line that is too long to be a command.
    TooLong,
}

/// Where the lines of a player come from: a stream of bytes, or a line editor.
pub trait Lines {
    /// Shows a prompt and returns the next line. What was written to `out` before is shown first.
    ///
    /// # Errors
    /// If reading or writing fails.
    fn ask(&mut self, prompt: &str, out: &mut dyn Write) -> io::Result<Line>;
}

/// The lines and words of an input.
pub struct Input<R> {
    from: BufReader<R>,
}

impl Line {
    /// Returns a line that was read elsewhere.
    pub fn typed(text: String) -> Line {
        if text.len() > MOST { Line::TooLong } else { Line::Text(text) }
    }
}

impl<R: Read> Input<R> {
    /// Creates an input that reads from here.
    pub fn new(from: R) -> Input<R> {
        Input { from: BufReader::new(from) }
    }

    fn peek(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.from.fill_buf() {
                Ok(buffer) => return Ok(buffer.first().copied()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Returns `true` if there is nothing more; waits until that is known.
    ///
    /// # Errors
    /// If reading fails.
    pub fn is_at_end(&mut self) -> io::Result<bool> {
        Ok(self.peek()?.is_none())
    }

    /// Returns the next line, or the rest of a line that was begun.
    ///
    /// # Errors
    /// If reading fails.
    pub fn line(&mut self) -> io::Result<Line> {
        if self.peek()?.is_none() {
            return Ok(Line::End);
        }
        let mut bytes = Vec::new();
        let mut too_long = false;
        while let Some(byte) = self.peek()? {
            self.from.consume(1);
            if byte == b'\n' {
                break;
            }
            if bytes.len() < MOST { bytes.push(byte) } else { too_long = true }
        }
        if too_long {
            return Ok(Line::TooLong);
        }
        if bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
        Ok(Line::Text(String::from_utf8_lossy(&bytes).into_owned()))
    }

    /// Returns the next word, on whichever line it stands; the rest of its line stays.
    ///
    /// # Errors
    /// If reading fails.
    pub fn word(&mut self) -> io::Result<Line> {
        while self.peek()?.is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.from.consume(1);
        }
        let mut bytes = Vec::new();
        let mut too_long = false;
        while let Some(byte) = self.peek()? {
            if byte.is_ascii_whitespace() {
                break;
            }
            self.from.consume(1);
            if bytes.len() < MOST { bytes.push(byte) } else { too_long = true }
        }
        Ok(match bytes.is_empty() {
            true => Line::End,
            false if too_long => Line::TooLong,
            false => Line::Text(String::from_utf8_lossy(&bytes).into_owned()),
        })
    }
}

impl<R: Read> Lines for Input<R> {
    fn ask(&mut self, prompt: &str, out: &mut dyn Write) -> io::Result<Line> {
        write!(out, "{prompt}")?;
        out.flush()?;
        self.line()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_words_of_any_bytes() {
        let long = [b'x'; 3 * MOST];
        let mut bytes = b"one two\r\n\n\x00\xff\n".to_vec();
        bytes.extend(long);
        bytes.extend(b"\nyes no\nlast");
        let mut input = Input::new(&bytes[..]);
        let text = |text: &str| Line::Text(text.into());
        assert_eq!(input.line().unwrap(), text("one two"));
        assert_eq!(input.line().unwrap(), text(""));
        assert_eq!(input.line().unwrap(), text("\0\u{fffd}"));
        assert_eq!(input.line().unwrap(), Line::TooLong);
        assert_eq!(input.word().unwrap(), text("yes"));
        assert_eq!(input.line().unwrap(), text(" no"));
        assert_eq!(input.word().unwrap(), text("last"));
        assert_eq!((input.word().unwrap(), input.line().unwrap()), (Line::End, Line::End));
    }
}
