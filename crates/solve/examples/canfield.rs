//! Solves many Canfield deals and prints what it took.
//!
//! `canfield FILE.csv|A..B|A,B,C [RULES] [seconds] [--slow]`: a file with the columns `id,cards,verdict`,
//! or our own numbered deals. Every win is replayed on a plain model.

#[path = "../tests/support/named_canfields.rs"]
mod named;
#[path = "../tests/support/plain_canfield.rs"]
mod plain;

use cards::{Card, Deck};
use cpu_time::ThreadTime;
use solve::packed::canfield::{Prunings, Solver};
use solve::{Limits, Progress, Verdict, Why};
use std::time::Duration;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (flags, words): (Vec<&String>, Vec<&String>) =
        arguments.iter().partition(|argument| argument.starts_with("--"));
    let Some(source) = words.first() else {
        eprintln!("canfield FILE.csv|A..B|A,B,C [RULES] [SECONDS] [--slow] [--show]");
        std::process::exit(2);
    };
    let wanted = words.get(1).map_or("canfield-solvitaire", |name| name.as_str());
    let seconds: f64 = words.get(2).map_or(10.0, |text| text.parse().expect("seconds"));
    let all = named::ALL.iter().filter(|named| wanted == "all" || named.name == wanted);
    for named in all {
        let mut solver = Solver::new();
        if flags.iter().any(|flag| *flag == "--slow") {
            solver.prunings = Prunings { relaxed: false, heaps: false, ..solver.prunings };
        }
        let show = flags.iter().any(|flag| *flag == "--show");
        let mut times = Vec::new();
        let (mut nodes, mut states, mut most_states, mut moves) = (0, 0, 0, 0);
        let (mut wins, mut losses, mut unknown, mut wrong) = (0, 0, 0, 0);
        for (id, cards, expected) in deals(source) {
            let position = named.deal(&cards);
            let begin = ThreadTime::now();
            let mut watch =
                |_: Progress| (begin.elapsed() > Duration::from_secs_f64(seconds)).then_some(Why::Time);
            let outcome = solver.solve(&position, Limits::default(), &mut watch);
            let time = begin.elapsed();
            let word = match &outcome.report.verdict {
                Verdict::Winnable(line) => {
                    wins += 1;
                    moves += line.len();
                    if let Err(why) = plain::Plain::new(&position).replay(line) {
                        wrong += 1;
                        println!("{id}: the line does not win: {why}");
                    }
                    "win"
                }
                Verdict::Unwinnable => {
                    losses += 1;
                    "loss"
                }
                Verdict::Unknown(why) => {
                    unknown += 1;
                    println!("{id}: {why}");
                    "unknown"
                }
            };
            if named.name == "canfield-solvitaire"
                && !expected.is_empty()
                && word != "unknown"
                && word != expected
            {
                wrong += 1;
                println!("{id}: {word}, but the file says {expected}");
            }
            if show {
                println!("{id} {word} {:.3} ms, {} nodes", time.as_secs_f64() * 1e3, outcome.report.nodes);
            }
            times.push(time);
            nodes += outcome.report.nodes;
            states += outcome.report.states;
            most_states = most_states.max(outcome.report.states);
        }
        times.sort();
        let total: Duration = times.iter().sum();
        let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize].as_secs_f64() * 1e3;
        println!(
            "{:<22} {wins} won, {losses} lost, {unknown} unknown, {wrong} wrong; total {:.3} s, median {:.3} ms, mean {:.3} ms, p95 {:.1} ms, p99 {:.1} ms, max {:.1} ms; {nodes} nodes, {states} states (at most {most_states}), {:.0} moves a win",
            named.name,
            total.as_secs_f64(),
            at(0.5),
            total.as_secs_f64() * 1e3 / times.len() as f64,
            at(0.95),
            at(0.99),
            at(1.0),
            moves as f64 / f64::from(wins.max(1)),
        );
    }
}

/// Number, cards and the verdict known, if any.
fn deals(source: &str) -> Vec<(String, Vec<Card>, String)> {
    let numbers: Option<Vec<u64>> = match source.split_once("..") {
        Some((first, end)) => {
            Some((first.parse().expect("a number")..end.parse().expect("a number")).collect())
        }
        None => source.split(',').map(|number| number.parse().ok()).collect(),
    };
    if let Some(numbers) = numbers {
        let deal = |number: u64| cards::shuffle(Deck::STANDARD, number);
        return numbers.into_iter().map(|n| (n.to_string(), deal(n), String::new())).collect();
    }
    let text = std::fs::read_to_string(source).expect("a file of deals");
    text.lines()
        .skip(1)
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            let cards = fields[1].split(' ').map(|card| card.parse().expect("a card")).collect();
            (fields[0].into(), cards, fields[2].into())
        })
        .collect()
}
