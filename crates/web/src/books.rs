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
use serde_json::{Value, json};
use session::Session;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::{Store, Visit};

/// Where the books lie, if this server has any.
#[derive(Clone)]
pub(crate) struct Books(pub(crate) Option<Arc<PathBuf>>);

/// A game as it stands, or as it is left.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Game {
    /// A name the page made up, or the books gave: under it the game is written down again and again.
    uid: String,
    save: String,
    seconds: u64,
    began: u64,
    /// What the books said last; 0 for a new game.
    state: i64,
    #[serde(default)]
    leaves: bool,
    #[serde(default)]
    shown: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Request {
    /// Write this game down.
    Keep(Game),
    /// Give me this game to go on with.
    Take(i64),
    /// This game is given up.
    GiveUp(i64),
    /// All games in short, and those that can be gone on with.
    List,
}

/// Writes a game down, gives one out, or lists them.
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
        Ok(reply) => json(StatusCode::OK, reply.to_string()),
        Err((status, why)) => json(status, why.to_string()),
    }
}

/// What the books say, or what stands against it.
fn answer(folder: &Path, body: &str) -> Result<Value, (StatusCode, Value)> {
    let bad = |why: String| (StatusCode::BAD_REQUEST, json!({ "error": why }));
    let broken = |error: store::Error| {
        let status = match error {
            store::Error::NoSuchGame(_) => StatusCode::NOT_FOUND,
            store::Error::Held(_) => StatusCode::CONFLICT,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        (status, json!({ "error": error.to_string() }))
    };
    let request: Request = serde_json::from_str(body).map_err(|error| bad(error.to_string()))?;
    let mut store = Store::open(folder).map_err(broken)?;
    match request {
        Request::Keep(game) => {
            if game.uid.is_empty() || game.uid.len() > 80 || game.save.len() > session::protocol::MOST_BYTES {
                return Err(bad("the game is too long".into()));
            }
            let session = Session::load(&game.save).map_err(|error| bad(error.to_string()))?;
            let visit = Visit {
                uid: &game.uid,
                session: &session,
                seconds: game.seconds,
                began: game.began,
                state: game.state,
                leaves: game.leaves,
                shown: game.shown,
            };
            let kept = store.keep(&visit).map_err(broken)?;
            let Some(kept) = kept else {
                let id = store.number(&game.uid).map_err(broken)?;
                let why = "This game went on in another tab or in the terminal; here it is not kept.";
                return Err((StatusCode::CONFLICT, json!({ "error": why, "id": id })));
            };
            Ok(json!({ "id": kept.id, "state": kept.state, "account": account(&store).map_err(broken)? }))
        }
        Request::Take(id) => {
            let game = store.lend(id).map_err(broken)?;
            Ok(json!({
                "uid": game.uid, "save": game.save, "seconds": game.seconds, "began": game.began,
                "state": game.state,
            }))
        }
        Request::GiveUp(id) => {
            store.give_up(id).map_err(broken)?;
            Ok(json!({}))
        }
        Request::List => Ok(json!({
            "games": store.games(None).map_err(broken)?,
            "left": store.left().map_err(broken)?,
            "account": account(&store).map_err(broken)?,
        })),
    }
}

/// The casino's account of all hands ever, with the terminal's.
fn account(store: &Store) -> Result<Value, store::Error> {
    let all = store.account()?;
    Ok(json!({
        "hands": all.hands, "inspections": all.inspections, "games": all.games, "runs": all.runs,
        "information": all.information, "think_time": all.think_time, "winnings": all.winnings,
        "costs": all.costs(), "net": all.net_worth(),
    }))
}
