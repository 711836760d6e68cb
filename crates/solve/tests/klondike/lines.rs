//! Short and shortest winning lines.

use super::*;

#[test]
fn shortened_lines_win() {
    let mut solver = Solver::default();
    let (mut before, mut after) = (0, 0);
    for (cards, _) in deals(DRAW1_DEALS).take(20) {
        for (draw, take_back) in [(1, true), (3, false)] {
            let position = Position { draw, take_back, ..Position::deal(&cards, 7) };
            if let Verdict::Winnable(line) = solve(&mut solver, &position).verdict {
                let short = shorten(&position, &line, 2000, &mut || false);
                certify(&position, &short);
                before += line.len();
                after += short.len();
            }
        }
    }
    assert!(after * 10 < before * 9, "{before} moves became {after}");
}

#[test]
fn shortest_wins_agree_with_breadth_first_search() {
    let mut solver = Solver::default();
    let mut random = Generator::new(7);
    let (mut compared, mut shortened) = (0, 0);
    for number in 0..700 {
        let (suits, ranks, columns) =
            [(2, 4, 2), (2, 4, 3), (4, 3, 3), (4, 4, 3), (2, 8, 4), (4, 4, 4)][number % 6];
        let position = small(suits, ranks, columns, &mut random);
        let Some(truth) = Plain::new(&position).shortest(4_000) else { continue };
        let Verdict::Winnable(line) = solve(&mut solver, &position).verdict else {
            panic!("can be won: {position:?}")
        };
        let found = shortest(&position, &line, Limits::default(), &mut unwatched).unwrap();
        certify(&position, &found.line);
        assert!(found.is_proved());
        assert_eq!(found.line.len(), truth, "{position:?}");
        compared += 1;
        shortened += u32::from(found.line.len() < line.len());
    }
    assert!(compared > 80 && shortened > 30, "{compared} compared, {shortened} shortened");
}

/// The deals that KSolve keeps for its tests (`TestDeals.txt` of its repository), with the lengths that it
/// prints for them (`TestDeals.out`). It counts each of the 21 cards that are turned up, and no redeals; 0
/// stands for a loss.
#[test]
fn shortest_wins_agree_with_ksolve() {
    let mut compared = 0;
    for line in KSOLVE_DEALS.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let cards: Vec<Card> = fields[1].split(' ').map(|card| card.parse().unwrap()).collect();
        for (draw, published) in [(1, fields[2]), (3, fields[3])] {
            // The other deals take seconds or longer; docs/solver/klondike.md has them.
            if !matches!((fields[0], draw), ("B" | "C", 3) | ("C", 1)) {
                continue;
            }
            let position = Position { draw, ..Position::deal(&cards, 7) };
            let published: usize = published.parse().unwrap();
            let found = match solve(&mut Solver::default(), &position).verdict {
                Verdict::Winnable(line) => {
                    let best = shortest(&position, &line, Limits::default(), &mut unwatched).unwrap();
                    assert!(best.is_proved());
                    let redeals = best.line.iter().filter(|&&m| m == Move::Redeal).count();
                    best.line.len() + 21 - redeals
                }
                Verdict::Unwinnable => 0,
                Verdict::Unknown(why) => panic!("{why}"),
            };
            assert_eq!(found, published, "deal {}, draw {draw}", fields[0]);
            compared += 1;
        }
    }
    assert_eq!(compared, 3);
}

#[test]
fn the_shortest_win_can_be_played_on_its_table() {
    for rules in [KLONDIKE, KLONDIKE_GNOME, KLONDIKE_YCP].map(|base| with_size(&base, 5, 4)) {
        let mut won = 0;
        for number in 0..12 {
            let table = Table::numbered(&rules, number).unwrap();
            let report = talon_solve::Solver::new().solve(&table, Limits::default(), &mut unwatched);
            let Verdict::Winnable(line) = report.verdict else { continue };
            let found = talon_solve::Solver::new().shortest(&table, &line, Limits::default(), &mut unwatched);
            assert_eq!(talon_solve::certify(&table, &found.line), Ok(()));
            assert!(found.line.len() <= line.len());
            assert_eq!(found.is_proved(), rules.stock == Stock::Waste, "{}", rules.name);
            won += 1;
        }
        assert!(won > 3, "{}", rules.name);
    }
}

#[test]
fn a_search_that_is_cut_short_gives_a_valid_bound() {
    let mut solver = Solver::default();
    let mut random = Generator::new(8);
    for number in 0..60 {
        let position = small(4, 5, 4, &mut random);
        let Verdict::Winnable(line) = solve(&mut solver, &position).verdict else { continue };
        let best = shortest(&position, &line, Limits::default(), &mut unwatched).unwrap();
        assert!(best.is_proved());
        let limits = Limits { nodes: number * 20, ..Limits::default() };
        let cut = shortest(&position, &line, limits, &mut unwatched).unwrap();
        certify(&position, &cut.line);
        assert!(cut.at_least <= best.line.len() && best.line.len() <= cut.line.len(), "{position:?}");
    }
}
