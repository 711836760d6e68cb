//! Solves the Klondike deals of a CSV file (`id,cards,verdict,…`) or of our own numbers, and prints
//! what it cost.
//!
//! `cargo run --release -p solve --example klondike -- (FILE | --numbers A..B) [--draw N] [--redeals N] [--no-take-back]
//! [--seconds S] [--nodes N] [--first N] [--slow] [--shorten TRIALS]
//! [--shortest] [--split THREADS]`, and `--no-…` for each pruning

use cards::Card;
use cpu_time::ThreadTime;
use solve::packed::klondike::{Config, Position, Solver, shorten, shortest};
use solve::{Limits, Verdict, Why};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut file, mut numbers) = (None, None);
    let (mut draw, mut redeals, mut take_back) = (1, None, true);
    let (mut seconds, mut first, mut slow) = (10.0, usize::MAX, false);
    let mut config = Config::default();
    let mut limits = Limits::default();
    let (mut trials, mut prove, mut split) = (0, false, 0);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} needs a value"));
        match arg.as_str() {
            "--draw" => draw = value()?.parse()?,
            "--redeals" => redeals = Some(value()?.parse()?),
            "--no-take-back" => take_back = false,
            "--seconds" => seconds = value()?.parse()?,
            "--nodes" => limits.nodes = value()?.parse()?,
            "--first" => first = value()?.parse()?,
            "--dive" => config.dive = value()?.parse()?,
            "--probe" => config.probe = value()?.parse()?,
            "--patience" => config.patience = value()?.parse()?,
            "--no-dead" => config.dead = false,
            "--no-safe" => config.safe = false,
            "--no-goals" => config.goals = false,
            "--no-lazy" => config.lazy = false,
            "--no-relax" => config.relax = false,
            "--shorten" => trials = value()?.parse()?,
            "--shortest" => prove = true,
            "--split" => split = value()?.parse()?,
            "--slow" => slow = true,
            "--numbers" => numbers = Some(value()?),
            _ => file = Some(arg),
        }
    }
    let mut deals = Vec::new();
    if let Some(numbers) = numbers {
        for part in numbers.split(',') {
            let (first, end) = part.split_once("..").unwrap_or((part, ""));
            let first: u64 = first.parse()?;
            let end = if end.is_empty() { first + 1 } else { end.parse()? };
            deals.extend((first..end).map(|number| (number.to_string(), own_deal(number), String::new())));
        }
    } else {
        for line in std::fs::read_to_string(file.ok_or("which CSV file?")?)?.lines().skip(1) {
            let mut fields = line.split(',');
            let id = fields.next().ok_or("no id")?.to_string();
            let deck =
                fields.next().ok_or("no cards")?.split(' ').map(str::parse).collect::<Result<_, _>>()?;
            deals.push((id, deck, fields.next().unwrap_or_default().to_string()));
        }
    }
    let mut solver = Solver::new(config);
    if split > 0 {
        solver = solver.split(split);
    }
    let (mut wins, mut losses, mut unknown, mut wrong) = (0, 0, 0, 0);
    let (mut nodes, mut states, mut moves) = (0, 0, 0);
    let mut times = Vec::new();
    for (id, deck, expected) in deals.iter().take(first) {
        let mut position = Position::deal(deck, 7);
        (position.draw, position.redeals, position.take_back) = (draw, redeals, take_back);
        let start = ThreadTime::now();
        let mut watch = |_| (start.elapsed().as_secs_f64() > seconds).then_some(Why::Time);
        let report = solver.solve(&position, limits, &mut watch)?;
        let time = start.elapsed().as_secs_f64() * 1e3;
        times.push(time);
        nodes += report.nodes;
        states += report.states;
        let verdict = match report.verdict {
            Verdict::Winnable(line) => {
                wins += 1;
                if prove {
                    let line = shorten(&position, &line, 20_000);
                    let start = ThreadTime::now();
                    let mut watch = |_| (start.elapsed().as_secs_f64() > seconds).then_some(Why::Time);
                    let found = shortest(&position, &line, limits, &mut watch)?;
                    let (known, best, least) = (line.len(), found.line.len(), found.at_least);
                    let time = start.elapsed().as_secs_f64();
                    println!(
                        "{id}: {known} shortened, {best} found, at least {least}, {} nodes, {time:.2} s",
                        found.nodes
                    );
                }
                moves += if trials > 0 { shorten(&position, &line, trials).len() } else { line.len() };
                "win"
            }
            Verdict::Unwinnable => {
                losses += 1;
                "loss"
            }
            Verdict::Unknown(_) => {
                unknown += 1;
                "unknown"
            }
        };
        if slow && time > 5.0 {
            println!("{id} {verdict} {time:.1} ms {} nodes {} states", report.nodes, report.states);
        }
        if !expected.is_empty() && verdict != *expected {
            wrong += 1;
            if wrong <= 10 {
                println!("deal {id}: {verdict}, expected {expected}");
            }
        }
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    let total: f64 = times.iter().sum();
    println!("{wins} wins, {losses} losses, {unknown} unknown, {wrong} not as expected");
    println!(
        "CPU ms: total {total:.1}, median {:.4}, mean {:.3}, p95 {:.3}, p99 {:.2}, max {:.1}",
        at(0.5),
        total / times.len() as f64,
        at(0.95),
        at(0.99),
        at(1.0)
    );
    println!("{nodes} nodes, {states} states, {:.1} moves a win", moves as f64 / f64::from(wins.max(1)));
    Ok(())
}

/// The cards of one of our own deals, as `talon solve klondike --deal N` has them.
fn own_deal(number: u64) -> Vec<Card> {
    cards::shuffle(games::find("klondike").expect("a game").deck(), number)
}
