//! The originals' transcripts, through the real binary. `cargo xtask conformance` runs other folders of
//! the same layout with the same runners.

use std::path::{Path, PathBuf};

#[path = "../../xtask/src/conformance/ucb.rs"]
mod ucb;
#[path = "../../xtask/src/conformance/ycp.rs"]
mod ycp;

const TALON: &str = env!("CARGO_BIN_EXE_talon");

fn data(kind: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/conformance").join(kind)
}

#[test]
fn every_ucb_transcript() {
    let (passed, failures) = ucb::run(Path::new(TALON), &data("ucb")).unwrap();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert_eq!(passed, 29);
}

#[test]
fn every_ycp_transcript() {
    let (passed, failures) = ycp::run(Path::new(TALON), &data("ycp")).unwrap();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert_eq!(passed, 11);
}
