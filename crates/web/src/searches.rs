//! Searches: streamed, ended when the client disconnects, and bounded in time, memory and number.
//!
//! The response has one JSON text a line: progress from time to time, and the answer as the last one. As
//! many searches run as there are cores, a few more wait, and the rest are asked to come again.

use crate::Client;
use crate::api::{Problem, read};
use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use talon_session::protocol::{self, Bounds, End};
use tokio::sync::{Semaphore, mpsc};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

/// How long a search may run.
const TIME: Duration = Duration::from_secs(30);
/// How much memory a search may use, in bytes.
const MEMORY: usize = 192 << 20;
/// How many nodes a search may visit.
const NODES: u64 = 40_000_000;
/// How many searches of one client may run or wait.
const PER_CLIENT: usize = 4;
/// The interval between two lines of progress.
const INTERVAL: Duration = Duration::from_millis(150);

/// The searches that run or wait.
pub(crate) struct Searches {
    slots: Arc<Semaphore>,
    clients: Mutex<HashMap<IpAddr, usize>>,
    most: usize,
}

impl Searches {
    pub(crate) fn new(cores: usize) -> Searches {
        let slots = Arc::new(Semaphore::new(cores));
        Searches { slots, clients: Mutex::default(), most: 16 * cores }
    }

    /// Returns a ticket for one more search, unless this client or all clients together have too many.
    fn ticket(self: &Arc<Self>, client: IpAddr) -> Option<Ticket> {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = clients.values().sum();
        let own = clients.entry(client).or_default();
        if *own >= PER_CLIENT || all >= self.most {
            return None;
        }
        *own += 1;
        Some(Ticket { searches: self.clone(), client })
    }
}

/// Counts as one search of a client until it is dropped.
struct Ticket {
    searches: Arc<Searches>,
    client: IpAddr,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut clients = self.searches.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = clients.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                clients.remove(&self.client);
            }
        }
    }
}

/// A line of the response.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Line<'a> {
    Progress(&'a RawValue),
    Answer(&'a RawValue),
    Error(&'a str),
}

impl Line<'_> {
    fn text(&self) -> String {
        let mut text = serde_json::to_string(self).expect("a line has nothing but text in it");
        text.push('\n');
        text
    }
}

/// Runs a search and streams its progress.
pub(crate) async fn search(
    State(searches): State<Arc<Searches>>,
    Extension(Client(client)): Extension<Client>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Problem> {
    let body = read(body)?;
    let Some(ticket) = searches.ticket(client.ip()) else {
        let why = "Too many searches are running. Try again in a moment.";
        let retry = [(header::RETRY_AFTER, HeaderValue::from_static("2"))];
        return Ok((retry, Problem::new(StatusCode::TOO_MANY_REQUESTS, why)).into_response());
    };
    let (sender, receiver) = mpsc::channel::<String>(8);
    let slots = searches.slots.clone();
    tokio::spawn(async move {
        // The ticket and the slot are held until the search has really ended.
        let Ok(slot) = (tokio::select! {
            slot = slots.acquire_owned() => slot,
            () = sender.closed() => return,
        }) else {
            return;
        };
        let _ = tokio::task::spawn_blocking(move || {
            let _held = (ticket, slot);
            run(&body, &sender);
        })
        .await;
    });
    let lines = Body::from_stream(ReceiverStream::new(receiver).map(Ok::<_, Infallible>));
    let kind = HeaderValue::from_static("application/x-ndjson");
    Ok(([(header::CONTENT_TYPE, kind)], lines).into_response())
}

/// Searches until there is an answer, the client has disconnected or the time is up.
fn run(request: &str, sender: &mpsc::Sender<String>) {
    let start = Instant::now();
    let mut last = start;
    let mut tell = |progress: &str| {
        if sender.is_closed() {
            return Some(End::Cancelled);
        }
        let now = Instant::now();
        if now - start > TIME {
            return Some(End::Time);
        }
        if now - last > INTERVAL
            && let Ok(progress) = serde_json::from_str(progress)
        {
            last = now;
            // A client that does not read misses some progress. The search does not wait for it, and the
            // last place is for the answer.
            if sender.capacity() > 1 {
                let _ = sender.try_send(Line::Progress(progress).text());
            }
        }
        None
    };
    let bounds = Bounds { nodes: NODES, memory: MEMORY };
    let searched = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        protocol::search(request, bounds, &mut tell)
    }));
    let last = match &searched {
        Ok(Ok(answer)) => match serde_json::from_str(answer) {
            Ok(answer) => Line::Answer(answer).text(),
            Err(error) => Line::Error(&error.to_string()).text(),
        },
        Ok(Err(error)) => Line::Error(&error.to_string()).text(),
        Err(_) => Line::Error("The search failed.").text(),
    };
    // A client that does not read must not hold the place of a search.
    let _ = sender.try_send(last);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_does_not_wait_for_a_client_that_does_not_read() {
        let (sender, mut receiver) = mpsc::channel::<String>(2);
        sender.try_send("not read".into()).unwrap();
        let (told, hear) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let request = r#"{"game": {"name": "klondike", "deal": "1"}, "search": {"verdict": {}}}"#;
            // The first answer has a place, the second one has none.
            run(request, &sender);
            run(request, &sender);
            told.send(()).unwrap();
        });
        assert!(hear.recv_timeout(Duration::from_secs(60)).is_ok(), "the search waits for the client");
        assert_eq!(receiver.try_recv().unwrap(), "not read");
        assert!(receiver.try_recv().unwrap().contains("winnable"));
    }
}
