//! Guarantees of the solver besides correct verdicts: wins pass the replay, limits are kept, a watch can stop a
//! search, and the answers depend neither on the number of threads nor on earlier searches.

use talon_rules::{Move, Pile, Table};
use talon_solve::{Limits, NotAWin, Progress, Solver, Verdict, Why, certify, shorten, unwatched};

fn table(game: &str, number: u64) -> Table {
    Table::numbered(talon_games::find(game).unwrap(), number).unwrap()
}

fn line(table: &Table) -> Vec<Move> {
    let mut watch = unwatched;
    match Solver::new().generic_only().solve(table, Limits::default(), &mut watch).verdict {
        Verdict::Winnable(line) => line,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_line_that_does_not_win_is_rejected() {
    let table = table("freecell", 1);
    let line = line(&table);
    assert_eq!(certify(&table, &line), Ok(()));
    assert_eq!(certify(&table, &line[..line.len() - 1]), Err(NotAWin::NotWon));
    assert_eq!(certify(&table, &[]), Err(NotAWin::NotWon));
    let mut broken = line.clone();
    broken.insert(3, Move::one(Pile::Cell(3), Pile::Foundation(0)));
    assert!(matches!(certify(&table, &broken), Err(NotAWin::Illegal { at: 3, .. })));
    let swapped: Vec<Move> = line.iter().rev().copied().collect();
    assert!(certify(&table, &swapped).is_err());
}

#[test]
fn a_shortened_line_still_wins() {
    for (game, number) in
        [("freecell", 1), ("freecell", 2), ("yukon", 2), ("klondike", 2), ("simple-simon", 4)]
    {
        let table = table(game, number);
        let long = line(&table);
        let short = shorten(&table, &long);
        assert_eq!(certify(&table, &short), Ok(()), "{game}");
        assert!(short.len() <= long.len(), "{game}");
    }
    // A detour is removed completely.
    let table = table("freecell", 1);
    let mut long = line(&table);
    let there = table.moves().into_iter().find(|m| m.to_string().ends_with("-e1")).unwrap();
    let mut after = table.clone();
    after.play(there).unwrap();
    let back = after.moves().into_iter().find(|m| {
        let mut again = after.clone();
        again.play(*m).is_ok() && again == table
    });
    if let Some(back) = back {
        long.splice(0..0, [there, back]);
        assert!(shorten(&table, &long).len() <= long.len() - 2);
    }
}

#[test]
fn the_node_limit_is_exact() {
    let table = table("beleaguered-castle", 2);
    for nodes in [0, 1, 10, 5000] {
        let mut watch = unwatched;
        let limits = Limits { nodes, ..Limits::default() };
        let report = Solver::new().generic_only().solve(&table, limits, &mut watch);
        assert_eq!(report.verdict, Verdict::Unknown(Why::Nodes));
        assert_eq!(report.nodes, nodes);
    }
}

#[test]
fn the_memory_limit_ends_a_search() {
    let table = table("mrs-mop", 1);
    for megabytes in [0, 4, 16] {
        let mut watch = unwatched;
        let limits = Limits { nodes: 2_000_000, memory: megabytes << 20 };
        let report = Solver::new().generic_only().solve(&table, limits, &mut watch);
        assert_eq!(report.verdict, Verdict::Unknown(Why::Memory), "{megabytes} MB");
        // A position takes more bytes than its node.
        assert!(report.states as usize * 28 <= megabytes << 20);
    }
}

#[test]
fn a_watch_stops_a_search_promptly() {
    let table = table("mrs-mop", 1);
    let mut last = 0;
    let mut watch = |progress: Progress| {
        last = progress.nodes;
        (progress.nodes > 20_000).then_some(Why::Cancelled)
    };
    let report = Solver::new().generic_only().solve(&table, Limits::default(), &mut watch);
    assert_eq!(report.verdict, Verdict::Unknown(Why::Cancelled));
    assert!(report.nodes < 25_000 && report.nodes == last);
}

#[test]
fn the_same_position_has_the_same_report() {
    for (game, number) in [("freecell", 3), ("klondike", 1), ("king-albert", 3), ("spiderette", 8)] {
        let table = table(game, number);
        let limits = Limits { nodes: 30_000, ..Limits::default() };
        let once = |_| {
            let mut watch = unwatched;
            let report = Solver::new().generic_only().solve(&table, limits, &mut watch);
            (report.verdict, report.nodes, report.states)
        };
        assert_eq!(once(1), once(2), "{game}");
        let split = |threads| {
            let mut watch = unwatched;
            let report = Solver::parallel(threads).generic_only().solve(&table, limits, &mut watch);
            (report.verdict, report.nodes, report.states)
        };
        let one = split(1);
        for threads in [2, 3, 8, 20] {
            assert_eq!(split(threads), one, "{game} by {threads} threads");
        }
    }
}

#[test]
fn a_split_search_gives_the_same_verdict() {
    let mut decided = 0;
    for game in ["bakers-game", "raglan", "king-albert", "east-haven", "yukon"] {
        for number in 1..6 {
            let table = table(game, number);
            let limits = Limits { nodes: 40_000, ..Limits::default() };
            let (mut one, mut other) = (unwatched, unwatched);
            let whole = Solver::new().generic_only().solve(&table, limits, &mut one).verdict;
            let split = Solver::parallel(2).generic_only().solve(&table, limits, &mut other).verdict;
            match (&whole, &split) {
                (Verdict::Unknown(_), _) | (_, Verdict::Unknown(_)) => {}
                (Verdict::Winnable(_), Verdict::Winnable(_)) => decided += 1,
                _ => {
                    assert_eq!(whole, split, "{game} {number}");
                    decided += 1;
                }
            }
        }
    }
    assert!(decided > 5, "{decided}");
}
