//! `talon serve` as a process of its own: attacked, told to end, shown to the network.

#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// A server with books of its own.
struct Server {
    process: Child,
    address: String,
    books: PathBuf,
}

impl Server {
    fn start() -> Server {
        Server::with(&["--port", "0"], Stdio::null())
    }

    fn with(arguments: &[&str], err: Stdio) -> Server {
        let books = folder();
        let mut process = command(arguments, &books).stdout(Stdio::piped()).stderr(err).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("{line:?}")).to_string();
        Server { process, address, books }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// Sends bytes as they are; the status, or 0 where the connection was just closed, and the whole answer.
    fn send(&self, request: impl AsRef<[u8]>) -> (u16, String) {
        let mut stream = self.connect();
        // A server that refuses early need not read everything.
        let _ = stream.write_all(request.as_ref());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        (status, answer)
    }

    fn get(&self, path: &str, headers: &str) -> (u16, String) {
        let address = &self.address;
        self.send(format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n{headers}Connection: close\r\n\r\n"))
    }

    fn post(&self, path: &str, headers: &str, body: &str) -> (u16, String) {
        self.send(format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
             {headers}Connection: close\r\n\r\n{body}",
            self.address,
            body.len()
        ))
    }

    #[track_caller]
    fn lives(&self) {
        let (status, answer) = self.post("/api/play", "", PLAY);
        assert!(status == 200 && answer.contains("Drew "), "{answer}");
    }

    /// Asks the server to end, and returns its exit code.
    fn end(&mut self, signal: &str) -> Option<i32> {
        let process = self.process.id().to_string();
        assert!(Command::new("kill").args([signal, &process]).status().unwrap().success());
        self.process.wait().unwrap().code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.books);
    }
}

fn folder() -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let name = format!("serve-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn command(arguments: &[&str], books: &PathBuf) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_talon"));
    command.args(["serve", "--no-open"]).args(arguments).env("TALON_DATA", books).stdin(Stdio::null());
    command
}

const PLAY: &str = r#"{"game": {"name": "klondike", "deal": "1"}, "do": "draw"}"#;

#[test]
fn only_its_own_names_are_answered() {
    let server = Server::start();
    let port = server.address.rsplit(':').next().unwrap();
    for host in [
        "evil.example".to_string(),
        format!("evil.example:{port}"),
        format!("127.0.0.1.evil.example:{port}"),
        format!("localhost.evil.example:{port}"),
        format!("localhost.:{port}"),
        format!("evil.example@127.0.0.1:{port}"),
        format!("192.168.0.1:{port}"),
        format!("[::ffff:192.168.0.1]:{port}"),
        "127.0.0.1:1".into(),
        String::new(),
    ] {
        for request in ["GET / HTTP/1.1", "POST /api/books HTTP/1.1"] {
            let (status, answer) =
                server.send(format!("{request}\r\nHost: {host}\r\nConnection: close\r\n\r\n"));
            assert!([400, 421].contains(&status) && !answer.contains("<title>"), "{host}: {answer}");
        }
    }
    assert_ne!(server.send("GET / HTTP/1.1\r\nConnection: close\r\n\r\n").0, 200, "no name at all");
    let two = format!(
        "GET / HTTP/1.1\r\nHost: {}\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
        server.address
    );
    assert_ne!(server.send(two).0, 200, "two names");
    assert_eq!(server.get("/", "").0, 200);
}

#[test]
fn other_sites_can_neither_ask_nor_embed() {
    let server = Server::start();
    let port: u16 = server.address.rsplit(':').next().unwrap().parse().unwrap();
    let other = format!("Origin: http://127.0.0.1:{}\r\n", port.wrapping_add(1));
    let secure = format!("Origin: https://{}\r\n", server.address);
    for headers in [
        "Origin: http://evil.example\r\n",
        "Origin: null\r\n",
        "Origin: \r\n",
        &other,
        &secure,
        "Sec-Fetch-Site: cross-site\r\n",
        "Sec-Fetch-Site: same-site\r\n",
    ] {
        for path in ["/api/play", "/api/games", "/api/search", "/api/books"] {
            assert_eq!(server.post(path, headers, PLAY).0, 403, "{path} {headers}");
        }
    }
    // What a form of another site can send without asking first.
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""] {
        let (status, _) = server.send(format!(
            "POST /api/books HTTP/1.1\r\nHost: {}\r\nContent-Type: {kind}\r\nContent-Length: 6\r\n\
             Connection: close\r\n\r\n\"list\"",
            server.address
        ));
        assert_eq!(status, 415, "{kind}");
    }
    // Asking first is of no use, and nothing may be shown within another page or read by one.
    let preflight = format!(
        "OPTIONS /api/books HTTP/1.1\r\nHost: {}\r\nOrigin: http://evil.example\r\n\
         Access-Control-Request-Method: POST\r\nConnection: close\r\n\r\n",
        server.address
    );
    for answer in [server.send(preflight).1, server.get("/", "").1, server.get("/main.js", "").1] {
        let answer = answer.to_ascii_lowercase();
        assert!(!answer.contains("access-control-allow"), "{answer}");
        assert!(answer.contains("cross-origin-resource-policy: same-origin"), "{answer}");
        assert!(answer.contains("frame-ancestors 'none'"), "{answer}");
    }
    server.lives();
}

#[test]
fn no_path_leads_out_of_the_page() {
    let server = Server::start();
    for path in [
        "/../../../../etc/passwd",
        "/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2f..%2fetc/passwd",
        "/%252e%252e/etc/passwd",
        "//etc/passwd",
        "/....//....//etc/passwd",
        "/..\\..\\etc\\passwd",
        "/index.html%00.js",
        "/index.html/../../Cargo.toml",
        "/./index.html",
        "/Cargo.toml",
        "/types.d.ts",
        "/books.db",
        "file:///etc/passwd",
        "*",
    ] {
        let (status, answer) = server.get(path, "");
        assert!([0, 400, 404].contains(&status), "{path}: {answer}");
        assert!(!answer.contains("root:") && !answer.contains("[package]"), "{path}: {answer}");
    }
    server.lives();
}

#[test]
fn headers_cannot_be_injected_nor_requests_smuggled() {
    let server = Server::start();
    let (status, answer) =
        server.get("/%0d%0aSet-Cookie:%20owned=1%0d%0a%0d%0a<script>alert(1)</script>", "");
    assert!([400, 404].contains(&status), "{answer}");
    assert!(!answer.to_ascii_lowercase().contains("set-cookie: owned"), "{answer}");
    assert!(!answer.contains("<script>"), "{answer}");
    let mut fields: Vec<String> =
        ["X-Bad Name: 1", "X-Bad: a\0b", ": 1", "X-Bad\r\n folded: 1"].map(String::from).into();
    fields.push(format!("X-Long: {}", "x".repeat(200_000)));
    fields.push((0..200).map(|number| format!("X-{number}: 1")).collect::<Vec<_>>().join("\r\n"));
    for field in &fields {
        let (status, answer) = server.get("/", &format!("{field}\r\n"));
        assert!(matches!(status, 0 | 400..=499), "{:.60}: {answer:.200}", field);
    }
    // Two lengths, or a length and chunks: where the request ends must never be in doubt.
    let inner = format!("GET /main.js HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    for lengths in [
        format!("Content-Length: 2\r\nContent-Length: {}", 2 + inner.len()),
        "Content-Length: 2\r\nTransfer-Encoding: chunked".into(),
        "Transfer-Encoding: chunked, identity".into(),
        "Transfer-Encoding: gzip".into(),
        "Content-Length: -1".into(),
        "Content-Length: +2".into(),
        "Content-Length: 18446744073709551616".into(),
    ] {
        let (_, answer) = server.send(format!(
            "POST /api/play HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n{lengths}\r\n\r\n{{}}{inner}",
            server.address
        ));
        assert!(!answer.contains("200 OK") && answer.matches("HTTP/1.1").count() <= 1, "{lengths}: {answer}");
    }
    server.lives();
}

#[test]
fn bombs_of_json_are_refused() {
    let server = Server::start();
    let deep =
        |open: &str, close: &str, depth: usize| format!("{}1{}", open.repeat(depth), close.repeat(depth));
    let bodies = [
        deep("[", "]", 100_000),
        deep(r#"{"a":"#, "}", 50_000),
        format!(r#"{{"game": {}}}"#, deep("[", "]", 100_000)),
        format!(r#"{{"game": {{"name": {}}}}}"#, deep(r#"{"a":"#, "}", 50_000)),
        r#"{"game": {"name": "klondike"}, "do": {"visit": 1e400000}}"#.to_string(),
        format!(r#"{{"game": {{"name": "klondike"}}, "do": {{"visit": {}}}}}"#, "9".repeat(400_000)),
        format!(r#"{{"game": {{"name": "klondike"}}, "do": {{"visit": 0.{}}}}}"#, "0".repeat(400_000)),
        format!(r#"{{"game": {{"name": "klondike", "deal": "{}"}}}}"#, "9".repeat(400_000)),
        format!(r#"{{"game": {{"name": "klondike", "set": ["columns={}"]}}}}"#, "9".repeat(100_000)),
        format!(
            r#"{{"game": {{"name": "klondike", "set": ["title={}1{}"]}}}}"#,
            "[".repeat(50_000),
            "]".repeat(50_000)
        ),
        format!(r#"{{"game": {{"name": "{}"}}}}"#, "\\u0000".repeat(60_000)),
        r#"{"game": {"name": "klondike", "name": "spider"}}"#.to_string(),
        "\"\\ud800\"".to_string(),
    ];
    for body in &bodies {
        for path in ["/api/play", "/api/games", "/api/books"] {
            let (status, answer) = server.post(path, "", body);
            assert!(status == 400, "{path} {body:.60}: {answer:.300}");
        }
        // The answer of a search is a stream, which begins before the request is understood.
        let (status, answer) = server.post("/api/search", "", body);
        assert!(status == 429 || answer.contains("{\"error\""), "{body:.60}: {answer:.300}");
    }
    server.lives();
}

#[test]
fn half_open_connections_are_in_nobodys_way() {
    let server = Server::start();
    let head = format!(
        "POST /api/play HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        server.address,
        PLAY.len()
    );
    let mut open = Vec::new();
    for number in 0..200 {
        let mut stream = server.connect();
        let half = &PLAY[..PLAY.len() / 2];
        match number % 4 {
            // Nothing, and nothing will come.
            0 => stream.shutdown(Shutdown::Write).unwrap(),
            1 => {
                stream.write_all(format!("{head}{half}").as_bytes()).unwrap();
                stream.shutdown(Shutdown::Write).unwrap();
            }
            2 => stream.write_all(&head.as_bytes()[..20]).unwrap(),
            _ => stream.write_all(format!("{head}{half}").as_bytes()).unwrap(),
        }
        open.push(stream);
    }
    // Whoever has closed his half is answered or let go at once.
    for mut stream in open.into_iter().step_by(2).take(20) {
        if stream.shutdown(Shutdown::Write).is_ok() {
            assert!(stream.read_to_end(&mut Vec::new()).is_ok());
        }
    }
    server.lives();
}

/// A client that asks for much more than the system buffers, and reads nothing.
fn asks_and_never_reads(server: &Server) -> TcpStream {
    let mut stream = server.connect();
    stream.set_nonblocking(true).unwrap();
    let request = format!("GET /board.js HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    // What does not fit any more need not be sent: the server has stopped reading then.
    let _ = stream.write_all(request.repeat(600).as_bytes());
    stream
}

#[test]
fn a_thousand_clients_that_never_read_keep_nobody_out() {
    let server = Server::start();
    let silent: Vec<TcpStream> = (0..1100).map(|_| asks_and_never_reads(&server)).collect();
    for _ in 0..20 {
        let mut stream = server.connect();
        let request =
            format!("GET /main.js HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.address);
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        let read = stream.read_to_string(&mut answer);
        assert!(answer.contains("200 OK"), "{read:?} {answer:.200}");
    }
    drop(silent);
    server.lives();
}

#[test]
fn a_client_that_never_reads_is_let_go() {
    let server = Server::start();
    let mut silent = asks_and_never_reads(&server);
    silent.set_nonblocking(false).unwrap();
    silent.set_write_timeout(Some(Duration::from_secs(1))).unwrap();
    let end = Instant::now() + Duration::from_secs(60);
    // As long as the connection stands, nothing more can be sent, or it lies in the buffers.
    loop {
        match silent.write_all(b"GET / HTTP/1.1\r\n") {
            Err(error) if error.kind() != std::io::ErrorKind::WouldBlock => break,
            _ => assert!(Instant::now() < end, "the connection is still there"),
        }
        thread::sleep(Duration::from_millis(200));
    }
    server.lives();
}

/// Plays one game on and on, each move kept in the books, until the server is gone; how many moves the
/// server has acknowledged.
fn keeps(address: String, uid: String, deal: usize) -> usize {
    let (mut moves, mut state) = (0, 0);
    loop {
        let draws = "draw\n".repeat(moves + 1);
        let save = format!("talon save 1\ngame canfield\ndeal {deal}\nmoves\n{draws}end\n");
        let game = serde_json::json!({
            "uid": uid, "save": save, "seconds": 1, "began": 100, "state": state, "leaves": false,
        });
        let body = serde_json::json!({ "keep": game }).to_string();
        let request = format!(
            "POST /api/books HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        );
        let mut answer = String::new();
        let asked = TcpStream::connect(&address).and_then(|mut stream| {
            stream.write_all(request.as_bytes())?;
            stream.read_to_string(&mut answer)
        });
        let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        match serde_json::from_str::<serde_json::Value>(body) {
            Ok(kept) if asked.is_ok() && answer.contains("200 OK") => {
                moves += 1;
                state = kept["state"].as_i64().unwrap();
            }
            _ => return moves,
        }
    }
}

#[test]
fn a_server_that_is_told_to_end_loses_no_game() {
    let mut acknowledged = 0;
    for (round, signal) in ["-TERM", "-INT", "-HUP", "-TERM"].into_iter().enumerate() {
        let mut server = Server::start();
        let clients: Vec<_> = (1..=3)
            .map(|deal| {
                let address = server.address.clone();
                thread::spawn(move || keeps(address, format!("game-{deal}"), deal))
            })
            .collect();
        // At no particular moment, but after something was played.
        let store = server.books.clone();
        let listed = || {
            let out = Command::new(env!("CARGO_BIN_EXE_talon"))
                .args(["history", "--json"])
                .env("TALON_DATA", &store)
                .output()
                .unwrap();
            serde_json::from_slice::<Vec<serde_json::Value>>(&out.stdout).unwrap()
        };
        let all_have = |least: u64| {
            let games = listed();
            games.len() == 3 && games.iter().all(|game| game["moves"].as_u64().unwrap() >= least)
        };
        while !all_have(2 + round as u64) {
            thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(server.end(signal), Some(0), "{signal}");
        let kept: Vec<usize> = clients.into_iter().map(|client| client.join().unwrap()).collect();
        let games = listed();
        for (number, acknowledged) in kept.iter().enumerate() {
            let deal = format!("deal {}", number + 1);
            let game = games.iter().find(|game| game["deal"] == deal.as_str()).unwrap();
            let moves = game["moves"].as_u64().unwrap() as usize;
            // What was written last may not have been acknowledged.
            assert!((*acknowledged..=acknowledged + 1).contains(&moves), "{deal}: {acknowledged} {moves}");
        }
        acknowledged += kept.iter().sum::<usize>();
    }
    assert!(acknowledged > 12, "{acknowledged}");
}

#[test]
fn an_exposed_server_says_what_that_means() {
    let mut server = Server::with(&["--host", "0.0.0.0", "--port", "0"], Stdio::piped());
    let mut words = String::new();
    let mut err = server.process.stderr.take().unwrap();
    let port = server.address.rsplit(':').next().unwrap().to_string();
    // Its books are closed to everybody, also to this machine.
    server.address = format!("127.0.0.1:{port}");
    assert_eq!(server.post("/api/books", "", "\"list\"").0, 501);
    server.lives();
    assert_eq!(server.end("-TERM"), Some(0));
    err.read_to_string(&mut words).unwrap();
    assert!(words.contains("Anybody who can reach") && words.contains(&format!(":{port}/")), "{words}");
    let mut local = Server::with(&["--port", "0"], Stdio::piped());
    let mut err = local.process.stderr.take().unwrap();
    assert_eq!(local.end("-TERM"), Some(0));
    words.clear();
    err.read_to_string(&mut words).unwrap();
    assert_eq!(words, "");
}

#[cfg(target_os = "linux")]
#[test]
fn a_server_whose_words_nobody_can_read_still_serves() {
    let full = || std::fs::File::options().write(true).open("/dev/full").unwrap();
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let books = folder();
    let arguments = ["--port", &port.to_string()];
    let process = command(&arguments, &books).stdout(full()).stderr(full()).spawn().unwrap();
    let mut server = Server { process, address: format!("127.0.0.1:{port}"), books };
    while TcpStream::connect(&server.address).is_err() {
        assert_eq!(server.process.try_wait().unwrap(), None, "the server has ended");
        thread::sleep(Duration::from_millis(20));
    }
    server.lives();
    assert_eq!(server.end("-TERM"), Some(0));
}
