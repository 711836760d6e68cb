//! The files of the page, embedded in the binary.

use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};

/// A file: its path in the page's folder, and its content.
type Asset = (&'static str, &'static [u8]);

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_bytes!(concat!("../page/", $name)) as &[u8])),*]
    };
}

/// Every file a browser may load. `sw.js` and `worker.js` belong to the static build only.
const FILES: &[Asset] = files![
    "index.html",
    "icon.svg",
    "icon-maskable.svg",
    "icon-192.png",
    "icon-512.png",
    "icon-maskable-512.png",
    "apple-touch-icon.png",
    "talon.webmanifest",
    "theme.css",
    "page.css",
    "table.css",
    "dialog.css",
    "door.css",
    "learn.css",
    "screens.css",
    "felt.svg",
    "back-blue.svg",
    "back-ink.svg",
    "back-moss.svg",
    "back-night.svg",
    "back-rust.svg",
    "court-JC.svg",
    "court-JD.svg",
    "court-JH.svg",
    "court-JS.svg",
    "court-KC.svg",
    "court-KD.svg",
    "court-KH.svg",
    "court-KS.svg",
    "court-QC.svg",
    "court-QD.svg",
    "court-QH.svg",
    "court-QS.svg",
    "actions.js",
    "board.js",
    "books.js",
    "cards.js",
    "cascade.js",
    "commands.js",
    "daily.js",
    "designer.js",
    "dialog.js",
    "dialogs.js",
    "dom.js",
    "endings.js",
    "engine.js",
    "fan.js",
    "finish-offer.js",
    "front-door.js",
    "game.js",
    "history.js",
    "history-strip.js",
    "keys.js",
    "labels.js",
    "layout.js",
    "lessons.js",
    "link.js",
    "main.js",
    "messages.js",
    "miniature.js",
    "motion.js",
    "new-game.js",
    "plots.js",
    "pointer.js",
    "rail.js",
    "rules-form.js",
    "settings.js",
    "sound.js",
    "statistics.js",
    "storage.js",
    "unfinished.js",
    "verdict.js",
    "words.js",
];

/// What a browser gets for an address that does not exist.
const NOT_FOUND: &str = "<!doctype html><html lang=en><title>Talon</title><h1>There is no such page</h1>\
    <p><a href=\"/\">Go to the table</a>, where you can choose a game.</p></html>";

/// Returns a file of the page.
pub(crate) async fn asset(request: Request) -> Response {
    let path = request.uri().path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let Some((name, bytes)) = FILES.iter().find(|(name, _)| *name == path) else {
        return (StatusCode::NOT_FOUND, Html(NOT_FOUND)).into_response();
    };
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind_of(name))),
        // A new binary brings a new page, which the browser must show at once.
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    (headers, *bytes).into_response()
}

/// Returns the media type of a file, by its extension.
fn kind_of(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_page_is_served_and_preloaded() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/page");
        let entries = std::fs::read_dir(folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let only_static = ["sw.js", "worker.js"];
        let not_loaded = [".ts", ".md"];
        let mut wanted: Vec<String> = names
            .filter(|name| !only_static.contains(&name.as_str()))
            .filter(|name| !not_loaded.iter().any(|end| name.ends_with(end)))
            .collect();
        wanted.sort();
        let mut served: Vec<&str> = FILES.iter().map(|(name, _)| *name).collect();
        served.sort_unstable();
        assert_eq!(served, wanted);
        let read = |name: &str| std::fs::read_to_string(format!("{folder}/{name}")).unwrap();
        // The style sheet loads the felt and the chosen back of the cards, the manifest the icons.
        let text = read("index.html") + &read("theme.css") + &read("talon.webmanifest");
        for name in wanted.iter().filter(|name| *name != "index.html") {
            assert!(text.contains(&format!("\"{name}\"")), "nothing loads {name}");
        }
    }

    #[test]
    fn no_line_is_longer_than_100_characters() {
        for folder in ["page", "tests/browser"] {
            for entry in std::fs::read_dir(format!("{}/{folder}", env!("CARGO_MANIFEST_DIR"))).unwrap() {
                let path = entry.unwrap().path();
                // The icons are no texts.
                let Ok(text) = std::fs::read_to_string(&path) else { continue };
                let long = text.lines().find(|line| line.chars().count() > 100);
                // A paragraph of Markdown is one line.
                if path.extension().is_none_or(|kind| kind != "md") {
                    assert_eq!(long, None, "{}", path.display());
                }
            }
        }
    }
}
