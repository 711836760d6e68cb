//! Reading lines and words from bytes that may be anything.

use std::io::{self, BufRead, BufReader, Read};

/// The longest line that is looked at; what is longer is skipped, not stored.
const MOST: usize = 4096;

/// What was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// There is nothing more.
    End,
    /// A line without its end; bytes that are no text are replaced.
    Text(String),
    /// A line too long to be meant.
    TooLong,
}

/// Lines and words of an input.
pub struct Input<R> {
    from: BufReader<R>,
}

impl<R: Read> Input<R> {
    /// Reads from here.
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

    /// The next line, or what is left of the one begun.
    ///
    /// # Errors
    /// When reading fails.
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

    /// The next word, on whatever line it stands; the rest of its line stays.
    ///
    /// # Errors
    /// When reading fails.
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
