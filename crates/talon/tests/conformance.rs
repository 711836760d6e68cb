//! The originals' transcripts, played again.

use std::path::Path;

#[test]
fn every_transcript_agrees() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/conformance");
    let tallies = xtask::conformance::run(&folder).unwrap();
    let expected = [("aisleriot", 30), ("layouts", 20)];
    for (kind, count) in expected {
        let tally = tallies.iter().find(|tally| tally.kind == kind).unwrap();
        for (file, difference) in &tally.failed {
            eprintln!("{}: {difference}", file.display());
        }
        assert_eq!((tally.passed, tally.failed.len()), (count, 0), "{kind}");
    }
}
