//! The engine for a web worker: the protocol's functions behind the bridge of `wasm-bindgen`.
//!
//! It knows nothing but texts. The worker gives the requests and shows the replies; while a search
//! runs, the worker's `talonProgress` is told how far it has come and says whether to go on.

use session::protocol::{self, Bounds, End};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// The worker's own: 0 goes on, 1 says that the time is up.
    #[wasm_bindgen(js_name = talonProgress)]
    fn progress(text: &str) -> u32;
}

/// Answers one request.
///
/// # Errors
/// The error as JSON.
#[wasm_bindgen]
pub fn answer(request: &str) -> Result<String, String> {
    protocol::answer(request).map_err(|error| error.json())
}

/// The games, or the sheet of one.
///
/// # Errors
/// The error as JSON.
#[wasm_bindgen]
pub fn games(request: &str) -> Result<String, String> {
    protocol::games(request).map_err(|error| error.json())
}

/// Runs one search; `nodes` and `memory` bound it.
///
/// # Errors
/// The error as JSON.
#[wasm_bindgen]
pub fn search(request: &str, nodes: u32, memory: u32) -> Result<String, String> {
    let bounds = Bounds { nodes: nodes.into(), memory: memory as usize };
    let mut tell = |text: &str| (progress(text) != 0).then_some(End::Time);
    protocol::search(request, bounds, &mut tell).map_err(|error| error.json())
}
