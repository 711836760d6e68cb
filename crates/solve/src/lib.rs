//! Proofs: winnable with a line, not winnable, or not known and why.

mod effort;
pub mod packed;
mod verdict;

pub use effort::{Effort, Limits, Progress, Watch, unwatched};
pub use verdict::{Report, Verdict, Why};
