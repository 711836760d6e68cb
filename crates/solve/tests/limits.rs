//! Searches keep to their limits: they ask their watch often, end when it says so, and use no more memory than
//! they may.
//!
//! What the whole process uses is measured by `crates/bench/tests/memory.rs`.

use talon_rules::Table;
use talon_solve::{Limits, Progress, Solver, Verdict, Why, unwatched};

/// Hard deals of every solver.
const HARD: &[(&str, &[&str], u64)] = &[
    ("forty-thieves", &[], 4),
    ("klondike-draw3", &[], 30),
    ("canfield-gnome", &[], 87),
    ("superior-canfield", &["redeals=2"], 1),
    ("simple-simon", &[], 26),
    ("spider", &[], 3),
];

fn tables() -> impl Iterator<Item = (&'static str, Table)> {
    HARD.iter().map(|(game, set, deal)| {
        let rules = talon_games::set(talon_games::find(game).unwrap(), set).unwrap();
        (*game, Table::numbered(&rules, *deal).unwrap())
    })
}

fn solvers() -> [(&'static str, Solver); 3] {
    [("packed", Solver::new()), ("generic", Solver::new().generic_only()), ("split", Solver::parallel(2))]
}

/// The nodes between two calls of the watch. A round of a search by several threads is not interrupted: in
/// Klondike it may refute 384 states, with about ten nodes each, and in the generic search it takes all steps
/// of as many positions.
const MOST: u64 = 2048;
const MOST_SPLIT: u64 = 40_000;

#[test]
fn the_watch_is_called_often() {
    for (game, table) in tables() {
        for (name, mut solver) in solvers() {
            let most = if name == "split" { MOST_SPLIT } else { MOST };
            let mut last = 0;
            let mut gaps = 0;
            let mut watch = |progress: Progress| {
                gaps = gaps.max(progress.nodes - last);
                last = progress.nodes;
                None
            };
            let limits = Limits { nodes: 400_000, memory: 128 << 20 };
            let report = solver.solve(&table, limits, &mut watch);
            gaps = gaps.max(report.nodes - last);
            assert!(gaps <= most, "{game}, {name}: {gaps} nodes without a call of the watch");
        }
    }
}

#[test]
fn a_cancelled_search_ends() {
    for (game, table) in tables() {
        for (name, mut solver) in solvers() {
            for at in [1, 20, 60] {
                let (mut calls, mut after) = (0, 0);
                let mut watch = |_: Progress| {
                    calls += 1;
                    after += u32::from(calls > at);
                    (calls >= at).then_some(Why::Cancelled)
                };
                let report = solver.solve(&table, Limits { nodes: 400_000, memory: 128 << 20 }, &mut watch);
                assert_eq!(after, 0, "{game}, {name}: the search goes on after it was cancelled");
                let cancelled = report.verdict == Verdict::Unknown(Why::Cancelled);
                assert_eq!(cancelled, calls == at, "{game}, {name}: {:?}", report.verdict);
            }
        }
    }
}

#[test]
fn a_cancelled_solver_can_be_used_again() {
    for (game, table) in tables() {
        let mut solver = Solver::new();
        let limits = Limits { nodes: 50_000, memory: 128 << 20 };
        let fresh = Solver::new().solve(&table, limits, &mut unwatched);
        for calls in [1, 3, 10] {
            let mut left = calls;
            let mut watch = |_: Progress| {
                left -= 1;
                (left == 0).then_some(Why::Cancelled)
            };
            solver.solve(&table, limits, &mut watch);
            let again = solver.solve(&table, limits, &mut unwatched);
            assert_eq!(
                (again.nodes, again.verdict.answer()),
                (fresh.nodes, fresh.verdict.answer()),
                "{game}"
            );
        }
    }
}

#[test]
fn little_memory_ends_a_search_or_only_makes_it_slower() {
    for (game, table) in tables() {
        for (name, mut solver) in solvers() {
            for kilobytes in [0, 1, 64, 512, 2048] {
                let limits = Limits { nodes: 100_000, memory: kilobytes << 10 };
                let verdict = solver.solve(&table, limits, &mut unwatched).verdict;
                let known =
                    matches!(verdict, Verdict::Unknown(Why::Memory | Why::Nodes) | Verdict::Winnable(_));
                assert!(known, "{game}, {name}, {kilobytes} kB: {verdict:?}");
                if kilobytes == 0 && name != "packed" {
                    assert_eq!(verdict, Verdict::Unknown(Why::Memory), "{game}, {name}");
                }
            }
        }
    }
}

#[test]
fn the_search_for_the_shortest_win_asks_its_watch_from_the_beginning() {
    let table = Table::numbered(&talon_games::KLONDIKE, 1).unwrap();
    let Verdict::Winnable(line) = Solver::new().solve(&table, Limits::default(), &mut unwatched).verdict
    else {
        panic!("deal 1 can be won")
    };
    let mut calls = 0;
    let mut watch = |_: Progress| {
        calls += 1;
        Some(Why::Cancelled)
    };
    let short = Solver::new().shortest(&table, &line, Limits::default(), &mut watch);
    // Once while the line is shortened, and once by the search.
    assert!((2..=3).contains(&calls), "{calls} calls");
    assert!(short.nodes <= 2048 && short.line.len() <= line.len());
}
