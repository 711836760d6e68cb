//! Exports that are imported into the books.

use std::path::PathBuf;
use talon_store::Store;

pub const WORDS: &[&str] = &[
    "{\"form\":\"talon export 1\",\"games\":[",
    "\"uid\":",
    "\"game\":",
    "\"rules\":",
    "\"title\":",
    "\"deal\":",
    "\"result\":",
    "\"stamp\":",
    "\"moves\":",
    "\"seconds\":",
    "\"score\":",
    "\"began\":",
    "\"changed\":",
    "\"save\":",
    "\"preferences\":{",
    "\"ledger\":{",
    "\"hands\":",
    "\"won\"",
    "\"left\"",
    "\"lost\"",
    "\"open\"",
    "-1",
    "null",
    "\\nmoves\\nend\\n",
    "[",
    "]",
    "{",
    "}",
];

/// Whatever is imported, the books are whole afterwards: they can be read, counted and exported, and other books
/// take the whole export.
pub fn run(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    // Most inputs are no JSON at all, and need no database to be refused.
    if serde_json::from_str::<serde_json::Value>(&text).is_err() {
        return;
    }
    let (first, second) = (Folder::new("a"), Folder::new("b"));
    let mut store = Store::open(&first.0).expect("books can be made in an empty folder");
    let taken = store.import(&text);
    let games = store.games(None).expect("the list of games can be read after an import");
    store.statistics(None).expect("statistics can be counted after an import");
    store.account().expect("the ledger can be read after an import");
    store.left().expect("unfinished games can be listed after an import");
    if taken.is_err() {
        return;
    }
    for game in &games {
        store.game(game.id).expect("an imported game can be played on");
    }
    let export = store.export().expect("books can be exported after an import");
    let mut other = Store::open(&second.0).expect("books can be made in an empty folder");
    assert!(export.damaged.is_empty(), "an import took damaged games: {:?}", export.damaged);
    let again = other.import(&export.text).expect("an export is imported");
    assert!(again.refused.is_empty(), "an export is refused in part: {:?}", again.refused);
    assert_eq!(other.games(None).expect("the list of games can be read").len(), games.len());
}

/// A temporary folder that is removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        // Memory is faster than a disk and asks for no durability.
        let memory = PathBuf::from("/dev/shm");
        let base = if memory.is_dir() { memory } else { std::env::temp_dir() };
        let folder = Folder(base.join(format!("talon-fuzz-{}-{name}", std::process::id())));
        let _ = std::fs::remove_dir_all(&folder.0);
        folder
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
