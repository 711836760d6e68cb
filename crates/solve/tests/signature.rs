//! The solvers take exactly the committed numbers of nodes on fixed sets of deals.

use talon_reference::signature::{COMMITTED, Set};

#[test]
fn the_signature_is_unchanged() {
    for line in COMMITTED.lines().filter(|line| !line.starts_with('#')) {
        let committed = Set::parse(line).unwrap_or_else(|| panic!("{line:?} is not a set"));
        let found = committed.measure();
        assert_eq!(found, committed, "\nif this is intended: cargo xtask bench signature --write");
    }
}
