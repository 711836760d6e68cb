//! The packed Spider solver against the rules engine and against a plain model; it shares no code with
//! either.

use talon_cards::{Card, Deck, Generator};
use talon_reference::spider::{Fault, Plain, certify, small};
use talon_rules::{Move, Pile, Rules, Sizes, Stock, Table};
use talon_solve::spider::{
    Exhaustion, Game, Position, Splits, Step, Variant, carries, exhaust, has_uneven_suits, is_dead, pack,
    solve,
};
use talon_solve::{Budget, Limits, Progress, Verdict, Why, unwatched};

fn exhausted(position: &Position) -> Exhaustion {
    let (game, root) = Game::pack(position).unwrap();
    let mut watch = unwatched;
    let mut budget = Budget::new(Limits::default(), &mut watch);
    exhaust(&game, &root, usize::MAX, &mut budget).unwrap()
}

/// The moves of a position by the packed state, sorted.
fn packed_moves(position: &Position) -> Vec<Move> {
    let (game, state) = Game::pack(position).unwrap();
    let mut moves: Vec<Move> = Vec::new();
    carries(&state, &game, Splits::Every, |step| moves.push(step.plain()));
    if state.may_deal(&game) {
        moves.push(Move::Deal);
    }
    moves.sort();
    moves
}

/// The step of a plain move.
fn step_of(m: Move) -> Step {
    match m {
        Move::Carry { from: Pile::Column(from), to: Pile::Column(to), count } => {
            Step::carry(from.into(), to.into(), count)
        }
        _ => Step::DEAL,
    }
}

/// Removes the moves that only exchange columns, which the packed state leaves out when the stock is empty.
fn remove_exchanges(position: &Position, moves: &mut Vec<Move>) {
    if position.stock.is_empty() {
        let first = position.columns.iter().position(|column| column.cards.is_empty());
        moves.retain(|m| match *m {
            Move::Carry { from: Pile::Column(from), to: Pile::Column(to), count } => {
                let to_empty = position.columns[usize::from(to)].cards.is_empty();
                let whole = position.columns[usize::from(from)].cards.len() == usize::from(count);
                !to_empty || (Some(usize::from(to)) == first && !whole)
            }
            _ => true,
        });
    }
    moves.sort();
}

#[test]
fn random_games_agree_with_the_table() {
    let small = Rules {
        copies: 2,
        suits: 2,
        ranks: 3,
        columns: 4,
        down: Sizes::new(&[1]),
        stock: Stock::Rows,
        ..talon_games::SPIDER
    };
    let games = [
        talon_games::SPIDER,
        talon_games::SPIDER_2,
        talon_games::SPIDER_1,
        talon_games::SPIDER_RELAXED,
        talon_games::SPIDERETTE,
        talon_games::WILL_O_THE_WISP,
        talon_games::SIMPLE_SIMON,
        talon_games::MRS_MOP,
        small,
        Rules { suits: 1, copies: 4, stock: Stock::RowsAnyTime, ..small },
    ];
    let mut completed = 0;
    for (rules, number) in games.iter().flat_map(|rules| (0..20).map(move |number| (rules, number))) {
        let mut pick = Generator::new(number);
        let mut table = Table::numbered(rules, number).unwrap();
        let (game, mut state) = Game::pack(&pack(&table).unwrap()).unwrap();
        for _ in 0..150 {
            let position = pack(&table).unwrap();
            let mut legal = table.moves();
            remove_exchanges(&position, &mut legal);
            assert_eq!(packed_moves(&position), legal, "{} {number}", rules.name);
            // Runs are completed more often if moves that leave few runs are preferred.
            let mut ranked: Vec<(usize, Move)> = Vec::new();
            for &m in &legal {
                let mut child = state;
                child.play(&game, step_of(m));
                ranked.push((child.run_count() + pick.below(3) as usize, m));
            }
            let Some(&(_, m)) = ranked.iter().min() else { break };
            let step = step_of(m);
            assert!(state.is_legal(&game, step));
            let after = state.key_after(&game, state.key(&game), step);
            state.play(&game, step);
            assert!(step == Step::DEAL || after == state.key(&game));
            table.play(m).unwrap();
            assert_eq!(pack(&table).unwrap(), state.unpack(&game));
            let (_, fresh) = Game::pack(&pack(&table).unwrap()).unwrap();
            assert_eq!(fresh.key(&game), state.key(&game), "the incremental key equals the key from scratch");
            assert_eq!(state.is_won(), table.is_won());
        }
        completed += usize::from(table.cards_up()) / usize::from(rules.ranks);
    }
    assert!(completed > 40, "only {completed} runs were completed: the games are too short");
}

#[test]
fn other_games_are_not_recognised() {
    for rules in
        [talon_games::KLONDIKE, talon_games::SCORPION, talon_games::SPIDER_GNOME, talon_games::FREECELL]
    {
        assert!(pack(&Table::numbered(&rules, 1).unwrap()).is_none(), "{}", rules.name);
    }
}

/// Returns `true` if a random game agrees with the plain model, which has a fault.
fn agrees(number: u64, fault: Option<Fault>) -> bool {
    let mut position = Plain::new(&small(number)).position();
    let mut pick = Generator::new(number);
    for _ in 0..60 {
        let mut plain = Plain::new(&position);
        let mut legal = plain.moves(fault);
        remove_exchanges(&position, &mut legal);
        if legal != packed_moves(&position) {
            return false;
        }
        if legal.is_empty() {
            break;
        }
        let m = legal[pick.below(legal.len() as u64) as usize];
        let (game, mut state) = Game::pack(&position).unwrap();
        plain.play_with(m, fault);
        state.play(&game, step_of(m));
        position = state.unpack(&game);
        if Plain::new(&position) != plain {
            return false;
        }
    }
    true
}

#[test]
fn planted_faults_are_noticed() {
    assert!((0..1000).all(|number| agrees(number, None)));
    for fault in Fault::ALL {
        assert!((0..1000).any(|number| !agrees(number, Some(fault))), "{fault:?} went unnoticed");
    }
}

#[test]
fn verdicts_agree_with_brute_force() {
    let (mut won, mut lost, mut dead) = (0, 0, 0);
    for number in 0..1200 {
        let position = small(number);
        let winnable = Plain::new(&position).winnable();
        match exhausted(&position) {
            Exhaustion::Won(line) => {
                assert!(winnable, "deal {number} cannot be won");
                let line: Vec<Move> = line.into_iter().map(Step::plain).collect();
                certify(&position, &line);
                won += 1;
            }
            Exhaustion::Lost => {
                assert!(!winnable, "deal {number} can be won");
                lost += 1;
            }
            Exhaustion::TooLarge => panic!("there was no limit"),
        }
        let (game, state) = Game::pack(&position).unwrap();
        if is_dead(&state, &game) || has_uneven_suits(&position) {
            assert!(!winnable, "deal {number} is not dead");
            dead += 1;
        }
        match solve(&position, Limits::default(), &mut unwatched).verdict {
            Verdict::Winnable(line) => {
                assert!(winnable);
                certify(&position, &line);
            }
            Verdict::Unwinnable => assert!(!winnable),
            Verdict::Unknown(why) => panic!("deal {number}: {why}"),
        }
    }
    assert!(won > 300 && lost > 300 && dead > 50, "{won} won, {lost} lost, {dead} of them dead at once");
}

#[test]
fn full_deals_are_won_from_the_start_and_from_the_middle() {
    for suits in [1, 2, 4] {
        for variant in [Variant::STRICT, Variant::RELAXED] {
            for number in 1..5 {
                let deck = Deck { copies: 8 / suits, suits, ranks: 13 };
                let position = Position::spider(&talon_cards::shuffle(deck, number), variant);
                let limits = Limits { nodes: 400_000, ..Limits::default() };
                let report = solve(&position, limits, &mut unwatched);
                let Verdict::Winnable(line) = report.verdict else {
                    panic!("{suits} suits, deal {number}: {:?}", report.verdict)
                };
                certify(&position, &line);
                let mut middle = Plain::new(&position);
                line[..line.len() / 2].iter().for_each(|&m| assert!(middle.play(m)));
                let middle = middle.position();
                let report = solve(&middle, limits, &mut unwatched);
                let Verdict::Winnable(line) = report.verdict else { panic!("{:?}", report.verdict) };
                certify(&middle, &line);
            }
        }
    }
}

#[test]
fn limits_are_kept() {
    let deal = |number| Position::spider(&talon_cards::shuffle(Deck::DOUBLE, number), Variant::STRICT);
    let short = Limits { nodes: 1000, ..Limits::default() };
    let report = solve(&deal(1), short, &mut unwatched);
    assert_eq!(report.verdict, Verdict::Unknown(Why::Nodes));
    assert!(report.nodes <= 1001);
    let narrow = Limits { memory: 100_000, ..Limits::default() };
    let report = solve(&deal(1), narrow, &mut unwatched);
    assert_eq!(report.verdict, Verdict::Unknown(Why::Memory));
    let mut cancel = |progress: Progress| (progress.nodes > 3000).then_some(Why::Cancelled);
    let report = solve(&deal(1), Limits::default(), &mut cancel);
    assert_eq!(report.verdict, Verdict::Unknown(Why::Cancelled));
    assert!(report.nodes < 6000);
}

/// Deal 14934 of PySol, which no program had won. In every position that can be reached, each column is
/// blocked by a king, which needs an empty column, or by a two, which needs a three; and all eight threes lie
/// under them.
#[test]
fn deal_14934_cannot_be_won() {
    let text = include_str!("../../deals/tests/data/spider-4-14934.csv");
    let line = text.lines().nth(1).unwrap();
    let cards: Vec<Card> =
        line.split_once(',').unwrap().1.split_whitespace().map(|card| card.parse().unwrap()).collect();
    for variant in [Variant::STRICT, Variant::RELAXED] {
        assert_eq!(exhausted(&Position::spider(&cards, variant)), Exhaustion::Lost);
    }
}

/// The signature of the beam searches: a difference means that the search has changed.
#[test]
fn the_nodes_of_full_deals_are_unchanged() {
    for (suits, nodes) in [(4, 210_034), (2, 56_276), (1, 45_582)] {
        let deck = Deck { copies: 8 / suits, suits, ranks: 13 };
        let total: u64 = (1..9)
            .map(|number| Position::spider(&talon_cards::shuffle(deck, number), Variant::STRICT))
            .map(|position| solve(&position, Limits::default(), &mut unwatched).nodes)
            .sum();
        assert_eq!(total, nodes, "{suits} suits");
    }
}
