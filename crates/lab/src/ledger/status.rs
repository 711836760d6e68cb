//! How far a ledger is.

use super::{Claim, Ledger, Parts};
use crate::problem::Problem;
use std::io;
use std::time::{Duration, SystemTime};

/// The rate is measured over this time.
const WINDOW: Duration = Duration::from_secs(600);

/// How far a ledger is.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Status {
    /// The deals.
    pub deals: u64,
    /// The deals of round 0 that are done.
    pub done: u64,
    /// The round: 0 for all deals, 1 for those that round 0 left unknown, and so on.
    pub round: u32,
    /// The chunks of this round.
    pub chunks: u64,
    /// The chunks of this round that are done.
    pub chunks_done: u64,
    /// Whether all rounds are done.
    pub complete: bool,
    /// The deals of this round per second over the last ten minutes in which parts were finished, if two were.
    pub rate: Option<f64>,
    /// The seconds that this round takes at that rate.
    pub left: Option<f64>,
    /// Who works.
    pub claims: Vec<Claim>,
    /// Files that are no parts, and are left alone.
    pub foreign: Vec<String>,
    /// Parts of one chunk that differ.
    pub differing: Vec<String>,
}

impl Ledger {
    /// Returns how far the ledger is.
    ///
    /// # Errors
    /// If the folder cannot be read, or a part of an earlier round is damaged.
    pub fn status(&self) -> Result<Status, Problem> {
        let parts = self.parts()?;
        let rounds = self.rounds(&parts)?;
        let last = rounds.last().map_or(&[][..], Vec::as_slice);
        let deals_of = |task: &super::Task| task.size(&self.manifest);
        let done_of = |tasks: &[super::Task]| -> u64 {
            tasks.iter().filter(|task| parts.has(task)).map(deals_of).sum()
        };
        let all = &self.manifest.deals().all;
        let chunks_done = last.iter().filter(|task| parts.has(task)).count() as u64;
        let finished =
            self.finished(last, &parts).map_err(|error| Problem::io(&self.folder, "read", error))?;
        let rate = rate(finished);
        let left = last.iter().map(deals_of).sum::<u64>() - done_of(last);
        let claims =
            super::claim::look(&self.folder).map_err(|error| Problem::io(&self.folder, "read", error))?;
        let differing = parts.found.values().filter(|names| names.len() > 1).flatten().cloned().collect();
        Ok(Status {
            deals: all.end - all.start,
            done: rounds.first().map_or(0, |tasks| done_of(tasks)),
            round: last.first().map_or(0, |task| task.round),
            chunks: last.len() as u64,
            chunks_done,
            complete: chunks_done == last.len() as u64,
            rate,
            left: rate.filter(|_| left > 0).map(|rate| left as f64 / rate),
            claims,
            foreign: parts.foreign,
            differing,
        })
    }

    /// Returns when the parts of a round were finished, and their numbers of deals.
    fn finished(&self, round: &[super::Task], parts: &Parts) -> io::Result<Vec<(SystemTime, u64)>> {
        let folder = self.parts_folder();
        let mut finished = Vec::new();
        for task in round {
            if let Some(name) = parts.found.get(&(task.round, task.chunk)).and_then(|names| names.first()) {
                let time = folder.join(name).metadata()?.modified()?;
                finished.push((time, task.size(&self.manifest)));
            }
        }
        finished.sort();
        Ok(finished)
    }
}

/// Returns the deals per second, from the times at which parts were finished. The deals of the first part in the
/// window are not counted, since nobody knows when they were begun.
fn rate(finished: Vec<(SystemTime, u64)>) -> Option<f64> {
    let (last, _) = *finished.last()?;
    let window: Vec<_> = finished
        .into_iter()
        .filter(|(time, _)| last.duration_since(*time).is_ok_and(|age| age <= WINDOW))
        .collect();
    let (first, _) = *window.first()?;
    let seconds = last.duration_since(first).ok()?.as_secs_f64();
    let deals: u64 = window[1..].iter().map(|(_, deals)| deals).sum();
    (seconds > 0.0 && deals > 0).then(|| deals as f64 / seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_is_that_of_the_last_ten_minutes() {
        let at = |seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        assert_eq!(rate(Vec::new()), None);
        assert_eq!(rate(vec![(at(5), 100)]), None);
        assert_eq!(rate(vec![(at(5), 100), (at(15), 100)]), Some(10.0));
        assert_eq!(rate(vec![(at(0), 7), (at(10_000), 100), (at(10_100), 50), (at(10_200), 150)]), Some(1.0));
    }
}
