//! The tasks of the workspace.
fn main() {}
