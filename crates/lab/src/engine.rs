//! The engine of all campaigns: work done in parallel, written in order, resumed where it stopped.
//!
//! A worker takes the next few deals, the writer puts what comes back into the order of the deals and
//! appends it. No more than a window of deals is in the works, so memory stays flat whatever the number
//! of deals. A file holds nothing but its head and finished rows; a torn last line is cut off when the
//! run is taken up again.

use crate::rows::{self, Format, Head};
use std::collections::BTreeMap;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, mpsc};
use std::time::{Duration, Instant};

/// What is wrong, in a sentence; nothing was overwritten.
#[derive(Debug)]
pub struct Problem(pub String);

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Problem {}

impl Problem {
    /// A file that cannot be read or written.
    pub(crate) fn io(path: &Path, what: &str, error: &io::Error) -> Problem {
        Problem(format!("cannot {what} {}: {error}", path.display()))
    }
}

/// How a run ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// Deals that were in the file already.
    pub resumed: u64,
    /// Deals in the file now.
    pub deals: u64,
    /// Are all deals done?
    pub complete: bool,
}

/// What is to be done.
pub struct Work<'a> {
    /// The head of the file.
    pub head: Head,
    /// The deals, from the first to the one after the last.
    pub deals: std::ops::Range<u64>,
    /// The players of each row of a deal, in order.
    pub players: &'a [String],
    /// The file; without one the rows go to `sink` only.
    pub file: Option<PathBuf>,
    /// The format of the rows.
    pub format: Format,
    /// Threads.
    pub jobs: usize,
}

/// The rows of some deals: text, and the times beside it.
#[derive(Default)]
struct Batch {
    deals: u64,
    rows: String,
    times: String,
}

/// At most so many deals are in the works at once.
const WINDOW: u64 = 8192;
/// At most so many deals are taken at once.
const MOST: u64 = 512;

/// Does the work. `make` gives each thread its worker, which writes the rows and times of one deal and
/// says whether it got to its end: one that was interrupted is left for the next run.
/// `sink` gets the text of the rows in order, those found in the file included; `progress` gets the
/// number of deals done.
///
/// # Errors
/// When the file holds something else, or cannot be written.
pub fn work<W: FnMut(u64, &mut String, &mut String) -> bool>(
    work: &Work<'_>,
    stop: &AtomicBool,
    make: impl Fn() -> W + Sync,
    mut sink: impl FnMut(&str),
    mut progress: impl FnMut(u64),
) -> Result<Done, Problem> {
    let mut files = match &work.file {
        Some(path) => Some(Files::open(path, work, &mut sink)?),
        None => None,
    };
    let resumed = files.as_ref().map_or(0, |files| files.done);
    let start = work.deals.start + resumed;
    let end = work.deals.end;
    progress(resumed);
    let shared = Mutex::new((start, start));
    let moved = Condvar::new();
    let (send, receive) = mpsc::channel::<(u64, Batch)>();
    let mut written = start;
    let result = std::thread::scope(|scope| -> Result<(), Problem> {
        for _ in 0..work.jobs.max(1) {
            let (send, shared, moved, make) = (send.clone(), &shared, &moved, &make);
            scope.spawn(move || {
                let mut worker = make();
                let mut size = 1;
                loop {
                    let first;
                    let count;
                    {
                        let mut state = shared.lock().expect("no worker panics with the lock");
                        while state.0 - state.1 >= WINDOW && !stop.load(Ordering::Relaxed) {
                            let waited = moved.wait_timeout(state, Duration::from_millis(50));
                            state = waited.expect("no worker panics with the lock").0;
                        }
                        if state.0 >= end || stop.load(Ordering::Relaxed) {
                            break;
                        }
                        first = state.0;
                        count = size.min(end - first);
                        state.0 += count;
                    }
                    let begun = Instant::now();
                    let mut batch = Batch::default();
                    for deal in first..first + count {
                        if stop.load(Ordering::Relaxed) {
                            break;
                        }
                        if !worker(deal, &mut batch.rows, &mut batch.times) {
                            break;
                        }
                        batch.deals += 1;
                    }
                    // A batch is some milliseconds of work: rows come steadily, threads seldom meet.
                    if begun.elapsed() < Duration::from_millis(4) {
                        size = (size * 2).min(MOST);
                    } else if begun.elapsed() > Duration::from_millis(40) {
                        size = (size / 2).max(1);
                    }
                    if send.send((first, batch)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        let mut waiting: BTreeMap<u64, Batch> = BTreeMap::new();
        for (first, batch) in &receive {
            waiting.insert(first, batch);
            while let Some(batch) = waiting.remove(&written) {
                if let Some(files) = &mut files
                    && let Err(problem) = files.append(&batch)
                {
                    stop.store(true, Ordering::Relaxed);
                    moved.notify_all();
                    return Err(problem);
                }
                sink(&batch.rows);
                written += batch.deals;
                shared.lock().expect("no worker panics with the lock").1 = written;
                moved.notify_all();
                progress(written - work.deals.start);
                if batch.deals == 0 {
                    break;
                }
            }
        }
        Ok(())
    });
    result?;
    Ok(Done { resumed, deals: written - work.deals.start, complete: written == end })
}

/// The rows file and the times beside it, open at their ends.
struct Files {
    path: PathBuf,
    rows: File,
    times: File,
    /// Deals that were there already.
    done: u64,
}

impl Files {
    fn open(path: &Path, work: &Work<'_>, sink: &mut impl FnMut(&str)) -> Result<Files, Problem> {
        let head = work.head.write(work.format);
        let open =
            |path: &Path| OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut rows = open(path).map_err(|error| Problem::io(path, "open", &error))?;
        let fail = |error: io::Error| Problem::io(path, "read", &error);
        let mut start = vec![0; head.len()];
        let got = read_up_to(&mut rows, &mut start).map_err(fail)?;
        start.truncate(got);
        let times_path = rows::times_of(path);
        let mut times = open(&times_path).map_err(|error| Problem::io(&times_path, "open", &error))?;
        if got < head.len() && head.as_bytes().starts_with(&start) {
            // Nothing, or a head that was torn while it was written.
            rows.set_len(0).map_err(fail)?;
            rows.seek(SeekFrom::Start(0)).map_err(fail)?;
            rows.write_all(head.as_bytes()).map_err(|error| Problem::io(path, "write", &error))?;
            times.set_len(0).map_err(fail)?;
            return Ok(Files { path: path.into(), rows, times, done: 0 });
        }
        if start != head.as_bytes() {
            return Err(Problem(format!("{}: nothing was written", another(path, &head, work))));
        }
        let (bytes, count) = check_rows(path, &mut rows, head.len() as u64, work, sink)?;
        rows.set_len(bytes).map_err(fail)?;
        rows.seek(SeekFrom::Start(bytes)).map_err(fail)?;
        let each = work.players.len() as u64;
        // Rows of a deal are appended together, but a torn write may have left some of them.
        debug_assert_eq!(count % each, 0);
        keep_lines(&mut times, count).map_err(|error| Problem::io(&times_path, "write", &error))?;
        Ok(Files { path: path.into(), rows, times, done: count / each })
    }

    fn append(&mut self, batch: &Batch) -> Result<(), Problem> {
        // Times first: a file of rows never has more rows than there are times.
        self.times
            .write_all(batch.times.as_bytes())
            .and_then(|()| self.rows.write_all(batch.rows.as_bytes()))
            .map_err(|error| Problem::io(&self.path, "write", &error))
    }
}

/// What a file holds that is not this campaign.
fn another(path: &Path, head: &str, work: &Work<'_>) -> String {
    let shown = path.display();
    let Ok(text) = std::fs::File::open(path).and_then(|file| {
        let mut text = Vec::new();
        file.take(head.len() as u64 + 65_536).read_to_end(&mut text)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }) else {
        return format!("{shown} cannot be read");
    };
    let Some((other, _)) = Head::read(text.lines(), work.format) else {
        return format!("{shown} is no rows file of the lab");
    };
    for (name, value) in &work.head.entries {
        match other.get(name) {
            Some(there) if there == value => {}
            Some(there) => {
                return format!("{shown} holds another campaign: its {name} is {there}, not {value}");
            }
            None => return format!("{shown} holds another campaign: it has no {name}"),
        }
    }
    format!("{shown} holds another campaign")
}

/// Reads the rows there are, checks that each is the one expected, and says how many bytes and rows
/// are good: a torn last line, or the torn rows of a last deal, are not.
fn check_rows(
    path: &Path,
    rows: &mut File,
    from: u64,
    work: &Work<'_>,
    sink: &mut impl FnMut(&str),
) -> Result<(u64, u64), Problem> {
    let fail = |error: io::Error| Problem::io(path, "read", &error);
    rows.seek(SeekFrom::Start(from)).map_err(fail)?;
    let mut reader = BufReader::with_capacity(1 << 16, rows);
    let each = work.players.len() as u64;
    let (mut bytes, mut count, mut whole) = (from, 0u64, (from, 0u64));
    let mut line = String::new();
    let mut deal_rows = String::new();
    loop {
        line.clear();
        let read = reader.read_line(&mut line).map_err(fail)?;
        if read == 0 || !line.ends_with('\n') {
            return Ok(whole);
        }
        let deal = work.deals.start + count / each;
        let player = &work.players[(count % each) as usize];
        let expected = Some((deal, player.clone()));
        if deal >= work.deals.end || rows::key(line.trim_end(), work.format) != expected {
            return Err(Problem(format!(
                "{}, row {}: deal {deal} of {player} was expected; the file is damaged, nothing was written",
                path.display(),
                count + 1
            )));
        }
        bytes += read as u64;
        count += 1;
        deal_rows.push_str(&line);
        if count.is_multiple_of(each) {
            whole = (bytes, count);
            sink(&deal_rows);
            deal_rows.clear();
        }
    }
}

/// Keeps the first `count` lines of a file, writing empty ones where there are fewer.
fn keep_lines(file: &mut File, count: u64) -> io::Result<()> {
    file.seek(SeekFrom::Start(0))?;
    let mut reader = BufReader::new(&mut *file);
    let mut line = Vec::new();
    let (mut bytes, mut lines) = (0u64, 0u64);
    while lines < count {
        line.clear();
        let read = reader.read_until(b'\n', &mut line)?;
        if read == 0 || line.last() != Some(&b'\n') {
            break;
        }
        bytes += read as u64;
        lines += 1;
    }
    drop(reader);
    file.set_len(bytes)?;
    file.seek(SeekFrom::Start(bytes))?;
    for _ in lines..count {
        file.write_all(b"\n")?;
    }
    Ok(())
}

fn read_up_to(file: &mut File, buffer: &mut [u8]) -> io::Result<usize> {
    let mut got = 0;
    while got < buffer.len() {
        match file.read(&mut buffer[got..])? {
            0 => break,
            n => got += n,
        }
    }
    Ok(got)
}
