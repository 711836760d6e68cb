//! The lines of rows files, none longer than such files have.

use crate::engine::Problem;
use crate::rows::{Format, Head};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// The most lines of a head.
const MOST_HEAD: usize = 256;
/// The longest line of a rows file. A head may hold a player's weights, which are a few kilobytes.
const MOST_LINE: usize = 1 << 20;

/// Reads the next line with its end, and returns its length; 0 at the end of the file.
///
/// # Errors
/// If reading fails, the line is not UTF-8, or it is so long that this is no rows file: reading
/// `/dev/zero` must not fill the memory.
pub(crate) fn read_line(reader: &mut impl BufRead, line: &mut String) -> io::Result<usize> {
    line.clear();
    let read = reader.by_ref().take(MOST_LINE as u64 + 1).read_line(line)?;
    if read > MOST_LINE {
        let words = format!("it has a line of more than {} MB", MOST_LINE >> 20);
        return Err(io::Error::new(io::ErrorKind::InvalidData, words));
    }
    Ok(read)
}

/// The lines of a file or a text without their ends, read as [`read_line`] does. After an error there are no
/// more.
pub(crate) struct Lines<'a>(Option<Box<dyn BufRead + 'a>>);

impl<'a> Lines<'a> {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub(crate) fn open(path: &Path) -> io::Result<Lines<'static>> {
        Ok(Lines(Some(Box::new(BufReader::with_capacity(1 << 16, File::open(path)?)))))
    }

    /// The lines of a text.
    pub(crate) fn of(text: &'a str) -> Lines<'a> {
        Lines(Some(Box::new(text.as_bytes())))
    }
}

impl Iterator for Lines<'_> {
    type Item = io::Result<String>;

    fn next(&mut self) -> Option<io::Result<String>> {
        let mut line = String::new();
        match read_line(self.0.as_mut()?, &mut line) {
            Ok(0) => None,
            Ok(_) => {
                line.truncate(line.trim_end_matches(['\n', '\r']).len());
                Some(Ok(line))
            }
            Err(error) => {
                self.0 = None;
                Some(Err(error))
            }
        }
    }
}

/// Reads the head of a rows file, and returns it with its length in lines.
pub(crate) fn head(path: &Path) -> Result<(Head, usize), Problem> {
    let read = Lines::open(path).and_then(|lines| first(lines, Format::of(path)));
    let head = read.map_err(|error| Problem::io(path, "read", &error))?;
    head.ok_or_else(|| Problem(format!("{} is not a rows file of the lab", path.display())))
}

/// Reads the head that these lines begin with; `None` if they begin with something else.
pub(crate) fn first(lines: Lines<'_>, format: Format) -> io::Result<Option<(Head, usize)>> {
    let first = lines.take(MOST_HEAD).collect::<Result<Vec<_>, _>>()?;
    Ok(Head::read(first.iter().map(String::as_str), format))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_end_is_an_error_and_the_last_one() {
        let mut line = String::new();
        let mut zeros = BufReader::new(io::repeat(0));
        assert_eq!(
            read_line(&mut zeros, &mut line).unwrap_err().to_string(),
            "it has a line of more than 1 MB"
        );
        let mut lines = Lines::open(Path::new("/dev/zero")).unwrap();
        assert!(lines.next().unwrap().is_err() && lines.next().is_none());
    }
}
