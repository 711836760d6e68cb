//! The books of the local player: the same that the terminal keeps.
//!
//! Only a server that nobody else can reach has them; the page keeps its own records otherwise.

use crate::api::{json, problem, read};
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use serde_json::json;
use session::Session;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::Store;

/// Where the books lie, if this server has any.
#[derive(Clone)]
pub(crate) struct Books(pub(crate) Option<Arc<PathBuf>>);

/// A game that ended, or was left.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ended {
    /// A name the page made up, so that a game sent twice counts once.
    uid: String,
    save: String,
    seconds: u32,
    began: u64,
    changed: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    #[serde(default)]
    add: Option<Ended>,
}

/// Writes a game down, if one comes, and gives all games of the books in short.
pub(crate) async fn books(
    State(Books(folder)): State<Books>,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    let Some(folder) = folder else {
        return problem(StatusCode::NOT_FOUND, "this server keeps no books");
    };
    let body = match read(body) {
        Ok(body) => body,
        Err(response) => return *response,
    };
    match tokio::task::block_in_place(|| answer(&folder, &body)) {
        Ok(reply) => json(StatusCode::OK, reply),
        Err((status, why)) => problem(status, &why),
    }
}

fn answer(folder: &Path, body: &str) -> Result<String, (StatusCode, String)> {
    let bad = |why: String| (StatusCode::BAD_REQUEST, why);
    let broken = |error: store::Error| (StatusCode::INTERNAL_SERVER_ERROR, error.to_string());
    let request: Request = serde_json::from_str(body).map_err(|error| bad(error.to_string()))?;
    let mut store = Store::open(folder).map_err(broken)?;
    if let Some(ended) = request.add {
        if ended.uid.len() > 80 || ended.save.len() > session::protocol::MOST_BYTES {
            return Err(bad("the game is too long".into()));
        }
        let session = Session::load(&ended.save).map_err(|error| bad(error.to_string()))?;
        store.import(&export(&ended, &session)).map_err(broken)?;
    }
    let games = store.games(None).map_err(broken)?;
    Ok(json!({ "games": games }).to_string())
}

/// The game in the form in which books are exchanged; what it came to is read off the game itself.
fn export(ended: &Ended, session: &Session) -> String {
    let save = session.save();
    let of = |keyword: &'static str| save.lines().filter_map(move |line| line.strip_prefix(keyword));
    let game = of("game ").next().unwrap_or_default();
    let changed = of("set ").map(|set| set.replace(" = ", "="));
    let rules = std::iter::once(game.to_owned()).chain(changed).collect::<Vec<_>>().join(" ");
    json!({
        "form": "talon export 1",
        "games": [{
            "uid": ended.uid, "game": game, "rules": rules, "title": session.rules().title.as_str(),
            "deal": session.deal().to_string(),
            "result": if session.is_finished() { "won" } else { "left" },
            "stamp": session.stamp().to_string(), "moves": session.moves_made(), "seconds": ended.seconds,
            "score": session.score(), "began": ended.began, "changed": ended.changed, "save": save,
        }],
        "preferences": {}, "ledger": {},
    })
    .to_string()
}
