//! The server against clients that do not behave: a clear answer, and it lives.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Starts a server for the rest of the test; its address.
fn start() -> String {
    start_with(None)
}

fn start_with(books: Option<PathBuf>) -> String {
    let (tell, hear) = mpsc::channel();
    thread::spawn(move || {
        let options = web::Options { host: "127.0.0.1".into(), port: 0, books };
        web::serve(&options, |url| tell.send(url.to_string()).unwrap()).unwrap();
    });
    let url = hear.recv_timeout(Duration::from_secs(20)).unwrap();
    url.trim_start_matches("http://").trim_end_matches('/').to_string()
}

/// Sends a request as it is; the status and the whole answer.
fn send(address: &str, request: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    (status, answer)
}

fn post(address: &str, path: &str, headers: &str, body: &str) -> (u16, String) {
    let length = body.len();
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n{headers}Connection: close\r\n\r\n{body}"
    );
    send(address, &request)
}

#[test]
fn bad_requests_get_a_clear_answer() {
    let address = start();
    let play = r#"{"game": {"name": "klondike", "deal": "1"}, "do": "draw"}"#;
    let (status, answer) = post(&address, "/api/play", "", play);
    assert!(status == 200 && answer.contains("Drew "), "{answer}");
    for (body, words) in [
        ("", "EOF"),
        ("not json", "expected"),
        (r#"{"game": {"name": "poker"}}"#, "no game is called"),
        (r#"{"game": {"name": "klondike", "deal": "AS AS AS"}}"#, "error"),
        (r#"{"game": {"name": "klondike", "moves": ["1-f1"]}}"#, "is refused"),
        (r#"{"game": {"save": "talon save 1"}}"#, "cut short"),
    ] {
        let (status, answer) = post(&address, "/api/play", "", body);
        assert!(status == 400 && answer.contains(words), "{body}: {answer}");
    }
    for (headers, wanted) in [
        ("Origin: http://evil.example\r\n", 403),
        ("Origin: null\r\n", 403),
        ("Sec-Fetch-Site: cross-site\r\n", 403),
        (&*format!("Origin: http://{address}\r\n"), 200),
    ] {
        assert_eq!(post(&address, "/api/play", headers, play).0, wanted, "{headers}");
    }
    let get = |path: &str, host: &str| {
        send(&address, &format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"))
    };
    assert_eq!(get("/", "evil.example").0, 421);
    assert_eq!(get("/../../etc/passwd", &address).0, 404);
    assert_eq!(get("/api/play", &address).0, 405);
    let (status, page) = get("/", &address);
    assert!(status == 200 && page.contains("<title>Talon</title>"));
    assert!(page.contains("content-security-policy: default-src 'none'"), "{}", &page[..600]);
    let text = format!(
        "POST /api/play HTTP/1.1\r\nHost: {address}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{{}}"
    );
    assert_eq!(send(&address, &text).0, 415);
    // Ten megabytes are refused before they arrive.
    let large = format!(
        "POST /api/play HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: 10485760\r\nConnection: close\r\n\r\n"
    );
    assert_eq!(send(&address, &large).0, 413);
    assert_eq!(send(&address, "nonsense\r\n\r\n").0, 400);
    assert_eq!(post(&address, "/api/play", "", play).0, 200, "the server lives");
}

#[test]
fn searches_are_few_and_end_with_their_client() {
    let address = start();
    // Long searches: deals that are hard for the generic solver, every one alike.
    let body = r#"{"game": {"name": "forty-thieves", "deal": "1"}, "search": {"verdict": {}}}"#;
    let head = format!(
        "POST /api/search HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut clients: Vec<TcpStream> = (0..40)
        .map(|_| {
            let mut stream = TcpStream::connect(&address).unwrap();
            stream.write_all(head.as_bytes()).unwrap();
            stream
        })
        .collect();
    let mut taken = 0;
    let mut refused = 0;
    for stream in &mut clients {
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let mut start = [0; 12];
        stream.read_exact(&mut start).unwrap();
        match &start[9..] {
            b"200" => taken += 1,
            b"429" => refused += 1,
            other => panic!("{other:?}"),
        }
    }
    assert!((1..=8).contains(&taken) && refused >= 30, "{taken} taken, {refused} refused");
    drop(clients);
    // Everybody is gone: their searches end, and there is room again.
    let quick = r#"{"game": {"name": "klondike", "deal": "1"}, "search": {"verdict": {}}}"#;
    for attempt in 0.. {
        let (status, answer) = post(&address, "/api/search", "", quick);
        if status == 200 {
            assert!(answer.contains("winnable"), "{answer}");
            break;
        }
        assert!(status == 429 && attempt < 300, "{answer}");
        thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn the_books_take_a_game_once() {
    let folder = std::env::temp_dir().join(format!("talon-web-books-{}", std::process::id()));
    let address = start_with(Some(folder.clone()));
    let save = "talon save 1\\ngame klondike\\ndeal 1\\nmoves\\ndraw\\nend\\n";
    let add = |uid: &str| {
        format!(
            r#"{{"add": {{"uid": "{uid}", "save": "{save}", "seconds": 7, "began": 100, "changed": 107}}}}"#
        )
    };
    let games = |answer: &str| answer.matches(r#""game":"klondike""#).count();
    let (status, first) = post(&address, "/api/books", "", &add("a"));
    assert!(status == 200 && games(&first) == 1 && first.contains(r#""result":"left""#), "{first}");
    let (status, again) = post(&address, "/api/books", "", &add("a"));
    assert!(status == 200 && games(&again) == 1, "{again}");
    let (status, second) = post(&address, "/api/books", "", &add("b"));
    assert!(status == 200 && games(&second) == 2, "{second}");
    assert_eq!(post(&address, "/api/books", "", r#"{"add": {"uid": "c"}}"#).0, 400);
    assert_eq!(post(&start(), "/api/books", "", "{}").0, 404, "without books there are none");
    std::fs::remove_dir_all(folder).unwrap();
}
