//! `cargo xtask python`: checks and tests the Python package; `cargo xtask wheel`: builds it as users get it.

use crate::browser::step;
use crate::install::{ENVIRONMENT, Installer, Need};
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The package's sources and their tests.
const SOURCES: &str = "crates/py/python/talon";
const TESTS: &str = "crates/py/tests";

/// Checks the format, the lints and the types of the package, and tests it with the program `talon` as the measure.
/// `words` choose tests by name.
///
/// The compiled half is built by the profile of the other tests, which have built all that it needs. It is put
/// beside copies of the sources in `target/python/package`, so that nothing is written between the sources.
///
/// # Errors
/// If something is missing and cannot be installed, or a check or a test fails.
pub fn run(root: &Path, target: &Path, installer: &Installer, words: &[String]) -> Result<()> {
    installer.ensure(&[Need::Python, Need::PythonPackages])?;
    let tool = |arguments: &[&str]| python(root, arguments);
    step(&mut tool(&["-m", "ruff", "format", "--check", "crates/py"]))?;
    step(&mut tool(&["-m", "ruff", "check", "crates/py"]))?;
    step(tool(&["-m", "mypy"]).env("MYPYPATH", root.join("crates/py/python")))?;
    build(root, "test")?;
    let package = assemble(root, &target.join("debug"))?;
    // What is declared for type checkers is what the compiled half has.
    let mut declared = tool(&["-m", "mypy.stubtest", "--concise", "--mypy-config-file", "pyproject.toml"]);
    step(declared.arg("talon._native").env("PYTHONPATH", &package).env("MYPYPATH", &package))?;
    let mut tests = tool(&["-m", "pytest", "--quiet", TESTS]);
    if let [word] = words {
        tests.args(["-k", word]);
    }
    step(tests.env("PYTHONPATH", package).env("TALON_BINARY", target.join("debug/talon")))
}

/// Measures the package, built as users get it, beside the program.
///
/// # Errors
/// If something is missing and cannot be installed, or the build or the script fails.
pub fn measure(root: &Path, target: &Path, installer: &Installer) -> Result<()> {
    installer.ensure(&[Need::Python, Need::PythonPackages])?;
    build(root, "release")?;
    let built = target.join("release");
    let package = assemble(root, &built)?;
    let mut script = python(root, &["crates/py/measure.py"]);
    step(script.env("PYTHONPATH", package).env("TALON_BINARY", built.join("talon")))
}

/// Builds the compiled half of the package, and the program with which it is compared.
fn build(root: &Path, profile: &str) -> Result<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments = ["build", "--profile", profile, "--package", "talon-py", "--package", "talon"];
    step(Command::new(cargo).args(arguments).current_dir(root))
}

/// Returns a call of the environment's Python.
fn python(root: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(root.join(ENVIRONMENT).join("bin/python"));
    // The package that is tested is the one of this workspace, and nothing is written beside its sources.
    command.args(arguments).current_dir(root).env("PYTHONDONTWRITEBYTECODE", "1").env_remove("PYTHONPATH");
    command
}

/// Puts the package together from its sources and the library in `built`; returns the folder to import it from.
fn assemble(root: &Path, built: &Path) -> Result<PathBuf> {
    let folder = root.join("target/python/package");
    let package = folder.join("talon");
    if package.exists() {
        fs::remove_dir_all(&package).with_context(|| package.display().to_string())?;
    }
    copy(&root.join(SOURCES), &package)?;
    let library = if cfg!(target_os = "macos") { "lib_native.dylib" } else { "lib_native.so" };
    let library = built.join(library);
    fs::copy(&library, package.join("_native.abi3.so")).with_context(|| library.display().to_string())?;
    Ok(folder)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| to.display().to_string())?;
    for entry in fs::read_dir(from).with_context(|| from.display().to_string())? {
        let path = entry?.path();
        let Some(name) = path.file_name() else { continue };
        if path.is_dir() {
            copy(&path, &to.join(name))?;
        } else {
            fs::copy(&path, to.join(name)).with_context(|| path.display().to_string())?;
        }
    }
    Ok(())
}

/// Builds the wheel in `dist/` as `pip install .` does, installs it into an environment that has nothing else, and
/// uses it there.
///
/// # Errors
/// If a step fails.
pub fn wheel(root: &Path, installer: &Installer) -> Result<()> {
    installer.ensure(&[Need::Python, Need::PythonPackages])?;
    let built = root.join("target/python/wheel");
    if built.exists() {
        fs::remove_dir_all(&built).with_context(|| built.display().to_string())?;
    }
    step(python(root, &["-m", "maturin", "build", "--release", "--locked"]).arg("--out").arg(&built))?;
    let wheels: Vec<PathBuf> = fs::read_dir(&built)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    let [wheel] = &wheels[..] else { bail!("{} must contain one wheel", built.display()) };
    let clean = root.join("target/python/clean");
    step(python(root, &["-m", "venv", "--clear"]).arg(&clean))?;
    let program = clean.join("bin/python");
    step(
        Command::new(&program)
            .args(["-m", "pip", "install", "--disable-pip-version-check", "--quiet", "--no-index"])
            .arg(wheel),
    )?;
    // Another folder, so that nothing of the workspace can be imported.
    step(Command::new(&program).arg(root.join(TESTS).join("installed.py")).current_dir(&clean))?;
    let dist = root.join("dist");
    fs::create_dir_all(&dist)?;
    let name = wheel.file_name().context("a wheel has a name")?;
    fs::copy(wheel, dist.join(name))?;
    println!("dist/{}", name.to_string_lossy());
    Ok(())
}
