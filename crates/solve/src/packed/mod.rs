//! Compact states of the three great families, each kept equal to `rules::Table` by machine.

pub mod canfield;
pub mod klondike;
pub mod spider;
