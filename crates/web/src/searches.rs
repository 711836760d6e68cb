//! Searches: streamed, cancelled by going away, and bounded in time, memory and number.
//!
//! The answer is one JSON text a line: progress now and then, the answer last. As many searches run
//! as there are cores; a few more wait; the rest are told to come again.

use crate::Client;
use crate::api::{problem, read};
use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use session::protocol::{self, Bounds, End};
use std::collections::HashMap;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, mpsc};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

/// The longest a search runs.
const TIME: Duration = Duration::from_secs(30);
/// The memory of one search.
const MEMORY: usize = 192 << 20;
/// Nodes of one search.
const NODES: u64 = 40_000_000;
/// Searches of one client, running or waiting.
const PER_CLIENT: usize = 4;
/// How often a client hears of the progress.
const INTERVAL: Duration = Duration::from_millis(150);

/// The searches that run and wait.
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

    /// A ticket for one more search, if this client and all together do not ask too much.
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

/// A search that counts, until it is dropped.
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

/// Runs a search and streams its progress.
pub(crate) async fn search(
    State(searches): State<Arc<Searches>>,
    Extension(Client(client)): Extension<Client>,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    let body = match read(body) {
        Ok(body) => body,
        Err(response) => return *response,
    };
    let Some(ticket) = searches.ticket(client.ip()) else {
        let mut response = problem(StatusCode::TOO_MANY_REQUESTS, "too many searches; try again soon");
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
        return response;
    };
    let (sender, receiver) = mpsc::channel::<String>(8);
    let slots = searches.slots.clone();
    tokio::spawn(async move {
        // The ticket and the slot are given back when the search has really ended.
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
    let lines = ReceiverStream::new(receiver).map(|line| Ok::<_, Infallible>(line + "\n"));
    let mut response = Response::new(Body::from_stream(lines));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// The search itself; it ends when the client is gone or the time is up.
fn run(request: &str, sender: &mpsc::Sender<String>) {
    let start = Instant::now();
    let mut told = start;
    let mut tell = |progress: &str| {
        if sender.is_closed() {
            return Some(End::Cancelled);
        }
        let now = Instant::now();
        if now - start > TIME {
            return Some(End::Time);
        }
        if now - told > INTERVAL {
            told = now;
            // A client that does not read misses some progress; the search does not wait for it.
            let _ = sender.try_send(format!("{{\"progress\":{progress}}}"));
        }
        None
    };
    let bounds = Bounds { nodes: NODES, memory: MEMORY };
    let searched = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        protocol::search(request, bounds, &mut tell)
    }));
    let answer = match searched {
        Ok(Ok(answer)) => format!("{{\"answer\":{answer}}}"),
        Ok(Err(error)) => error.json(),
        Err(_) => "{\"error\":\"the search failed\"}".into(),
    };
    let _ = sender.blocking_send(answer);
}
