//! The engine as WebAssembly, for a web worker: the functions of [`talon_session::protocol`] behind
//! the bindings of `wasm-bindgen`.
//!
//! It is what the page runs where there is no server: `cargo xtask web` compiles it and puts it into
//! `dist/engine/`. It does not know what a request asks for or what a reply says, and it knows no
//! clock. While a search runs it calls the worker's global function `talonProgress`, which tells the
//! progress and says whether to go on.
//!
//! # Example
//!
//! In the worker:
//!
//! ```js
//! import init, { answer } from './engine/web_engine.js';
//! await init();
//! const reply = JSON.parse(answer('{"game": {"name": "klondike", "deal": "1"}, "do": "draw"}'));
//! ```
//!
//! In Rust the same functions can be called directly:
//!
//! ```
//! let reply = web_engine::answer(r#"{"game": {"name": "klondike", "deal": "1"}, "do": "draw"}"#)?;
//! assert!(reply.contains("\"made\":1"));
//! # Ok::<(), String>(())
//! ```
//!
//! Errors cross the boundary as JSON, `{"error": "…"}`, because JavaScript gets them as exceptions.
//!
//! The crate has no optional features.

use talon_session::protocol::{self, Bounds, End};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// The worker's function: returns 0 to go on, another number when the time is up.
    #[wasm_bindgen(js_name = talonProgress)]
    fn progress(text: &str) -> u32;
}

/// Answers a request to play.
///
/// # Errors
/// If the request cannot be understood: the error as JSON.
#[wasm_bindgen]
pub fn answer(request: &str) -> Result<String, String> {
    protocol::answer(request).map_err(|error| error.json())
}

/// Returns the list of games, or a rule sheet.
///
/// # Errors
/// If the request cannot be understood: the error as JSON.
#[wasm_bindgen]
pub fn games(request: &str) -> Result<String, String> {
    protocol::games(request).map_err(|error| error.json())
}

/// Runs a search of at most so many nodes and bytes of memory, and returns its answer.
///
/// # Errors
/// If the request cannot be understood: the error as JSON.
#[wasm_bindgen]
pub fn search(request: &str, nodes: u32, memory: u32) -> Result<String, String> {
    let bounds = Bounds { nodes: nodes.into(), memory: memory as usize };
    let mut tell = |text: &str| (progress(text) != 0).then_some(End::Time);
    protocol::search(request, bounds, &mut tell).map_err(|error| error.json())
}
