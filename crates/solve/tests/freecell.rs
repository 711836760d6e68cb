//! The packed solver of the FreeCell family beside the generic solver.

use talon_rules::{Rules, Table};
use talon_solve::family::Kind;
use talon_solve::{Answer, Limits, Solver, unwatched};

/// Compares the verdicts of some deals, and returns how many were won and lost.
fn compare(rules: &Rules, deals: std::ops::Range<u64>, nodes: u64) -> [u64; 2] {
    assert_eq!(Kind::of(rules), Some(Kind::FreeCell), "{}", rules.name);
    let limits = Limits { nodes, ..Limits::default() };
    let (mut packed, mut generic) = (Solver::new(), Solver::new().generic_only());
    let mut counts = [0; 2];
    for deal in deals {
        let table = Table::numbered(rules, deal).unwrap();
        let [ours, theirs] = [&mut packed, &mut generic].map(|solver| {
            let report = solver.solve(&table, limits, &mut unwatched);
            assert_eq!(report.rejected, None, "{} {deal}", rules.name);
            report.verdict.answer()
        });
        match (ours, theirs) {
            (Answer::Unknown(_), _) | (_, Answer::Unknown(_)) => {}
            _ => assert_eq!(ours, theirs, "{} {deal}\n{table}", rules.name),
        }
        counts[0] += u64::from(ours == Answer::Winnable);
        counts[1] += u64::from(ours == Answer::Unwinnable);
    }
    counts
}

#[test]
fn verdicts_agree_with_the_generic_solver_on_small_decks() {
    let games: [(&str, &[&str]); 9] = [
        ("freecell", &["ranks=5", "columns=4", "cells=1", "up=[5]"]),
        ("freecell", &["ranks=5", "columns=4", "cells=1", "up=[5]", "build=same-colour", "place=any-empty"]),
        ("bakers-game", &["ranks=5", "columns=4", "cells=1", "up=[5]"]),
        ("seahaven-towers", &["ranks=5", "columns=4", "cells=2", "up=[5, 5, 4, 4]"]),
        ("king-albert", &["ranks=5", "columns=4", "cells=2", "cells_dealt=2", "down=[4, 3, 3, 4]", "up=[1]"]),
        ("beleaguered-castle", &["ranks=6", "columns=4", "up=[5]"]),
        ("bakers-dozen", &["ranks=5", "columns=5", "up=[4]"]),
        ("yukon", &["ranks=5", "columns=4", "down=[0, 1, 2, 3]", "up=[3, 3, 4, 4]"]),
        ("alaska", &["ranks=5", "columns=4", "down=[0, 1, 2, 3]", "up=[3, 3, 4, 4]"]),
    ];
    for (game, changes) in games {
        let rules = talon_games::set(talon_games::find(game).unwrap(), changes).unwrap();
        let [won, lost] = compare(&rules, 1..301, 300_000);
        assert_eq!(won + lost, 300, "{game}: every deal of a small deck is decided");
        assert!(won > 5 && lost > 5, "{game}: {won} won, {lost} lost");
    }
}

#[test]
fn verdicts_agree_with_the_generic_solver_on_full_decks() {
    for rules in talon_games::ALL.iter().filter(|rules| Kind::of(rules) == Some(Kind::FreeCell)) {
        compare(rules, 1..9, 20_000);
    }
}
