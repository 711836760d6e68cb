//! The supply chain: which crates Talon is built from, under which licences, and from where.
//!
//! [`check`] enforces `deny.toml`, the configuration of cargo-deny, with a small check of its own: cargo-deny
//! is a program of two hundred crates, and CI would have to compile it first. What this check does not
//! understand in the file is an error, so nothing in it is silently not enforced; only the advisories need
//! cargo-deny and its database. [`sbom`] lists the crates of a program as CycloneDX.

mod licence;
mod policy;
mod sbom;

pub use policy::{Policy, check};
pub use sbom::sbom;

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use std::path::Path;
use std::process::Command;

/// What `cargo metadata` says, as far as it matters here.
#[derive(Debug, Deserialize)]
pub struct Metadata {
    /// All packages of the workspace and their dependencies, on every platform.
    pub packages: Vec<Package>,
    /// Which package uses which.
    pub resolve: Resolve,
}

/// A package.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Package {
    /// Its identifier in this answer of cargo.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its licence as an SPDX expression.
    pub license: Option<String>,
    /// The registry or repository it comes from; nothing for a package of this workspace.
    pub source: Option<String>,
    /// The oldest compiler it needs.
    pub rust_version: Option<String>,
    /// One sentence about it.
    pub description: Option<String>,
    /// What its manifest asks for.
    #[serde(default)]
    pub dependencies: Vec<Dependency>,
}

/// A dependency as a manifest states it.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Dependency {
    /// The name of the package.
    pub name: String,
    /// The versions asked for.
    pub req: String,
    /// The folder, if it is a dependency by path.
    pub path: Option<String>,
}

/// The graph of the packages.
#[derive(Debug, Default, Deserialize)]
pub struct Resolve {
    /// One node a package.
    pub nodes: Vec<Node>,
}

/// A package and what it uses.
#[derive(Debug, Deserialize)]
pub struct Node {
    /// The package's identifier.
    pub id: String,
    /// The packages it uses.
    pub deps: Vec<Edge>,
}

/// A use of a package by another.
#[derive(Debug, Deserialize)]
pub struct Edge {
    /// The identifier of the package used.
    pub pkg: String,
    /// What it is used for.
    pub dep_kinds: Vec<Kind>,
}

/// What a package is used for: `dev` for tests, `build` for build scripts, or nothing.
#[derive(Debug, Deserialize)]
pub struct Kind {
    /// See the type.
    pub kind: Option<String>,
}

impl Metadata {
    /// Asks cargo.
    ///
    /// # Errors
    /// If cargo does not answer, for instance because `Cargo.lock` is not up to date.
    pub fn read(root: &Path) -> Result<Metadata> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let out = Command::new(cargo)
            .args(["metadata", "--format-version=1", "--all-features", "--locked"])
            .current_dir(root)
            .output()
            .context("cannot start cargo")?;
        if !out.status.success() {
            bail!("cargo metadata failed:\n{}", String::from_utf8_lossy(&out.stderr));
        }
        serde_json::from_slice(&out.stdout).context("cargo metadata is not what it was")
    }
}
