//! Solves a fixed set of deals with a node limit: the program whose instructions `cargo xtask bench
//! instructions` counts.
//!
//! It is a program of its own because it compiles in a fraction of the time that `talon` takes, and because
//! nothing but dealing and searching is counted.

use std::process::ExitCode;
use talon_reference::signature::Set;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    // The figures of a set that has not been measured yet are zeros.
    let line = format!("best {} 0 0 0 0", words.join(" "));
    let Some(set) = Set::parse(&line) else {
        eprintln!("usage: searches GAME FIRST..END NODES");
        return ExitCode::from(2);
    };
    println!("{}", set.measure());
    ExitCode::SUCCESS
}
