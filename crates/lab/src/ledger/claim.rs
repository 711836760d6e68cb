//! Claims: files that say who works on which task.
//!
//! A claim keeps two workers from doing the same work; nothing else depends on it. It is renewed while its worker
//! lives, and expires if it is not: the worker was killed, or lost its connection. Ages are measured by the clock
//! of the file system alone, because the clocks of the machines may differ. Two workers that take over the same
//! expired claim at the same moment may both do the task, which costs time but changes nothing.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, SystemTime};

/// The text of a claim.
#[derive(Serialize, Deserialize)]
struct Text {
    worker: String,
    lease_seconds: f64,
}

/// A claim that was found.
#[derive(Clone, Debug, Serialize)]
pub struct Claim {
    /// The name of the task.
    pub task: String,
    /// The worker: its machine and its process.
    pub worker: String,
    /// The seconds since it was renewed.
    pub age: f64,
    /// Whether it has expired.
    pub expired: bool,
}

/// The claims of a worker.
pub(crate) struct Claims {
    folder: PathBuf,
    /// A file of this worker alone, from which the clock of the file system is read.
    clock: PathBuf,
    worker: String,
    lease: Duration,
    held: Mutex<BTreeSet<String>>,
}

impl Claims {
    /// Creates the claims of a new worker; `clocks` is a folder on the same file system.
    pub(crate) fn new(folder: &Path, clocks: &Path, lease: Duration) -> Claims {
        let worker = unique();
        let clock = clocks.join(format!("{worker}.clock"));
        Claims { folder: folder.into(), clock, worker, lease, held: Mutex::default() }
    }

    fn text(&self) -> String {
        let text = Text { worker: self.worker.clone(), lease_seconds: self.lease.as_secs_f64() };
        serde_json::to_string(&text).expect("numbers and text can be written as JSON")
    }

    fn held(&self) -> std::sync::MutexGuard<'_, BTreeSet<String>> {
        self.held.lock().expect("nothing panics with the lock")
    }

    /// Returns the time by the clock of the file system.
    pub(crate) fn now(&self) -> io::Result<SystemTime> {
        fs::write(&self.clock, b"now")?;
        fs::metadata(&self.clock)?.modified()
    }

    /// Claims a task; `false` if another worker has it.
    pub(crate) fn take(&self, task: &str, now: SystemTime) -> io::Result<bool> {
        let path = self.folder.join(task);
        for _ in 0..2 {
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(mut file) => {
                    file.write_all(self.text().as_bytes())?;
                    self.held().insert(task.into());
                    return Ok(true);
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
            match self.look(&path, now) {
                Ok(claim) if claim.expired => {
                    // Only one of several workers can change the name.
                    let away = self.clock.with_extension("expired");
                    if fs::rename(&path, &away).is_ok() {
                        fs::remove_file(away)?;
                    }
                }
                Ok(_) => return Ok(false),
                // It was released meanwhile.
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        Ok(false)
    }

    /// Renews all claims of this worker. A claim that another worker took over is not taken back.
    pub(crate) fn renew(&self) {
        let text = self.text();
        for task in self.held().iter() {
            let path = self.folder.join(task);
            if fs::read_to_string(&path).is_ok_and(|found| found == text) {
                // If it cannot be written it expires, and the task is done twice.
                let _ = fs::write(path, &text);
            }
        }
    }

    /// Gives a task up, or reports it done.
    pub(crate) fn release(&self, task: &str) {
        if self.held().remove(task) {
            let path = self.folder.join(task);
            if fs::read_to_string(&path).is_ok_and(|found| found == self.text()) {
                let _ = fs::remove_file(path);
            }
        }
    }

    /// Reads a claim.
    fn look(&self, path: &Path, now: SystemTime) -> io::Result<Claim> {
        let text = fs::read_to_string(path)?;
        let age = now.duration_since(fs::metadata(path)?.modified()?).unwrap_or_default();
        // A worker may have been killed before it had written its claim.
        let (worker, lease) = match serde_json::from_str::<Text>(&text) {
            Ok(Text { worker, lease_seconds }) => (worker, lease_seconds),
            Err(_) => ("?".into(), self.lease.as_secs_f64()),
        };
        let task = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        Ok(Claim { task, worker, age: age.as_secs_f64(), expired: age.as_secs_f64() > lease })
    }

    /// Returns all claims.
    pub(crate) fn all(&self) -> io::Result<Vec<Claim>> {
        let now = self.now()?;
        let mut claims = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            // A claim may be released while it is looked at.
            claims.extend(self.look(&entry?.path(), now));
        }
        claims.sort_by(|a, b| a.task.cmp(&b.task));
        Ok(claims)
    }
}

impl Drop for Claims {
    fn drop(&mut self) {
        let held: Vec<String> = self.held().iter().cloned().collect();
        for task in held {
            self.release(&task);
        }
        let _ = fs::remove_file(&self.clock);
    }
}

/// Returns the claims of a ledger.
pub(crate) fn look(ledger: &Path) -> io::Result<Vec<Claim>> {
    let claims = Claims::new(&ledger.join("claims"), &ledger.join("tmp"), Duration::ZERO);
    claims.all()
}

/// Returns a name that no other worker has.
pub(crate) fn unique() -> String {
    format!("{}-{}-{:08x}", machine(), std::process::id(), RandomState::new().hash_one(0) as u32)
}

/// Returns the name of this machine, as far as it can be a part of a file's name.
fn machine() -> String {
    #[cfg(unix)]
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").unwrap_or_default();
    let name: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(40).collect();
    if name.is_empty() { "machine".into() } else { name }
}
