//! Joins shards into the file that an undivided run would have written.

use crate::campaign::Deals;
use crate::lines;
use crate::problem::{FilesFault, Problem, RowsFault};
use crate::rows::{self, Head};
use crate::whole::WholeFile;
use std::fs::File;
use std::path::{Path, PathBuf};

/// One shard, of which the head has been read.
struct Shard {
    path: PathBuf,
    deals: Deals,
}

/// Joins shards into `out`, which must not exist yet, and returns the number of rows. The ending of each name
/// decides its format.
///
/// # Errors
/// If the shards do not belong to one campaign, overlap, leave out deals or are not finished, or if the
/// file already exists. No file is left behind then.
pub fn merge(paths: &[PathBuf], out: &Path) -> Result<u64, Problem> {
    let mut shards: Vec<Shard> = Vec::new();
    let mut common: Option<Head> = None;
    for path in paths {
        let (head, _) = lines::open(path)?;
        let mut deals = Deals::read(head.get("deals").unwrap_or(""))?;
        if let Some(shard) = head.get("shard") {
            deals = deals.shard(shard)?;
        }
        let whole = head.without("shard");
        match &common {
            None => common = Some(whole),
            Some(known) if *known != whole => {
                let (first, other) = (paths[0].clone(), path.clone());
                return Err(FilesFault::OtherCampaign { first, other }.into());
            }
            Some(_) => {}
        }
        shards.push(Shard { path: path.clone(), deals });
    }
    let Some(head) = common else { return Err(FilesFault::NoShards.into()) };
    shards.sort_by_key(|shard| shard.deals.range().start);
    let all = shards[0].deals.all.clone();
    let mut next = all.start;
    for (at, shard) in shards.iter().enumerate() {
        let range = shard.deals.range();
        if range.start < next {
            let (first, other) = (shards[at.saturating_sub(1)].path.clone(), shard.path.clone());
            return Err(FilesFault::Overlap { first, other, deal: range.start }.into());
        }
        if range.start > next {
            return Err(FilesFault::Missing(next..range.start).into());
        }
        next = range.end;
    }
    if next < all.end {
        return Err(FilesFault::Missing(next..all.end).into());
    }
    let players: Vec<&str> = head.get("players").unwrap_or("").split(", ").collect();
    for shard in &shards {
        check(shard, &players)?;
    }
    let mut file = WholeFile::create(out, &head)?;
    let copied = copy(&shards, &mut file);
    let count = match copied {
        Ok(count) => count,
        Err(problem) => {
            file.remove();
            return Err(problem);
        }
    };
    file.finish()?;
    let fail = |error: std::io::Error| Problem::io(out, "write", error);
    let times: Vec<PathBuf> = shards.iter().map(|shard| rows::times_of(&shard.path)).collect();
    if times.iter().all(|path| path.exists()) {
        let mut joined = File::create(rows::times_of(out)).map_err(fail)?;
        for path in times {
            std::io::copy(&mut File::open(path).map_err(fail)?, &mut joined).map_err(fail)?;
        }
    }
    Ok(count)
}

/// Copies the rows of all shards, and returns their number.
fn copy(shards: &[Shard], to: &mut WholeFile) -> Result<u64, Problem> {
    let mut count = 0;
    for shard in shards {
        let (_, rows) = lines::open(&shard.path)?;
        let format = rows.format;
        for row in rows {
            to.push(&row.map_err(|error| Problem::io(&shard.path, "read", error))?, format)?;
            count += 1;
        }
    }
    Ok(count)
}

/// Checks that a shard has all its rows, each in its place.
fn check(shard: &Shard, players: &[&str]) -> Result<(), Problem> {
    let fault = |fault| Err(Problem::rows(&shard.path, fault));
    let range = shard.deals.range();
    let mut expected =
        range.clone().flat_map(|deal| players.iter().map(move |player| (deal, (*player).to_string())));
    let (_, mut rows) = lines::open(&shard.path)?;
    let mut line = String::new();
    for at in 1u64.. {
        if !rows.read(&mut line).map_err(|error| Problem::io(&shard.path, "read", error))? {
            break;
        }
        let found = rows::key(line.trim_end(), rows.format).filter(|_| line.ends_with('\n'));
        match expected.next() {
            Some(wanted) if found.as_ref() == Some(&wanted) => {}
            Some((deal, player)) => {
                return fault(RowsFault::UnexpectedRowOfShard { row: at, deal, player });
            }
            None => return fault(RowsFault::TooManyRows(range)),
        }
    }
    match expected.next() {
        Some((deal, _)) => fault(RowsFault::Unfinished(deal)),
        None => Ok(()),
    }
}
