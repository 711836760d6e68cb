//! The memory that the solvers use, beside what they were allowed.
//!
//! Each search runs in a process of its own, which says in the end how much memory it ever had. The deals are
//! so hard that every search ends at its limit, unless the limit is large.

use crate::hard::{CASES, Case};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::process::Command;
use talon_solve::{Limits, Progress, Why};

/// What the program itself needs, with the buffers that do not grow with a search.
const FLOOR: u64 = 10 << 20;

/// Measure the memory that the solvers use.
#[derive(Args)]
pub struct Memory {
    /// The limits, in megabytes.
    #[arg(default_values_t = [16, 100, 1024])]
    limits: Vec<usize>,
    /// The case that is searched in this process.
    #[arg(long, hide = true)]
    case: Option<usize>,
    /// End every search after this number of nodes.
    #[arg(long, default_value_t = u64::MAX)]
    nodes: u64,
}

impl Memory {
    /// Prints a table; `false` if a search used more than its limit allows.
    pub fn run(self) -> Result<bool> {
        if let (Some(case), [limit]) = (self.case, &self.limits[..]) {
            let case = CASES.get(case).context("there is no such case")?;
            let limits = Limits { nodes: self.nodes, memory: limit << 20 };
            let mut watch = |_: Progress| None::<Why>;
            let end = case.search(limits, &mut watch)?;
            println!("{} {end}", peak_bytes().context("this system does not tell the memory of a process")?);
            return Ok(true);
        }
        println!("allowed: {} MB + 1.1 × asked", FLOOR >> 20);
        println!("search                         asked MB   used MB  used/asked  end");
        let mut within = true;
        for &limit in &self.limits {
            for (number, case) in CASES.iter().enumerate() {
                within &= self.measure(number, case, limit)?;
            }
        }
        Ok(within)
    }

    /// Runs one search in a process of its own and prints its line.
    fn measure(&self, number: usize, case: &Case, limit: usize) -> Result<bool> {
        let program = std::env::current_exe()?;
        let (number, megabytes, nodes) = (number.to_string(), limit.to_string(), self.nodes.to_string());
        let words = ["memory", "--case", &number, "--nodes", &nodes, &megabytes];
        let out = Command::new(program).args(words).output()?;
        if !out.status.success() {
            bail!("{}: {}", case.name, String::from_utf8_lossy(&out.stderr));
        }
        let said = String::from_utf8(out.stdout)?;
        let (used, end) = said.trim().split_once(' ').context("a measurement says two things")?;
        let used: u64 = used.parse()?;
        let asked = (limit as u64) << 20;
        let within = used <= FLOOR + asked / 10 * 11;
        println!(
            "{:30} {limit:8} {:9.1} {:11.2}  {end}{}",
            case.name,
            used as f64 / f64::from(1 << 20),
            used as f64 / asked as f64,
            if within { "" } else { "  TOO MUCH" }
        );
        Ok(within)
    }
}

/// The most memory that this process ever had, if the system tells.
fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}
