//! `docs/blind.md`: the session of a player who hears the game, played again with the real binary.
//!
//! `TALON_BLESS=1` writes the document anew from what is typed in `tests/data/blind.txt`.

mod support;

use std::path::Path;

const TYPED: &str = include_str!("data/blind.txt");

const BEFORE: &str = "\
# A session by ear

This is a whole hand of Canfield as a screen reader tells it: quiet text play (`talon play canfield --quiet --deal
35`), with the ledger of the casino, from the deal to the end. Every line that begins with `>` was typed, and
everything else is what Talon said. Nothing is drawn, no sentence depends on what stands above it, and what did not
change is not repeated. `look` tells the whole table, `look` with a part only that part.

The test `crates/talon/tests/blind.rs` plays this session with the real program and compares it with this page;
`cargo xtask bless` writes it anew.

```text
";

#[test]
fn the_document_is_what_a_blind_player_hears() {
    let said = support::talon(&["play", "canfield", "--quiet", "--deal", "35"], TYPED);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    let mut parts = said.out.split("> ");
    let mut text = format!("{BEFORE}{}", parts.next().unwrap());
    let answers: Vec<&str> = parts.collect();
    assert_eq!(answers.len(), TYPED.lines().count(), "{}", said.out);
    for (typed, answer) in TYPED.lines().zip(answers) {
        text += &format!("> {typed}\n{answer}");
    }
    text += "```\n";
    // A sign of a card, an arrow or a frame says nothing to somebody who listens.
    assert!(text.is_ascii(), "{text}");
    assert!(text.contains("The game is stuck: ") && text.contains("This hand stands at "), "{text}");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/blind.md");
    if std::env::var_os("TALON_BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(written, text, "docs/blind.md is not this session; `cargo xtask bless` writes it anew");
}
