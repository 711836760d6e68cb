//! The page, served by the binary: the same game in a browser.
//!
//! [`serve`] binds an address, shows the embedded page and carries the protocol of
//! [`session::protocol`]. It keeps no game: a request brings its own, so any number of such servers
//! can stand behind a balancer. It knows bytes, bounds and who may ask (`guard`), but no rules.

mod api;
mod assets;
mod books;
mod guard;
mod searches;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};
use books::Books;
use guard::Guard;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use searches::Searches;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// Connections served at a time; more wait to be accepted.
const MOST_CONNECTIONS: usize = 1024;
/// How long a client may take over the head of a request.
const HEAD_TIME: Duration = Duration::from_secs(15);

/// Where and for whom to serve.
#[derive(Clone, Debug)]
pub struct Options {
    /// The name or address to bind to.
    pub host: String,
    /// The port; 0 takes a free one.
    pub port: u16,
    /// The folder of the local player's books; they are kept only where nobody else can reach them.
    pub books: Option<PathBuf>,
}

/// Serves until the process is told to end; `ready` hears the address of the page.
///
/// # Errors
/// When the address cannot be bound.
pub fn serve(options: &Options, ready: impl FnOnce(&str)) -> io::Result<()> {
    // Twice the cores: moves are answered on these threads, searches on threads of their own.
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(cores.max(2))
        .max_blocking_threads(64)
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind((options.host.as_str(), options.port)).await?;
        let address = listener.local_addr()?;
        let guard = Guard::new(&options.host, address);
        ready(&guard.url());
        let folder = options.books.clone().filter(|_| address.ip().is_loopback()).map(Arc::new);
        let app = router(guard, Searches::new(cores), Books(folder));
        tokio::select! {
            () = accept(listener, app) => Ok(()),
            ended = tokio::signal::ctrl_c() => ended,
        }
    })
}

/// All there is to ask for.
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

/// Takes connections, each on a task of its own, none of which can hold the others up.
async fn accept(listener: TcpListener, app: Router) {
    let slots = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let Ok(slot) = slots.clone().acquire_owned().await else { return };
        let (stream, client) = match listener.accept().await {
            Ok(connection) => connection,
            Err(_) => {
                // Out of file descriptors, say: others may go away meanwhile.
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        // Small answers should not wait for company.
        let _ = stream.set_nodelay(true);
        let app = app.clone().layer(axum::Extension(Client(client)));
        tokio::spawn(async move {
            let _slot = slot;
            let service = TowerToHyperService::new(app);
            let connection = hyper::server::conn::http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD_TIME)
                .max_buf_size(64 << 10)
                .serve_connection(TokioIo::new(stream), service);
            // A client that breaks off is no news.
            let _ = connection.await;
        });
    }
}

/// Who asks.
#[derive(Copy, Clone, Debug)]
struct Client(SocketAddr);
