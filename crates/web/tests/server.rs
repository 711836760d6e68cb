//! The server and clients that misbehave: it gives a clear answer and keeps running.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Starts a server for the rest of the test, and returns its address.
fn start() -> String {
    start_with(None)
}

fn start_with(books: Option<PathBuf>) -> String {
    let (tell, hear) = mpsc::channel();
    thread::spawn(move || {
        let options = talon_web::Options { host: "127.0.0.1".into(), port: 0, books };
        talon_web::serve(&options, |place| tell.send(place.url.clone()).unwrap()).unwrap();
    });
    let url = hear.recv_timeout(Duration::from_secs(120)).unwrap();
    url.trim_start_matches("http://").trim_end_matches('/').to_string()
}

/// Sends a request as it is, and returns the status and the whole answer.
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
        (r#"{"game": {"name": "poker"}}"#, "there is no game called"),
        (r#"{"game": {"name": "klondike", "deal": "AS AS AS"}}"#, "error"),
        (r#"{"game": {"name": "klondike", "moves": ["1-f1"]}}"#, "is refused"),
        (r#"{"game": {"save": "talon save 1"}}"#, "truncated"),
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
    let (status, lost) = get("/klondike", &address);
    assert!(status == 404 && lost.contains("text/html") && lost.contains("There is no such page"), "{lost}");
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
    // Long searches: deals that are equally hard for the generic solver.
    let body = r#"{"game": {"name": "forty-thieves", "deal": "1"}, "search": {"verdict": {}}}"#;
    let head = format!(
        "POST /api/search HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    // A thousand clients at once: a few are admitted, the others are refused, and nobody waits for long.
    let mut clients: Vec<TcpStream> = (0..1000)
        .map(|_| {
            let mut stream = TcpStream::connect(&address).unwrap();
            stream.write_all(head.as_bytes()).unwrap();
            stream
        })
        .collect();
    let mut taken = 0;
    let mut refused = 0;
    for stream in &mut clients {
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        let mut start = [0; 12];
        stream.read_exact(&mut start).unwrap();
        match &start[9..] {
            b"200" => taken += 1,
            b"429" => refused += 1,
            other => panic!("{other:?}"),
        }
    }
    assert!((1..=8).contains(&taken) && taken + refused == 1000, "{taken} taken, {refused} refused");
    drop(clients);
    // All clients have left: their searches end, and there is room again.
    let quick = r#"{"game": {"name": "klondike", "deal": "1"}, "search": {"verdict": {}}}"#;
    for attempt in 0.. {
        let (status, answer) = post(&address, "/api/search", "", quick);
        if status == 200 {
            assert!(answer.contains("winnable"), "{answer}");
            break;
        }
        assert!(status == 429 && attempt < 1200, "{answer}");
        thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn deals_and_moves_that_cannot_be_are_named() {
    let address = start();
    let ace_twice = (0..13).flat_map(|rank| {
        ["C", "D", "H", "S"].map(|suit| format!("{}{suit}", b"A23456789TJQK"[rank] as char))
    });
    let ace_twice =
        ace_twice.map(|card| if card == "KS" { "AC".into() } else { card }).collect::<Vec<_>>().join(" ");
    let save = |text: &str| format!(r#"{{"game": {{"save": "{text}"}}}}"#);
    for (body, words) in [
        (format!(r#"{{"game": {{"name": "klondike", "deal": "{ace_twice}"}}}}"#), "A"),
        (r#"{"game": {"name": "klondike", "deal": "99999999999999999999999999999999"}}"#.into(), ""),
        (r#"{"game": {"name": "klondike", "deal": "pysol:x"}}"#.into(), "not a deal number"),
        (r#"{"game": {"name": "klondike", "set": ["columns=99"]}}"#.into(), "columns"),
        (r#"{"game": {"name": "klondike", "set": ["colour=blue"]}}"#.into(), "colour"),
        (r#"{"game": {"name": "klondike", "moves": ["draw", "1-99"]}}"#.into(), ""),
        (r#"{"game": {"name": "klondike", "moves": ["draw", "draw", "w-f1", "w-f1"]}}"#.into(), "is refused"),
        (save("talon save 1\\ngame klondike\\ndeal 1\\nmoves\\n7-1\\nend\\n"), "refused"),
        (save("talon save 1\\ngame klondike\\ndeal 1\\nmoves\\nback 5\\nend\\n"), ""),
        (r#"{"game": {"name": "klondike"}, "do": {"visit": -1}}"#.into(), "invalid"),
        (r#"{"game": {"name": "klondike"}, "do": {"play": "1-2x300"}}"#.into(), ""),
        (r#"{"game": {"name": "klondike"}, "do": {"find": "1X"}}"#.into(), ""),
        (r#"{"game": {"name": "klondike"}, "do": "explode"}"#.into(), "unknown variant"),
        (r#"{"game": {"name": "klondike"}, "what": 1}"#.into(), "unknown field"),
    ] {
        let (status, answer) = post(&address, "/api/play", "", &body);
        assert!(
            status == 400 && answer.contains("{\"error\":\"") && answer.contains(words),
            "{body}: {answer}"
        );
    }
    // A refused move is not a bad request: the game is unchanged, and the reply gives the reason.
    let (status, answer) =
        post(&address, "/api/play", "", r#"{"game": {"name": "klondike"}, "do": {"play": "1-f1"}}"#);
    assert!(status == 200 && answer.contains("\"refused\":\""), "{answer}");
    let (status, answer) =
        post(&address, "/api/search", "", r#"{"game": {"name": "poker"}, "search": "grade"}"#);
    assert!(answer.contains("there is no game called"), "{status} {answer}");
    // Deep nesting and long lists are rejected as early as possible.
    let nested = "[".repeat(200_000);
    assert_eq!(post(&address, "/api/play", "", &nested).0, 400);
    let moves = vec!["\"draw\""; 30_000].join(",");
    let (status, answer) = post(
        &address,
        "/api/play",
        "",
        &format!(r#"{{"game": {{"name": "klondike", "moves": [{moves}]}}}}"#),
    );
    assert!(status == 400 && answer.contains("more than"), "{answer}");
}

#[test]
fn ten_megabytes_are_refused_however_they_come() {
    let address = start();
    let before = memory();
    let head = format!("POST /api/play HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n");
    let piece = "x".repeat(64 << 10);
    let clients: Vec<_> = (0..8)
        .map(|number| {
            let (address, head, piece) = (address.clone(), head.clone(), piece.clone());
            thread::spawn(move || {
                let mut stream = TcpStream::connect(&address).unwrap();
                stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
                // Half of them announce the length, the other half send one piece after another.
                let chunked = number % 2 == 1;
                let size = if chunked { "Transfer-Encoding: chunked" } else { "Content-Length: 10485760" };
                stream.write_all(format!("{head}{size}\r\n\r\n").as_bytes()).unwrap();
                for _ in 0..160 {
                    let sent = if chunked {
                        stream.write_all(format!("{:x}\r\n{piece}\r\n", piece.len()).as_bytes())
                    } else {
                        stream.write_all(piece.as_bytes())
                    };
                    // The server need not receive all of it.
                    if sent.is_err() {
                        break;
                    }
                }
                let mut answer = [0; 12];
                // If the connection is cut before the answer is read, there is no answer.
                stream.read_exact(&mut answer).map(|()| answer[9..].to_vec()).ok()
            })
        })
        .collect();
    let answers: Vec<_> = clients.into_iter().map(|client| client.join().unwrap()).collect();
    assert!(answers.iter().flatten().all(|status| status == b"413"), "{answers:?}");
    assert!(answers.iter().any(Option::is_some), "nobody was told");
    assert!(memory() < before + (64 << 20), "{before} {}", memory());
    assert_eq!(
        post(&address, "/api/play", "", r#"{"game": {"name": "klondike"}}"#).0,
        200,
        "the server lives"
    );
}

/// Returns the memory of this process in bytes, if the system reports it.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("0");
    line.trim().trim_end_matches("kB").trim().parse::<u64>().unwrap_or(0) << 10
}

#[test]
fn slow_clients_do_not_hold_up_the_others() {
    let address = start();
    // Some never finish the head, some never send the body, some never read the answer.
    let body = r#"{"game": {"name": "forty-thieves", "deal": "1"}, "search": {"verdict": {}}}"#;
    let asked = format!(
        "POST /api/search HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let half = format!(
        "POST /api/play HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{{"
    );
    let head = format!("GET / HTTP/1.1\r\nHost: {address}\r\nX-Slow: ");
    let slow: Vec<TcpStream> = (0..300)
        .map(|number| {
            let mut stream = TcpStream::connect(&address).unwrap();
            let text = [&head, &half, &asked][number % 3];
            stream.write_all(text.as_bytes()).unwrap();
            stream
        })
        .collect();
    for _ in 0..200 {
        assert_eq!(
            post(&address, "/api/play", "", r#"{"game": {"name": "spider", "deal": "1"}, "do": "draw"}"#).0,
            200
        );
    }
    drop(slow);
    assert_eq!(post(&address, "/api/play", "", r#"{"game": {"name": "klondike"}}"#).0, 200);
}

#[test]
fn the_books_keep_a_game_under_its_name() {
    let folder = std::env::temp_dir().join(format!("talon-web-books-{}", std::process::id()));
    let address = start_with(Some(folder.clone()));
    let ask = |body: String| {
        let (status, answer) = post(&address, "/api/books", "", &body);
        let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body).to_string();
        (status, serde_json::from_str::<serde_json::Value>(&body).unwrap_or_default())
    };
    let keep = |uid: &str, moves: &str, state: i64, leaves: bool| {
        let save = format!("talon save 1\ngame canfield\ndeal 6\nledger on\nmoves\n{moves}end\n");
        let game = serde_json::json!({"uid": uid, "save": save, "seconds": 7, "began": 100, "state": state, "leaves": leaves});
        ask(serde_json::json!({ "keep": game }).to_string())
    };
    let list = || ask("\"list\"".into()).1;
    let (status, first) = keep("a", "draw\n", 0, false);
    assert_eq!(
        (status, &first["account"]["hands"], &first["account"]["games"]),
        (200, &13.into(), &26.into())
    );
    let state = first["state"].as_i64().unwrap();
    // The same hand is charged once, however often it is kept, and its winnings are added.
    let (_, second) = keep("a", "draw\nr-f2\n", state, false);
    assert_eq!(
        (&second["account"]["costs"], &second["account"]["winnings"]),
        (&39.into(), &10.into()),
        "{second}"
    );
    assert_eq!(list()["games"].as_array().unwrap().len(), 1);
    // A client that does not know the last state continued an old one: nothing is overwritten.
    let (status, refused) = keep("a", "draw\n", state, false);
    assert_eq!((status, &refused["id"]), (409, &first["id"]), "{refused}");
    let left = list();
    assert_eq!(
        (&left["left"][0]["title"], &left["left"][0]["moves"]),
        (&"Canfield".into(), &2.into()),
        "{left}"
    );
    let (status, taken) = ask(format!("{{\"take\": {}}}", left["left"][0]["id"]));
    assert!(
        status == 200 && taken["uid"] == "a" && taken["save"].as_str().unwrap().contains("r-f2"),
        "{taken}"
    );
    assert_eq!(ask("{\"take\": 99}".into()).0, 404);
    // The terminal sees the same game, and while it plays the game nobody else writes it.
    let store = talon_store::Store::open(&folder).unwrap();
    let id = store.left().unwrap()[0].id;
    let held = store.take_up(id).unwrap();
    assert_eq!(held.0.moves_made(), 2);
    assert_eq!(keep("a", "draw\nr-f2\ndraw\n", taken["state"].as_i64().unwrap(), true).0, 409);
    assert_eq!(ask(format!("{{\"take\": {id}}}")).0, 409);
    assert_eq!(store.account().unwrap().winnings, 10, "the terminal's ledger is the same");
    assert_eq!(ask(format!("{{\"give_up\": {id}}}")).0, 409);
    drop(held);
    assert_eq!(ask(format!("{{\"give_up\": {id}}}")).0, 200);
    assert_eq!((&list()["games"][0]["result"], &list()["left"]), (&"lost".into(), &serde_json::json!([])));
    assert_eq!(ask("{\"give_up\": 99}".into()).0, 404);
    assert_eq!(ask(r#"{"keep": {"uid": "c"}}"#.into()).0, 400);
    assert_eq!(post(&start(), "/api/books", "", "\"list\"").0, 501, "this server has no books");
    std::fs::remove_dir_all(folder).unwrap();
}

/// Two tabs in the same second, with as many moves each: whoever does not know the last state is late.
#[test]
fn a_stale_tab_overwrites_nothing_within_a_second() {
    let folder = std::env::temp_dir().join(format!("talon-web-tabs-{}", std::process::id()));
    let address = start_with(Some(folder.clone()));
    let keep = |moves: &str, state: &serde_json::Value| {
        let save = format!("talon save 1\ngame klondike\ndeal 9\nmoves\n{moves}end\n");
        let game = serde_json::json!({
            "uid": "tab", "save": save, "seconds": 7, "began": 100, "state": state, "leaves": false
        });
        let (status, answer) =
            post(&address, "/api/books", "", &serde_json::json!({ "keep": game }).to_string());
        let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        (status, serde_json::from_str::<serde_json::Value>(body).unwrap_or_default())
    };
    let mut state = keep("draw\n", &0.into()).1["state"].clone();
    // Without a wait between them, several of these pairs fall into one second.
    for _ in 0..20 {
        let known = state.clone();
        let (status, first) = keep("draw\ndraw\n", &known);
        assert_eq!(status, 200, "{first}");
        let (status, second) = keep("draw\nback 1\n", &known);
        assert_eq!((status, &second["id"]), (409, &first["id"]), "{second}");
        state = first["state"].clone();
    }
    std::fs::remove_dir_all(folder).unwrap();
}
