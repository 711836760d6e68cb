//! Joins shards into the file that an undivided run would have written.

use crate::campaign::Deals;
use crate::engine::Problem;
use crate::lines::{self, Lines};
use crate::rows::{self, Format, Head};
use std::fs::{File, OpenOptions};
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

/// One shard, of which the head has been read.
struct Shard {
    path: PathBuf,
    deals: Deals,
    length: usize,
}

/// Joins shards into `out`, which must not exist yet, and returns the number of rows.
///
/// # Errors
/// If the shards do not belong to one campaign, overlap, leave out deals or are not finished, or if the
/// file already exists. No file is left behind then.
pub fn merge(paths: &[PathBuf], out: &Path) -> Result<u64, Problem> {
    let format = Format::of(out);
    let mut shards: Vec<Shard> = Vec::new();
    let mut common: Option<Head> = None;
    for path in paths {
        if Format::of(path) != format {
            return Err(Problem(format!("{} and {} have different formats", path.display(), out.display())));
        }
        let (head, length) = lines::head(path)?;
        let mut deals = Deals::read(head.get("deals").unwrap_or(""))?;
        if let Some(shard) = head.get("shard") {
            deals = deals.shard(shard)?;
        }
        let whole = head.without("shard");
        match &common {
            None => common = Some(whole),
            Some(known) if *known != whole => {
                return Err(Problem(format!(
                    "{} and {} are not shards of one campaign",
                    paths[0].display(),
                    path.display()
                )));
            }
            Some(_) => {}
        }
        shards.push(Shard { path: path.clone(), deals, length });
    }
    let Some(head) = common else { return Err(Problem("no shards are named".into())) };
    shards.sort_by_key(|shard| shard.deals.range().start);
    let all = shards[0].deals.all.clone();
    let mut next = all.start;
    for (at, shard) in shards.iter().enumerate() {
        let range = shard.deals.range();
        if range.start < next {
            return Err(Problem(format!(
                "{} and {} overlap: both contain deal {}",
                shards[at.saturating_sub(1)].path.display(),
                shard.path.display(),
                range.start
            )));
        }
        if range.start > next {
            return Err(Problem(format!("deals {next}..{} are in no shard", range.start)));
        }
        next = range.end;
    }
    if next < all.end {
        return Err(Problem(format!("deals {next}..{} are in no shard", all.end)));
    }
    let players: Vec<&str> = head.get("players").unwrap_or("").split(", ").collect();
    for shard in &shards {
        check(shard, &players, format)?;
    }
    let file = OpenOptions::new().write(true).create_new(true).open(out).map_err(|error| {
        if error.kind() == std::io::ErrorKind::AlreadyExists {
            Problem(format!("{} already exists; nothing was written", out.display()))
        } else {
            Problem::io(out, "write", &error)
        }
    })?;
    let fail = |error: std::io::Error| Problem::io(out, "write", &error);
    let mut writer = BufWriter::new(file);
    writer.write_all(head.write(format).as_bytes()).map_err(fail)?;
    let mut count = 0;
    for shard in &shards {
        for line in Lines::open(&shard.path).map_err(fail)?.skip(shard.length) {
            writeln!(writer, "{}", line.map_err(fail)?).map_err(fail)?;
            count += 1;
        }
    }
    writer.flush().map_err(fail)?;
    let times: Vec<PathBuf> = shards.iter().map(|shard| rows::times_of(&shard.path)).collect();
    if times.iter().all(|path| path.exists()) {
        let mut joined = File::create(rows::times_of(out)).map_err(fail)?;
        for path in times {
            std::io::copy(&mut File::open(path).map_err(fail)?, &mut joined).map_err(fail)?;
        }
    }
    Ok(count)
}

/// Checks that a shard has all its rows, each in its place.
fn check(shard: &Shard, players: &[&str], format: Format) -> Result<(), Problem> {
    let shown = shard.path.display();
    let fail = |error: std::io::Error| Problem::io(&shard.path, "read", &error);
    let range = shard.deals.range();
    let mut expected =
        range.clone().flat_map(|deal| players.iter().map(move |player| (deal, (*player).to_string())));
    let mut reader = BufReader::new(File::open(&shard.path).map_err(fail)?);
    let mut line = String::new();
    for at in 0u64.. {
        if lines::read_line(&mut reader, &mut line).map_err(fail)? == 0 {
            break;
        }
        if at < shard.length as u64 {
            continue;
        }
        let found = rows::key(line.trim_end(), format).filter(|_| line.ends_with('\n'));
        match expected.next() {
            Some(wanted) if found.as_ref() == Some(&wanted) => {}
            Some((deal, player)) => {
                return Err(Problem(format!(
                    "{shown}, row {}: expected deal {deal} of {player}; the shard is truncated or damaged",
                    at - shard.length as u64 + 1
                )));
            }
            None => return Err(Problem(format!("{shown} has more rows than its deals {range:?} need"))),
        }
    }
    match expected.next() {
        Some((deal, _)) => Err(Problem(format!("{shown} is not finished; it stops before deal {deal}"))),
        None => Ok(()),
    }
}
