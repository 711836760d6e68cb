//! Reads files that were named on the command line, up to a size limit, so that an endless file such as
//! `/dev/zero` is refused.

use anyhow::{Context, Result, bail};
use std::io::Read;
use std::path::Path;

/// The size limit of a file of deals; lists of hundreds of thousands of deals fit.
const MOST_DEALS: u64 = 256 << 20;

/// Reads a file of deals, or standard input if the path is `-`.
///
/// # Errors
/// If it cannot be read, or is larger than the limit.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    if path != Path::new("-") {
        return read_file(path, MOST_DEALS, "file of deals");
    }
    let mut bytes = Vec::new();
    read_up_to(std::io::stdin().lock(), MOST_DEALS, &mut bytes)
        .context("cannot read standard input")?
        .then_some(bytes)
        .with_context(|| too_large("standard input", MOST_DEALS, "file of deals"))
}

/// Reads a file that has at most `most` bytes if it is what it should be: `kind`, in words.
///
/// # Errors
/// If it cannot be read or is larger.
pub fn read_file(path: &Path, most: u64, kind: &str) -> Result<Vec<u8>> {
    let shown = path.display();
    let mut bytes = Vec::new();
    let fits = std::fs::File::open(path).and_then(|file| read_up_to(file, most, &mut bytes));
    if !fits.with_context(|| format!("cannot read {shown}"))? {
        bail!(too_large(&shown.to_string(), most, kind));
    }
    Ok(bytes)
}

/// Reads a file of text as [`read_file`] does.
///
/// # Errors
/// If it cannot be read, is larger, or is not UTF-8.
pub fn read_text(path: &Path, most: u64, kind: &str) -> Result<String> {
    let bytes = read_file(path, most, kind)?;
    String::from_utf8(bytes).map_err(|_| anyhow::anyhow!("{} is not text (UTF-8)", path.display()))
}

/// Reads everything; `false` if there is more than `most` bytes.
fn read_up_to(from: impl Read, most: u64, bytes: &mut Vec<u8>) -> std::io::Result<bool> {
    from.take(most + 1).read_to_end(bytes)?;
    Ok(bytes.len() as u64 <= most)
}

fn too_large(shown: &str, most: u64, kind: &str) -> String {
    let (size, unit) = if most >= 1 << 20 { (most >> 20, "MB") } else { (most >> 10, "KB") };
    format!("{shown} is not a {kind}: it is larger than {size} {unit}")
}
