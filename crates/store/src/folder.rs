//! The folder of the books.

use etcetera::BaseStrategy;
use std::path::PathBuf;

/// Returns the data folder: `TALON_DATA`, or the platform's own place for the data of programs.
///
/// On Linux, that is `$XDG_DATA_HOME/talon` or `~/.local/share/talon`. A relative `XDG_DATA_HOME` is ignored,
/// as the XDG Base Directory Specification asks.
pub fn folder() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("TALON_DATA").filter(|folder| !folder.is_empty()) {
        return Some(folder.into());
    }
    let place = etcetera::base_strategy::choose_native_strategy().ok()?.data_dir();
    place.is_absolute().then(|| place.join("talon"))
}
