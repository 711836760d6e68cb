//! The generic solver against plain brute force on small decks of every game's rules and more.

mod brute_force;

use brute_force::{brute_force, small};
use rules::{Fill, Rules, Table};
use solve::{Limits, Verdict, solve_generic, unwatched};

/// How many of these deals brute force could decide, won and lost; every one is compared.
fn compare(rules: &Rules, deals: std::ops::Range<u64>) -> [u64; 2] {
    let mut counts = [0; 2];
    for number in deals {
        let table = Table::numbered(rules, number).unwrap();
        let Some(won) = brute_force(&table, 3000) else { continue };
        counts[usize::from(!won)] += 1;
        let mut watch = unwatched;
        let report = solve_generic(&table, Limits::default(), &mut watch);
        match report.verdict {
            Verdict::Winnable(_) => {
                assert!(won, "{} {number}: no win exists\n{rules:?}\n{table}", rules.name)
            }
            Verdict::Unwinnable => assert!(!won, "{} {number}: a win exists\n{rules:?}\n{table}", rules.name),
            Verdict::Unknown(why) => panic!("{} {number}: {why}", rules.name),
        }
    }
    counts
}

#[test]
fn every_game_agrees_with_brute_force() {
    let mut sum = [0; 2];
    for game in games::ALL {
        let mut counts = [0; 2];
        for shape in 0..6 {
            for (suits, ranks, deals) in [(2, 4, 8), (4, 4, 8), (2, 6, 4), (4, 3, 4)] {
                let Some(rules) = small(game, suits, ranks, shape) else { continue };
                let found = compare(&rules, 0..deals);
                counts[0] += found[0];
                counts[1] += found[1];
            }
        }
        assert!(counts[0] > 0 || counts[1] > 0, "{}: no deal was compared", game.name);
        sum[0] += counts[0];
        sum[1] += counts[1];
    }
    assert!(sum[0] > 1000 && sum[1] > 1000, "{sum:?}: both answers must occur");
}

/// The words of the vocabulary in combinations that no named game has.
#[test]
fn mixed_rules_agree_with_brute_force() {
    use rules::{Base, Build, Count, Place, ReserveFills, Stock, Take, TakeBack};
    let builds = [Build::AltColour, Build::SameColour, Build::SameSuit, Build::OtherSuit, Build::AnySuit];
    let takes =
        [Take::Top, Take::Whole, Take::TopOrWhole, Take::Run, Take::SuitRun, Take::RunBySpace, Take::FaceUp];
    let backs = [TakeBack::Never, TakeBack::OntoCards, TakeBack::Anywhere, TakeBack::EvenBase];
    let fills = [Fill::Anything, Fill::Kings, Fill::Waste, Fill::WasteOrColumn, Fill::Nothing];
    let stocks = [Stock::Waste, Stock::FaceUp, Stock::Rows, Stock::RowsAnyTime];
    let reserves = [ReserveFills::Itself, ReserveFills::ByHand, ReserveFills::Never];
    let bases = [Base::Ace, Base::AcesOut, Base::Dealt];
    let mut pick = cards::Generator::new(11);
    let mut counts = [0; 2];
    let mut sets = 0;
    while sets < 1500 {
        let mut of = |n: usize| pick.below(n as u64) as usize;
        let suits = [2, 4][of(2)];
        let game = Rules {
            build: builds[of(5)],
            take: takes[of(7)],
            take_back: backs[of(4)],
            fill: fills[of(5)],
            stock: stocks[of(4)],
            reserve_fills: reserves[of(3)],
            reserve: of(3) as u8,
            base: bases[of(3)],
            place: [Place::BySuit, Place::FirstEmpty, Place::AnyEmpty][of(3)],
            wrap: of(2) == 1,
            both_ways: of(4) == 0,
            build_on_base: of(2) == 1,
            base_into_columns: of(3) > 0,
            cells: of(3) as u8,
            cells_dealt: 0,
            cells_take: true,
            draw: 1 + of(3) as u8,
            redeals: [Count::Of(0), Count::Of(1), Count::Unlimited][of(3)],
            redeal_draws: of(3) == 0,
            first_turned: false,
            ..*games::find("klondike").unwrap()
        };
        let ranks = if suits == 2 { 4 + of(3) as u8 } else { 3 + of(2) as u8 };
        let game = Rules { draw: if game.stock == Stock::FaceUp { 1 } else { game.draw }, ..game };
        let Some(rules) = small(&game, suits, ranks, of(6) as u8) else { continue };
        sets += 1;
        let number = of(1000) as u64;
        let found = compare(&rules, number..number + 2);
        counts[0] += found[0];
        counts[1] += found[1];
    }
    assert!(counts[0] > 300 && counts[1] > 300, "{counts:?}: both answers must occur");
}
