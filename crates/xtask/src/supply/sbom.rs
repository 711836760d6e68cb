//! `cargo xtask sbom`: the software bill of materials, as CycloneDX 1.5 in JSON.

use super::{Metadata, Package};
use anyhow::{Context, Result};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The checksums of `Cargo.lock`, by name and version.
fn checksums(lock: &str) -> Result<BTreeMap<(String, String), String>> {
    let lock: toml::Table = lock.parse().context("Cargo.lock")?;
    let packages =
        lock.get("package").and_then(toml::Value::as_array).context("Cargo.lock has no packages")?;
    let text =
        |package: &toml::Value, field| package.get(field).and_then(|value| value.as_str().map(String::from));
    Ok(packages
        .iter()
        .filter_map(|package| {
            Some(((text(package, "name")?, text(package, "version")?), text(package, "checksum")?))
        })
        .collect())
}

/// Lists a package of the workspace and everything that is compiled into it or for it on any platform; tests
/// and what only they use are left out.
///
/// # Errors
/// If there is no such package, or `Cargo.lock` cannot be read.
pub fn sbom(metadata: &Metadata, lock: &str, name: &str) -> Result<Value> {
    let checksums = checksums(lock)?;
    let packages: BTreeMap<&str, &Package> =
        metadata.packages.iter().map(|package| (package.id.as_str(), package)).collect();
    let root = metadata.packages.iter().find(|package| package.name == name && package.source.is_none());
    let root = root.with_context(|| format!("no package of the workspace is called {name:?}"))?;
    let uses: BTreeMap<&str, Vec<&str>> = metadata
        .resolve
        .nodes
        .iter()
        .map(|node| {
            let built = node
                .deps
                .iter()
                .filter(|edge| edge.dep_kinds.iter().any(|kind| kind.kind.as_deref() != Some("dev")));
            (node.id.as_str(), built.map(|edge| edge.pkg.as_str()).collect())
        })
        .collect();
    let (mut reached, mut open) = (BTreeSet::new(), vec![root.id.as_str()]);
    while let Some(id) = open.pop() {
        if reached.insert(id) {
            open.extend(uses.get(id).into_iter().flatten());
        }
    }
    let package = |id: &str| packages.get(id).copied().context("cargo metadata leaves out a package");
    let (mut components, mut dependencies) = (Vec::new(), Vec::new());
    for &id in &reached {
        let one = package(id)?;
        if id != root.id {
            components.push(component(one, "library", &checksums));
        }
        let mut on: Vec<String> =
            uses.get(id).into_iter().flatten().map(|&used| package(used).map(purl)).collect::<Result<_>>()?;
        on.sort();
        dependencies.push(json!({ "ref": purl(one), "dependsOn": on }));
    }
    Ok(json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": component(root, "application", &checksums) },
        "components": components,
        "dependencies": dependencies,
    }))
}

/// The package's address in the vocabulary of package URLs.
fn purl(package: &Package) -> String {
    format!("pkg:cargo/{}@{}", package.name, package.version)
}

fn component(package: &Package, kind: &str, checksums: &BTreeMap<(String, String), String>) -> Value {
    let mut component = json!({
        "type": kind,
        "bom-ref": purl(package),
        "name": package.name,
        "version": package.version,
        "purl": purl(package),
    });
    if let Some(licence) = &package.license {
        component["licenses"] = json!([{ "expression": licence.replace('/', " OR ") }]);
    }
    if let Some(description) = &package.description {
        component["description"] = json!(description.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    if let Some(checksum) = checksums.get(&(package.name.clone(), package.version.clone())) {
        component["hashes"] = json!([{ "alg": "SHA-256", "content": checksum }]);
    }
    component
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_listed_with_what_is_built_into_it() {
        let metadata: Metadata = serde_json::from_value(json!({
            "packages": [
                { "id": "a", "name": "app", "version": "0.1.0", "license": "MIT" },
                { "id": "b", "name": "base", "version": "1.0.0", "license": "MIT/Zlib", "source": "registry" },
                { "id": "c", "name": "builder", "version": "1.1.0", "source": "registry" },
                { "id": "d", "name": "tester", "version": "2.0.0", "source": "registry" },
            ],
            "resolve": { "nodes": [
                { "id": "a", "deps": [
                    { "pkg": "b", "dep_kinds": [{ "kind": null }] },
                    { "pkg": "d", "dep_kinds": [{ "kind": "dev" }] },
                ] },
                { "id": "b", "deps": [{ "pkg": "c", "dep_kinds": [{ "kind": "build" }] }] },
                { "id": "c", "deps": [] },
                { "id": "d", "deps": [] },
            ] },
        }))
        .unwrap();
        let lock = "[[package]]\nname = \"base\"\nversion = \"1.0.0\"\nchecksum = \"abc\"\n";
        let bom = sbom(&metadata, lock, "app").unwrap();
        assert_eq!(bom["metadata"]["component"]["purl"], "pkg:cargo/app@0.1.0");
        let names: Vec<_> = bom["components"].as_array().unwrap().iter().map(|one| &one["name"]).collect();
        assert_eq!(names, ["base", "builder"]);
        assert_eq!(bom["components"][0]["licenses"][0]["expression"], "MIT OR Zlib");
        assert_eq!(bom["components"][0]["hashes"][0]["content"], "abc");
        assert_eq!(bom["dependencies"][0]["dependsOn"], json!(["pkg:cargo/base@1.0.0"]));
        assert_eq!(bom["dependencies"][1]["dependsOn"], json!(["pkg:cargo/builder@1.1.0"]));
        assert!(sbom(&metadata, lock, "base").is_err());
    }
}
