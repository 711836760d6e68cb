//! A seat: the sign that a program is alive. Its file is locked as long as the program runs, and the
//! lock goes with the program, however it ends.

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
    /// Takes a seat, and clears away those of programs that are gone.
    pub fn take(folder: &Path) -> Result<Seat, Error> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let seats = seats(folder);
        let fail = |error| Error::Folder(seats.clone(), error);
        fs::create_dir_all(&seats).map_err(fail)?;
        for entry in fs::read_dir(&seats).map_err(fail)?.flatten() {
            if !is_locked(&entry.path()) {
                // Another program may have done the same.
                let _ = fs::remove_file(entry.path());
            }
        }
        let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}-{time}-{number}", std::process::id());
        let path = seats.join(&name);
        // Locked before it has its name, so that nobody takes it for one that is left.
        let beside = folder.join(format!("{name}.new"));
        let lock = File::create(&beside).map_err(fail)?;
        lock.try_lock_exclusive().map_err(fail)?;
        fs::rename(&beside, &path).map_err(fail)?;
        Ok(Seat { name, path, _lock: lock })
    }

    /// Its name, which no other seat has.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Does a living program sit there?
    pub fn is_taken(folder: &Path, name: &str) -> bool {
        // A name is never a path.
        !name.contains(['/', '\\']) && is_locked(&seats(folder).join(name))
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
