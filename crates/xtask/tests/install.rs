//! The tasks say what they need before they install it, and install nothing if they must not.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder in which the installers only report that they were called, and no other program can be found.
fn empty_system(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for program in ["apt-get", "sudo", "rustup", "npm"] {
        let path = folder.join(program);
        std::fs::write(&path, "#!/bin/sh\necho \"called: $0 $*\"\nexit 1\n").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    folder
}

/// Runs a task on such a system, where it must fail, and returns everything it prints.
fn xtask(path: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.args(arguments).env("PATH", path).env_remove("TALON_CHROMIUM");
    let out = command.output().unwrap();
    let text = String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr);
    assert!(!out.status.success(), "{text}");
    text
}

#[test]
fn nothing_is_installed_where_that_is_not_wanted() {
    let path = empty_system("no-install");
    for arguments in [["test", "--no-install"], ["--no-install", "test"], ["--no-install", "screenshots"]] {
        let text = xtask(&path, &arguments);
        assert!(!text.contains("called:"), "{text}");
        assert!(text.contains("tmux, to run the program on a real terminal:"), "{text}");
        assert!(text.contains("apt-get install --yes --no-install-recommends tmux"), "{text}");
        assert!(text.contains("--no-install was given"), "{text}");
    }
    std::fs::remove_dir_all(path).unwrap();
}

#[test]
fn everything_is_named_before_the_first_thing_is_installed() {
    let path = empty_system("install");
    let text = xtask(&path, &["test"]);
    let first = text.find("called:").expect("it tries to install");
    for name in ["rustfmt", "clippy", "wasm32", "tmux", "valgrind", "Node", "Chromium"] {
        assert!(text.find(name).is_some_and(|at| at < first), "{name}: {text}");
    }
    std::fs::remove_dir_all(path).unwrap();
}
