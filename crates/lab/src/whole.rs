//! Rows files that are written as a whole: under another name first, which is then changed to their own. So a
//! file either has all its rows or does not exist.

use crate::columnar::{self, Reader, Writer};
use crate::columns::{self, Column};
use crate::engine::{self, Done, Work};
use crate::lines;
use crate::problem::{Problem, RowsFault, TextFault};
use crate::rows::{self, Format, Head};
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// A rows file that is being written.
pub(crate) struct WholeFile {
    path: PathBuf,
    /// The file under its other name.
    beside: PathBuf,
    columns: Vec<Column>,
    to: To,
}

enum To {
    Text(BufWriter<File>, Format),
    Parquet(Box<Writer<File>>),
}

impl WholeFile {
    /// Begins the file, which must not exist yet.
    pub(crate) fn create(path: &Path, head: &Head) -> Result<WholeFile, Problem> {
        if path.exists() {
            return Err(Problem::rows(path, RowsFault::Exists));
        }
        let beside = with_ending(path, &format!(".{}.unfinished", std::process::id()));
        let fail = |error: io::Error| Problem::io(path, "write", error);
        let file = OpenOptions::new().write(true).create(true).truncate(true).open(&beside).map_err(fail)?;
        let to = match Format::of(path) {
            Format::Parquet => To::Parquet(Box::new(
                Writer::new(file, head).map_err(|error| columnar::problem(path, error))?,
            )),
            format => {
                let mut file = BufWriter::with_capacity(1 << 16, file);
                file.write_all(head.write(format).as_bytes()).map_err(fail)?;
                To::Text(file, format)
            }
        };
        Ok(WholeFile { path: path.into(), beside, columns: columns::columns(head), to })
    }

    /// Appends a row, which is a line in this format.
    pub(crate) fn push(&mut self, line: &str, from: Format) -> Result<(), Problem> {
        let wrong = || Problem::rows(&self.path, RowsFault::OtherRow(line.into()));
        match &mut self.to {
            To::Text(file, to) if *to == from => writeln!(file, "{line}"),
            To::Text(file, to) => {
                let values = columns::values(line, from, &self.columns).ok_or_else(wrong)?;
                let mut text = String::new();
                columns::push(&mut text, &values, *to, &self.columns).ok_or_else(wrong)?;
                file.write_all(text.as_bytes())
            }
            To::Parquet(file) => {
                let values = columns::values(line, from, &self.columns).ok_or_else(wrong)?;
                file.push(&values).map_err(io::Error::other)
            }
        }
        .map_err(|error| Problem::io(&self.path, "write", error))
    }

    /// Ends the file and gives it its name.
    pub(crate) fn finish(self) -> Result<(), Problem> {
        let fail = |error: io::Error| Problem::io(&self.path, "write", error);
        let file = match self.to {
            To::Text(file, _) => file.into_inner().map_err(|error| fail(error.into_error()))?,
            To::Parquet(file) => file.finish().map_err(|error| fail(io::Error::other(error)))?,
        };
        file.sync_all().and_then(|()| std::fs::rename(&self.beside, &self.path)).map_err(fail)
    }

    /// Gives the file up.
    pub(crate) fn remove(self) {
        // What cannot be removed is overwritten by the next attempt.
        let _ = std::fs::remove_file(&self.beside);
    }
}

/// Returns a path with something appended to its name.
pub(crate) fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Returns the file in which a run keeps its rows: a run into a Parquet file keeps them as CSV beside it until
/// all are there.
pub fn rows_of_run(path: &Path) -> PathBuf {
    match Format::of(path) {
        Format::Parquet if !path.exists() => with_ending(path, ".csv"),
        _ => path.into(),
    }
}

/// Runs a task; see [`engine::work`]. A Parquet file appears when all of its rows are there.
pub(crate) fn work<W: FnMut(u64, &mut String, &mut String) -> bool>(
    work: Work<'_>,
    stop: &AtomicBool,
    make: impl Fn() -> W + Sync,
    mut sink: impl FnMut(&str),
    mut progress: impl FnMut(u64),
) -> Result<Done, Problem> {
    let Some(path) = work.file.clone().filter(|_| work.format == Format::Parquet) else {
        return engine::work(&work, stop, make, sink, progress);
    };
    let path = path.as_path();
    let deals = work.deals.end - work.deals.start;
    if path.exists() {
        let (head, rows) = lines::open(path)?;
        if head != work.head {
            return Err(Problem::rows(path, RowsFault::OtherParquet));
        }
        for row in rows {
            sink(&(row.map_err(|error| Problem::io(path, "read", error))? + "\n"));
        }
        progress(deals);
        return Ok(Done { resumed: deals, deals, complete: true });
    }
    let lines = rows_of_run(path);
    let head = work.head.clone();
    let done = engine::work(
        &Work { file: Some(lines.clone()), format: Format::Csv, ..work },
        stop,
        make,
        sink,
        progress,
    )?;
    if done.complete {
        copy(&lines, path, &head)?;
        let fail = |error: io::Error| Problem::io(path, "write", error);
        std::fs::rename(rows::times_of(&lines), rows::times_of(path)).map_err(fail)?;
        std::fs::remove_file(&lines).map_err(fail)?;
    }
    Ok(done)
}

/// Copies all rows of a file into a new one, whose format may be another.
fn copy(from: &Path, to: &Path, head: &Head) -> Result<(), Problem> {
    let (_, rows) = lines::open(from)?;
    let format = rows.format;
    let mut file = WholeFile::create(to, head)?;
    for row in rows {
        file.push(&row.map_err(|error| Problem::io(from, "read", error))?, format)?;
    }
    file.finish()
}

/// Writes rows that are lines of CSV as the bytes of a Parquet file.
pub(crate) fn parquet(head: &Head, text: &str) -> Result<Vec<u8>, Problem> {
    let fail = |error| Problem::from(TextFault::Parquet(error));
    let columns = columns::columns(head);
    let mut writer = Writer::new(Vec::new(), head).map_err(fail)?;
    for line in text.lines() {
        let wrong = || Problem::from(TextFault::NotARow(line.into()));
        let values = columns::values(line, Format::Csv, &columns).ok_or_else(wrong)?;
        writer.push(&values).map_err(fail)?;
    }
    writer.finish().map_err(fail)
}

/// Reads the bytes of a Parquet file: its head, and its rows as lines of CSV. `None` if they are damaged, or no
/// rows file.
pub(crate) fn read_parquet(bytes: Vec<u8>) -> Option<(Head, Vec<String>)> {
    let (head, reader) = Reader::new(bytes::Bytes::from(bytes)).ok()?;
    Some((head?, reader.collect::<Result<_, _>>().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::{GAME_COLUMNS, KIND};

    fn head() -> Head {
        Head {
            entries: vec![(KIND.into(), "1".into()), ("game".into(), "spider".into())],
            columns: GAME_COLUMNS.into(),
        }
    }

    #[test]
    fn parquet_reads_back() {
        let text: String = (0..70_000)
            .map(|deal| {
                let (player, won, up) = (["a", "b c"][deal % 2], deal % 2, deal % 53);
                let (moves, down) = (deal % 97, deal % 7);
                let first_empty = if deal % 3 == 0 { String::new() } else { up.to_string() };
                format!("{deal},{player},{won},-5,{up},{moves},0,{down},{first_empty},won\n")
            })
            .collect();
        let bytes = parquet(&head(), &text).unwrap();
        assert_eq!(parquet(&head(), &text).unwrap(), bytes);
        assert!(bytes.len() * 10 < text.len() * 3, "{} bytes for {} of CSV", bytes.len(), text.len());
        let (read, rows) = read_parquet(bytes).unwrap();
        assert_eq!(read, head());
        assert!(rows.iter().map(String::as_str).eq(text.lines()));
        assert!(parquet(&head(), "1,a,1,0,0,0,0,0,,won\n").is_ok());
        for wrong in ["1,a,yes,0,0,0,0,0,,won\n", "1,a,1,,0,0,0,0,,won\n", "1,a,1,0,0,0,0,0,late,won\n"] {
            assert!(parquet(&head(), wrong).is_err(), "{wrong}");
        }
    }

    /// Whatever happened to a file, reading it is an error or not, but never a panic.
    #[test]
    fn damaged_parquet_is_an_error() {
        let text: String = (0..300).map(|deal| format!("{deal},a,0,{deal},1,2,3,4,,resigned\n")).collect();
        let bytes = parquet(&head(), &text).unwrap();
        let mut unread = 0;
        for cut in (0..bytes.len()).step_by(7) {
            assert!(read_parquet(bytes[..cut].to_vec()).is_none(), "cut at {cut}");
        }
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x55;
            unread += usize::from(
                read_parquet(damaged)
                    .is_none_or(|(_, rows)| !rows.iter().map(String::as_str).eq(text.lines())),
            );
        }
        assert!(unread > bytes.len() / 4, "{unread} of {} changes were noticed", bytes.len());
    }
}
