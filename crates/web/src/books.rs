//! The player's books, which the terminal shares.
//!
//! Only a server that nobody else can reach has them. Otherwise the page keeps its own records in the browser.

use crate::api::{Problem, read};
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use talon_session::{Account, Session};
use talon_store::{Store, Visit};

/// The longest name of a game.
const MOST_NAME: usize = 80;

/// The folder of the books, if this server has them.
#[derive(Clone)]
pub(crate) struct Books(pub(crate) Option<Arc<PathBuf>>);

/// A game in its current state, as the page sends it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Game {
    /// The unique name of the game, which the page has chosen or got from the books.
    uid: String,
    save: String,
    seconds: u64,
    began: u64,
    /// The state that the books returned last; 0 for a game that they do not have.
    state: i64,
    /// Whether the player leaves the game for another.
    #[serde(default)]
    leaves: bool,
    /// Whether the game was won by a demonstration.
    #[serde(default)]
    shown: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Request {
    /// Record this game.
    Keep(Game),
    /// Return this unfinished game to be resumed.
    Take(i64),
    /// Count this unfinished game as lost.
    GiveUp(i64),
    /// List all games, and those that can be resumed.
    List,
}

/// Why a request to the books failed.
pub(crate) enum Refusal {
    /// The request was refused, or the books cannot be used.
    Problem(Problem),
    /// The game has been continued elsewhere. This is its number in the books.
    Conflict(Option<i64>),
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Refusal {
        Refusal::Problem(problem)
    }
}

impl From<talon_store::Error> for Refusal {
    fn from(error: talon_store::Error) -> Refusal {
        let status = match error {
            talon_store::Error::NoSuchGame(_) => StatusCode::NOT_FOUND,
            talon_store::Error::Held(_) => StatusCode::CONFLICT,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Refusal::Problem(Problem::new(status, error.to_string()))
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        match self {
            Refusal::Problem(problem) => problem.into_response(),
            Refusal::Conflict(id) => {
                let why = "This game was continued in another tab or in the terminal. \
                    Here it is no longer recorded.";
                (StatusCode::CONFLICT, Json(json!({ "error": why, "id": id }))).into_response()
            }
        }
    }
}

/// Records a game, returns one, or lists them.
///
/// A server without books answers "not implemented": the page then keeps its own.
pub(crate) async fn books(
    State(Books(folder)): State<Books>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<Value>, Refusal> {
    let Some(folder) = folder else {
        return Err(Problem::new(StatusCode::NOT_IMPLEMENTED, "This server keeps no books.").into());
    };
    let body = read(body)?;
    tokio::task::block_in_place(|| answer(&folder, &body)).map(Json)
}

fn answer(folder: &Path, body: &str) -> Result<Value, Refusal> {
    let request: Request = serde_json::from_str(body).map_err(Problem::bad_request)?;
    let mut store = match request {
        // Books that cannot be written can still be read.
        Request::List => Store::read(folder)?,
        _ => Store::open(folder)?,
    };
    match request {
        Request::Keep(game) => keep(&mut store, &game),
        Request::Take(id) => {
            let game = store.lend(id)?;
            Ok(json!({
                "uid": game.uid, "save": game.save, "seconds": game.seconds, "began": game.began,
                "state": game.state,
            }))
        }
        Request::GiveUp(id) => {
            store.give_up(id)?;
            Ok(json!({}))
        }
        Request::List => Ok(json!({
            "games": store.games(None)?,
            "left": store.left()?,
            "account": account(&store.account()?),
        })),
    }
}

fn keep(store: &mut Store, game: &Game) -> Result<Value, Refusal> {
    let Game { uid, save, seconds, began, state, leaves, shown } = game;
    if uid.is_empty() || uid.len() > MOST_NAME || uid.contains(char::is_control) {
        return Err(Problem::bad_request(
            "A game needs a name of at most 80 characters, without control characters.",
        )
        .into());
    }
    if save.len() > talon_session::protocol::MOST_BYTES {
        return Err(Problem::too_long().into());
    }
    let session = Session::load(save).map_err(Problem::bad_request)?;
    let visit = Visit {
        uid,
        session: &session,
        seconds: *seconds,
        began: *began,
        state: *state,
        leaves: *leaves,
        shown: *shown,
    };
    match store.keep(&visit)? {
        Some(kept) => {
            Ok(json!({ "id": kept.id, "state": kept.state, "account": account(&store.account()?) }))
        }
        None => Err(Refusal::Conflict(store.number(uid)?)),
    }
}

/// Returns the casino's account of all hands, those of the terminal included.
fn account(all: &Account) -> Value {
    json!({
        "hands": all.hands, "inspections": all.inspections, "games": all.games, "runs": all.runs,
        "information": all.information, "think_time": all.think_time, "winnings": all.winnings,
        "costs": all.costs(), "net": all.net_worth(),
    })
}
