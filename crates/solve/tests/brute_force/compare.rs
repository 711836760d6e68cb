//! The generic solver against brute force, for one set of rules or for rules mixed at random.

use super::brute_force::{brute_force, small};
use rules::{Base, Build, Count, Fill, Place, ReserveFills, Rules, Stock, Table, Take, TakeBack};
use solve::{Limits, Verdict, solve_generic, unwatched};

/// How many of these deals brute force could decide, won and lost; every one is compared.
pub fn compare(rules: &Rules, deals: std::ops::Range<u64>) -> [u64; 2] {
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

/// Words of the vocabulary in combinations that no named game has, and a deal; `None` where they
/// cannot be played.
pub fn mixed(pick: &mut cards::Generator) -> Option<(Rules, u64)> {
    let builds = [Build::AltColour, Build::SameColour, Build::SameSuit, Build::OtherSuit, Build::AnySuit];
    let takes =
        [Take::Top, Take::Whole, Take::TopOrWhole, Take::Run, Take::SuitRun, Take::RunBySpace, Take::FaceUp];
    let backs = [TakeBack::Never, TakeBack::OntoCards, TakeBack::Anywhere, TakeBack::EvenBase];
    let fills = [Fill::Anything, Fill::Kings, Fill::Waste, Fill::WasteOrColumn, Fill::Nothing];
    let stocks = [Stock::Waste, Stock::FaceUp, Stock::Rows, Stock::RowsAnyTime];
    let reserves = [ReserveFills::Itself, ReserveFills::ByHand, ReserveFills::Never];
    let bases = [Base::Ace, Base::AcesOut, Base::Dealt];
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
    let rules = small(&game, suits, ranks, of(6) as u8)?;
    Some((rules, of(1000) as u64))
}
