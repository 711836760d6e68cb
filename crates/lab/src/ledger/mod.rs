//! Ledgers: campaigns for many machines.
//!
//! A ledger is a folder. Its [`Manifest`] says what is to be done and divides the deals into chunks. Each chunk
//! is a [`Task`], whose result is a [`Part`]: a Parquet file that is written under another name and then renamed.
//! A part depends on nothing but the manifest and the task, and its name contains a digest of its bytes. So it
//! does not matter who computes a part, whether it is computed twice, or which worker dies: the table that
//! [`Ledger::collect`] makes is the file that an undivided run would have written, byte for byte.
//!
//! | in the folder | content |
//! |---|---|
//! | `manifest.json` | what is to be done; it never changes |
//! | `parts/000017-1f0c…​.parquet` | the rows of chunk 17, or their counts |
//! | `parts/retry1-000002-….parquet` | deals that were unknown, searched with ten times as many nodes |
//! | `times/000017` | the CPU times of these rows |
//! | `claims/000017` | who works on a chunk; nothing but saved work depends on it |
//! | `tmp/` | files that are being written |

mod claim;
mod collect;
mod manifest;
mod part;
mod pilot;
mod status;
mod work;

pub use claim::Claim;
pub use collect::Collected;
pub use manifest::{Job, Keep, Manifest};
pub use part::{Part, Task, Worker};
pub use pilot::chunks_of;
pub use status::Status;
pub use work::{Crew, Progress};

use crate::counts::Counts;
use crate::problem::{LedgerFault, Problem, TextFault};
use crate::rows::{self, Format};
use crate::whole;
use manifest::digest;
use part::DIGITS;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

const MANIFEST: &str = "manifest.json";
const FOLDERS: [&str; 4] = ["parts", "times", "claims", "tmp"];

/// A ledger: a folder with a manifest and the parts that are done.
#[derive(Clone, Debug)]
pub struct Ledger {
    folder: PathBuf,
    manifest: Manifest,
}

/// The files in the folder of parts.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    /// The files of each task, by its round and chunk. There are several only if computations differed.
    found: BTreeMap<(u32, u64), Vec<String>>,
    /// The names of files that are no parts.
    foreign: Vec<String>,
}

impl Parts {
    /// Returns `true` if a task is done.
    pub fn has(&self, task: &Task) -> bool {
        self.found.contains_key(&(task.round, task.chunk))
    }
}

impl Ledger {
    /// Creates a ledger in a folder that is empty or does not exist. If it contains this ledger already, with
    /// whatever number of chunks, that one is opened.
    ///
    /// # Errors
    /// If the folder contains something else than this ledger, or cannot be written.
    pub fn plan(folder: &Path, manifest: Manifest) -> Result<Ledger, Problem> {
        let fail = |error: io::Error| Problem::io(folder, "write", error);
        let path = folder.join(MANIFEST);
        let text = manifest.text();
        if path.exists() {
            let known = Ledger::open(folder)?;
            if (Manifest { chunks: manifest.chunks, ..known.manifest.clone() }).text() == text {
                return Ok(known);
            }
            return Err(Problem::ledger(folder, LedgerFault::Other));
        }
        fs::create_dir_all(folder).map_err(fail)?;
        for entry in fs::read_dir(folder).map_err(fail)? {
            let name = entry.map_err(fail)?.file_name();
            // The folders may be there already if planning was interrupted.
            if !FOLDERS.iter().any(|known| name == *known) {
                return Err(Problem::ledger(folder, LedgerFault::NotEmpty));
            }
        }
        let ledger = Ledger { folder: folder.into(), manifest };
        for name in FOLDERS {
            fs::create_dir_all(ledger.folder.join(name)).map_err(fail)?;
        }
        // The manifest comes last, so that a folder with a manifest is a whole ledger.
        ledger.write(MANIFEST, &path, text.as_bytes())?;
        Ok(ledger)
    }

    /// Opens a ledger.
    ///
    /// # Errors
    /// If the folder is no ledger, or one of another form.
    pub fn open(folder: &Path) -> Result<Ledger, Problem> {
        let path = folder.join(MANIFEST);
        let text = fs::read_to_string(&path).map_err(|error| {
            if error.kind() == ErrorKind::NotFound {
                Problem::ledger(folder, LedgerFault::Missing)
            } else {
                Problem::io(&path, "read", error)
            }
        })?;
        let manifest = Manifest::read(&text)
            .map_err(|problem| Problem::ManifestFile { path, problem: Box::new(problem) })?;
        Ok(Ledger { folder: folder.into(), manifest })
    }

    /// Returns the manifest.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Checks that a version of the program may work on the ledger.
    ///
    /// # Errors
    /// If the ledger was planned by another version, whose players may play differently.
    pub fn check_version(&self, version: &str) -> Result<(), Problem> {
        let planned = &self.manifest.version;
        if planned == version {
            return Ok(());
        }
        let (planned, here) = (planned.clone(), version.into());
        Err(Problem::ledger(&self.folder, LedgerFault::Version { planned, here }))
    }

    fn parts_folder(&self) -> PathBuf {
        self.folder.join("parts")
    }

    fn times_of(&self, task: &Task) -> PathBuf {
        self.folder.join("times").join(task.name())
    }

    /// Lists the parts. Only names are looked at.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn parts(&self) -> Result<Parts, Problem> {
        let folder = self.parts_folder();
        let fail = |error: io::Error| Problem::io(&folder, "read", error);
        let mut parts = Parts::default();
        for entry in fs::read_dir(&folder).map_err(fail)? {
            let name = entry.map_err(fail)?.file_name().to_string_lossy().into_owned();
            match read_name(&name) {
                Some(place) => parts.found.entry(place).or_default().push(name),
                None => parts.foreign.push(name),
            }
        }
        parts.foreign.sort();
        for names in parts.found.values_mut() {
            names.sort();
        }
        Ok(parts)
    }

    /// Removes the parts that are damaged, whose bytes are not those that their names promise, and returns their
    /// names. Working on the ledger computes them again.
    ///
    /// # Errors
    /// If the folder cannot be read or written.
    pub fn remove_damaged(&self) -> Result<Vec<String>, Problem> {
        let parts = self.parts()?;
        let mut removed = Vec::new();
        for name in parts.found.into_values().flatten() {
            let path = self.parts_folder().join(&name);
            let bytes = fs::read(&path).map_err(|error| Problem::io(&path, "read", error))?;
            if !is_sound(&name, &bytes) {
                fs::remove_file(&path).map_err(|error| Problem::io(&path, "remove", error))?;
                removed.push(name);
            }
        }
        Ok(removed)
    }

    /// Returns the tasks of the first round that is not done, or of the last one.
    ///
    /// # Errors
    /// If a part of an earlier round is damaged.
    pub fn tasks(&self, parts: &Parts) -> Result<Vec<Task>, Problem> {
        Ok(self.rounds(parts)?.pop().unwrap_or_default())
    }

    /// Returns the tasks of all rounds that are known: those of the next round depend on the parts of the one
    /// before. A damaged part is an error if that is `strict`; otherwise the later rounds are not known.
    fn rounds(&self, parts: &Parts) -> Result<Vec<Vec<Task>>, Problem> {
        let of = self.manifest.chunks;
        let first = (1..=of).map(|chunk| Task { round: 0, chunk, of, deals: Vec::new() }).collect();
        let mut rounds: Vec<Vec<Task>> = vec![first];
        for round in 1..=self.manifest.retries() {
            let before = rounds.last().expect("there is the first");
            if !before.iter().all(|task| parts.has(task)) {
                break;
            }
            let unknown = self.unknown(before, parts)?;
            if unknown.is_empty() {
                break;
            }
            // A search takes up to ten times as long as in the round before.
            let all = &self.manifest.deals().all;
            let size = ((all.end - all.start) / of / 10_u64.saturating_pow(round)).max(1);
            let size = usize::try_from(size).unwrap_or(usize::MAX);
            let of = unknown.len().div_ceil(size) as u64;
            let task = |(deals, chunk): (&[u64], u64)| Task { round, chunk, of, deals: deals.to_vec() };
            rounds.push(unknown.chunks(size).zip(1..).map(task).collect());
        }
        Ok(rounds)
    }

    /// Returns the deals that a round left unknown.
    fn unknown(&self, round: &[Task], parts: &Parts) -> Result<Vec<u64>, Problem> {
        let mut unknown = Vec::new();
        for task in round {
            let rows = self.rows(task, self.only(task, parts)?)?;
            match self.manifest.keep {
                Keep::Counts => unknown.extend(self.counts(&rows)?.unknown()),
                Keep::Rows => unknown.extend(
                    rows.iter()
                        .filter_map(|row| rows::fields(row))
                        .filter(|fields| fields.get(2) == Some("unknown"))
                        .filter_map(|fields| fields.get(0)?.parse::<u64>().ok()),
                ),
            }
        }
        Ok(unknown)
    }

    /// Returns the name of the only part of a task.
    fn only<'a>(&self, task: &Task, parts: &'a Parts) -> Result<&'a str, Problem> {
        let fault = |fault| Err(Problem::ledger(&self.folder, fault));
        match parts.found.get(&(task.round, task.chunk)).map(Vec::as_slice) {
            Some([name]) => Ok(name),
            Some(names) => fault(LedgerFault::Contradiction { chunk: task.name(), parts: names.to_vec() }),
            None => fault(LedgerFault::NotDone(task.name())),
        }
    }

    /// Reads the rows of a part, as lines of CSV.
    fn rows(&self, task: &Task, name: &str) -> Result<Vec<String>, Problem> {
        let path = self.parts_folder().join(name);
        let bytes = fs::read(&path).map_err(|error| Problem::io(&path, "read", error))?;
        let damaged = || Problem::ledger(&path, LedgerFault::Damaged(self.folder.clone()));
        if !is_sound(name, &bytes) {
            return Err(damaged());
        }
        let (head, rows) = whole::read_parquet(bytes).ok_or_else(damaged)?;
        if head != task.head(&self.manifest) {
            return Err(Problem::ledger(&path, LedgerFault::ForeignPart));
        }
        Ok(rows)
    }

    /// Reads the counts of a part.
    fn counts(&self, rows: &[String]) -> Result<Counts, Problem> {
        let mut counts = Counts::default();
        for row in rows {
            let wrong = || Problem::from(TextFault::NotACount(row.clone()));
            counts.add_line(row, Format::Csv, &self.manifest.names).ok_or_else(wrong)?;
        }
        Ok(counts)
    }

    /// Adds a part. If it is there already, it takes the place of its equal.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn publish(&self, task: &Task, part: &Part) -> Result<(), Problem> {
        if !part.times.is_empty() {
            self.write(&format!("times-{}", part.name), &self.times_of(task), part.times.as_bytes())?;
        }
        self.write(&part.name, &self.parts_folder().join(&part.name), &part.bytes)
    }

    /// Writes a file under another name, and renames it.
    fn write(&self, name: &str, path: &Path, bytes: &[u8]) -> Result<(), Problem> {
        // Several workers may write the same part.
        let unique = claim::unique();
        let beside = self.folder.join("tmp").join(format!("{unique}-{name}"));
        let written = File::create(&beside)
            .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
            .and_then(|()| fs::rename(&beside, path));
        written.map_err(|error| Problem::io(path, "write", error))
    }
}

/// Returns `true` if the bytes of a part are those that its name promises.
fn is_sound(name: &str, bytes: &[u8]) -> bool {
    let promised = name.strip_suffix(".parquet").and_then(|name| name.rsplit_once('-'));
    promised.is_some_and(|(_, promised)| promised == &digest(bytes)[..DIGITS])
}

/// Reads the round and the chunk from the name of a part's file.
fn read_name(name: &str) -> Option<(u32, u64)> {
    let (task, digest) = name.strip_suffix(".parquet")?.rsplit_once('-')?;
    let is_digest = digest.len() == DIGITS && digest.bytes().all(|byte| byte.is_ascii_hexdigit());
    Task::read_name(task).filter(|_| is_digest)
}
