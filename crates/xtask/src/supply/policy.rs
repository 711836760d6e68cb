//! `deny.toml`, as far as it can be enforced from `cargo metadata` alone.

use super::licence::is_met;
use super::{Metadata, Package};
use anyhow::{Context, Result};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// Where crates.io is in the answers of cargo, also where a mirror stands in for it.
const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// The policy. A field that this check does not know is an error.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "a field with one possible value is only read by serde")]
pub struct Policy {
    graph: Graph,
    licenses: Licenses,
    bans: Bans,
    sources: Sources,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(dead_code, reason = "a field with one possible value is only read by serde")]
struct Graph {
    all_features: Always,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Licenses {
    allow: BTreeSet<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(dead_code, reason = "a field with one possible value is only read by serde")]
struct Bans {
    multiple_versions: Deny,
    wildcards: Deny,
    allow_wildcard_paths: Always,
    skip: Vec<Skip>,
}

/// A second version of a crate that is accepted for a reason.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Skip {
    #[serde(rename = "crate")]
    name: String,
    reason: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(dead_code, reason = "a field with one possible value is only read by serde")]
struct Sources {
    unknown_registry: Deny,
    unknown_git: Deny,
}

/// The only level that this check has.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Deny {
    Deny,
}

/// A switch that must be on.
#[derive(Debug, Deserialize)]
#[serde(try_from = "bool")]
struct Always;

impl TryFrom<bool> for Always {
    type Error = &'static str;

    fn try_from(on: bool) -> Result<Always, Self::Error> {
        if on { Ok(Always) } else { Err("this check only knows `true` here") }
    }
}

impl Policy {
    /// Reads the text of `deny.toml`.
    ///
    /// # Errors
    /// If it is not TOML, or asks for something that this check does not know.
    pub fn read(text: &str) -> Result<Policy> {
        toml::from_str(text).context("deny.toml: `cargo xtask deny` does not understand this")
    }
}

/// Returns one sentence for each way in which the packages break the policy.
pub fn check(metadata: &Metadata, policy: &Policy) -> Vec<String> {
    let mut problems = Vec::new();
    for package in &metadata.packages {
        problems.extend(licence_problem(package, policy));
        problems.extend(source_problem(package));
        problems.extend(wildcards(package));
    }
    problems.extend(second_versions(metadata, policy));
    problems.extend(compilers(metadata));
    problems
}

fn title(package: &Package) -> String {
    format!("{}@{}", package.name, package.version)
}

fn licence_problem(package: &Package, policy: &Policy) -> Option<String> {
    let Some(licence) = &package.license else { return Some(format!("{} has no licence", title(package))) };
    let met = is_met(licence, &|one| policy.licenses.allow.contains(one));
    (!met).then(|| format!("the licence of {} is not allowed: {licence}", title(package)))
}

fn source_problem(package: &Package) -> Option<String> {
    let source = package.source.as_deref()?;
    (source != CRATES_IO).then(|| format!("{} comes from {source}", title(package)))
}

/// A manifest of this workspace must name the versions it wants. Within the workspace a path is enough.
fn wildcards(package: &Package) -> Vec<String> {
    let own = package.source.is_none();
    let open = package.dependencies.iter().filter(|one| own && one.req == "*" && one.path.is_none());
    open.map(|one| format!("{} names no version of {}", title(package), one.name)).collect()
}

fn second_versions(metadata: &Metadata, policy: &Policy) -> Vec<String> {
    let mut versions: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for package in &metadata.packages {
        versions.entry(&package.name).or_default().insert(title(package));
    }
    let mut problems = Vec::new();
    for skip in &policy.bans.skip {
        let name = skip.name.split('@').next().unwrap_or_default();
        let accepted = versions.get_mut(name).is_some_and(|of| of.len() > 1 && of.remove(&skip.name));
        if !accepted || skip.reason.is_empty() {
            problems.push(format!(
                "deny.toml skips {}, which is not a second version or has no reason",
                skip.name
            ));
        }
    }
    for of in versions.values().filter(|of| of.len() > 1) {
        problems.push(format!("more than one version: {}", Vec::from_iter(of.iter().cloned()).join(", ")));
    }
    problems
}

/// The workspace states one compiler; no dependency may need a newer one.
fn compilers(metadata: &Metadata) -> Vec<String> {
    let parse = |text: &str| -> Vec<u32> { text.split('.').filter_map(|part| part.parse().ok()).collect() };
    let own = metadata.packages.iter().filter(|package| package.source.is_none());
    let Some(stated) = own.filter_map(|package| package.rust_version.as_deref()).map(parse).min() else {
        return vec!["the workspace states no rust-version".into()];
    };
    let newer = metadata.packages.iter().filter(|package| {
        package.rust_version.as_deref().is_some_and(|needed| {
            let needed = parse(needed);
            needed[..needed.len().min(2)] > stated[..stated.len().min(2)]
        })
    });
    newer
        .map(|package| {
            let needed = package.rust_version.as_deref().unwrap_or_default();
            format!("{} needs Rust {needed}, which is newer than the workspace states", title(package))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::supply::{Dependency, Resolve};

    const POLICY: &str = r#"
        graph = { all-features = true }
        licenses = { allow = ["MIT"] }
        sources = { unknown-registry = "deny", unknown-git = "deny" }
        [bans]
        multiple-versions = "deny"
        wildcards = "deny"
        allow-wildcard-paths = true
        skip = [{ crate = "old@1.0.0", reason = "for a test" }]
    "#;

    fn package(name: &str, version: &str) -> Package {
        Package {
            name: name.into(),
            version: version.into(),
            license: Some("MIT".into()),
            source: Some(CRATES_IO.into()),
            ..Package::default()
        }
    }

    fn problems(more: Package) -> Vec<String> {
        let own = Package { source: None, rust_version: Some("1.88".into()), ..package("own", "0.1.0") };
        let packages = vec![own, package("old", "1.0.0"), package("old", "2.0.0"), more];
        check(&Metadata { packages, resolve: Resolve::default() }, &Policy::read(POLICY).unwrap())
    }

    #[test]
    fn each_breach_of_the_policy_is_named() {
        assert_eq!(problems(package("good", "1.0.0")), Vec::<String>::new());
        let older = Package { rust_version: Some("1.88.0".into()), ..package("good", "1.0.0") };
        assert_eq!(problems(older), Vec::<String>::new());
        for (broken, words) in [
            (Package { license: None, ..package("bad", "1.0.0") }, "no licence"),
            (Package { license: Some("GPL-3.0-only".into()), ..package("bad", "1.0.0") }, "not allowed"),
            (
                Package { source: Some("git+https://example.org".into()), ..package("bad", "1.0.0") },
                "comes from",
            ),
            (Package { rust_version: Some("1.89".into()), ..package("bad", "1.0.0") }, "needs Rust 1.89"),
            (package("old", "3.0.0"), "more than one version: old@2.0.0, old@3.0.0"),
        ] {
            let found = problems(broken);
            assert!(found.len() == 1 && found[0].contains(words), "{words}: {found:?}");
        }
        let any = Dependency { name: "any".into(), req: "*".into(), path: None };
        let open = Package { source: None, dependencies: vec![any], ..package("bad", "1.0.0") };
        assert_eq!(problems(open), ["bad@1.0.0 names no version of any"]);
    }

    #[test]
    fn a_skip_that_is_not_needed_is_named() {
        let own = Package { source: None, rust_version: Some("1.88".into()), ..package("own", "0.1.0") };
        let metadata = Metadata { packages: vec![own, package("old", "1.0.0")], resolve: Resolve::default() };
        let found = check(&metadata, &Policy::read(POLICY).unwrap());
        assert!(found.len() == 1 && found[0].contains("skips old@1.0.0"), "{found:?}");
    }

    #[test]
    fn what_the_check_does_not_know_is_an_error() {
        assert!(Policy::read(POLICY).is_ok());
        for (from, to) in [
            ("wildcards = \"deny\"", "wildcards = \"warn\""),
            ("all-features = true", "all-features = false"),
            ("allow = [\"MIT\"]", "allow = [\"MIT\"], exceptions = []"),
        ] {
            assert!(Policy::read(&POLICY.replace(from, to)).is_err(), "{to}");
        }
    }
}
