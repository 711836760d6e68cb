//! No search uses more memory than it is allowed, counted by the whole process.

use std::process::Command;

#[test]
fn searches_keep_to_their_memory() {
    let out = Command::new(env!("CARGO_BIN_EXE_talon-bench"))
        .args(["memory", "--nodes", "6000000", "16", "64"])
        .output()
        .expect("the program of this crate runs");
    let table = String::from_utf8_lossy(&out.stdout);
    assert!(out.status.success(), "{table}{}", String::from_utf8_lossy(&out.stderr));
    let at_limit = table.matches("memory limit reached").count();
    assert!(at_limit > 8, "few searches are hard enough:\n{table}");
}
