//! `cargo xtask web`: builds the static page, with the engine as WebAssembly, into `dist/`.

use crate::install::{Installer, Need, WASM};
use anyhow::{Context, Result, bail};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

/// The kinds of files in the page's folder that belong to the page.
const KINDS: [&str; 6] = ["html", "css", "js", "svg", "png", "webmanifest"];
/// The policy is inserted after this element, because it must come before anything that is loaded.
const CHARSET: &str = "<meta charset=\"utf-8\" />";
/// The content security policy, which a static host cannot send as a header.
const POLICY: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
    script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
    worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'\">";

/// Builds the page into `dist/` and prints its size.
///
/// # Errors
/// If the engine cannot be compiled or a file cannot be written.
pub fn build(root: &Path, target: &Path, installer: &Installer) -> Result<()> {
    installer.ensure(&[Need::Wasm])?;
    run(root, &["build", "--release", "--package", "talon-web-engine", "--target", WASM])?;
    let dist = root.join("dist");
    if dist.exists() {
        fs::remove_dir_all(&dist).with_context(|| format!("cannot clear {}", dist.display()))?;
    }
    let engine = dist.join("engine");
    fs::create_dir_all(&engine)?;
    let wasm = target.join(WASM).join("release/web_engine.wasm");
    // The generator is a library behind a feature, so that the tests need not compile it.
    let (wasm, out) = (wasm.display().to_string(), engine.display().to_string());
    run(root, &["run", "--quiet", "--package", "xtask", "--features", "pack", "--", "pack", &wasm, &out])?;
    copy_page(&root.join("crates/web/page"), &dist)?;
    report(&dist)
}

/// Writes the JavaScript glue for a compiled engine.
///
/// # Errors
/// If the engine cannot be read or the glue cannot be written.
#[cfg(feature = "pack")]
pub fn pack(wasm: &Path, out: &Path) -> Result<()> {
    let mut generator = wasm_bindgen_cli_support::Bindgen::new();
    generator.input_path(wasm).web(true)?.typescript(false).remove_name_section(true);
    generator.remove_producers_section(true);
    generator.generate(out)
}

/// Fails, because the generator is not compiled in.
///
/// # Errors
/// Always.
#[cfg(not(feature = "pack"))]
pub fn pack(_wasm: &Path, _out: &Path) -> Result<()> {
    bail!("this xtask was built without the generator: run `cargo xtask web`")
}

fn run(root: &Path, arguments: &[&str]) -> Result<()> {
    println!("\n$ cargo {}", arguments.join(" "));
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status =
        Command::new(cargo).args(arguments).current_dir(root).status().context("cannot start cargo")?;
    if !status.success() {
        bail!("cargo {} failed", arguments.join(" "));
    }
    Ok(())
}

/// Copies the files of the page, with the engine in a worker instead of a server.
fn copy_page(page: &Path, dist: &Path) -> Result<()> {
    let mut names = vec!["./".to_string(), "engine/web_engine.js".into(), "engine/web_engine_bg.wasm".into()];
    let mut sum = 0u64;
    for entry in fs::read_dir(page)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_string();
        let kind = path.extension().and_then(|kind| kind.to_str()).unwrap_or_default();
        if !path.is_file() || !KINDS.contains(&kind) || name == "sw.js" {
            continue;
        }
        let mut bytes = fs::read(&path)?;
        if name == "index.html" {
            let text = String::from_utf8(bytes).context("index.html")?;
            bytes = text
                .replace(
                    "name=\"talon-engine\" content=\"server\"",
                    "name=\"talon-engine\" content=\"worker\"",
                )
                .replace(CHARSET, &format!("{CHARSET}\n{POLICY}"))
                .into_bytes();
        } else {
            names.push(name.clone());
        }
        sum = hash(sum, &bytes);
        fs::write(dist.join(&name), bytes)?;
    }
    sum = hash(sum, &fs::read(dist.join("engine/web_engine_bg.wasm"))?);
    names.sort();
    let files = names.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ");
    let worker = fs::read_to_string(page.join("sw.js"))?;
    let worker = worker.replace("@VERSION@", &format!("talon-{sum:016x}")).replace("'@FILES@'", &files);
    fs::write(dist.join("sw.js"), worker)?;
    Ok(())
}

/// Computes FNV-1a, so that a changed file makes a new version.
fn hash(seed: u64, bytes: &[u8]) -> u64 {
    let start = if seed == 0 { 0xcbf2_9ce4_8422_2325 } else { seed };
    bytes.iter().fold(start, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// The size limit of the page, its scripts and its art, compressed.
const MOST_PAGE: usize = 300 << 10;
/// The size limit of the engine, compressed.
const MOST_ENGINE: usize = 1 << 20;

/// Prints what a browser has to load, compressed as hosts do.
fn report(dist: &Path) -> Result<()> {
    let weigh = |folder: &Path, is_engine: bool| -> Result<(usize, usize)> {
        let (mut plain, mut packed) = (0, 0);
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let is_wasm = path.extension().is_some_and(|kind| kind == "wasm");
            if path.is_file() && is_wasm == is_engine {
                let bytes = fs::read(&path)?;
                plain += bytes.len();
                packed += gzip(&bytes)?;
            }
        }
        Ok((plain, packed))
    };
    let engine = dist.join("engine");
    let (page, glue, wasm) = (weigh(dist, false)?, weigh(&engine, false)?, weigh(&engine, true)?);
    let page = (page.0 + glue.0, page.1 + glue.1);
    let kb = |bytes: usize| bytes.div_ceil(1024);
    println!("dist/: page, scripts and art {} KB, {} KB as gzip", kb(page.0), kb(page.1));
    println!("dist/: engine {} KB, {} KB as gzip", kb(wasm.0), kb(wasm.1));
    if page.1 > MOST_PAGE || wasm.1 > MOST_ENGINE {
        bail!("the page is too large: {} KB and {} KB as gzip are allowed", kb(MOST_PAGE), kb(MOST_ENGINE));
    }
    Ok(())
}

fn gzip(bytes: &[u8]) -> Result<usize> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(6));
    packer.write_all(bytes)?;
    Ok(packer.finish()?.len())
}
