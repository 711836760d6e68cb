//! Verdicts against published ones, exhaustive search, other prunings, and planted faults.

use super::*;
use std::panic::{AssertUnwindSafe, catch_unwind};

#[test]
fn published_verdicts_are_reproduced() {
    let mut solver = Solver::default();
    for (draw, csv) in [(1, DRAW1_DEALS), (3, DRAW3_DEALS)] {
        for (cards, win) in deals(csv).take(120) {
            let position = Position { draw, ..Position::deal(&cards, 7) };
            assert_eq!(winnable(&mut solver, &position), win, "draw {draw}: {cards:?}");
        }
    }
}

#[test]
fn tiny_decks_agree_with_exhaustive_search() {
    let mut solver = Solver::default();
    let mut random = Generator::new(1);
    for number in 0..3000 {
        let position = small(2, 4, 2 + number % 2, &mut random);
        let truth = Plain::new(&position).winnable(usize::MAX).unwrap();
        assert_eq!(winnable(&mut solver, &position), truth, "{position:?}");
    }
}

#[test]
fn small_decks_agree_with_exhaustive_search() {
    let mut solver = Solver::default();
    let mut random = Generator::new(2);
    let (mut compared, mut lost) = (0, 0);
    for number in 0..450 {
        let (suits, ranks, columns) = [(4, 4, 3), (4, 4, 4), (2, 8, 4), (4, 5, 4), (4, 6, 5)][number % 5];
        let position = small(suits, ranks, columns, &mut random);
        if let Some(truth) = Plain::new(&position).winnable(20_000) {
            assert_eq!(winnable(&mut solver, &position), truth, "{position:?}");
            compared += 1;
            lost += u32::from(!truth);
        }
    }
    assert!(compared > 350 && lost > 50, "{compared} compared, {lost} lost");
}

#[test]
fn every_configuration_gives_the_same_verdicts() {
    let on = Config::default();
    let configs = [
        Config { dead_test: false, ..on },
        Config { safe_moves: false, ..on },
        Config { delayed_stock_plays: false, ..on },
        Config { directed_take_backs: false, ..on },
        Config { dominance: false, ..on },
        Config { relaxations: false, depth_first_nodes: 0, ..on },
        Config { depth_first_nodes: 50, ..on },
        Config { relaxations: false, depth_first_nodes: 0, refuter_start: 0, ..on },
        Config { relaxations: false, depth_first_nodes: 0, refuter_start: 0, refuter_nodes: 5, ..on },
        Config::UNPRUNED,
    ];
    let mut solvers = configs.map(Solver::new);
    let mut solver = Solver::default();
    let mut random = Generator::new(3);
    for number in 0..2000 {
        let (suits, ranks, columns) = [(4, 5, 4), (4, 6, 5), (2, 9, 4), (4, 7, 5)][number % 4];
        let position = small(suits, ranks, columns, &mut random);
        let truth = winnable(&mut solver, &position);
        for (other, config) in solvers.iter_mut().zip(configs) {
            if config == Config::UNPRUNED && ranks > 5 {
                continue;
            }
            assert_eq!(winnable(other, &position), truth, "{config:?} {position:?}");
        }
    }
}

#[test]
fn planted_faults_are_noticed() {
    // A fault may be noticed by a panic, whose message is of no interest.
    let here = std::thread::current().id();
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if std::thread::current().id() != here {
            usual(info);
        }
    }));
    let mut unnoticed = Vec::new();
    for fault in Fault::ALL {
        let mut solver = Solver::default();
        // Some faults show rarely. These seeds find them soon; every seed finds them in the end.
        let seed = match fault {
            Fault::SingleNormalForm => 21,
            Fault::RedealsIgnored => 20,
            _ => 12,
        };
        let mut random = Generator::new(seed);
        let noticed = (0..60_000).find(|number| {
            let (suits, ranks, columns) = [(4, 5, 4), (4, 6, 5), (4, 7, 5), (4, 8, 6)][number % 4];
            let position = small(suits, ranks, columns, &mut random);
            let truth = winnable(&mut solver, &position);
            let mut config = Config { fault: Some(fault), ..Config::default() };
            if fault == Fault::UnfinishedRefutation {
                config = Config { depth_first_nodes: 0, refuter_start: 0, refuter_nodes: 4, ..config };
            }
            let mut faulty = Solver::new(config);
            catch_unwind(AssertUnwindSafe(|| winnable(&mut faulty, &position))).ok() != Some(truth)
        });
        unnoticed.extend(noticed.is_none().then_some(fault));
    }
    let _ = std::panic::take_hook();
    assert_eq!(unnoticed, []);
}

#[test]
fn estimates_agree_with_verdicts() {
    let mut solver = Solver::default();
    let mut random = Generator::new(8);
    for _ in 0..300 {
        let position = small(4, 7, 5, &mut random);
        let estimate = solver.estimate_position(&position, Limits::default(), &mut unwatched).unwrap();
        assert_eq!(estimate, Answer::from(Ok(winnable(&mut solver, &position))));
    }
}

#[test]
fn limits_are_kept() {
    let cards = talon_cards::shuffle(talon_cards::Deck::STANDARD, 1);
    let position = Position::deal(&cards, 7);
    for nodes in [0, 1, 17] {
        let limits = Limits { nodes, ..Limits::default() };
        let report = Solver::default().solve_position(&position, limits, &mut unwatched).unwrap();
        assert!(report.nodes <= nodes + 1);
        assert_eq!(report.verdict, Verdict::Unknown(Why::Nodes));
    }
    let limits = Limits { memory: 1000, ..Limits::default() };
    let report = Solver::default().solve_position(&position, limits, &mut unwatched).unwrap();
    assert_eq!(report.verdict, Verdict::Unknown(Why::Memory));
}

#[test]
fn a_finished_game_is_won_by_no_moves() {
    let mut position = Position::deal(&[], 7);
    (position.foundations, position.ranks) = ([13; 4], 13);
    assert_eq!(solve(&mut Solver::default(), &position).verdict, Verdict::Winnable(Vec::new()));
}

#[test]
fn reports_do_not_depend_on_the_number_of_threads() {
    let config = Config { depth_first_nodes: 0, refuter_start: 0, ..Config::default() };
    let mut solvers = [1, 2, 3, 8].map(|threads| Solver::new(config).parallel(threads));
    let mut sequential = Solver::default();
    let mut random = Generator::new(9);
    let mut lost = 0;
    for number in 0..120 {
        let (ranks, columns) = [(5, 4), (6, 5), (7, 5), (13, 7)][number % 4];
        let position = small(4, ranks, columns, &mut random);
        let limits = Limits { nodes: 20_000, ..Limits::default() };
        let reports = solvers
            .each_mut()
            .map(|solver| solver.solve_position(&position, limits, &mut unwatched).unwrap());
        for report in &reports[1..] {
            assert_eq!(report.verdict, reports[0].verdict, "{position:?}");
            assert_eq!((report.nodes, report.states), (reports[0].nodes, reports[0].states));
        }
        match &reports[0].verdict {
            Verdict::Winnable(line) => certify(&position, line),
            Verdict::Unwinnable => {
                lost += 1;
                assert!(!winnable(&mut sequential, &position), "{position:?}");
            }
            Verdict::Unknown(_) => {}
        }
    }
    assert!(lost > 10, "{lost} lost");
}
