//! How soon a search ends when it is cancelled.
//!
//! A caller can stop a search only when its watch is called. For hard deals of every solver, this prints the
//! longest CPU time between two calls of the watch, and the CPU time from a cancellation to the return, at
//! several points of the search. All threads of the process count, so a search split between threads looks
//! slower than it is.

use crate::hard::CASES;
use anyhow::Result;
use clap::Args;
use cpu_time::ProcessTime;
use std::time::Duration;
use talon_solve::{Limits, Progress, Why};

/// Measure how soon a search ends when it is cancelled.
#[derive(Args)]
pub struct Cancel {
    /// The memory of a search, in megabytes.
    #[arg(long, default_value_t = 512)]
    memory: usize,
    /// The number of seconds after which a search ends.
    #[arg(long, default_value_t = 20.0)]
    seconds: f64,
    /// Only searches with this word in their name.
    #[arg(long, default_value = "")]
    only: String,
}

impl Cancel {
    /// Prints a table.
    pub fn run(self) -> Result<()> {
        println!("CPU milliseconds               longest time between   cancelled at, and time to return");
        println!("search                         two calls, and nodes");
        for case in CASES.iter().filter(|case| case.name.contains(&self.only)) {
            let limits = Limits { nodes: u64::MAX, memory: self.memory << 20 };
            let (begun, most) = (ProcessTime::now(), Duration::from_secs_f64(self.seconds));
            let mut last = (Duration::ZERO, 0);
            let (mut longest, mut nodes) = (Duration::ZERO, 0);
            let mut watch = |progress: Progress| {
                let now = begun.elapsed();
                longest = longest.max(now - last.0);
                nodes = nodes.max(progress.nodes - last.1.min(progress.nodes));
                last = (now, progress.nodes);
                (now > most).then_some(Why::Time)
            };
            case.search(limits, &mut watch)?;
            let whole = begun.elapsed();
            longest = longest.max(whole.saturating_sub(last.0));
            print!("{:30} {:10.1} {nodes:10}  ", case.name, longest.as_secs_f64() * 1e3);
            for part in [0.1, 0.5, 0.95] {
                let begun = ProcessTime::now();
                let at = whole.min(most).mul_f64(part);
                let mut cancelled = None;
                let mut watch = |_: Progress| {
                    let now = begun.elapsed();
                    if now < at {
                        return None;
                    }
                    cancelled.get_or_insert(now);
                    Some(Why::Cancelled)
                };
                case.search(limits, &mut watch)?;
                let took = cancelled.map(|then| begun.elapsed() - then);
                let took = took.map_or("-".into(), |took| format!("{:.1}", took.as_secs_f64() * 1e3));
                print!(" {:6.1} s {took:>6}", at.as_secs_f64());
            }
            println!();
        }
        Ok(())
    }
}
