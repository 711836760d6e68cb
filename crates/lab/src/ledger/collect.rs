//! The whole table of a ledger.

use super::{Keep, Ledger, Task};
use crate::counts::Counts;
use crate::problem::{LedgerFault, Problem};
use crate::results::SOLVER;
use crate::rows::{self, Format};
use crate::whole::WholeFile;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// What was collected.
#[derive(Clone, Debug)]
pub struct Collected {
    /// The number of rows.
    pub rows: u64,
    /// The SHA-256 of the file in hexadecimal digits.
    pub digest: String,
    /// The wins, losses and unknown deals, if the rows are verdicts.
    pub verdicts: Option<[u64; 3]>,
}

/// Rows and times of deals that a later round searched again.
#[derive(Default)]
struct Later {
    rows: BTreeMap<u64, String>,
    micros: BTreeMap<u64, u64>,
}

impl Ledger {
    /// Writes the table, whose ending decides its format. It must not exist yet. It is the file that an undivided
    /// run would have written; if all times are there, they are written beside it.
    ///
    /// # Errors
    /// If the ledger is not complete, or a part is damaged or missing. No file is left behind then.
    pub fn collect(&self, out: &Path) -> Result<Collected, Problem> {
        Format::of_output(Some(out))?;
        let parts = self.parts()?;
        let rounds = self.rounds(&parts)?;
        for round in &rounds {
            let missing: Vec<String> = round.iter().filter(|task| !parts.has(task)).map(Task::name).collect();
            if let Some(first) = missing.first() {
                let (missing, chunks, first) = (missing.len(), round.len(), first.clone());
                return Err(Problem::ledger(
                    &self.folder,
                    LedgerFault::Incomplete { missing, chunks, first },
                ));
            }
        }
        let mut file = WholeFile::create(out, &self.manifest.head())?;
        let copied = match self.manifest.keep {
            Keep::Rows => self.copy_rows(&rounds, &parts, &mut file),
            Keep::Counts => self.copy_counts(&rounds, &parts, &mut file),
        };
        let (rows, verdicts) = match copied {
            Ok(counted) => counted,
            Err(problem) => {
                file.remove();
                return Err(problem);
            }
        };
        file.finish()?;
        if self.manifest.keep == Keep::Rows {
            self.copy_times(&rounds, out)?;
        }
        let digest = super::manifest::digest_of_file(out).map_err(|error| Problem::io(out, "read", error))?;
        let verdicts = (self.manifest.names == [SOLVER]).then_some(verdicts);
        Ok(Collected { rows, digest, verdicts })
    }

    /// Copies the rows; those of later rounds take the places of the earlier ones.
    fn copy_rows(
        &self,
        rounds: &[Vec<Task>],
        parts: &super::Parts,
        to: &mut WholeFile,
    ) -> Result<(u64, [u64; 3]), Problem> {
        let mut later = Later::default();
        for task in rounds[1..].iter().flatten() {
            for row in self.rows(task, self.only(task, parts)?)? {
                if let Some((deal, _)) = rows::key(&row, Format::Csv) {
                    later.rows.insert(deal, row);
                }
            }
        }
        let mut count = 0;
        let mut verdicts = [0; 3];
        for task in &rounds[0] {
            for row in self.rows(task, self.only(task, parts)?)? {
                let better = match rows::key(&row, Format::Csv) {
                    Some((deal, _)) if !later.rows.is_empty() => later.rows.get(&deal),
                    _ => None,
                };
                let row = better.unwrap_or(&row);
                to.push(row, Format::Csv)?;
                crate::tally(row, &mut verdicts);
                count += 1;
            }
        }
        Ok((count, verdicts))
    }

    /// Adds the counts up; only the last round counts unknown deals.
    fn copy_counts(
        &self,
        rounds: &[Vec<Task>],
        parts: &super::Parts,
        to: &mut WholeFile,
    ) -> Result<(u64, [u64; 3]), Problem> {
        let mut counts = Counts::default();
        for round in rounds {
            counts.forget_unknown();
            for task in round {
                counts.join(&self.counts(&self.rows(task, self.only(task, parts)?)?)?);
            }
        }
        let text = counts.text(self.manifest.deals().all.start, &self.manifest.names);
        for line in text.lines() {
            to.push(line, Format::Csv)?;
        }
        Ok((text.lines().count() as u64, counts.verdicts()))
    }

    /// Writes the times beside the table, unless some are missing. The times of all searches of a deal are added.
    fn copy_times(&self, rounds: &[Vec<Task>], out: &Path) -> Result<(), Problem> {
        let read = |task: &Task| std::fs::read_to_string(self.times_of(task)).ok();
        let fields =
            |line: &str| -> Option<(u64, String, u64)> { rows::fields(line)?.deserialize(None).ok() };
        let mut later = Later::default();
        let mut text = String::new();
        for task in rounds[1..].iter().flatten() {
            let Some(times) = read(task) else { return Ok(()) };
            for (deal, _, micros) in times.lines().filter_map(fields) {
                *later.micros.entry(deal).or_default() += micros;
            }
        }
        for task in &rounds[0] {
            let Some(times) = read(task) else { return Ok(()) };
            for line in times.lines() {
                match fields(line).and_then(|found| Some((later.micros.get(&found.0)?, found))) {
                    Some((more, (deal, player, micros))) => {
                        rows::push_csv(&mut text, (deal, player, micros + more));
                    }
                    None => writeln!(text, "{line}").expect("a text takes everything"),
                }
            }
        }
        let path = rows::times_of(out);
        std::fs::write(&path, text).map_err(|error| Problem::io(&path, "write", error))
    }
}
