//! The game in a browser: the page, and the server that `talon serve` runs.
//!
//! [`serve`] binds an address, serves the embedded page and carries the JSON protocol of
//! [`talon_session::protocol`] between the page and the engine. It keeps no game: every request brings its
//! own, so that any number of servers can stand behind a load balancer. Only a server that nobody but the
//! local player can reach also keeps the player's books, which the terminal shares.
//!
//! This crate does not know the rules of any game, what a request asks for or what a reply says. It knows
//! bytes, limits and which requests to refuse.
//!
//! # Example
//!
//! ```no_run
//! let options = talon_web::Options { host: "127.0.0.1".into(), port: 8025, books: None };
//! talon_web::serve(&options, |place| println!("Talon is at {}", place.url))?;
//! # Ok::<(), talon_web::Error>(())
//! ```
//!
//! The crate has no optional features.
//!
//! # Addresses
//!
//! | address | request | response |
//! |---|---|---|
//! | `/` | GET | the files of the page |
//! | `/api/play`, `/api/games` | POST | the reply of the engine |
//! | `/api/search` | POST | progress and the answer, one JSON text a line |
//! | `/api/books` | POST | the player's books, if this server has them |
//!
//! A request that is not answered gets a status and `{"error": "…"}`, a sentence for the player.

mod api;
mod assets;
mod books;
mod connections;
mod guard;
mod searches;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};
use books::Books;
use connections::Connections;
use guard::Guard;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use searches::Searches;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use std::{fmt, io};
use tokio::net::TcpListener;

/// How many connections are served at a time.
const MOST_CONNECTIONS: usize = 1024;
/// How long a client may take to send the head of a request.
const HEAD_TIME: Duration = Duration::from_secs(15);
/// How long requests may take to be answered after the server was told to end.
const GRACE: Duration = Duration::from_secs(3);

/// Where and for whom to serve.
#[derive(Clone, Debug)]
pub struct Options {
    /// The name or address to bind to.
    pub host: String,
    /// The port; 0 stands for any free one.
    pub port: u16,
    /// The folder of the player's books. It is used only if nobody else can reach the server.
    pub books: Option<PathBuf>,
}

/// Where a server can be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The address of the page, for a browser on this machine.
    pub url: String,
    /// The address of the page for other machines, if they can reach the server.
    pub outside: Option<String>,
}

/// Why the server does not run.
#[derive(Debug)]
pub enum Error {
    /// The threads of the server cannot be started.
    Start(io::Error),
    /// The address cannot be bound: it may be in use, or not belong to this machine.
    Bind {
        /// The name or address.
        host: String,
        /// The port.
        port: u16,
        /// The error of the system.
        error: io::Error,
    },
    /// The signals that end the server cannot be caught.
    Signal(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Start(_) => f.write_str("cannot start the server"),
            Error::Bind { host, port, .. } => write!(f, "cannot serve on {host}:{port}"),
            Error::Signal(_) => f.write_str("cannot wait for an interrupt"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Start(error) | Error::Bind { error, .. } | Error::Signal(error) => Some(error),
        }
    }
}

/// Serves the page until the process is interrupted or told to end (SIGTERM, SIGHUP). Requests that have
/// arrived are answered before it returns, as far as that takes no more than some seconds. `ready` gets the
/// address of the page as soon as it can be visited.
///
/// # Errors
/// If the server cannot be started or the address cannot be bound.
pub fn serve(options: &Options, ready: impl FnOnce(&Place)) -> Result<(), Error> {
    // Moves are answered by these threads, searches by threads of their own.
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(cores.max(2))
        .max_blocking_threads(64)
        .enable_all()
        .build()
        .map_err(Error::Start)?;
    let result = runtime.block_on(async {
        let Options { host, port, books } = options.clone();
        let bound = async {
            let listener = TcpListener::bind((host.as_str(), port)).await?;
            let address = listener.local_addr()?;
            Ok((listener, address))
        };
        let (listener, address) = match bound.await {
            Ok(bound) => bound,
            Err(error) => return Err(Error::Bind { host, port, error }),
        };
        let guard = Guard::new(&host, address);
        let told = told_to_end().map_err(Error::Signal)?;
        ready(&guard.place());
        let folder = books.filter(|_| address.ip().is_loopback()).map(Arc::new);
        let app = router(guard, Searches::new(cores), Books(folder));
        let open = GracefulShutdown::new();
        tokio::select! {
            () = accept(listener, app, &open) => {}
            () = told => {}
        }
        // What takes longer is cut off.
        let _ = tokio::time::timeout(GRACE, open.shutdown()).await;
        Ok(())
    });
    // Searches end as soon as they see that their clients are gone.
    runtime.shutdown_timeout(GRACE);
    result
}

/// Returns what ends when the process is told to end.
#[cfg(unix)]
fn told_to_end() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut hang_up = signal(SignalKind::hangup())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hang_up.recv() => {}
        }
    })
}

/// Returns what ends when the process is told to end.
#[cfg(not(unix))]
fn told_to_end() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}

/// Returns the addresses with their handlers.
fn router(guard: Guard, searches: Searches, books: Books) -> Router {
    Router::new()
        .route("/api/play", post(api::play))
        .route("/api/games", post(api::games))
        .route("/api/search", post(searches::search).with_state(Arc::new(searches)))
        .route("/api/books", post(books::books).with_state(books))
        .fallback(get(assets::asset))
        .method_not_allowed_fallback(api::wrong_method)
        .layer(DefaultBodyLimit::max(api::MOST_BODY))
        .layer(axum::middleware::from_fn_with_state(Arc::new(guard), guard::check))
}

/// Accepts connections. Each is served by a task of its own, so that none can hold up the others.
async fn accept(listener: TcpListener, app: Router, open: &GracefulShutdown) {
    let connections = Connections::new(MOST_CONNECTIONS);
    loop {
        let (stream, client) = match listener.accept().await {
            Ok(connection) => connection,
            Err(_) => {
                // There may be no file descriptors left.
                connections.make_room();
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        // A short response must not wait for more to send.
        let _ = stream.set_nodelay(true);
        let app = app.clone().layer(axum::Extension(Client(client)));
        connections.open(stream, |stream| {
            let connection = hyper::server::conn::http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD_TIME)
                .max_buf_size(64 << 10)
                .serve_connection(TokioIo::new(stream), TowerToHyperService::new(app));
            let connection = open.watch(connection);
            // An error means that the client has disconnected, or does not read.
            async { drop(connection.await) }
        });
    }
}

/// The address of the client.
#[derive(Copy, Clone, Debug)]
struct Client(SocketAddr);
