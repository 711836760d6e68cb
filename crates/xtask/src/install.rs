//! The programs that the tasks need beside cargo. They are looked for before a task starts, and installed
//! only if that is allowed, after telling the reader what is installed, why and how.

use anyhow::{Result, bail};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The compiler's target of the static page.
pub const WASM: &str = "wasm32-unknown-unknown";

/// A program that a task needs.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Need {
    /// The formatter of Rust.
    Rustfmt,
    /// The linter of Rust.
    Clippy,
    /// The compiler's target for the page's engine.
    Wasm,
    /// tmux, in which tests and pictures run the program.
    Tmux,
    /// valgrind, which counts instructions.
    Valgrind,
    /// Node and npm, for the page's checks and tests.
    Node,
    /// The page's development packages.
    Packages,
    /// Chromium, or the browser that `TALON_CHROMIUM` names.
    Chromium,
    /// Python, for the tests of the Python package.
    Python,
    /// The Python package's development packages, in an environment of their own.
    PythonPackages,
    /// Firefox, or the one that `TALON_FIREFOX` names.
    Firefox,
}

/// The environment of the Python package's development packages, in the root of the workspace.
pub const ENVIRONMENT: &str = "target/python/environment";
/// The development packages with their versions.
const REQUIREMENTS: &str = "crates/py/requirements.txt";

impl Need {
    /// Everything that `cargo xtask test` needs.
    pub const ALL: [Need; 11] = [
        Need::Rustfmt,
        Need::Clippy,
        Need::Wasm,
        Need::Tmux,
        Need::Valgrind,
        Need::Node,
        Need::Packages,
        Need::Chromium,
        Need::Python,
        Need::PythonPackages,
        Need::Firefox,
    ];

    fn name(self) -> &'static str {
        match self {
            Need::Rustfmt => "rustfmt",
            Need::Clippy => "clippy",
            Need::Wasm => "the target wasm32-unknown-unknown",
            Need::Tmux => "tmux",
            Need::Valgrind => "valgrind",
            Need::Node => "Node and npm",
            Need::Packages => "the page's development packages (crates/web/node_modules)",
            Need::Chromium => "Chromium",
            Need::Python => "Python 3.11 or newer",
            Need::PythonPackages => "the Python package's development packages (target/python/environment)",
            Need::Firefox => "Firefox",
        }
    }

    fn reason(self) -> &'static str {
        match self {
            Need::Rustfmt => "to check the format of the Rust sources",
            Need::Clippy => "to check the Rust sources for common mistakes",
            Need::Wasm => "to compile the engine of the static page",
            Need::Tmux => "to run the program on a real terminal",
            Need::Valgrind => "to count the instructions of the solvers",
            Need::Node => "to check and test the page",
            Need::Packages => "to check the page's format, lints and types, and to drive the browser",
            Need::Chromium => "to test the page in a real browser",
            Need::Python => "to test the Python package",
            Need::PythonPackages => "to check the Python package's format, lints and types, and to test it",
            Need::Firefox => "to play the page in a second browser",
        }
    }

    /// Returns the commands that install it.
    fn commands(self) -> &'static [&'static str] {
        match self {
            Need::Rustfmt => &["rustup component add rustfmt"],
            Need::Clippy => &["rustup component add clippy"],
            Need::Wasm => &["rustup target add wasm32-unknown-unknown"],
            Need::Tmux => &["apt-get install --yes --no-install-recommends tmux"],
            Need::Valgrind => &["apt-get install --yes --no-install-recommends valgrind"],
            Need::Node => &["apt-get install --yes --no-install-recommends nodejs npm"],
            // Scripts of the packages are not run.
            Need::Packages => &["npm ci --ignore-scripts --no-audit --no-fund"],
            Need::Chromium => &["apt-get install --yes --no-install-recommends chromium"],
            Need::Python => &["apt-get install --yes --no-install-recommends python3 python3-venv"],
            Need::PythonPackages => &[
                "python3 -m venv --clear target/python/environment",
                "target/python/environment/bin/python -m pip install --disable-pip-version-check --quiet --no-deps \
                 --requirement crates/py/requirements.txt",
            ],
            Need::Firefox => &["apt-get install --yes --no-install-recommends firefox-esr"],
        }
    }

    fn is_there(self, root: &Path) -> bool {
        let runs = |program: &str, arguments: &[&str]| {
            let out = Command::new(program).args(arguments).stderr(Stdio::null()).output();
            out.is_ok_and(|out| out.status.success())
        };
        match self {
            Need::Rustfmt => runs("cargo", &["fmt", "--version"]),
            Need::Clippy => runs("cargo", &["clippy", "--version"]),
            Need::Wasm => has_target(WASM),
            Need::Tmux => runs("tmux", &["-V"]),
            Need::Valgrind => runs("valgrind", &["--version"]),
            Need::Node => runs("node", &["--version"]) && runs("npm", &["--version"]),
            Need::Packages => is_fresh(&page_of(root)),
            Need::Chromium => {
                std::env::var_os("TALON_CHROMIUM").is_some() || runs("chromium", &["--version"])
            }
            Need::Python => {
                runs("python3", &["-c", "import sys, venv; sys.exit(sys.version_info < (3, 11))"])
            }
            Need::PythonPackages => {
                let python = root.join(ENVIRONMENT).join("bin/python");
                let requirements = root.join(REQUIREMENTS);
                runs(&python.to_string_lossy(), &["-c", SAME_VERSIONS, &requirements.to_string_lossy()])
            }
            Need::Firefox => {
                let is_there = |program| runs(program, &["--version"]);
                std::env::var_os("TALON_FIREFOX").is_some()
                    || ["firefox-esr", "firefox"].into_iter().any(is_there)
            }
        }
    }
}

/// Looks for what a task needs, and installs what is missing if that is allowed.
#[derive(Clone, Debug)]
pub struct Installer {
    allowed: bool,
    /// The root of the workspace.
    root: PathBuf,
}

impl Installer {
    /// Creates an installer for the workspace in `root`; unless it is `allowed` to, it installs nothing.
    pub fn new(root: &Path, allowed: bool) -> Installer {
        Installer { allowed, root: root.into() }
    }

    /// Makes sure that everything in `needs` is present.
    ///
    /// # Errors
    /// If something is missing and must not, or cannot, be installed. The message says what, and how to get
    /// it.
    pub fn ensure(&self, needs: &[Need]) -> Result<()> {
        let missing: Vec<Need> = needs.iter().copied().filter(|need| !need.is_there(&self.root)).collect();
        if missing.is_empty() {
            return Ok(());
        }
        println!("Missing:");
        for need in &missing {
            println!("  {}, {}:", need.name(), need.reason());
            for command in need.commands() {
                println!("    {command}");
            }
        }
        if !self.allowed {
            bail!("something is missing, and --no-install was given; run the commands above yourself");
        }
        println!("Running these commands now; with --no-install, you would run them yourself.");
        for need in missing {
            self.install(need)?;
        }
        Ok(())
    }

    fn install(&self, need: Need) -> Result<()> {
        for command in need.commands() {
            if !self.run(command) && command.starts_with("apt-get ") {
                // The package lists may be outdated or missing.
                self.run("apt-get update");
                self.run(command);
            }
        }
        if !need.is_there(&self.root) {
            bail!("{} is missing and could not be installed; see the commands above", need.name());
        }
        Ok(())
    }

    /// Runs a command; uses sudo for system packages if necessary.
    fn run(&self, command: &str) -> bool {
        let words: Vec<&str> = command.split(' ').collect();
        let run = |words: &[&str]| {
            println!("$ {}", words.join(" "));
            let mut process = Command::new(words[0]);
            process.args(&words[1..]).env("DEBIAN_FRONTEND", "noninteractive");
            process.current_dir(if words[0] == "npm" { page_of(&self.root) } else { self.root.clone() });
            process.status().is_ok_and(|status| status.success())
        };
        let by_sudo = || run(&[&["sudo", "--non-interactive"], &words[..]].concat());
        run(&words) || (words[0] == "apt-get" && by_sudo())
    }
}

/// The folder of the page's development packages.
fn page_of(root: &Path) -> PathBuf {
    root.join("crates/web")
}

/// Fails unless the packages of a requirements file are installed in the versions that it names.
const SAME_VERSIONS: &str = "\
import sys
from importlib.metadata import version
lines = [line.partition(' #')[0].strip() for line in open(sys.argv[1], encoding='utf-8')]
for line in lines:
    if line and not line.startswith('#'):
        name, wanted = line.split('==')
        assert version(name) == wanted, line
";

/// Returns `true` if the compiler has the standard library of a target.
fn has_target(target: &str) -> bool {
    let out = Command::new("rustc").args(["--print", "target-libdir", "--target", target]).output();
    out.is_ok_and(|out| Path::new(String::from_utf8_lossy(&out.stdout).trim()).is_dir())
}

/// Returns `true` if the packages of the lock file are installed. npm records what it has installed.
fn is_fresh(page: &Path) -> bool {
    let changed = |name: &str| page.join(name).metadata().and_then(|file| file.modified()).ok();
    match (changed("node_modules/.package-lock.json"), changed("package-lock.json")) {
        (Some(installed), Some(locked)) => installed >= locked,
        _ => false,
    }
}
