//! The lines of rows files, none longer than such files have.

use crate::columnar::{self, Reader};
use crate::problem::{Problem, RowsFault};
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
/// If reading fails, the line is not UTF-8, or it is so long that this cannot be a rows file: reading
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

/// The lines of a file without their ends, read as [`read_line`] does. After an error there are no more.
pub(crate) struct Lines<'a>(Option<Box<dyn BufRead + 'a>>);

impl Lines<'_> {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub(crate) fn open(path: &Path) -> io::Result<Lines<'static>> {
        Ok(Lines(Some(Box::new(BufReader::with_capacity(1 << 16, File::open(path)?)))))
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

/// The rows of a file as lines, whatever its format. After an error there are no more.
pub(crate) struct Rows<'a> {
    /// The format of the lines, which is CSV if the file is Parquet.
    pub format: Format,
    source: Source<'a>,
}

enum Source<'a> {
    Text(Box<dyn BufRead + 'a>),
    Parquet(Box<Reader<File>>),
    End,
}

impl Rows<'_> {
    /// Reads the next row with its end, which the last one of a text lacks if it was truncated. Returns `false`
    /// at the end.
    ///
    /// # Errors
    /// As [`read_line`], or if a Parquet file is damaged.
    pub(crate) fn read(&mut self, line: &mut String) -> io::Result<bool> {
        let read = match &mut self.source {
            Source::Text(reader) => read_line(reader, line).map(|length| length > 0),
            Source::Parquet(reader) => match reader.next() {
                Some(Ok(next)) => {
                    *line = next;
                    line.push('\n');
                    Ok(true)
                }
                Some(Err(error)) => Err(io::Error::new(io::ErrorKind::InvalidData, error)),
                None => Ok(false),
            },
            Source::End => Ok(false),
        };
        if !matches!(read, Ok(true)) {
            line.clear();
            self.source = Source::End;
        }
        read
    }
}

impl Iterator for Rows<'_> {
    type Item = io::Result<String>;

    fn next(&mut self) -> Option<io::Result<String>> {
        let mut line = String::new();
        match self.read(&mut line) {
            Ok(false) => None,
            Ok(true) => {
                line.truncate(line.trim_end_matches(['\n', '\r']).len());
                Some(Ok(line))
            }
            Err(error) => Some(Err(error)),
        }
    }
}

/// Opens a rows file, and returns its head and its rows.
pub(crate) fn open(path: &Path) -> Result<(Head, Rows<'static>), Problem> {
    let fail = |error: io::Error| Problem::io(path, "read", error);
    let foreign = || Problem::rows(path, RowsFault::Foreign);
    let format = Format::of(path);
    if format == Format::Parquet {
        let file = File::open(path).map_err(fail)?;
        let (head, reader) = Reader::new(file).map_err(|error| columnar::problem(path, error))?;
        let source = Source::Parquet(Box::new(reader));
        return Ok((head.ok_or_else(foreign)?, Rows { format: Format::Csv, source }));
    }
    let open = || File::open(path).map(|file| Box::new(BufReader::with_capacity(1 << 16, file)));
    let (head, length) =
        first(Lines::open(path).map_err(fail)?, format).map_err(fail)?.ok_or_else(foreign)?;
    Ok((head, after(open().map_err(fail)?, length, format).map_err(fail)?))
}

/// Reads the text of a CSV file, and returns its head and its rows; `None` if it does not begin with a head.
pub(crate) fn read(text: &str) -> io::Result<Option<(Head, Rows<'_>)>> {
    let found = first(Lines(Some(Box::new(text.as_bytes()))), Format::Csv)?;
    let Some((head, length)) = found else { return Ok(None) };
    Ok(Some((head, after(Box::new(text.as_bytes()), length, Format::Csv)?)))
}

/// Reads the head that these lines begin with, and its length in lines.
fn first(lines: Lines<'_>, format: Format) -> io::Result<Option<(Head, usize)>> {
    let first = lines.take(MOST_HEAD).collect::<Result<Vec<_>, _>>()?;
    Ok(Head::read(first.iter().map(String::as_str), format))
}

/// Returns the rows after a head.
fn after<'a>(mut reader: Box<dyn BufRead + 'a>, length: usize, format: Format) -> io::Result<Rows<'a>> {
    let mut line = String::new();
    for _ in 0..length {
        read_line(&mut reader, &mut line)?;
    }
    Ok(Rows { format, source: Source::Text(reader) })
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
