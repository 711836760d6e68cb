//! The tasks of a ledger and their results, the parts.
//!
//! A part is a pure function of the manifest and the task, so it does not matter which machine computes it, nor
//! how often. Its name contains a digest of its bytes: a part that was damaged, and two computations that differ,
//! are noticed without being read.

use super::manifest::{Job, Keep, Manifest, digest};
use crate::counts::Counts;
use crate::problem::Problem;
use crate::rows::Head;
use crate::whole;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};

/// A piece of work: some deals, in one round of searches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// The round: 0 for all deals, 1 for those that round 0 left unknown, and so on.
    pub round: u32,
    /// The number of the chunk in its round, from 1.
    pub chunk: u64,
    /// The number of chunks of the round.
    pub of: u64,
    /// The deals of a later round. Those of round 0 follow from the number of the chunk.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deals: Vec<u64>,
}

/// The result of a task.
pub struct Part {
    /// The name of its file.
    pub name: String,
    /// The content of its file.
    pub bytes: Vec<u8>,
    /// The times of its rows, which differ from run to run.
    pub times: String,
}

/// The digits of the digest in the name of a part.
pub(crate) const DIGITS: usize = 16;

impl Task {
    /// Returns the name of the task, with which the name of its part begins.
    pub fn name(&self) -> String {
        match self.round {
            0 => format!("{:06}", self.chunk),
            round => format!("retry{round}-{:06}", self.chunk),
        }
    }

    /// Reads the round and the number of the chunk from the name of a task.
    pub(crate) fn read_name(name: &str) -> Option<(u32, u64)> {
        let (round, chunk) = match name.strip_prefix("retry").and_then(|rest| rest.split_once('-')) {
            Some((round, chunk)) => (round.parse().ok()?, chunk),
            None => (0, name),
        };
        let task = Task { round, chunk: chunk.parse().ok()?, of: 0, deals: Vec::new() };
        (task.name() == name).then_some((round, task.chunk))
    }

    /// Returns the deals.
    pub(crate) fn deals(&self, manifest: &Manifest) -> Box<dyn Iterator<Item = u64> + '_> {
        match self.round {
            0 => Box::new(manifest.deals().cut(self.chunk, self.of)),
            _ => Box::new(self.deals.iter().copied()),
        }
    }

    /// Returns the number of deals.
    pub fn size(&self, manifest: &Manifest) -> u64 {
        match self.round {
            0 => {
                let deals = manifest.deals().cut(self.chunk, self.of);
                deals.end - deals.start
            }
            _ => self.deals.len() as u64,
        }
    }

    /// Returns the head of the part.
    pub(crate) fn head(&self, manifest: &Manifest) -> Head {
        let mut head = manifest.head();
        let place = head.entries.iter().position(|(name, _)| name == "deals").map_or(0, |at| at + 1);
        head.entries.insert(place, ("shard".into(), format!("{}/{}", self.chunk, self.of)));
        if manifest.retries() > 0 {
            // Without it, the shards of round 0 would be joined to a table that lacks the later rounds.
            head.entries.push(("round".into(), self.round.to_string()));
        }
        head
    }
}

/// What computes the rows and the times of one deal after another.
pub type Worker<'a> = Box<dyn FnMut(u64, &mut String, &mut String) -> bool + 'a>;

impl Manifest {
    /// Returns what computes the deals of a round.
    ///
    /// # Errors
    /// If a player cannot be made.
    pub fn worker<'a>(&'a self, round: u32, stop: &'a AtomicBool) -> Result<Worker<'a>, Problem> {
        Ok(match &self.job {
            Job::Games(campaign) => Box::new(campaign.worker(&self.names, crate::rows::Format::Csv)?),
            Job::Verdicts(asked) => Box::new(asked.worker(round..round + 1, stop)),
        })
    }

    /// Computes a part; `None` if it was stopped.
    ///
    /// # Errors
    /// If the rows cannot be written.
    pub fn part(
        &self,
        task: &Task,
        worker: &mut Worker<'_>,
        stop: &AtomicBool,
    ) -> Result<Option<Part>, Problem> {
        let (mut text, mut times) = (String::new(), String::new());
        let mut counts = Counts::default();
        let mut first = None;
        for deal in task.deals(self) {
            first.get_or_insert(deal);
            if stop.load(Ordering::Relaxed) || !worker(deal, &mut text, &mut times) {
                return Ok(None);
            }
            if self.keep == Keep::Counts {
                counts.add(&text, &self.names)?;
                text.clear();
            }
        }
        if self.keep == Keep::Counts {
            text = counts.text(first.unwrap_or(0), &self.names);
            // A line for each deal would be as long as the rows.
            times.clear();
        }
        let bytes = whole::parquet(&task.head(self), &text)?;
        let name = format!("{}-{}.parquet", task.name(), &digest(&bytes)[..DIGITS]);
        Ok(Some(Part { name, bytes, times }))
    }
}
