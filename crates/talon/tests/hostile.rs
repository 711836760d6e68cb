//! Input that means harm and output that goes nowhere: the real program commands no terminal, reads nothing
//! without end and does not panic.

mod support;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use support::{Said, books, talon, talon_with};

/// Sequences that clear the screen, change its title, and write from right to left.
const EVIL: &str = "\x1b[2J\x1b]0;owned\x07\u{9b}31m\u{202e}";

/// A folder of its own, which is removed when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        let folder = books();
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Checks that nothing of what was said would be obeyed by a terminal.
#[track_caller]
fn is_harmless(said: &Said) {
    for text in [&said.out, &said.err] {
        let obeyed = text.chars().find(|&c| (c.is_control() && !"\n\t".contains(c)) || c == '\u{202e}');
        assert_eq!(obeyed, None, "{text:?}");
    }
}

#[test]
fn a_title_cannot_command_the_terminal() {
    let folder = Folder::new();
    let file = folder.write(
        "evil.toml",
        "base = \"klondike\"\nname = \"mine\"\ntitle = \"\\u001b[2J\\u001b]0;owned\\u0007\"\n",
    );
    let set = "title=\"\\u001b[2J\"";
    for arguments in [
        &["rules", "--rules", &file][..],
        &["rules", "klondike", "--set", set],
        &["deal", "--rules", &file],
        &["solve", "--rules", &file, "--deal", "1"],
        &["solve", "klondike", "--set", set, "--deal", "1"],
        &["play", "--rules", &file, "--text"],
        &["play", "klondike", "--set", set, "--text"],
        &["lab", "run", "--rules", &file, "--player", "random", "--deals", "1..3"],
    ] {
        let said = talon(arguments, "");
        is_harmless(&said);
        // A file that is no rules file is a failure, not the fault of the command line.
        let code = if arguments.contains(&"--rules") { 1 } else { 2 };
        assert_eq!(said.code, Some(code), "{arguments:?}: {}", said.err);
        assert!(said.err.contains("no control characters"), "{arguments:?}: {}", said.err);
    }
}

#[test]
fn a_save_and_the_books_cannot_command_the_terminal() {
    let folder = Folder::new();
    let home = folder.0.join("books");
    let cards = talon(&["deal", "klondike", "--deal", "1", "--export", "cards"], "").out;
    let save = format!("talon save 1\ngame klondike\ncards {}\nnamed evil{EVIL}\nmoves\nend\n", cards.trim());
    let save = folder.write(&format!("save{EVIL}.talon"), save);
    let played = talon_with(&home, &["play", "--load", &save, "--text"], "d\nd\n");
    is_harmless(&played);
    assert!(played.out.contains("deal evil"), "{}{}", played.out, played.err);
    // Whatever an import takes from such an export, no command may pass on.
    let export = talon_with(&home, &["export"], "").out;
    let mut books: serde_json::Value = serde_json::from_str(&export).unwrap();
    for field in ["uid", "title", "rules", "deal", "stamp"] {
        let mut game = books["games"][0].clone();
        game["uid"] = format!("other-{field}").into();
        game[field] = format!("{EVIL}\n  999 won").into();
        game["result"] = "won".into();
        let one =
            serde_json::json!({ "form": books["form"], "games": [game], "preferences": {}, "ledger": {} });
        let file = folder.write("export.json", one.to_string());
        is_harmless(&talon_with(&home, &["import", &file], ""));
    }
    for arguments in [
        &["history"][..],
        &["history", "--json"],
        &["stats"],
        &["stats", "--json"],
        &["stats", "--csv"],
        &["replay", "1"],
        &["replay", "1", "--save"],
        &["export"],
    ] {
        let said = talon_with(&home, arguments, "");
        is_harmless(&said);
        assert!(said.code == Some(0) && !said.out.is_empty(), "{arguments:?}: {}", said.err);
        assert!(!said.out.contains("\n  999 won"), "{arguments:?}: {}", said.out);
    }
    is_harmless(&talon_with(&home, &["play", "klondike", "--text"], "resume\nresume 1\n"));
    // What is data stays exact.
    books = serde_json::from_str(&talon_with(&home, &["export"], "").out).unwrap();
    assert!(books["games"][0]["save"].as_str().unwrap().contains(EVIL));
}

#[test]
fn ids_and_file_names_cannot_command_the_terminal() {
    let folder = Folder::new();
    let cards = talon(&["deal", "freecell", "--deal", "1", "--export", "cards"], "").out;
    let list = folder.write("list.csv", format!("id,cards\n1{EVIL},{}\n", cards.trim()));
    let said = talon(&["solve", "freecell", "--file", &list], "");
    is_harmless(&said);
    assert!(said.code == Some(0) && said.out.contains("\\u001b[2J"), "{}", said.out);
    let said = talon(&["solve", "freecell", "--file", &list, "--json"], "");
    is_harmless(&said);
    let row: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(row["id"], format!("1{EVIL}"));
    let file = folder.write(&format!("deal{EVIL}.txt"), cards);
    for arguments in [
        &["solve", "freecell", "--file", &file][..],
        &["play", "freecell", "--file", &file, "--text"],
        &["rules", "--rules", &file],
        &["lab", "report", &file],
    ] {
        is_harmless(&talon(arguments, "look\n"));
    }
}

/// `/dev/zero` never ends: whatever reads it must stop at a bound and say what is wrong.
#[cfg(target_os = "linux")]
#[test]
fn a_file_without_end_is_refused() {
    let folder = Folder::new();
    let out = folder.0.join("out").to_str().unwrap().to_string();
    let zero = "/dev/zero";
    for arguments in [
        &["rules", "--rules", zero][..],
        &["play", "--text", "--rules", zero],
        &["play", "--text", "--load", zero],
        &["play", "--text", "klondike", "--file", zero],
        &["solve", "--file", zero],
        &["deal", "import", zero],
        &["lab", "report", zero],
        &["lab", "merge", zero, zero, "--out", &out],
        &["lab", "results", zero, "--data", &out, "--out", &out],
        &["lab", "results", "--data", zero, "--out", &out],
        &["lab", "run", "canfield", "--player", "heuristic@/dev/zero", "--deals", "1..3"],
        &["lab", "train", "spider-1", "--out", &out, "--from", zero, "--round", "2"],
    ] {
        let said = talon(arguments, "");
        assert!(
            matches!(said.code, Some(1 | 2))
                && ["/dev/zero", "not a save"].iter().any(|words| said.err.contains(words)),
            "{arguments:?}: {}",
            said.err
        );
    }
    assert!(!Path::new(&out).exists());
}

/// Every command with arguments that make it write something to standard output.
const COMMANDS: &[&[&str]] = &[
    &["--help"],
    &["--version"],
    &[],
    &["games"],
    &["games", "--json"],
    &["rules", "klondike"],
    &["deal", "klondike"],
    &["deal", "klondike", "--export", "piles"],
    &["deal", "verify", "ms:1"],
    &["play", "klondike", "--text"],
    &["play", "klondike", "--quiet"],
    &["play", "--dialect", "ucb"],
    &["play", "--dialect", "ycp"],
    &["play", "--dialect", "bsd"],
    &["stats"],
    &["stats", "--json"],
    &["stats", "--csv"],
    &["history"],
    &["export"],
    &["solve", "freecell", "--deals", "1..4"],
    &["solve", "freecell", "--deals", "1..4", "--json"],
    &["lab", "run", "klondike", "--player", "random", "--deals", "1..4"],
    &["lab", "winnability", "freecell", "--deals", "1..4"],
    &["lab", "no-peek", "freecell", "--player", "random", "--positions", "10"],
    &["players"],
];

/// Runs a command with these streams; its exit code and what it wrote to standard error, if that was heard.
fn run(arguments: &[&str], out: Stdio, err: Stdio) -> (Option<i32>, String) {
    let home = Folder::new();
    let child = Command::new(env!("CARGO_BIN_EXE_talon"))
        .args(arguments)
        .env("TALON_DATA", &home.0)
        .stdin(Stdio::null())
        .stdout(out)
        .stderr(err)
        .spawn()
        .unwrap();
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[cfg(target_os = "linux")]
fn full() -> Stdio {
    File::options().write(true).open("/dev/full").unwrap().into()
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_an_error_and_no_panic() {
    for arguments in COMMANDS {
        let (code, err) = run(arguments, full(), Stdio::piped());
        assert!(code == Some(1) && err.contains("No space left"), "{arguments:?}: {code:?} {err}");
        let (code, _) = run(arguments, Stdio::null(), full());
        // One dialect speaks on standard error, as its original does.
        assert!(
            code == Some(0) || (code == Some(1) && arguments.contains(&"ucb")),
            "{arguments:?}: {code:?}"
        );
        assert_eq!(run(arguments, full(), full()).0, Some(1), "{arguments:?}");
    }
    // An error that cannot be told is still an error.
    for arguments in
        [&["rules", "no-such-game"][..], &["no-such-command"], &["solve", "--file", "/no/such/file"]]
    {
        let code = if arguments.contains(&"--file") { 1 } else { 2 };
        assert_eq!(run(arguments, Stdio::null(), full()).0, Some(code), "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_no_error() {
    for arguments in COMMANDS {
        // A pipe whose other end is closed.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let (code, err) = run(arguments, writer.into(), Stdio::piped());
        assert_eq!((code, err.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[test]
fn more_threads_than_make_sense_are_cut() {
    let solve =
        |jobs| talon(&["solve", "freecell", "--deals", "1..5", "--json", "--moves", "--jobs", jobs], "");
    let verdicts = |said: &Said| -> Vec<serde_json::Value> {
        said.out
            .lines()
            .map(|line| {
                let mut row: serde_json::Value = serde_json::from_str(line).unwrap();
                row["cpu_ms"] = 0.into();
                row
            })
            .collect()
    };
    let (one, many) = (solve("1"), solve("1000000"));
    assert_eq!(verdicts(&one), verdicts(&many));
    assert!(many.code == Some(0) && many.err.contains("threads are used"), "{}", many.err);
    assert!(!one.err.contains("threads are used"));
    let lab = ["lab", "run", "klondike", "--player", "random", "--deals", "1..9", "--jobs", "99999999999"];
    let said = talon(&lab, "");
    assert!(said.code == Some(0) && said.err.contains("threads are used"), "{}", said.err);
}
