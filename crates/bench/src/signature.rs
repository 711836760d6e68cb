//! The nodes that the solvers take on fixed sets of deals, printed or committed.

use anyhow::{Context, Result};
use clap::Args;
use std::fmt::Write;
use std::path::Path;
use talon_reference::signature::{COMMITTED, Set};

/// Print the nodes that the solvers take on fixed sets of deals.
#[derive(Args)]
pub struct Signature {
    /// Write the figures to the committed file instead of comparing them.
    #[arg(long)]
    write: bool,
}

impl Signature {
    /// Solves all sets and prints them; `false` if one differs from the committed file.
    pub fn run(self) -> Result<bool> {
        let (mut text, mut same) = (String::new(), true);
        for line in COMMITTED.lines() {
            if line.starts_with('#') {
                writeln!(text, "{line}")?;
                continue;
            }
            let committed = Set::parse(line).with_context(|| format!("{line:?} is not a set of deals"))?;
            let found = committed.measure();
            println!(
                "{found}{}",
                if found == committed { "" } else { "  <- differs from the committed set" }
            );
            same &= found == committed;
            writeln!(text, "{found}")?;
        }
        if !self.write {
            return Ok(same);
        }
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../solve/signature.txt");
        std::fs::write(&path, text).with_context(|| path.display().to_string())?;
        Ok(true)
    }
}
