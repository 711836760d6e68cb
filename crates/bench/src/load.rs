//! A load test of the page's server, on this machine alone.
//!
//! The requests are the moves of a won game of Canfield, Klondike and Spider. Each request carries its whole
//! game, as the page sends it. Client and server share the machine's cores.

use anyhow::{Context, Result};
use clap::Args;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use talon_session::protocol::{self, Bounds};
use talon_stats::quantile;

/// Games that can be won, and a deal of each.
const GAMES: [(&str, &str); 3] = [("canfield", "89"), ("klondike-draw3", "1"), ("spider", "38")];

/// Put load on the page's server and print the rate and the latency.
#[derive(Args)]
pub struct Load {
    /// The duration of the measurement in seconds.
    #[arg(default_value_t = 8)]
    seconds: u64,
    /// The number of connections.
    #[arg(default_value_t = 16)]
    connections: usize,
    /// Be the server of such a measurement.
    #[arg(long, hide = true)]
    serve: bool,
}

impl Load {
    /// Starts a server, plays the games over and over, and prints the figures.
    pub fn run(self) -> Result<()> {
        if self.serve {
            return serve();
        }
        let server = Server::start()?;
        let address = server.address.clone();
        let rest = server.memory();
        let requests: Arc<Vec<Vec<u8>>> =
            Arc::new(GAMES.iter().flat_map(|(game, deal)| requests(game, deal, &address)).collect());
        let bytes: usize = requests.iter().map(Vec::len).sum();
        println!(
            "{} requests of {} bytes on average, {} connections",
            requests.len(),
            bytes / requests.len(),
            self.connections
        );
        // A short run first, so that one-time costs are not measured.
        run(&address, &requests, self.connections, Duration::from_millis(500));
        let began = Instant::now();
        let (mut times, answered) =
            run(&address, &requests, self.connections, Duration::from_secs(self.seconds));
        let took = began.elapsed().as_secs_f64();
        times.sort_unstable();
        let at = |part| quantile(&times, part).unwrap_or(0) as f64 / 1000.0;
        println!(
            "{:.0} moves/s, {:.1} MB/s answered",
            times.len() as f64 / took,
            answered as f64 / took / 1e6
        );
        println!(
            "median {:.2} ms, p90 {:.2} ms, p99 {:.2} ms, worst {:.2} ms",
            at(0.5),
            at(0.9),
            at(0.99),
            at(1.0)
        );
        if let (Some([rest, _]), Some([now, most])) = (rest, server.memory()) {
            let mb = |kilobytes: u64| kilobytes as f64 / 1024.0;
            println!(
                "memory of the server: {:.1} MB at rest, {:.1} MB after the load, {:.1} MB at most",
                mb(rest),
                mb(now),
                mb(most)
            );
        }
        Ok(())
    }
}

/// The server, in a process of its own, so that its memory is not the clients'.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start() -> Result<Server> {
        let mut process = Command::new(std::env::current_exe()?)
            .args(["load", "--serve"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()?;
        let out = process.stdout.take().context("the output of the server is a pipe")?;
        let mut url = String::new();
        BufReader::new(out).read_line(&mut url)?;
        let address = url.trim().trim_start_matches("http://").trim_end_matches('/').to_string();
        Ok(Server { process, address })
    }

    /// The memory of the server in kilobytes, now and at most, where the system tells.
    fn memory(&self) -> Option<[u64; 2]> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let entry = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_whitespace().next()?.parse().ok()
        };
        Some([entry("VmRSS:")?, entry("VmHWM:")?])
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It is a child of this program, and nobody else waits for it.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Serves until the process ends, and prints the address.
fn serve() -> Result<()> {
    let options = talon_web::Options { host: "127.0.0.1".into(), port: 0, books: None };
    Ok(talon_web::serve(&options, |place| println!("{}", place.url))?)
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
