//! Plays the transcripts of the original programs again, those of text programs with the real binary.
//! `cargo xtask conformance` does the same with other folders of the same layout.

use std::path::Path;

#[test]
fn every_transcript_agrees() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/conformance");
    let tallies = xtask::conformance::run(&folder, Path::new(env!("CARGO_BIN_EXE_talon"))).unwrap();
    for (kind, count) in [("ucb", 29), ("ycp", 11), ("aisleriot", 30), ("layouts", 20)] {
        let tally = tallies.iter().find(|tally| tally.kind == kind).unwrap();
        assert!(tally.failed.is_empty(), "{kind}\n{}", tally.failed.join("\n"));
        assert_eq!(tally.passed, count, "{kind}");
    }
}
