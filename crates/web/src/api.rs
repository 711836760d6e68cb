//! Requests to the engine: JSON in, JSON out, and what a client hears of a problem.

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use talon_session::protocol::{self, BadRequest};

/// The longest request body: a save, with the quotation marks and escapes of JSON.
pub(crate) const MOST_BODY: usize = 2 * protocol::MOST_BYTES;

/// A request below this length (about a thousand moves) is answered in well under a millisecond.
const SHORT: usize = 8 << 10;

/// Why a request was not answered: a status and a sentence, which the client gets as JSON.
#[derive(Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    message: String,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Problem {
        Problem { status, message: message.into() }
    }

    /// The request cannot be understood.
    pub(crate) fn bad_request(message: impl ToString) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, message.to_string())
    }
}

impl From<BadRequest> for Problem {
    fn from(error: BadRequest) -> Problem {
        Problem::bad_request(error)
    }
}

impl From<BytesRejection> for Problem {
    fn from(rejection: BytesRejection) -> Problem {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Problem::too_long(),
            status => Problem::new(status, "The request could not be read."),
        }
    }
}

impl Problem {
    /// The body of the request is too long.
    pub(crate) fn too_long() -> Problem {
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "The request is too long.")
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "error": self.message }))).into_response()
    }
}

/// Answers a request to play.
pub(crate) async fn play(body: Result<Bytes, BytesRejection>) -> Result<Response, Problem> {
    respond(body, protocol::answer)
}

/// Answers a request for the list of games or for a rule sheet.
pub(crate) async fn games(body: Result<Bytes, BytesRejection>) -> Result<Response, Problem> {
    respond(body, protocol::games)
}

/// Answers a request by a method that its address does not have.
pub(crate) async fn wrong_method() -> Problem {
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "This address does not answer that method.")
}

fn respond(
    body: Result<Bytes, BytesRejection>,
    answer: impl FnOnce(&str) -> Result<String, BadRequest>,
) -> Result<Response, Problem> {
    let body = read(body)?;
    // A panic is a bug of ours, and must not take other requests with it.
    let answered = || std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| answer(&body)));
    // A long game takes a while to replay, and so does a hint. Other requests go on meanwhile; for a short
    // request, making room for them would take longer than the answer.
    let is_short = body.len() < SHORT && !body.contains("\"hint\"");
    let answered = if is_short { answered() } else { tokio::task::block_in_place(answered) };
    let reply = answered.map_err(|_| {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "The engine failed. The game is unchanged.")
    })??;
    let json = HeaderValue::from_static("application/json");
    Ok(([(header::CONTENT_TYPE, json)], reply).into_response())
}

/// Returns the body of a request as text.
pub(crate) fn read(body: Result<Bytes, BytesRejection>) -> Result<String, Problem> {
    String::from_utf8(body?.into()).map_err(|_| Problem::bad_request("The request is not UTF-8 text."))
}
