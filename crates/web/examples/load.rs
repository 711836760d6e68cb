//! A load test on loopback: `cargo run --release -p web --example load [SECONDS [CONNECTIONS]]`.
//!
//! Every move of a won game of Canfield, Klondike and Spider, each a request that brings its whole game, as
//! the page sends them. Client and server share the machine's cores.

use serde_json::{Value, json};
use session::protocol::{self, Bounds};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// Games that can be won, and a deal of each.
const GAMES: [(&str, &str); 3] = [("canfield", "89"), ("klondike-draw3", "1"), ("spider", "38")];

fn main() {
    let mut arguments = std::env::args().skip(1).map(|word| word.parse::<usize>().expect("a number"));
    let seconds = arguments.next().unwrap_or(8);
    let connections = arguments.next().unwrap_or(16);
    let address = start();
    let requests: Arc<Vec<Vec<u8>>> =
        Arc::new(GAMES.iter().flat_map(|(game, deal)| requests(game, deal, &address)).collect());
    let bytes: usize = requests.iter().map(Vec::len).sum();
    println!(
        "{} requests of {} bytes on average, {connections} connections",
        requests.len(),
        bytes / requests.len()
    );
    // What is slow only once is not measured.
    run(&address, &requests, connections, Duration::from_millis(500));
    let began = Instant::now();
    let (mut times, answered) = run(&address, &requests, connections, Duration::from_secs(seconds as u64));
    let took = began.elapsed().as_secs_f64();
    times.sort_unstable();
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize] as f64 / 1000.0;
    println!("{:.0} moves/s, {:.1} MB/s answered", times.len() as f64 / took, answered as f64 / took / 1e6);
    println!(
        "median {:.2} ms, p90 {:.2} ms, p99 {:.2} ms, worst {:.2} ms",
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0)
    );
}

/// Starts a server for the rest of the program; its address.
fn start() -> String {
    let (tell, hear) = mpsc::channel();
    thread::spawn(move || {
        let options = web::Options { host: "127.0.0.1".into(), port: 0, books: None };
        web::serve(&options, |url| tell.send(url.to_string()).expect("the test waits")).expect("a free port");
    });
    let url = hear.recv_timeout(Duration::from_secs(20)).expect("the server comes up");
    url.trim_start_matches("http://").trim_end_matches('/').to_string()
}

/// The requests of one game, won along the solver's line.
fn requests(game: &str, deal: &str, address: &str) -> Vec<Vec<u8>> {
    let parse = |text: String| serde_json::from_str::<Value>(&text).expect("the reply is JSON");
    let mut start = json!({ "name": game, "deal": deal, "auto": false });
    let ask = json!({ "game": start, "search": { "verdict": {} } }).to_string();
    let bounds = Bounds { nodes: 10_000_000, memory: 256 << 20 };
    let answer = parse(protocol::search(&ask, bounds, &mut |_| None).expect("the request is right"));
    let line = answer["line"].as_array().expect("the deal can be won");
    let mut all = Vec::new();
    for m in line {
        let text = json!({ "game": start, "do": { "play": m } }).to_string();
        let length = text.len();
        all.push(
            format!("POST /api/play HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{text}")
                .into_bytes(),
        );
        let reply = parse(protocol::answer(&text).expect("the request is right"));
        start = json!({ "save": reply["save"] });
    }
    all
}

/// All connections for a while: the time of every answer in microseconds, and the bytes of all.
fn run(address: &str, requests: &Arc<Vec<Vec<u8>>>, connections: usize, time: Duration) -> (Vec<u64>, usize) {
    let stop = Arc::new(AtomicBool::new(false));
    let clients: Vec<_> = (0..connections)
        .map(|first| {
            let (stop, requests, address) = (stop.clone(), requests.clone(), address.to_string());
            thread::spawn(move || client(&address, &requests, first * 7, &stop))
        })
        .collect();
    thread::sleep(time);
    stop.store(true, Ordering::Relaxed);
    let mut all = (Vec::new(), 0);
    for client in clients {
        let (times, bytes) = client.join().expect("a client does not fail");
        all.0.extend(times);
        all.1 += bytes;
    }
    all
}

fn client(address: &str, requests: &[Vec<u8>], first: usize, stop: &AtomicBool) -> (Vec<u64>, usize) {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    stream.set_nodelay(true).expect("a socket");
    let mut reader = BufReader::with_capacity(64 << 10, stream.try_clone().expect("a socket"));
    let (mut times, mut bytes) = (Vec::new(), 0);
    let (mut line, mut body) = (String::new(), Vec::new());
    for request in requests.iter().cycle().skip(first) {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let began = Instant::now();
        stream.write_all(request).expect("the server reads");
        let mut length = 0;
        for number in 0.. {
            line.clear();
            reader.read_line(&mut line).expect("the server answers");
            assert!(number > 0 || line.contains(" 200 "), "{line}");
            if let Some(value) = line.strip_prefix("content-length: ") {
                length = value.trim().parse().expect("a length");
            }
            if line == "\r\n" {
                break;
            }
        }
        body.resize(length, 0);
        reader.read_exact(&mut body).expect("the whole answer");
        times.push(began.elapsed().as_micros() as u64);
        bytes += length;
    }
    (times, bytes)
}
