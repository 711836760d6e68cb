//! Moves and game lists: a text in, a text out.

use axum::body::{Body, Bytes};
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use session::protocol::{self, BadRequest};

/// The longest request: a save and its quotes.
pub(crate) const MOST_BODY: usize = 2 * protocol::MOST_BYTES;

/// A request that is answered in well under a millisecond: a thousand moves, say.
const SHORT: usize = 8 << 10;

/// Answers one request of a game.
pub(crate) async fn play(body: Result<Bytes, BytesRejection>) -> Response {
    respond(body, protocol::answer)
}

/// Lists the games or shows a rule sheet.
pub(crate) async fn games(body: Result<Bytes, BytesRejection>) -> Response {
    respond(body, protocol::games)
}

pub(crate) async fn wrong_method() -> Response {
    problem(StatusCode::METHOD_NOT_ALLOWED, "that address is not asked that way")
}

fn respond(
    body: Result<Bytes, BytesRejection>,
    answer: impl FnOnce(&str) -> Result<String, BadRequest>,
) -> Response {
    let body = match read(body) {
        Ok(body) => body,
        Err(response) => return *response,
    };
    // A panic is our fault and stays here.
    let answered = || std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| answer(&body)));
    // A long game takes its time to replay, and a hint is thought about: others go on meanwhile. Else, making
    // room for them would take longer than the answer.
    let is_short = body.len() < SHORT && !body.contains("\"hint\"");
    let answered = if is_short { answered() } else { tokio::task::block_in_place(answered) };
    match answered {
        Ok(Ok(reply)) => json(StatusCode::OK, reply),
        Ok(Err(error)) => json(StatusCode::BAD_REQUEST, error.json()),
        Err(_) => problem(StatusCode::INTERNAL_SERVER_ERROR, "the engine failed; the game is unchanged"),
    }
}

/// The body as text.
pub(crate) fn read(body: Result<Bytes, BytesRejection>) -> Result<String, Box<Response>> {
    let bytes = body.map_err(|rejection| {
        let why = match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => "the request is too long",
            _ => "the request could not be read",
        };
        Box::new(problem(rejection.status(), why))
    })?;
    String::from_utf8(bytes.into())
        .map_err(|_| Box::new(problem(StatusCode::BAD_REQUEST, "the request is not text (UTF-8)")))
}

/// An error with its sentence.
pub(crate) fn problem(status: StatusCode, why: &str) -> Response {
    let why: String = why.chars().map(|c| if matches!(c, '"' | '\\') { '\'' } else { c }).collect();
    json(status, format!("{{\"error\":\"{why}\"}}"))
}

pub(crate) fn json(status: StatusCode, text: String) -> Response {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
