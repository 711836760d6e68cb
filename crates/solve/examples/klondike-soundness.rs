//! Holds the packed Klondike solver against brute force, and against itself with other prunings.
//!
//! `cargo run --release -p solve --example klondike-soundness -- tiny` (all 40,320 eight-card deals),
//! `… -- small COUNT [SEED]` (16- to 24-card deals), `… -- middle COUNT [SEED]` (28 to 40 cards, every rule,
//! against whole classes), `… -- full COUNT [SEED]` (52 cards, other prunings, every win replayed), `… -- shortest COUNT [SEED]` (the
//! length of the shortest win of tiny deals, against breadth-first search).

#[path = "../tests/plain/klondike.rs"]
#[allow(dead_code)]
mod plain;

use cards::{Card, Generator};
use plain::{Plain, deck, wins};
use solve::packed::klondike::{Config, Position, Solver, shortest};
use solve::{Limits, Verdict, unwatched};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize| args.get(index).and_then(|arg| arg.parse::<u64>().ok());
    match args.first().map(String::as_str) {
        Some("tiny") => tiny(),
        Some("small") => small(number(1).unwrap_or(20_000), number(2).unwrap_or(1)),
        Some("middle") => middle(number(1).unwrap_or(50_000), number(2).unwrap_or(1)),
        Some("shortest") => shortest_wins(number(1).unwrap_or(2_000), number(2).unwrap_or(1)),
        Some("full") => full(number(1).unwrap_or(50_000), number(2).unwrap_or(1)),
        _ => return Err("tiny, or small, middle, full or shortest COUNT [SEED]?".into()),
    }
    Ok(())
}

/// Solves and replays; the verdict as a yes or no.
fn decide(solver: &mut Solver, position: &Position) -> Option<bool> {
    let report = solver.solve(position, Limits::default(), &mut unwatched).expect("a position");
    match report.verdict {
        Verdict::Winnable(line) => {
            if let Err(error) = wins(position, &line) {
                panic!("{position:?}\n{error}");
            }
            Some(true)
        }
        Verdict::Unwinnable => Some(false),
        Verdict::Unknown(_) => None,
    }
}

/// Plays a few random moves, so that middles of games are asked as well.
fn wander(position: &mut Position, moves: u64, random: &mut Generator) {
    let mut table = Plain::new(position);
    for _ in 0..moves {
        let candidates = table.candidates();
        table.play(candidates[random.below(candidates.len() as u64) as usize]);
    }
    *position = table.position();
}

fn vary(position: &mut Position, variant: u64) {
    position.draw = [1, 3, 2, 1, 3, 4, 5][(variant % 7) as usize];
    position.redeals =
        [None, None, Some(0), Some(1), None, Some(2), Some(3), None][(variant / 7 % 8) as usize];
    position.take_back = !(variant / 56).is_multiple_of(3);
}

struct Count {
    asked: u64,
    wins: u64,
    wrong: u64,
    open: u64,
}

impl Count {
    const NONE: Count = Count { asked: 0, wins: 0, wrong: 0, open: 0 };

    fn note(&mut self, position: &Position, got: Option<bool>, truth: Option<bool>) {
        self.asked += 1;
        let (Some(got), Some(truth)) = (got, truth) else {
            self.open += 1;
            return;
        };
        self.wins += u64::from(truth);
        if got != truth {
            self.wrong += 1;
            if self.wrong <= 5 {
                println!("WRONG: {got} instead of {truth}: {position:?}");
            }
        }
    }

    fn print(&self, what: &str) {
        let Count { asked, wins, wrong, open } = self;
        println!("{what}: {asked} asked, {wins} winnable, {wrong} wrong, {open} left open");
    }
}

fn tiny() {
    let mut solver = Solver::default();
    for (columns, draw, redeals, take_back) in [
        (3, 1, None, true),
        (3, 2, None, true),
        (2, 3, None, true),
        (2, 2, None, true),
        (2, 1, None, false),
        (3, 1, Some(0), true),
        (2, 2, Some(1), true),
        (2, 3, Some(1), false),
    ] {
        let mut count = Count::NONE;
        let mut cards = deck(2, 4);
        permute(&mut cards, 0, &mut |cards| {
            let mut position = Position::deal(cards, columns);
            (position.draw, position.redeals, position.take_back) = (draw, redeals, take_back);
            let truth = Plain::new(&position).winnable(usize::MAX);
            count.note(&position, decide(&mut solver, &position), truth);
        });
        count.print(&format!(
            "8 cards, {columns} columns, draw {draw}, redeals {redeals:?}, take-back {take_back}"
        ));
    }
}

fn permute(cards: &mut Vec<Card>, from: usize, see: &mut impl FnMut(&[Card])) {
    if from == cards.len() {
        return see(cards);
    }
    for index in from..cards.len() {
        cards.swap(from, index);
        permute(cards, from + 1, see);
        cards.swap(from, index);
    }
}

fn small(deals: u64, seed: u64) {
    let mut solver = Solver::default();
    let mut random = Generator::new(seed);
    for (suits, ranks, columns) in
        [(4, 4, 3), (4, 4, 4), (2, 8, 4), (4, 5, 4), (4, 5, 5), (4, 6, 5), (4, 6, 4)]
    {
        let mut count = Count::NONE;
        let share = if suits * ranks > 16 { deals / 4 } else { deals };
        for number in 0..share {
            let mut cards = deck(suits, ranks);
            random.shuffle(&mut cards);
            let mut position = Position::deal(&cards, columns);
            vary(&mut position, number);
            if number % 3 == 2 {
                wander(&mut position, number / 3 % 200, &mut random);
            }
            let truth = Plain::new(&position).winnable(60_000);
            count.note(&position, decide(&mut solver, &position), truth);
        }
        count.print(&format!("{} cards of {suits} suits, {columns} columns", suits * ranks));
    }
}

fn middle(deals: u64, seed: u64) {
    let mut solver = Solver::default();
    let mut other =
        Solver::new(Config { goals: false, relax: false, probe: 0, dive: 0, ..Config::default() });
    let mut random = Generator::new(seed);
    for (ranks, columns) in [(7, 5), (8, 5), (8, 6), (9, 6), (10, 6)] {
        let mut count = Count::NONE;
        for number in 0..deals / 5 {
            let mut cards = deck(4, ranks);
            random.shuffle(&mut cards);
            let mut position = Position::deal(&cards, columns);
            vary(&mut position, random.below(168));
            position.take_back = true;
            if number % 3 == 2 {
                wander(&mut position, random.below(600), &mut random);
            }
            let limits = Limits { nodes: 100_000, memory: 1 << 28 };
            let truth = other.can_win(&position, limits, &mut unwatched).expect("a position").ok();
            count.note(&position, decide(&mut solver, &position), truth);
        }
        count.print(&format!("{} cards, {columns} columns, against whole classes", 4 * ranks));
    }
}

fn shortest_wins(deals: u64, seed: u64) {
    let mut solver = Solver::default();
    let mut random = Generator::new(seed);
    for (suits, ranks, columns) in
        [(2, 4, 2), (2, 4, 3), (4, 3, 3), (4, 4, 3), (4, 4, 4), (2, 8, 4), (4, 5, 4)]
    {
        let mut count = Count::NONE;
        for number in 0..deals {
            let mut cards = deck(suits, ranks);
            random.shuffle(&mut cards);
            let mut position = Position::deal(&cards, columns);
            vary(&mut position, number);
            if number % 3 == 2 {
                wander(&mut position, number / 3 % 200, &mut random);
            }
            let truth = Plain::new(&position).shortest(60_000);
            let report = solver.solve(&position, Limits::default(), &mut unwatched).expect("a position");
            let Verdict::Winnable(line) = report.verdict else { continue };
            let found = shortest(&position, &line, Limits::default(), &mut unwatched).expect("a position");
            assert!(wins(&position, &found.line).is_ok() && found.is_proved());
            count.note(&position, Some(true), truth.map(|length| length == found.line.len()));
        }
        count.print(&format!("shortest wins of {} cards of {suits} suits, {columns} columns", suits * ranks));
    }
}

fn full(deals: u64, seed: u64) {
    let mut solver = Solver::default();
    let on = Config::default();
    // Between them they do without every pruning; neither without all, or it would not end.
    let mut others = [
        Config {
            safe: false,
            goals: false,
            lazy: false,
            dominance: false,
            relax: false,
            probe: 0,
            dive: 0,
            ..on
        },
        Config { dead: false, relax: false, probe: 0, dive: 0, ..on },
    ]
    .map(Solver::new);
    let mut random = Generator::new(seed);
    let mut counts = [Count::NONE, Count::NONE, Count::NONE, Count::NONE];
    for number in 0..deals {
        let mut cards = deck(4, 13);
        random.shuffle(&mut cards);
        let mut position = Position::deal(&cards, 7);
        position.draw = [1, 3][(number % 2) as usize];
        if number % 8 >= 6 {
            wander(&mut position, random.below(2000), &mut random);
        }
        let kind = (number % 4) as usize;
        let limits = Limits { nodes: 200_000, memory: 1 << 28 };
        let report = others[kind / 2].solve(&position, limits, &mut unwatched).expect("a position");
        let truth = match report.verdict {
            Verdict::Winnable(line) => Some(wins(&position, &line).is_ok()),
            Verdict::Unwinnable => Some(false),
            Verdict::Unknown(_) => None,
        };
        counts[kind].note(&position, decide(&mut solver, &position), truth);
    }
    for (kind, count) in counts.iter().enumerate() {
        let without = ["safe, goals, lazy, dominance, relaxations", "the dead test, relaxations"][kind / 2];
        count.print(&format!("52 cards, draw {}, against a search without {without}", [1, 3][kind % 2]));
    }
}
