//! The engine of all campaigns: work that is done in parallel, written in order, and resumed where it
//! stopped.
//!
//! The deals are played by the pool of [`talon_solve::parallel`], and the rows are appended in the order of the
//! deals. Only a window of deals is in progress at any time, so memory does not grow with their number. A file contains only its head and finished rows; a truncated last line is removed when the run
//! is resumed.

use crate::campaign::Deals;
use crate::lines;
use crate::problem::{HeadDifference, Problem, RowsFault};
use crate::rows::{self, Format, Head, LOOKS};
use crate::whole;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use talon_solve::parallel;

/// The result of a run.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// Deals that were in the file already.
    pub resumed: u64,
    /// Deals in the file now.
    pub deals: u64,
    /// Whether all deals are done.
    pub complete: bool,
}

/// The task of a run.
pub struct Work<'a> {
    /// The head of the file.
    pub head: Head,
    /// The deals, from the first to the one after the last.
    pub deals: std::ops::Range<u64>,
    /// The players of each row of a deal, in order.
    pub players: &'a [String],
    /// The file; without one, the rows go to `sink` only.
    pub file: Option<PathBuf>,
    /// The format of the rows.
    pub format: Format,
    /// The number of threads.
    pub jobs: usize,
}

/// The rows of one or more deals as text, and their times.
#[derive(Default)]
struct Batch {
    rows: String,
    times: String,
}

impl Batch {
    /// Joins the rows of some deals.
    fn of(deals: &[Batch]) -> Batch {
        let join = |part: fn(&Batch) -> &str| deals.iter().map(part).collect();
        Batch { rows: join(|deal| &deal.rows), times: join(|deal| &deal.times) }
    }
}

/// Runs the task. `make` gives each thread its worker, which writes the rows and the times of one deal and
/// returns whether it finished it; an unfinished deal is left to the next run. `sink` gets the text of the
/// rows in order, including those found in the file; `progress` gets the number of finished deals.
///
/// # Errors
/// If the file contains something else, or cannot be written.
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
    let mut written = start;
    parallel::ordered(
        start..end,
        work.jobs,
        stop,
        &make,
        |worker, deal| {
            let mut done = Batch::default();
            worker(deal, &mut done.rows, &mut done.times).then_some(done)
        },
        |first, deals| {
            // After an interruption, finished deals may follow an unfinished one. The next run plays them again.
            if first != written {
                return Ok::<(), Problem>(());
            }
            let batch = Batch::of(&deals);
            if let Some(files) = &mut files {
                files.append(&batch)?;
            }
            sink(&batch.rows);
            written += deals.len() as u64;
            progress(written - work.deals.start);
            Ok(())
        },
    )?;
    Ok(Done { resumed, deals: written - work.deals.start, complete: written == end })
}

/// The rows file and the times file, open at their ends.
struct Files {
    path: PathBuf,
    rows: File,
    times: File,
    /// The number of deals that were there already.
    done: u64,
}

impl Files {
    fn open(path: &Path, work: &Work<'_>, sink: &mut impl FnMut(&str)) -> Result<Files, Problem> {
        let head = work.head.write(work.format);
        let open =
            |path: &Path| OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut rows = open(path).map_err(|error| Problem::io(path, "open", error))?;
        let fail = |error: io::Error| Problem::io(path, "read", error);
        let mut start = vec![0; head.len()];
        let got = read_up_to(&mut rows, &mut start).map_err(fail)?;
        start.truncate(got);
        let times_path = rows::times_of(path);
        let mut times = open(&times_path).map_err(|error| Problem::io(&times_path, "open", error))?;
        if got < head.len() && head.as_bytes().starts_with(&start) {
            // The file is empty, or has a head that was truncated while it was written.
            rows.set_len(0).map_err(fail)?;
            rows.seek(SeekFrom::Start(0)).map_err(fail)?;
            rows.write_all(head.as_bytes()).map_err(|error| Problem::io(path, "write", error))?;
            times.set_len(0).map_err(fail)?;
            return Ok(Files { path: path.into(), rows, times, done: 0 });
        }
        let Some(length) = head_of_campaign(path, &mut rows, work)? else {
            return Err(Problem::rows(path, another(path, work)));
        };
        let (bytes, count) = check_rows(path, &mut rows, length, work, sink)?;
        rows.set_len(bytes).map_err(fail)?;
        rows.seek(SeekFrom::Start(bytes)).map_err(fail)?;
        let each = work.players.len() as u64;
        // The rows of a deal are appended together, but a truncated write may have left only some of them.
        debug_assert_eq!(count % each, 0);
        keep_lines(&mut times, count).map_err(|error| Problem::io(&times_path, "write", error))?;
        Ok(Files { path: path.into(), rows, times, done: count / each })
    }

    fn append(&mut self, batch: &Batch) -> Result<(), Problem> {
        // Times are written first, so that there are never more rows than times.
        self.times
            .write_all(batch.times.as_bytes())
            .and_then(|()| self.rows.write_all(batch.rows.as_bytes()))
            .map_err(|error| Problem::io(&self.path, "write", error))
    }
}

/// Returns the length of a file's head if the file belongs to this campaign. If it belongs to the same campaign
/// with fewer deals, it first gets a head with the deals of this one, which names the former deals.
fn head_of_campaign(path: &Path, rows: &mut File, work: &Work<'_>) -> Result<Option<u64>, Problem> {
    let Some(found) = read_head(path, work) else { return Ok(None) };
    let length = found.write(work.format).len() as u64;
    let same = |found: &Head, wanted: &Head| found.write(work.format) == wanted.write(work.format);
    if same(&found.without(LOOKS), &work.head) {
        return Ok(Some(length));
    }
    let range = |head: &Head| Deals::read(head.get("deals")?).ok();
    let (Some(before), Some(now)) = (range(&found), range(&work.head)) else { return Ok(None) };
    let is_extended = before.all.start == now.all.start
        && before.all.end < now.all.end
        && found.get("shard").is_none()
        && same(&found.without(LOOKS).without("deals"), &work.head.without("deals"));
    if !is_extended {
        return Ok(None);
    }
    let mut head = work.head.clone();
    let before = found.get("deals").unwrap_or_default();
    let looks = found.get(LOOKS).map_or(before.into(), |earlier| format!("{earlier}, {before}"));
    head.entries.push((LOOKS.into(), looks));
    let text = head.write(work.format);
    // The new file is written beside the old one and then takes its place, so that no row is ever lost.
    let beside = whole::with_ending(path, ".extended");
    let written = (|| {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(&beside)?;
        file.write_all(text.as_bytes())?;
        rows.seek(SeekFrom::Start(length))?;
        io::copy(rows, &mut file)?;
        file.sync_all()?;
        std::fs::rename(&beside, path)?;
        Ok(file)
    })();
    *rows = written.map_err(|error| Problem::io(path, "extend", error))?;
    Ok(Some(text.len() as u64))
}

/// Reads the head of a file, whichever campaign it belongs to.
fn read_head(path: &Path, work: &Work<'_>) -> Option<Head> {
    let most = work.head.write(work.format).len() as u64 + 65_536;
    let mut text = Vec::new();
    File::open(path).and_then(|file| file.take(most).read_to_end(&mut text)).ok()?;
    Head::read(String::from_utf8_lossy(&text).lines(), work.format).map(|(head, _)| head)
}

/// Describes a file that does not belong to this campaign.
fn another(path: &Path, work: &Work<'_>) -> RowsFault {
    let Some(other) = read_head(path, work) else { return RowsFault::ForeignToAppend };
    let differs = |(name, value): &&(String, String)| other.get(name) != Some(value.as_str());
    RowsFault::OtherCampaign(work.head.entries.iter().find(differs).map(|(name, expected)| HeadDifference {
        name: name.clone(),
        found: other.get(name).map(String::from),
        expected: expected.clone(),
    }))
}

/// Reads the rows of a file, checks that each is the expected one, and returns how many bytes and rows are
/// complete: a truncated last line, or the incomplete rows of a last deal, are not.
fn check_rows(
    path: &Path,
    rows: &mut File,
    from: u64,
    work: &Work<'_>,
    sink: &mut impl FnMut(&str),
) -> Result<(u64, u64), Problem> {
    let fail = |error: io::Error| Problem::io(path, "read", error);
    rows.seek(SeekFrom::Start(from)).map_err(fail)?;
    let mut reader = BufReader::with_capacity(1 << 16, rows);
    let each = work.players.len() as u64;
    let (mut bytes, mut count, mut whole) = (from, 0u64, (from, 0u64));
    let mut line = String::new();
    let mut deal_rows = String::new();
    loop {
        let read = lines::read_line(&mut reader, &mut line).map_err(fail)?;
        if read == 0 || !line.ends_with('\n') {
            return Ok(whole);
        }
        let deal = work.deals.start + count / each;
        let player = &work.players[(count % each) as usize];
        let expected = Some((deal, player.clone()));
        if deal >= work.deals.end || rows::key(line.trim_end(), work.format) != expected {
            let (row, player) = (count + 1, player.clone());
            return Err(Problem::rows(path, RowsFault::UnexpectedRow { row, deal, player }));
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

/// Keeps the first `count` lines of a file, and adds empty lines if there are fewer.
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
