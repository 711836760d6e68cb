//! The Klondike solver against a plain model, exhaustive search, itself, and the rules engine.

mod lines;
mod tables;
mod verdicts;

use talon_cards::{Card, Generator};
use talon_games::{KLONDIKE, KLONDIKE_DRAW3, KLONDIKE_GNOME, KLONDIKE_VEGAS, KLONDIKE_YCP};
use talon_reference::klondike::{Plain, after_random_moves, certify, deck};
use talon_rules::{Count, Move, Rules, Sizes, Stock, Table, TakeBack};
use talon_solve::klondike::{Config, Fault, Position, Solver, pack, shorten, shortest};
use talon_solve::{Answer, Family, Limits, Report, Verdict, Why, unwatched};

const DRAW1_DEALS: &str = include_str!("../../../deals/tests/data/klondike-300.csv");
const DRAW3_DEALS: &str = include_str!("../../../deals/tests/data/klondike-draw3-300.csv");
const KSOLVE_DEALS: &str = include_str!("../../../deals/tests/data/klondike-minimal.csv");

fn solve(solver: &mut Solver, position: &Position) -> Report {
    solver.solve_position(position, Limits::default(), &mut unwatched).expect("a valid position")
}

/// Whether a position can be won. A winning line is replayed.
fn winnable(solver: &mut Solver, position: &Position) -> bool {
    match solve(solver, position).verdict {
        Verdict::Winnable(line) => {
            certify(position, &line);
            true
        }
        Verdict::Unwinnable => false,
        Verdict::Unknown(why) => panic!("{why}: {position:?}"),
    }
}

/// A random position of a small deck under random rules.
fn small(suits: u8, ranks: u8, columns: usize, random: &mut Generator) -> Position {
    let mut cards = deck(suits, ranks);
    random.shuffle(&mut cards);
    let mut position = Position::deal(&cards, columns);
    position.draw = [1, 1, 2, 3, 3, 4, 5][random.below(7) as usize];
    position.redeals = [None, None, None, Some(0), Some(1), Some(2)][random.below(6) as usize];
    position.take_back = random.below(4) != 0;
    let attempts = if random.below(3) == 0 { random.below(300) } else { 0 };
    after_random_moves(&position, attempts, random)
}

/// The deals of a file, and whether each can be won.
fn deals(csv: &str) -> impl Iterator<Item = (Vec<Card>, bool)> + '_ {
    csv.lines().skip(1).map(|line| {
        let mut fields = line.split(',').skip(1);
        let cards = fields.next().unwrap().split(' ').map(|card| card.parse().unwrap()).collect();
        (cards, fields.next() == Some("win"))
    })
}

/// The rules of a deal with triangular columns, as by [`Position::deal`], with so many ranks and columns.
fn with_size(base: &Rules, ranks: u8, columns: u8) -> Rules {
    let down: Vec<u8> = (0..columns).collect();
    Rules { ranks, columns, down: Sizes::new(&down), ..*base }
}
