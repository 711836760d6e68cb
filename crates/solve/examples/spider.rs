//! Solves the Spider deals of a CSV file (`id,cards`) or our own numbered deals, and says how fast.
//!
//! `spider FILE [--suits N]` · `spider --own A..B [--suits N]` · `--nodes N` `--relaxed` `--each`

use cards::{Card, Deck, Rank, Suit};
use cpu_time::ThreadTime;
use solve::packed::spider::{Position, Ruling, solve};
use solve::{Limits, Verdict};

fn main() {
    let mut args = std::env::args().skip(1);
    let (mut file, mut own, mut suits, mut each) = (None, None, 4u8, false);
    let mut ruling = Ruling::STRICT;
    let mut limits = Limits::default();
    while let Some(arg) = args.next() {
        let mut value = || args.next().expect("the option needs a value");
        match arg.as_str() {
            "--suits" => suits = value().parse().expect("1, 2 or 4"),
            "--nodes" => limits.nodes = value().parse().expect("a number"),
            "--own" => {
                let text = value();
                let (a, b) = text.split_once("..").expect("A..B");
                own = Some(a.parse::<u64>().expect("a number")..b.parse().expect("a number"));
            }
            "--relaxed" => ruling = Ruling::RELAXED,
            "--each" => each = true,
            _ => file = Some(arg),
        }
    }
    let deals: Vec<(String, Vec<Card>)> = match (file, own) {
        (Some(file), _) => std::fs::read_to_string(file)
            .expect("the file can be read")
            .lines()
            .skip(1)
            .map(|line| {
                let (id, cards) = line.split_once(',').expect("id,cards");
                let cards = cards.split_whitespace().map(|c| fewer(c.parse().expect("a card"), suits));
                (id.to_string(), cards.collect())
            })
            .collect(),
        (None, Some(own)) => {
            let deck = Deck { copies: 8 / suits, suits, ranks: 13 };
            own.map(|n| (n.to_string(), cards::shuffle(deck, n))).collect()
        }
        _ => panic!("name a file, or --own A..B"),
    };
    let mut times = Vec::new();
    let (mut won, mut lost, mut moves, mut nodes) = (0, 0, 0, 0);
    for (id, cards) in &deals {
        let position = Position::spider(cards, ruling);
        let start = ThreadTime::now();
        let report = solve(&position, limits, &mut solve::unwatched);
        let time = start.elapsed().as_secs_f64();
        times.push(time);
        nodes += report.nodes;
        let word = match report.verdict {
            Verdict::Winnable(line) => {
                won += 1;
                moves += line.len();
                format!("won in {} moves", line.len())
            }
            Verdict::Unwinnable => {
                lost += 1;
                "lost".to_string()
            }
            Verdict::Unknown(why) => format!("unknown: {why}"),
        };
        if each {
            println!("{id} {word} {:.1} ms {} nodes", time * 1e3, report.nodes);
        }
    }
    let total: f64 = times.iter().sum();
    times.sort_by(f64::total_cmp);
    let at = |q: f64| times[((times.len() - 1) as f64 * q) as usize] * 1e3;
    let share = |limit: f64| times.partition_point(|&t| t <= limit) as f64 * 100.0 / times.len() as f64;
    println!(
        "{} deals: {won} won, {lost} lost; mean {:.1} ms, median {:.1}, p95 {:.1}, p99 {:.1}, max {:.1}; \
         {:.1} % in 0.1 s, {:.1} % in 1 s; {:.1} moves a win; {nodes} nodes, {:.2} M nodes/s",
        deals.len(),
        total * 1e3 / deals.len() as f64,
        at(0.5),
        at(0.95),
        at(0.99),
        at(1.0),
        share(0.1),
        share(1.0),
        moves as f64 / f64::from(won.max(1)),
        nodes as f64 / total / 1e6,
    );
}

/// The card with fewer suits: two keep the colours as hearts and spades, one is all spades.
fn fewer(card: Card, suits: u8) -> Card {
    let rank: Rank = card.rank();
    match suits {
        1 => Card::new(rank, Suit::Spades),
        2 if card.suit().color() == cards::Color::Red => Card::new(rank, Suit::Hearts),
        2 => Card::new(rank, Suit::Spades),
        _ => card,
    }
}
