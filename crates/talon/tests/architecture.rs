//! The shape of the house: who may use whom, and what must not be known where.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What each crate of the workspace may use of the others. Tests may use more.
const MAY_USE: &[(&str, &[&str])] = &[
    ("cards", &[]),
    ("rules", &["cards"]),
    ("games", &["cards", "rules"]),
    ("deals", &["cards", "rules", "games"]),
    ("solve", &["cards", "rules", "games"]),
    ("players", &["cards", "rules", "games", "solve"]),
    ("lab", &["cards", "rules", "games", "deals", "players", "solve"]),
    ("session", &["cards", "rules", "games", "deals", "solve", "players"]),
    ("text", &["cards", "rules", "games", "deals", "session"]),
    ("store", &["session", "lab"]),
    ("tui", &["cards", "rules", "games", "deals", "session", "store", "lab"]),
    ("web", &["cards", "rules", "games", "deals", "session", "store", "lab"]),
    ("web-engine", &["session"]),
    ("py", &["cards", "rules", "games", "deals", "session", "lab"]),
    (
        "talon",
        &[
            "cards", "rules", "games", "deals", "solve", "players", "session", "store", "lab", "text", "tui",
            "web",
        ],
    ),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_path_buf()
}

/// The direct dependencies of every crate of the workspace on others of it.
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
            (package["name"].as_str().unwrap().to_owned(), used.map(str::to_owned).collect())
        })
        .collect()
}

#[test]
fn dependencies_point_one_way() {
    for (name, used) in edges() {
        if name == "xtask" {
            continue;
        }
        let (_, allowed) = MAY_USE
            .iter()
            .find(|(known, _)| *known == name)
            .unwrap_or_else(|| panic!("{name} is not in ARCHITECTURE's table: add it there and here"));
        for other in used {
            assert!(allowed.contains(&other.as_str()), "{name} may not use {other}");
        }
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
            // An example may find a game to play with.
            if line.contains("games::find(") {
                continue;
            }
            let words: Vec<String> =
                line.split(|c: char| !c.is_alphanumeric() && c != '-').map(str::to_lowercase).collect();
            for rules in games::ALL {
                let name = rules.name.as_str();
                assert!(!words.iter().any(|word| word == name), "{}:{}: {name}", file.display(), i + 1);
            }
        }
    }
}
