//! A file of deals as it was typed: a path, or `-` for standard input.

use anyhow::{Context, Result, bail};
use std::io::Read;
use std::path::Path;

/// Lists of hundreds of thousands of deals fit; what is larger is no text of deals.
const MOST_BYTES: u64 = 256 << 20;

/// Reads it whole.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    let shown = path.display();
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        std::io::stdin().lock().take(MOST_BYTES + 1).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes))
    };
    read.with_context(|| format!("cannot read {shown}"))?;
    if bytes.len() as u64 > MOST_BYTES {
        bail!("{shown} is larger than {} MB: no file of deals", MOST_BYTES >> 20);
    }
    Ok(bytes)
}
