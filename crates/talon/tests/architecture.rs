//! The architecture: which crate may use which, and which names must not occur in which crate.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The crates of the workspace that each crate may use. Tests may use more.
const MAY_USE: &[(&str, &[&str])] = &[
    ("cards", &[]),
    ("rules", &["cards"]),
    ("games", &["cards", "rules"]),
    ("deals", &["cards", "rules", "games"]),
    ("solve", &["cards", "rules", "games"]),
    ("players", &["cards", "rules", "games", "solve"]),
    ("stats", &[]),
    ("env", &["cards", "rules", "players"]),
    ("lab", &["cards", "rules", "games", "deals", "players", "solve", "stats"]),
    ("session", &["cards", "rules", "games", "deals", "solve", "players"]),
    ("text", &["cards", "rules", "games", "deals", "session"]),
    ("store", &["session", "stats"]),
    ("tui", &["cards", "rules", "games", "deals", "session", "store"]),
    ("web", &["cards", "rules", "games", "deals", "session", "store"]),
    ("web-engine", &["session"]),
    ("py", &["cards", "rules", "games", "deals", "solve", "players", "env", "lab", "session", "text"]),
    (
        "talon",
        &[
            "cards", "rules", "games", "deals", "solve", "players", "stats", "session", "store", "lab",
            "text", "tui", "web",
        ],
    ),
    // These are for the people who work on Talon.
    ("reference", &["cards", "rules", "games", "solve"]),
    (
        "bench",
        &["cards", "rules", "games", "deals", "solve", "stats", "lab", "session", "tui", "web", "reference"],
    ),
    ("fuzz", &["cards", "rules", "games", "deals", "solve", "session", "text", "lab", "store"]),
    ("xtask", &["cards", "rules", "games"]),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_path_buf()
}

/// Returns the direct dependencies of every crate of the workspace on other crates of it.
fn edges() -> BTreeMap<String, Vec<String>> {
    let out = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--no-deps", "--offline"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let names: Vec<&str> = packages.iter().map(|package| package["name"].as_str().unwrap()).collect();
    packages
        .iter()
        .map(|package| {
            let used = package["dependencies"].as_array().unwrap().iter();
            let used = used
                .filter(|dependency| dependency["kind"].is_null())
                .map(|dependency| dependency["name"].as_str().unwrap())
                .filter(|name| names.contains(name));
            let short = |name: &str| name.strip_prefix("talon-").unwrap_or(name).to_owned();
            (short(package["name"].as_str().unwrap()), used.map(short).collect())
        })
        .collect()
}

#[test]
fn dependencies_point_one_way() {
    for (name, used) in edges() {
        let (_, allowed) = MAY_USE
            .iter()
            .find(|(known, _)| *known == name)
            .unwrap_or_else(|| panic!("{name} is not in ARCHITECTURE's table: add it there and here"));
        for other in used {
            assert!(allowed.contains(&other.as_str()), "{name} may not use {other}");
        }
    }
}

#[test]
fn the_table_has_the_crates_that_exist_and_no_others() {
    let edges = edges();
    let document = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let rows: String = document.lines().filter(|line| line.starts_with("| `")).collect();
    for (name, allowed) in MAY_USE {
        for name in allowed.iter().chain([name]) {
            assert!(edges.contains_key(*name), "there is no crate {name}");
        }
        assert!(rows.contains(&format!("`{name}`")), "{name} is not in the table of ARCHITECTURE.md");
    }
}

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

#[test]
fn the_engine_knows_no_game_by_name() {
    let mut files = Vec::new();
    sources(&root().join("crates/rules/src"), &mut files);
    assert!(files.len() > 10);
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        for (i, line) in text.lines().enumerate() {
            // An example may look up a game.
            if line.contains("games::find(") {
                continue;
            }
            let words: Vec<String> =
                line.split(|c: char| !c.is_alphanumeric() && c != '-').map(str::to_lowercase).collect();
            for rules in talon_games::ALL {
                let name = rules.name.as_str();
                assert!(!words.iter().any(|word| word == name), "{}:{}: {name}", file.display(), i + 1);
            }
        }
    }
}

/// Every public item must be documented: the compiler refuses others, in all crates.
#[test]
fn every_crate_is_documented() {
    let read = |path: PathBuf| std::fs::read_to_string(path).unwrap();
    assert!(read(root().join("Cargo.toml")).contains("\nmissing_docs = \"deny\"\n"));
    for name in edges().keys() {
        let manifest = read(root().join("crates").join(name).join("Cargo.toml"));
        // The engine of the page has lints of its own, which its bindings need.
        let denies = ["[lints]\nworkspace = true\n", "missing_docs = \"deny\"\n"];
        assert!(denies.iter().any(|text| manifest.contains(text)), "{name} may be undocumented");
    }
}
