//! The packed Spider against the table and against a naive model, neither of which shares code
//! with it.

mod naive;

use cards::{Card, Deck, Generator};
use naive::{Fault, Naive, brute, certify, namable, small};
use rules::{Move, Pile, Rules, Sizes, Stock, Table};
use solve::packed::spider::{
    Game, Position, Proof, Ruling, Splits, Step, carries, exhaust, solve as solve_spider, stuck, uneven,
};
use solve::{Effort, Limits, Progress, Verdict, Why};

fn proof(position: &Position) -> Proof {
    let (game, root) = Game::pack(position).unwrap();
    let mut watch = solve::unwatched;
    let mut effort = Effort::new(Limits::default(), &mut watch);
    exhaust(&game, &root, usize::MAX, &mut effort).unwrap()
}

/// The steps of a position by the packed state, as plain moves, sorted.
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

/// Without a stock empty columns are all alike to the packed state, and a column that is one run
/// stays where it is: drops those moves.
fn without_renaming(position: &Position, moves: &mut Vec<Move>) {
    if position.stock.is_empty() {
        let first = position.columns.iter().position(|column| column.cards.is_empty());
        moves.retain(|m| match *m {
            Move::Carry { from: Pile::Column(from), to: Pile::Column(to), count } => {
                let empty = position.columns[usize::from(to)].cards.is_empty();
                let whole = position.columns[usize::from(from)].cards.len() == usize::from(count)
                    && count != position.ruling.ranks;
                !empty || (Some(usize::from(to)) == first && !whole)
            }
            _ => true,
        });
    }
    moves.sort();
}

#[test]
fn walks_agree_with_the_table() {
    let small = Rules {
        copies: 2,
        suits: 2,
        ranks: 3,
        columns: 4,
        down: Sizes::new(&[1]),
        stock: Stock::Rows,
        ..games::SPIDER
    };
    let list = [
        games::SPIDER,
        games::SPIDER_2,
        games::SPIDER_1,
        games::SPIDER_RELAXED,
        games::SPIDERETTE,
        games::WILL_O_THE_WISP,
        games::SIMPLE_SIMON,
        games::MRS_MOP,
        small,
        Rules { suits: 1, copies: 4, stock: Stock::RowsAnyTime, ..small },
    ];
    let mut left = 0;
    for (rules, number) in list.iter().flat_map(|rules| (0..20).map(move |number| (rules, number))) {
        let mut pick = Generator::new(number);
        let mut table = Table::numbered(rules, number).unwrap();
        let mut position = Position::of(&table).unwrap();
        let (game, mut state) = Game::pack(&position).unwrap();
        for _ in 0..150 {
            let mut legal = table.moves();
            without_renaming(&position, &mut legal);
            assert_eq!(packed_moves(&position), legal, "{} {number}", rules.name);
            // Runs come about more often when joins in suit are preferred.
            let step_of = |m: &Move| match *m {
                Move::Carry { from: Pile::Column(from), to: Pile::Column(to), count } => {
                    Step::carry(from.into(), to.into(), count)
                }
                _ => Step::DEAL,
            };
            let mut best: Vec<(usize, Move)> = Vec::new();
            for &m in &legal {
                let mut child = state;
                child.play(&game, step_of(&m));
                best.push((child.entries() + pick.below(3) as usize, m));
            }
            let Some(&(_, m)) = best.iter().min() else { break };
            let step = step_of(&m);
            assert!(state.legal(&game, step));
            let after = state.key_after(&game, state.key(&game), step);
            state.play(&game, step);
            assert!(step == Step::DEAL || after == state.key(&game));
            table.play(m).unwrap();
            position.play(m).unwrap();
            assert_eq!(Position::of(&table).unwrap(), position);
            let unpacked = state.unpack(&game);
            assert_eq!((&unpacked.columns, &unpacked.stock), (&position.columns, &position.stock));
            let (_, fresh) = Game::pack(&position).unwrap();
            assert_eq!(fresh.key(&game), state.key(&game), "the hash kept up is the hash from scratch");
            assert_eq!(state.won(), table.is_won());
        }
        left += position.done.iter().map(|&n| usize::from(n)).sum::<usize>();
    }
    assert!(left > 40, "only {left} runs left the table: the walks are too short");
}

#[test]
fn other_games_are_not_taken_for_spider() {
    for rules in [games::KLONDIKE, games::SCORPION, games::SPIDER_GNOME, games::FREECELL] {
        assert!(Position::of(&Table::numbered(&rules, 1).unwrap()).is_none(), "{}", rules.name);
    }
}

/// Does the packed state walk in step with the naive model?
fn agrees(number: u64, fault: Fault) -> bool {
    let mut position = small(number);
    let mut pick = Generator::new(number);
    for _ in 0..60 {
        let naive = Naive::of(&position);
        let legal_by = |m: &Move| naive.clone().play(*m, fault);
        let mut legal: Vec<Move> =
            namable(position.columns.len(), position.ruling.ranks).filter(legal_by).collect();
        without_renaming(&position, &mut legal);
        if legal != packed_moves(&position) {
            return false;
        }
        if legal.is_empty() {
            break;
        }
        let m = legal[pick.below(legal.len() as u64) as usize];
        let (mut naive, (game, mut state)) = (naive, Game::pack(&position).unwrap());
        naive.play(m, fault);
        let step = match m {
            Move::Carry { from: Pile::Column(from), to: Pile::Column(to), count } => {
                Step::carry(from.into(), to.into(), count)
            }
            _ => Step::DEAL,
        };
        state.play(&game, step);
        position = state.unpack(&game);
        if Naive::of(&position) != naive {
            return false;
        }
    }
    true
}

#[test]
fn planted_faults_are_found() {
    assert!((0..1000).all(|number| agrees(number, Fault::None)));
    for fault in [
        Fault::Wrap,
        Fault::MixedRuns,
        Fault::OtherDeal,
        Fault::DealtRunStays,
        Fault::RunStays,
        Fault::NotTurned,
        Fault::BackwardDeal,
        Fault::SameRank,
        Fault::KingsOnly,
    ] {
        assert!((0..1000).any(|number| !agrees(number, fault)), "{fault:?} went unnoticed");
    }
}

#[test]
fn exhaustion_agrees_with_brute_force() {
    let (mut won, mut lost, mut early) = (0, 0, 0);
    for number in 0..1200 {
        let position = small(number);
        let winnable = brute(&position);
        match proof(&position) {
            Proof::Won(line) => {
                assert!(winnable, "deal {number} cannot be won");
                let line: Vec<Move> = line.into_iter().map(Step::plain).collect();
                certify(&position, &line);
                won += 1;
            }
            Proof::Lost => {
                assert!(!winnable, "deal {number} can be won");
                lost += 1;
            }
            Proof::Large => panic!("there was no limit"),
        }
        let (game, state) = Game::pack(&position).unwrap();
        if stuck(&state, &game) || uneven(&position) {
            assert!(!winnable, "deal {number} is not dead");
            early += 1;
        }
        match solve_spider(&position, Limits::default(), &mut solve::unwatched).verdict {
            Verdict::Winnable(line) => {
                assert!(winnable);
                certify(&position, &line);
            }
            Verdict::Unwinnable => assert!(!winnable),
            Verdict::Unknown(why) => panic!("deal {number}: {why}"),
        }
    }
    assert!(won > 300 && lost > 300 && early > 50, "{won} won, {lost} lost, {early} seen at a glance");
}

#[test]
fn full_deals_are_won_and_the_lines_replayed() {
    for suits in [1, 2, 4] {
        for ruling in [Ruling::STRICT, Ruling::RELAXED] {
            for number in 1..5 {
                let deck = Deck { copies: 8 / suits, suits, ranks: 13 };
                let position = Position::spider(&cards::shuffle(deck, number), ruling);
                let limits = Limits { nodes: 400_000, ..Limits::default() };
                let report = solve_spider(&position, limits, &mut solve::unwatched);
                let Verdict::Winnable(line) = report.verdict else {
                    panic!("{suits} suits, deal {number}: {:?}", report.verdict)
                };
                certify(&position, &line);
                // Also from the middle of the game.
                let mut middle = position.clone();
                for &m in &line[..line.len() / 2] {
                    middle.play(m).unwrap();
                }
                let report = solve_spider(&middle, limits, &mut solve::unwatched);
                let Verdict::Winnable(line) = report.verdict else { panic!("{:?}", report.verdict) };
                certify(&middle, &line);
            }
        }
    }
}

#[test]
fn budgets_are_kept() {
    let deal = |number| Position::spider(&cards::shuffle(Deck::DOUBLE, number), Ruling::STRICT);
    let short = Limits { nodes: 1000, ..Limits::default() };
    let report = solve_spider(&deal(1), short, &mut solve::unwatched);
    assert_eq!(report.verdict, Verdict::Unknown(Why::Nodes));
    assert!(report.nodes <= 1001);
    let narrow = Limits { memory: 100_000, ..Limits::default() };
    let report = solve_spider(&deal(1), narrow, &mut solve::unwatched);
    assert_eq!(report.verdict, Verdict::Unknown(Why::Memory));
    let mut cancel = |progress: Progress| (progress.nodes > 3000).then_some(Why::Cancelled);
    let report = solve_spider(&deal(1), Limits::default(), &mut cancel);
    assert_eq!(report.verdict, Verdict::Unknown(Why::Cancelled));
    assert!(report.nodes < 6000);
}

/// PySol's deal 14934, which no program had won: 51,000 positions into the game every column is held
/// by a king, which needs an empty column, or by a two, which needs a three; and all eight threes
/// lie under them.
#[test]
fn deal_14934_cannot_be_won() {
    let text = include_str!("data/spider-4-14934.csv");
    let line = text.lines().nth(1).unwrap();
    let cards: Vec<Card> =
        line.split_once(',').unwrap().1.split_whitespace().map(|card| card.parse().unwrap()).collect();
    for ruling in [Ruling::STRICT, Ruling::RELAXED] {
        assert_eq!(proof(&Position::spider(&cards, ruling)), Proof::Lost);
    }
}

/// The behaviour's signature: a change here is a change of the search, wanted or not.
#[test]
fn the_signature_is_unchanged() {
    for (suits, nodes) in [(4, 210_034), (2, 56_276), (1, 45_582)] {
        let deck = Deck { copies: 8 / suits, suits, ranks: 13 };
        let total: u64 = (1..9)
            .map(|number| Position::spider(&cards::shuffle(deck, number), Ruling::STRICT))
            .map(|position| solve_spider(&position, Limits::default(), &mut solve::unwatched).nodes)
            .sum();
        assert_eq!(total, nodes, "{suits} suits");
    }
}
