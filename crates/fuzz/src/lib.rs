//! Fuzz targets for everything that Talon reads, and a runner that needs no other tool.
//!
//! A [`Target`] is a plain function over bytes. It reads them as the program would and panics if an invariant
//! is broken: what is read must be well-formed, what is written must read back, every card must be present
//! exactly once, undo must be exact, and a view must not show a hidden card. Bytes that are refused are fine.
//!
//! Three things drive the same functions:
//!
//! 1. `cargo test -p talon-fuzz` runs the committed corpus (`corpus/TARGET/`) and a few thousand mutations of
//!    it, always the same ones.
//! 2. `cargo xtask fuzz TARGET --minutes M` runs random mutations for as long as is wanted, writes an input
//!    that fails to a file, and makes it smaller.
//! 3. The folder `fuzz/` at the root of the repository, which is not a part of the workspace, has the same
//!    targets for libFuzzer, whose mutations are guided by coverage.
//!
//! An input that once failed belongs to the corpus, under a name that says what was wrong.

mod bytes;
mod invariants;
mod mutate;
mod runner;
mod targets;

pub use bytes::Bytes;
pub use mutate::Mutator;
pub use runner::{Failure, Outcome, Runner, peak_bytes};
pub use targets::{TARGETS, Target, find};

/// Runs a target on an input, for libFuzzer.
///
/// # Panics
/// If the input breaks an invariant, or there is no such target.
pub fn run(target: &str, input: &[u8]) {
    let target = find(target).expect("the target is one of TARGETS");
    (target.run)(input);
}
