//! The Canfield solver against exhaustive search of a plain model, against the rules engine, and against itself
//! with other prunings; and faults planted in the plain model, which the comparison must notice.

use talon_cards::{Card, Deck, Generator, Rank, Suit};
use talon_reference::canfield::check::{TINY, Tally, compare, midgame, permutation, random, small, tight};
use talon_reference::canfield::named::{self, Named};
use talon_reference::canfield::plain::{Fault, Plain};
use talon_rules::{Build, Fill, Move, Pile, ReserveFills, Rules, Sizes, Stock, Table, Take, TakeBack};
use talon_solve::canfield::{Outcome, Position, PositionError, Prunings, Solver, Variant, pack, recognises};
use talon_solve::{Limits, Verdict, Why, unwatched};

fn solve(solver: &mut Solver, position: &Position, limits: Limits) -> Outcome {
    solver.solve_position(position, limits, &mut unwatched).expect("a valid position")
}

fn find(name: &str) -> &'static Named {
    named::ALL.iter().find(|named| named.name == name).unwrap()
}

/// Compares every `step`-th deal of eight cards under one rule set.
fn tiny(named: &Named, step: usize, fault: Option<Fault>) -> Tally {
    let mut tally = Tally::default();
    let mut solver = Solver::new();
    for n in (0..40_320).step_by(step) {
        let (columns, reserve) = TINY[n / step % TINY.len()];
        let position = named.deal_small(&permutation(n), 4, columns, reserve);
        compare(&mut solver, &position, fault, &mut tally);
    }
    tally
}

#[test]
fn eight_card_deals_agree_with_exhaustive_search() {
    for named in named::ALL {
        let tally = tiny(named, 401, None);
        assert_eq!(tally.wrong, 0, "{}: {tally:?}", named.name);
    }
}

#[test]
fn sixteen_card_deals_agree_with_exhaustive_search() {
    for named in named::ALL {
        let mut tally = Tally::default();
        let mut solver = Solver::new();
        for n in 0..25 {
            compare(&mut solver, &small(named, n), None, &mut tally);
        }
        assert_eq!(tally.wrong, 0, "{}: {tally:?}", named.name);
    }
}

/// These positions were once called lost by mistake: a card was called safe although a base card could be needed
/// under a card of the highest rank, a card was called safe although another one could be taken back onto it, and
/// the key of the card-pool relaxation lacked the reserve.
#[test]
fn positions_that_wrong_prunings_lost_are_won() {
    let on_base = Variant { build_on_base: true, ..Variant::SOLVITAIRE };
    let position = |variant, ranks, columns: &[&str], piles: [&str; 3], up, redeals| {
        let cards = |text: &str| text.split_whitespace().map(|card| card.parse().unwrap()).collect();
        Position {
            variant,
            ranks,
            base: Rank::ACE,
            columns: columns.iter().map(|column| cards(column)).collect(),
            reserve: cards(piles[0]),
            stock: cards(piles[1]),
            waste: cards(piles[2]),
            up,
            homes: Suit::ALL.map(Some).to_vec(),
            redeals,
        }
    };
    let positions = [
        position(
            on_base,
            5,
            &["4C", "3D", "4D"],
            ["3H 2S 5S 2C 2H 3S 4S 5H", "5C AH", "5D 3C 4H"],
            [1, 2, 0, 1],
            None,
        ),
        position(
            Variant {
                take: Take::Whole,
                fill: Fill::WasteOrColumn,
                take_back: TakeBack::Anywhere,
                ..on_base
            },
            5,
            &["2D", "3D"],
            ["3C 4H 5H 2C 4C 4D 2H 5C", "5D 4S 5S AC 3H", "3S"],
            [0, 1, 1, 2],
            Some(0),
        ),
        position(
            Variant {
                redeal_draws: true,
                build: Build::SameSuit,
                take: Take::Whole,
                reserve_fills: ReserveFills::Never,
                take_back: TakeBack::OntoCards,
                ..Variant::SOLVITAIRE
            },
            4,
            &["3D"],
            ["2H 4D 4S 2C 3H", "AH 4H 3S 3C 4C", ""],
            [1, 2, 0, 2],
            Some(2),
        ),
    ];
    let mut tally = Tally::default();
    for position in positions {
        compare(&mut Solver::new(), &position, None, &mut tally);
    }
    assert_eq!((tally.won, tally.wrong), (3, 0));
}

/// Positions with foundations of very different heights, under random rules.
#[test]
fn random_midgame_positions_agree_with_exhaustive_search() {
    let mut tally = Tally::default();
    let mut solver = Solver::new();
    for position in (0..2000).filter_map(midgame) {
        compare(&mut solver, &position, None, &mut tally);
    }
    assert_eq!(tally.wrong, 0, "{tally:?}");
    assert!(tally.won > 300 && tally.lost > 300, "{tally:?}");
}

/// If any suit goes on any, small deals are lost only in layouts with little room.
#[test]
fn tight_any_suit_deals_agree_with_exhaustive_search() {
    for name in ["rainbow", "rainbow-1", "chameleon", "storehouse", "pipkin-1-r0"] {
        let mut tally = Tally::default();
        let mut solver = Solver::new();
        for n in 0..210 {
            compare(&mut solver, &tight(find(name), n), None, &mut tally);
        }
        assert_eq!(tally.wrong, 0, "{name}: {tally:?}");
        assert!(tally.lost > 10, "{name}: {tally:?}");
    }
}

/// These deals were once called lost by mistake: a part is taken off a column with all ranks, and the rest of the
/// column is put on the part.
#[test]
fn cyclic_columns_are_not_pruned_away() {
    let mut tally = Tally::default();
    for (name, n) in [
        ("loose", 6472),
        ("loose", 13372),
        ("canfield-gnome", 6472),
        ("canfield-gnome", 13372),
        ("superior-parts", 13387),
        ("superior-parts", 18282),
        ("loose-any-suit", 911),
    ] {
        compare(&mut Solver::new(), &small(find(name), n), None, &mut tally);
    }
    assert_eq!((tally.won, tally.wrong), (7, 0));
}

/// In a relaxation, stock cards may make a column cyclic and use it within one move. These deals were once called
/// lost by mistake because the relaxation did not notice it.
#[test]
fn relaxations_notice_that_a_column_may_become_cyclic() {
    let mut tally = Tally::default();
    let deals = [427, 748, 889, 934, 1298, 2506].map(|n| ("superior-canfield", n));
    for (name, n) in deals.into_iter().chain([("loose", 28), ("loose", 1217)]) {
        compare(&mut Solver::new(), &tight(find(name), n), None, &mut tally);
    }
    assert_eq!((tally.won, tally.wrong), (8, 0));
}

/// These deals were once called lost by mistake: if a state is met again with a waste that has other stops, all
/// moves that keep the waste must be tried again.
#[test]
fn a_state_is_expanded_again_with_a_better_waste() {
    let mut tally = Tally::default();
    for name in ["canfield-strict", "strict-on-base", "canfield-bsd"] {
        for n in [456, 1476] {
            compare(&mut Solver::new(), &small(find(name), n), None, &mut tally);
        }
    }
    assert_eq!(tally.wrong, 0);
}

#[test]
fn positions_after_random_moves_agree_with_exhaustive_search() {
    let mut generator = Generator::new(7);
    for named in named::ALL {
        let mut tally = Tally::default();
        let mut solver = Solver::new();
        for n in 1000..1015 {
            let mut plain = Plain::new(&small(named, n));
            for _ in 0..generator.below(12) {
                let moves = plain.moves();
                if moves.is_empty() {
                    break;
                }
                let m = moves[generator.below(moves.len() as u64) as usize];
                plain.play(m).unwrap();
            }
            compare(&mut solver, &plain.now(), None, &mut tally);
        }
        assert_eq!(tally.wrong, 0, "{}: {tally:?}", named.name);
    }
}

/// The comparison notices every fault planted in the plain model.
#[test]
fn planted_faults_are_noticed() {
    for (name, faults) in [
        (
            "canfield-solvitaire",
            &[
                Fault::NoWrap,
                Fault::DrawsLess,
                Fault::NoRefill,
                Fault::RefillFromBottom,
                Fault::SameColour,
                Fault::BaseIgnored,
                Fault::RedealReversed,
                Fault::OnBase,
                Fault::PartRuns,
                Fault::TakeBack,
                Fault::SkipsARank,
            ][..],
        ),
        ("canfield-gnome", &[Fault::OnBase, Fault::TakeBack, Fault::NoRefill, Fault::SameColour]),
        ("canfield-strict", &[Fault::PartRuns, Fault::NoWrap, Fault::DrawsLess]),
        ("canfield-bsd", &[Fault::GapOpen]),
    ] {
        for &fault in faults {
            let mut tally = tiny(find(name), 401, Some(fault));
            let mut solver = Solver::new();
            for n in 0.. {
                if tally.wrong > 0 {
                    break;
                }
                assert!(n < 3000, "{name}: {fault:?} was not noticed");
                compare(&mut solver, &small(find(name), n), Some(fault), &mut tally);
            }
        }
    }
}

#[test]
fn a_list_of_a_hundred_deals_has_its_known_verdicts() {
    let text = include_str!("../../deals/tests/data/canfield-solvitaire-100.csv");
    let named = find("canfield-solvitaire");
    let mut solver = Solver::new();
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let cards: Vec<Card> = fields[1].split(' ').map(|card| card.parse().unwrap()).collect();
        let position = named.deal(&cards);
        match solve(&mut solver, &position, Limits::default()).report.verdict {
            Verdict::Winnable(line) => {
                assert_eq!(fields[2], "win", "deal {}", fields[0]);
                Plain::new(&position).replay(&line).unwrap();
            }
            verdict => assert_eq!((verdict, fields[2]), (Verdict::Unwinnable, "loss"), "deal {}", fields[0]),
        }
    }
}

#[test]
fn other_prunings_give_the_same_verdicts() {
    for named in named::ALL {
        let mut solvers = [Solver::new(), Solver::new(), Solver::new()];
        solvers[1].prunings = Prunings {
            relaxations: false,
            abstractions: false,
            delayed_raises: false,
            ..solvers[0].prunings
        };
        solvers[2].prunings = Prunings { twins: false, merges: false, ..solvers[0].prunings };
        for n in 0..4 {
            let position = named.deal(&talon_cards::shuffle(Deck::STANDARD, n));
            let limits = Limits { nodes: 5_000, ..Limits::default() };
            let known: Vec<bool> = solvers
                .iter_mut()
                .filter_map(|solver| match solve(solver, &position, limits).report.verdict {
                    Verdict::Winnable(line) => {
                        Plain::new(&position).replay(&line).unwrap();
                        Some(true)
                    }
                    Verdict::Unwinnable => Some(false),
                    Verdict::Unknown(why) => {
                        assert_eq!(why, Why::Nodes);
                        None
                    }
                })
                .collect();
            assert!(known.windows(2).all(|pair| pair[0] == pair[1]), "{} {n}: {known:?}", named.name);
        }
    }
}

/// The games of the family with one deck.
fn tables() -> impl Iterator<Item = Rules> {
    talon_games::ALL.iter().copied().filter(|rules| {
        rules.family.as_str() == "Canfield" && rules.copies == 1 || rules.name.as_str().contains("canfield")
    })
}

#[test]
fn every_canfield_with_one_deck_is_recognised() {
    let mut count = 0;
    for rules in tables() {
        let table = Table::numbered(&rules, 1).unwrap();
        assert!(pack(&table).is_some(), "{}", rules.name);
        count += 1;
    }
    assert!(count >= 11, "{count}");
    for name in ["klondike", "freecell", "spider", "demon"] {
        let rules = talon_games::find(name).unwrap();
        assert_eq!(pack(&Table::numbered(rules, 1).unwrap()), None, "{name}");
    }
}

/// These variants were once recognised, and wins were claimed that fail on the table: the delayed raises of
/// Rainbow put top cards into empty columns that take cards of the waste only.
#[test]
fn rules_without_a_proof_are_not_recognised() {
    let rainbow = *talon_games::find("rainbow").unwrap();
    let chameleon = *talon_games::find("chameleon").unwrap();
    let canfield = *talon_games::find("canfield").unwrap();
    let superior = *talon_games::find("superior-canfield").unwrap();
    for rules in [
        Rules { fill: Fill::Waste, ..rainbow },
        Rules { fill: Fill::Waste, ..chameleon },
        Rules { fill: Fill::WasteOrColumn, ..rainbow },
        Rules { take: Take::Run, ..canfield },
        Rules { reserve_fills: ReserveFills::Never, ..canfield },
        Rules { fill: Fill::Kings, ..superior },
        Rules { fill: Fill::Nothing, ..superior },
        Rules { up: Sizes::new(&[1, 1, 1, 0]), ..canfield },
        Rules { up: Sizes::new(&[2]), ..canfield },
        Rules { down: Sizes::new(&[1]), ..canfield },
        Rules { columns: 5, ..canfield },
        Rules { cells: 1, ..canfield },
        Rules { copies: 2, ..canfield },
        Rules { take_back: TakeBack::EvenBase, ..canfield },
        Rules { build: Build::OtherSuit, ..canfield },
        Rules { build: Build::SameColour, ..canfield },
        Rules { both_ways: true, ..canfield },
        Rules { wrap: false, ..canfield },
        Rules { draw: 6, ..canfield },
        Rules { take: Take::SuitRun, ..canfield },
        Rules { stock: Stock::FaceUp, ..canfield },
        Rules { kings_to_bottom: true, ..canfield },
    ] {
        assert!(!recognises(&rules), "{rules:?}");
    }
    for rules in [rainbow, chameleon, canfield, superior] {
        assert!(recognises(&rules), "{rules:?}");
    }
}

/// The deals of variants that were once recognised and whose wins failed on the table.
#[test]
fn wins_of_unusual_variants_pass_the_replay() {
    let rainbow = *talon_games::find("rainbow").unwrap();
    let chameleon = *talon_games::find("chameleon").unwrap();
    let canfield = *talon_games::find("canfield").unwrap();
    let mut solver = talon_solve::Solver::new();
    for rules in [
        Rules { fill: Fill::Waste, ..rainbow },
        Rules { fill: Fill::Waste, ..chameleon },
        Rules { up: Sizes::new(&[1, 1, 1, 0]), ..canfield },
    ] {
        for number in 1..21 {
            let table = Table::numbered(&rules, number).unwrap();
            let limits = Limits { nodes: 2_000, ..Limits::default() };
            assert_eq!(
                solver.solve(&table, limits, &mut unwatched).rejected,
                None,
                "{} {number}",
                rules.name
            );
        }
    }
}

#[test]
fn impossible_positions_are_refused() {
    let position = find("canfield").deal(&talon_cards::shuffle(Deck::STANDARD, 1));
    assert_eq!(position.check(), Ok(()));
    let refused = |change: &dyn Fn(&mut Position)| {
        let mut position = position.clone();
        change(&mut position);
        position.check().expect_err("an impossible position")
    };
    assert_eq!(refused(&|p| p.variant.draw = 0), PositionError::Variant);
    assert_eq!(refused(&|p| p.columns.push(Vec::new())), PositionError::Columns);
    let first = position.stock[0];
    assert_eq!(refused(&|p| p.waste.push(first)), PositionError::Deck(first));
    assert_eq!(refused(&|p| p.stock.retain(|&card| card != first)), PositionError::Deck(first));
    // An empty column that the reserve should have filled, and cards that are not a sequence.
    let moved = |p: &mut Position| {
        let card = p.columns[1].remove(0);
        p.stock.push(card);
    };
    assert_eq!(refused(&moved), PositionError::Column(1));
    let joined = |p: &mut Position| {
        let card = p.columns[1][0];
        p.columns[1].push(first);
        p.stock.remove(0);
        assert_ne!(card.rank().number(), first.rank().number() + 1);
    };
    assert_eq!(refused(&joined), PositionError::Column(1));
}

/// All supported combinations of rules, not only those of named games.
#[test]
fn random_rules_agree_with_exhaustive_search() {
    let mut tally = Tally::default();
    let mut solver = Solver::new();
    for n in 0..1500 {
        compare(&mut solver, &tight(&random(n), n), None, &mut tally);
    }
    assert_eq!(tally.wrong, 0, "{tally:?}");
    assert!(tally.won > 300 && tally.lost > 300, "{tally:?}");
}

/// Along random games, the plain model and the rules engine have the same moves and positions.
#[test]
fn the_plain_model_agrees_with_the_rules_engine() {
    let mut generator = Generator::new(11);
    for rules in tables() {
        for number in 0..12 {
            let mut table = Table::numbered(&rules, number).unwrap();
            let mut plain = Plain::new(&pack(&table).unwrap());
            for _ in 0..150 {
                let mut moves = useful(&plain.moves(), &plain);
                let mut theirs = useful(&table.moves(), &plain);
                moves.sort();
                theirs.sort();
                assert_eq!(moves, theirs, "{}\n{table}", rules.name);
                if moves.is_empty() {
                    break;
                }
                // Prefer carries to draws, which are frequent.
                let carries: Vec<Move> =
                    moves.iter().copied().filter(|m| matches!(m, Move::Carry { .. })).collect();
                let pool = if carries.is_empty() || generator.below(3) == 0 { &moves } else { &carries };
                let m = pool[generator.below(pool.len() as u64) as usize];
                table.play(m).unwrap();
                plain.play(m).unwrap();
                assert_eq!(pack(&table).unwrap(), plain.now(), "{} after {m}\n{table}", rules.name);
            }
        }
    }
}

/// The moves in a form in which the two models can be compared: empty foundations that may take any suit are
/// interchangeable, and the models need not name the same one.
fn useful(moves: &[Move], plain: &Plain) -> Vec<Move> {
    let mut out: Vec<Move> = moves
        .iter()
        .map(|&m| match m {
            Move::Carry { from, to: Pile::Foundation(at), count }
                if plain.foundations[usize::from(at)].is_empty() =>
            {
                let first = plain.foundations.iter().position(Vec::is_empty).unwrap() as u8;
                let bound = plain.position.homes[usize::from(at)].is_some();
                Move::Carry { from, to: Pile::Foundation(if bound { at } else { first }), count }
            }
            m => m,
        })
        .collect();
    out.sort();
    out.dedup();
    out
}

#[test]
fn wins_pass_the_replay_on_the_table() {
    for rules in tables() {
        let mut wins = 0;
        for number in 0..12 {
            let table = Table::numbered(&rules, number).unwrap();
            let position = pack(&table).unwrap();
            let limits = Limits { nodes: 5_000, ..Limits::default() };
            let report = solve(&mut Solver::new(), &position, limits).report;
            if let Verdict::Winnable(line) = report.verdict {
                talon_solve::certify(&table, &line).unwrap();
                wins += 1;
            }
        }
        assert!(wins > 0 || rules.redeals != talon_rules::Count::Unlimited, "{}", rules.name);
    }
}

#[test]
fn a_solver_that_is_used_again_gives_the_same_answers() {
    let named = find("canfield-solvitaire");
    let mut used = Solver::new();
    for n in 0..30 {
        let position = named.deal(&talon_cards::shuffle(Deck::STANDARD, n));
        let limits = Limits { nodes: 500, ..Limits::default() };
        let again = solve(&mut used, &position, limits);
        let fresh = solve(&mut Solver::new(), &position, limits);
        assert_eq!(again.report.verdict, fresh.report.verdict);
        assert_eq!((again.report.nodes, again.most_up), (fresh.report.nodes, fresh.most_up));
        assert!(again.report.nodes <= 501);
        if matches!(again.report.verdict, Verdict::Winnable(_)) {
            assert_eq!(again.most_up, 52);
        } else {
            assert!((1..52).contains(&again.most_up));
        }
    }
}

#[test]
fn a_search_keeps_its_limits() {
    let named = find("canfield-solvitaire");
    // A deal that takes many nodes.
    let position: Position = named.deal(&talon_cards::shuffle(Deck::STANDARD, 221));
    let verdict = |limits, watch: &mut talon_solve::Watch| match Solver::new()
        .solve_position(&position, limits, watch)
        .expect("a valid position")
        .report
        .verdict
    {
        Verdict::Unknown(why) => Some(why),
        _ => None,
    };
    assert_eq!(verdict(Limits { nodes: 1000, ..Limits::default() }, &mut unwatched), Some(Why::Nodes));
    assert_eq!(verdict(Limits { memory: 1 << 18, ..Limits::default() }, &mut unwatched), Some(Why::Memory));
    let mut stop = |_| Some(Why::Cancelled);
    assert_eq!(verdict(Limits::default(), &mut stop), Some(Why::Cancelled));
}

/// The number of nodes changes only with a deliberate change of the search.
#[test]
fn the_number_of_nodes_is_unchanged() {
    let named = find("canfield-solvitaire");
    let mut solver = Solver::new();
    let nodes: u64 = (0..40)
        .map(|n| {
            let position = named.deal(&talon_cards::shuffle(Deck::STANDARD, n));
            solve(&mut solver, &position, Limits::default()).report.nodes
        })
        .sum();
    assert_eq!(nodes, 72294);
}
