//! The packed Klondike solver against exhaustive search, and against itself with other prunings.

use super::Comparison;
use anyhow::Result;
use clap::{Args, ValueEnum};
use talon_cards::{Card, Generator};
use talon_reference::klondike::{Plain, after_random_moves, certify, deck};
use talon_solve::klondike::{Config, Position, Solver, shortest};
use talon_solve::{Answer, Limits, Verdict, unwatched};

/// Compare the Klondike solver with exhaustive search or with other prunings.
#[derive(Args)]
pub struct Klondike {
    /// Which deals are compared with what.
    kind: Kind,
    /// The number of deals; each kind has its own default.
    count: Option<u64>,
    /// The seed of the random deals.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Copy, Clone, ValueEnum)]
enum Kind {
    /// All 40,320 deals of eight cards, against exhaustive search.
    Tiny,
    /// Deals of 16 to 24 cards, against exhaustive search.
    Small,
    /// Deals of 28 to 40 cards, against a search that takes cards back in every possible way.
    Middle,
    /// Deals of 52 cards, against searches without some of the prunings.
    Full,
    /// The length of the shortest win, against breadth-first search.
    Shortest,
}

impl Klondike {
    /// Runs the campaign; `false` if a verdict was wrong.
    pub fn run(self) -> Result<bool> {
        let count = |default| self.count.unwrap_or(default);
        let random = Generator::new(self.seed);
        let wrong = match self.kind {
            Kind::Tiny => tiny(),
            Kind::Small => small(count(20_000), random),
            Kind::Middle => middle(count(50_000), random),
            Kind::Full => full(count(50_000), random),
            Kind::Shortest => shortest_wins(count(2_000), random),
        };
        Ok(wrong == 0)
    }
}

/// Whether a position can be won; `None` if that is unknown. A winning line is replayed.
fn winnable(solver: &mut Solver, position: &Position, limits: Limits) -> Option<bool> {
    let report = solver.solve_position(position, limits, &mut unwatched).expect("a valid position");
    match report.verdict {
        Verdict::Winnable(line) => {
            certify(position, &line);
            Some(true)
        }
        Verdict::Unwinnable => Some(false),
        Verdict::Unknown(_) => None,
    }
}

/// A deal of a shuffled deck. Every rule that varies depends on `variant`.
fn deal(mut cards: Vec<Card>, columns: usize, variant: u64, random: &mut Generator) -> Position {
    random.shuffle(&mut cards);
    let mut position = Position::deal(&cards, columns);
    position.draw = [1, 3, 2, 1, 3, 4, 5][(variant % 7) as usize];
    position.redeals =
        [None, None, Some(0), Some(1), None, Some(2), Some(3), None][(variant / 7 % 8) as usize];
    position.take_back = !(variant / 56).is_multiple_of(3);
    position
}

/// A deal, and for every third number a position later in the game.
fn position(suits: u8, ranks: u8, columns: usize, number: u64, random: &mut Generator) -> Position {
    let position = deal(deck(suits, ranks), columns, number, random);
    match number % 3 {
        2 => after_random_moves(&position, number / 3 % 200, random),
        _ => position,
    }
}

fn tiny() -> u64 {
    let mut wrong = 0;
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
        let mut comparison = Comparison::default();
        for_each_permutation(&mut deck(2, 4), 0, &mut |cards| {
            let position = Position { draw, redeals, take_back, ..Position::deal(cards, columns) };
            let truth = Plain::new(&position).winnable(usize::MAX);
            comparison.add(&position, winnable(&mut solver, &position, Limits::default()), truth);
        });
        wrong += comparison.print(&format!(
            "8 cards, {columns} columns, draw {draw}, redeals {redeals:?}, take-back {take_back}"
        ));
    }
    wrong
}

fn for_each_permutation(cards: &mut Vec<Card>, from: usize, each: &mut impl FnMut(&[Card])) {
    if from == cards.len() {
        return each(cards);
    }
    for index in from..cards.len() {
        cards.swap(from, index);
        for_each_permutation(cards, from + 1, each);
        cards.swap(from, index);
    }
}

fn small(deals: u64, mut random: Generator) -> u64 {
    let mut wrong = 0;
    let mut solver = Solver::default();
    for (suits, ranks, columns) in
        [(4, 4, 3), (4, 4, 4), (2, 8, 4), (4, 5, 4), (4, 5, 5), (4, 6, 5), (4, 6, 4)]
    {
        let mut comparison = Comparison::default();
        let share = if suits * ranks > 16 { deals / 4 } else { deals };
        for number in 0..share {
            let position = position(suits, ranks, columns, number, &mut random);
            let truth = Plain::new(&position).winnable(60_000);
            comparison.add(&position, winnable(&mut solver, &position, Limits::default()), truth);
        }
        wrong += comparison.print(&format!("{} cards of {suits} suits, {columns} columns", suits * ranks));
    }
    wrong
}

fn middle(deals: u64, mut random: Generator) -> u64 {
    let mut wrong = 0;
    let mut solver = Solver::default();
    let mut other = Solver::new(Config {
        directed_take_backs: false,
        relaxations: false,
        refuter_nodes: 0,
        depth_first_nodes: 0,
        ..Config::default()
    });
    let limits = Limits { nodes: 100_000, memory: 1 << 28 };
    for (ranks, columns) in [(7, 5), (8, 5), (8, 6), (9, 6), (10, 6)] {
        let mut comparison = Comparison::default();
        for number in 0..deals / 5 {
            let variant = random.below(168);
            let dealt = Position { take_back: true, ..deal(deck(4, ranks), columns, variant, &mut random) };
            let position = match number % 3 {
                2 => {
                    let attempts = random.below(600);
                    after_random_moves(&dealt, attempts, &mut random)
                }
                _ => dealt,
            };
            let truth = match other.estimate_position(&position, limits, &mut unwatched) {
                Ok(Answer::Winnable) => Some(true),
                Ok(Answer::Unwinnable) => Some(false),
                Ok(Answer::Unknown(_)) => None,
                Err(error) => panic!("{error}"),
            };
            comparison.add(&position, winnable(&mut solver, &position, Limits::default()), truth);
        }
        wrong += comparison
            .print(&format!("{} cards, {columns} columns, against undirected take-backs", 4 * ranks));
    }
    wrong
}

fn shortest_wins(deals: u64, mut random: Generator) -> u64 {
    let mut wrong = 0;
    let mut solver = Solver::default();
    for (suits, ranks, columns) in
        [(2, 4, 2), (2, 4, 3), (4, 3, 3), (4, 4, 3), (4, 4, 4), (2, 8, 4), (4, 5, 4)]
    {
        let mut comparison = Comparison::default();
        for number in 0..deals {
            let position = position(suits, ranks, columns, number, &mut random);
            let truth = Plain::new(&position).shortest(60_000);
            let report = solver
                .solve_position(&position, Limits::default(), &mut unwatched)
                .expect("a valid position");
            let Verdict::Winnable(line) = report.verdict else { continue };
            let found =
                shortest(&position, &line, Limits::default(), &mut unwatched).expect("a valid position");
            certify(&position, &found.line);
            assert!(found.is_proved());
            comparison.add(&position, Some(true), truth.map(|length| length == found.line.len()));
        }
        wrong += comparison
            .print(&format!("shortest wins of {} cards of {suits} suits, {columns} columns", suits * ranks));
    }
    wrong
}

fn full(deals: u64, mut random: Generator) -> u64 {
    let mut solver = Solver::default();
    let on = Config { relaxations: false, refuter_nodes: 0, depth_first_nodes: 0, ..Config::default() };
    // Between them they do without every pruning. Neither does without all, because it would not end.
    let without_dead_test = Config { dead_test: false, ..on };
    let without_others = Config {
        safe_moves: false,
        directed_take_backs: false,
        delayed_stock_plays: false,
        dominance: false,
        ..on
    };
    let names = ["without prunings but the dead test", "without the dead test and the relaxations"];
    let mut others = [without_others, without_dead_test].map(Solver::new);
    let limits = Limits { nodes: 200_000, memory: 1 << 28 };
    let mut comparisons: [Comparison; 4] = Default::default();
    for number in 0..deals {
        let mut cards = deck(4, 13);
        random.shuffle(&mut cards);
        let mut position = Position { draw: [1, 3][(number % 2) as usize], ..Position::deal(&cards, 7) };
        if number % 8 >= 6 {
            let attempts = random.below(2000);
            position = after_random_moves(&position, attempts, &mut random);
        }
        let kind = (number % 4) as usize;
        let truth = winnable(&mut others[kind / 2], &position, limits);
        let found = winnable(&mut solver, &position, Limits::default());
        comparisons[kind].add(&position, found, truth);
    }
    let print = |(kind, comparison): (usize, &Comparison)| {
        let (draw, name) = ([1, 3][kind % 2], names[kind / 2]);
        comparison.print(&format!("52 cards, draw {draw}, against a search {name}"))
    };
    comparisons.iter().enumerate().map(print).sum()
}
