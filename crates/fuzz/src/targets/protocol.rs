//! JSON requests of the page.

use serde_json::Value;
use talon_session::protocol::{Bounds, answer, search};

pub const WORDS: &[&str] = &[
    "{\"game\":{\"name\":\"klondike\",\"deal\":\"1\"},",
    "\"do\":",
    "\"search\":",
    "\"draw\"",
    "\"undo\"",
    "\"redo\"",
    "\"restart\"",
    "\"hint\"",
    "\"auto\"",
    "\"finish\"",
    "{\"visit\":1}",
    "{\"play\":\"1-2\"}",
    "{\"line\":[\"draw\"]}",
    "{\"carry\":{\"from\":\"1\",\"to\":\"f\"}}",
    "{\"best\":\"1\"}",
    "{\"find\":\"AS\"}",
    "{\"mark\":\"oracle\"}",
    "{\"set-auto\":true}",
    "\"oracle\"",
    "\"follow\"",
    "\"read\"",
    "\"newer\"",
    "{\"leap\":-10}",
    "{\"go\":[\"draw\"]}",
    "{\"bookmark\":null}",
    "{\"jump\":\"a\"}",
    "{\"learn\":[{\"path\":[],\"is\":\"dead\"}]}",
    "\"memory\":{\"time\":9,\"proved\":[{\"at\":0,\"is\":{\"winnable\":[\"draw\"]}}]},",
    "\"memory\":{\"hint\":{\"at\":0,\"move\":\"draw\",\"plain\":\"\",\"why\":\"\",\"then\":[\"1-9\"],\"step\":1,\"oracle\":false}},",
    "\"elapsed\":60000,",
    "\"file\":\"",
    "\"set\":[\"draw=3\"]",
    "\"save\":\"talon save 1\\n",
    "\"moves\":[\"draw\"]",
    "{\"verdict\":{}}",
    "\"critical\"",
    "\"winnable\"",
    "\"grade\"",
    "{\"graded\":{\"level\":\"easy\"}}",
    "[",
    "]",
    "{",
    "}",
    "null",
    "\\u0000",
    "pysol:",
    "1e999",
];

/// Any text is answered or refused; what is answered is JSON whose save can be sent again.
pub fn run(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    if let Ok(reply) = answer(&text) {
        let reply: Value = serde_json::from_str(&reply).expect("a reply is JSON");
        let save = reply["save"].as_str().expect("a reply has a save");
        let request = serde_json::json!({ "game": { "save": save } }).to_string();
        let again = answer(&request).expect("the save of a reply can be sent again");
        let again: Value = serde_json::from_str(&again).expect("a reply is JSON");
        for part in ["save", "piles", "moves", "tree", "at", "status"] {
            assert_eq!(again[part], reply[part], "{part} differs after the save was sent again");
        }
    }
    let bounds = Bounds { nodes: 200, memory: 4 << 20 };
    let mut told = 0;
    let mut tell = |_: &str| {
        told += 1;
        // A carrier ends every search some day.
        (told > 20).then_some(talon_session::Why::Cancelled)
    };
    if let Ok(reply) = search(&text, bounds, &mut tell) {
        let _: Value = serde_json::from_str(&reply).expect("a reply is JSON");
    }
}
