//! The generic solver against plain brute force on small decks of every game's rules and more.
//!
//! Brute force knows the table, its legal moves and its canonical key, nothing else.

use rules::{Events, Fill, Move, Rules, Sizes, Table};
use solve::{Limits, Verdict, solve_generic, unwatched};
use std::collections::HashSet;

/// Can it be won? `None` where that would take too long.
fn brute_force(table: &Table, most: usize) -> Option<bool> {
    let mut table = table.clone();
    let mut known = HashSet::new();
    let mut key = Vec::new();
    table.key(&mut key);
    known.insert(key.clone());
    if table.is_won() {
        return Some(true);
    }
    // Depth first: the moves left to try at each level, and what led there.
    let mut levels: Vec<(Vec<Move>, Events)> = vec![(table.moves(), Events::new())];
    loop {
        let Some((moves, _)) = levels.last_mut() else { return Some(false) };
        let Some(m) = moves.pop() else {
            let (_, events) = levels.pop().expect("there is a level");
            table.undo(&events);
            continue;
        };
        let mut events = Events::new();
        table.play_legal(m, &mut events);
        table.key(&mut key);
        if known.contains(&key) {
            table.undo(&events);
            continue;
        }
        if table.is_won() {
            return Some(true);
        }
        if known.len() >= most {
            return None;
        }
        known.insert(key.clone());
        levels.push((table.moves(), events));
    }
}

/// A game cut down: fewer ranks and suits, and columns, cells and reserve to match.
fn small(game: &Rules, suits: u8, ranks: u8, shape: u8) -> Option<Rules> {
    let mut rules = Rules { suits, ranks, copies: game.copies.min(2), ..*game };
    if rules.copies == 2 && ranks > 4 {
        rules.ranks = ranks.div_ceil(2);
    }
    rules.columns = [2, 3, 4][usize::from(shape % 3)];
    rules.cells = game.cells.min(1 + shape % 2);
    rules.cells_dealt = game.cells_dealt.min(rules.cells);
    rules.reserve = game.reserve.min(3);
    let spare = usize::from(rules.foundation_dealt() + rules.reserve + rules.cells_dealt);
    let total = rules.deck().len().checked_sub(spare)?;
    let stock = if game.stock == rules::Stock::None { 0 } else { total.min(4 + usize::from(shape)) };
    let columns = usize::from(rules.columns);
    let each = total.checked_sub(stock)?;
    let sizes: Vec<u8> =
        (0..columns).map(|c| (each / columns + usize::from(c < each % columns)) as u8).collect();
    if sizes.contains(&0) {
        return None;
    }
    let hides = (0..usize::from(game.columns)).any(|c| game.down.of(c) > 0);
    let down: Vec<u8> = sizes.iter().map(|&n| if hides { n / 2 } else { 0 }).collect();
    let up: Vec<u8> = sizes.iter().zip(&down).map(|(n, d)| n - d).collect();
    rules.down = Sizes::new(&down);
    rules.up = Sizes::new(&up);
    rules.validate().ok().map(|()| rules)
}

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
