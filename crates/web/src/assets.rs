//! The files of the page, embedded.

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;

/// Path, type, bytes.
type Asset = (&'static str, &'static str, &'static [u8]);

const SCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! scripts {
    ($($name:literal),* $(,)?) => {
        &[$((concat!("/", $name), SCRIPT, include_bytes!(concat!("../page/", $name)))),*]
    };
}

/// The modules of the page.
const SCRIPTS: &[Asset] = scripts![
    "main.js",
    "engine.js",
    "board.js",
    "layout.js",
    "cards.js",
    "input.js",
    "keys.js",
    "history.js",
    "verdict.js",
    "dialogs.js",
    "settings.js",
    "records.js",
    "plots.js",
    "share.js",
    "state.js",
    "words.js",
    "say.js",
    "rail.js",
];

const OTHERS: &[Asset] = &[
    ("/", "text/html; charset=utf-8", include_bytes!("../page/index.html")),
    ("/style.css", "text/css; charset=utf-8", include_bytes!("../page/style.css")),
    ("/icon.svg", "image/svg+xml", include_bytes!("../page/icon.svg")),
    ("/talon.webmanifest", "application/manifest+json", include_bytes!("../page/talon.webmanifest")),
];

/// For whoever guesses an address.
const LOST: &str = "<!doctype html><html lang=en><title>Talon</title><h1>There is no such page</h1>\
    <p><a href=\"/\">To the table</a>, where every game can be chosen.</p></html>";

/// A file of the page.
pub(crate) async fn asset(request: Request) -> Response {
    let path = request.uri().path();
    let path = if path == "/index.html" { "/" } else { path };
    let Some((_, kind, bytes)) = OTHERS.iter().chain(SCRIPTS).find(|(known, ..)| *known == path) else {
        let mut lost = Response::new(Body::from(LOST));
        *lost.status_mut() = StatusCode::NOT_FOUND;
        lost.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
        return lost;
    };
    let mut response = Response::new(Body::from(*bytes));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    // A new binary brings a new page at once.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}
