//! A seat shows other programs that this one is running. It is a file that is locked until the program ends, however
//! it ends.

use crate::Error;
use fs4::fs_std::FileExt;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// The seat of this program.
#[derive(Debug)]
pub struct Seat {
    name: String,
    path: PathBuf,
    _lock: File,
}

impl Seat {
    /// Takes a seat, and removes the seats of programs that have ended.
    pub fn take(folder: &Path) -> Result<Seat, Error> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let seats = seats(folder);
        let fail = |error| Error::Folder(seats.clone(), error);
        fs::create_dir_all(&seats).map_err(fail)?;
        for entry in fs::read_dir(&seats).map_err(fail)?.flatten() {
            if !is_locked(&entry.path()) {
                // Another program may have removed it already.
                let _ = fs::remove_file(entry.path());
            }
        }
        let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}-{time}-{number}", std::process::id());
        let path = seats.join(&name);
        // The file is locked before it gets its name, so that no program removes it as an abandoned seat.
        let beside = folder.join(format!("{name}.new"));
        let lock = File::create(&beside).map_err(fail)?;
        lock.try_lock_exclusive().map_err(fail)?;
        fs::rename(&beside, &path).map_err(fail)?;
        Ok(Seat { name, path, _lock: lock })
    }

    /// Returns the unique name of this seat.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns `true` if the program with this seat is running.
    pub fn is_taken(folder: &Path, name: &str) -> bool {
        // A name is never a path.
        !name.contains(['/', '\\']) && is_locked(&seats(folder).join(name))
    }

    /// Returns `true` if a program with any other seat is running.
    pub fn is_any_taken_beside(folder: &Path, name: &str) -> bool {
        let seats = fs::read_dir(seats(folder)).into_iter().flatten().flatten();
        seats.filter(|seat| seat.file_name() != name).any(|seat| is_locked(&seat.path()))
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

fn seats(folder: &Path) -> PathBuf {
    folder.join("seats")
}

fn is_locked(path: &Path) -> bool {
    match File::open(path) {
        Ok(file) => !file.try_lock_exclusive().unwrap_or(false),
        Err(_) => false,
    }
}
