//! The solver on tables of the rules engine.

use super::*;

#[test]
fn the_plain_model_plays_by_the_rules_of_the_table() {
    let mut random = Generator::new(5);
    for (base, take_back) in [
        (KLONDIKE, TakeBack::EvenBase),
        (KLONDIKE_DRAW3, TakeBack::EvenBase),
        (KLONDIKE_VEGAS, TakeBack::Never),
    ] {
        for (ranks, columns) in [(13, 7), (5, 4)] {
            let rules = Rules { take_back, ..with_size(&base, ranks, columns) };
            for number in 0..20 {
                let mut table = Table::numbered(&rules, number).unwrap();
                let mut plain = Plain::new(&pack(&table).unwrap());
                for _ in 0..200 {
                    let mut legal = table.moves();
                    legal.sort();
                    let mut moves = plain.moves();
                    moves.sort();
                    assert_eq!(legal, moves, "{plain:?}");
                    assert_eq!(pack(&table), Some(plain.position()));
                    let Some(m) = legal.get(random.below(legal.len().max(1) as u64) as usize) else { break };
                    table.play(*m).unwrap();
                    assert!(plain.play(*m));
                }
            }
        }
    }
}

#[test]
fn lines_can_be_played_on_every_kind_of_table() {
    let mut solver = Solver::default();
    let two_suits = Rules { suits: 2, ..with_size(&KLONDIKE, 13, 5) };
    let games = [KLONDIKE, KLONDIKE_DRAW3, KLONDIKE_YCP, KLONDIKE_VEGAS, KLONDIKE_GNOME, two_suits];
    for rules in games {
        let mut won = 0;
        for number in 0..15 {
            let mut table = Table::numbered(&rules, number).unwrap();
            let report = solver.solve(&table, Limits::default(), &mut unwatched).unwrap();
            if let Verdict::Winnable(line) = report.verdict {
                won += 1;
                for m in line {
                    table.play(m).unwrap();
                }
                assert!(table.is_won());
            }
        }
        assert!(won > 0, "{}", rules.name);
    }
}

#[test]
fn other_games_are_not_recognised() {
    for rules in talon_games::ALL.iter().filter(|rules| !rules.name.as_str().starts_with("klondike")) {
        let table = Table::numbered(rules, 1).unwrap();
        assert_eq!(pack(&table), None, "{}", rules.name);
    }
    let limited = Rules { redeals: Count::Of(2), ..KLONDIKE_YCP };
    assert_eq!(pack(&Table::numbered(&limited, 1).unwrap()), None);
}
