//! The properties of the manifests: crates that can be packaged, with their licences, and no unused
//! dependencies.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_path_buf()
}

fn cargo(arguments: &[&str]) -> Vec<u8> {
    let out = Command::new(env!("CARGO")).args(arguments).current_dir(root()).output().unwrap();
    assert!(out.status.success(), "cargo {arguments:?}: {}", String::from_utf8_lossy(&out.stderr));
    out.stdout
}

/// Returns the packages of the workspace, each with its folder.
fn packages() -> Vec<(Value, PathBuf)> {
    let answer = cargo(&["metadata", "--format-version=1", "--no-deps", "--offline"]);
    let mut metadata: Value = serde_json::from_slice(&answer).unwrap();
    let Value::Array(packages) = metadata["packages"].take() else { panic!("no packages") };
    let with_folder = |package: Value| {
        let manifest = Path::new(package["manifest_path"].as_str().unwrap());
        let folder = manifest.parent().unwrap().to_path_buf();
        (package, folder)
    };
    packages.into_iter().map(with_folder).collect()
}

fn is_published(package: &Value) -> bool {
    package["publish"].is_null()
}

/// Returns every Rust source of a folder, with its text.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.map(|entry| entry.unwrap().path());
    let sources = paths.flat_map(|path| match path.extension() {
        _ if path.is_dir() => sources(&path),
        Some(kind) if kind == "rs" => vec![(path.clone(), std::fs::read_to_string(&path).unwrap())],
        _ => Vec::new(),
    });
    sources.collect()
}

#[test]
fn every_published_crate_can_be_packaged() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("package");
    let target = target.to_str().unwrap();
    let mut arguments = vec!["package", "--no-verify", "--offline", "--allow-dirty", "--quiet"];
    arguments.extend(["--target-dir", target]);
    let packages = packages();
    for (package, _) in packages.iter().filter(|(package, _)| is_published(package)) {
        arguments.extend(["--package", package["name"].as_str().unwrap()]);
    }
    assert!(arguments.len() > 20, "{arguments:?}");
    cargo(&arguments);
}

#[test]
fn a_published_crate_says_what_it_is_and_brings_its_licences() {
    let read = |path: PathBuf| {
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    for (package, folder) in packages() {
        let name = package["name"].as_str().unwrap();
        assert!(package["description"].is_string(), "{name} has no description");
        if !is_published(&package) {
            continue;
        }
        for field in ["keywords", "categories"] {
            assert!(!package[field].as_array().unwrap().is_empty(), "{name} has no {field}");
        }
        assert_eq!(package["license"], "MIT OR Apache-2.0", "{name}");
        let readme = read(folder.join(package["readme"].as_str().unwrap()));
        assert!(readme.starts_with(&format!("# {name}\n")), "{name}");
        // Links to texts of the repository; cargo packages their targets.
        for (file, text) in [("LICENSE-MIT", "MIT.txt"), ("LICENSE-APACHE", "Apache-2.0.txt")] {
            assert_eq!(read(folder.join(file)), read(root().join("LICENSES").join(text)), "{name}: {file}");
        }
    }
}

#[test]
fn a_published_crate_includes_no_file_from_outside() {
    for (package, folder) in packages().into_iter().filter(|(package, _)| is_published(package)) {
        for (path, text) in sources(&folder.join("src")) {
            let depth = path.strip_prefix(&folder).unwrap().components().count() - 1;
            for line in text.lines().filter(|line| line.contains("include_")) {
                let ups = line.matches("../").count();
                assert!(ups <= depth, "{}: {}: {}", package["name"], path.display(), line.trim());
            }
        }
    }
}

#[test]
fn every_dependency_is_used() {
    for (package, folder) in packages() {
        let name = package["name"].as_str().unwrap();
        let text_of = |folders: &[&str]| {
            let sources = folders.iter().flat_map(|kind| sources(&folder.join(kind)));
            sources.map(|(_, text)| text).collect::<String>()
        };
        let (own, tests) = (text_of(&["src"]), text_of(&["tests", "benches", "examples"]));
        let build = std::fs::read_to_string(folder.join("build.rs")).unwrap_or_default();
        for dependency in package["dependencies"].as_array().unwrap() {
            let used = dependency["name"].as_str().unwrap().replace('-', "_");
            let is_used = match dependency["kind"].as_str() {
                Some("build") => build.contains(&used),
                Some("dev") => own.contains(&used) || tests.contains(&used),
                _ => own.contains(&used),
            };
            assert!(is_used, "{name} does not use {used}");
        }
    }
}
