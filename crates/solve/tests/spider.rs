//! The packed Spider against the table and against a naive model, neither of which shares code
//! with it.

use cards::{Card, Deck, Generator};
use rules::{Move, Pile, Rules, Sizes, Stock, Table};
use solve::packed::spider::{
    Game, Position, Proof, Ruling, Splits, Step, carries, exhaust, solve as solve_spider, stuck, uneven,
};
use solve::{Effort, Limits, Progress, Verdict, Why};
use std::collections::HashSet;

/// What the naive model may be told to get wrong.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Fault {
    None,
    /// An ace takes a king.
    Wrap,
    /// A run may change its suit.
    MixedRuns,
    /// Rows are dealt over empty columns, or are not.
    OtherDeal,
    /// A run completed by a deal stays.
    DealtRunStays,
    /// A complete run stays.
    RunStays,
    /// The card under a run that left is not turned.
    NotTurned,
    /// Rows are dealt from the last column to the first.
    BackwardDeal,
    /// A card goes on its own rank.
    SameRank,
    /// Only kings into empty columns.
    KingsOnly,
}

/// Spider as naively as possible: every card knows whether it is face up.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Naive {
    columns: Vec<Vec<(Card, bool)>>,
    stock: Vec<Card>,
    ranks: usize,
    strict: bool,
}

impl Naive {
    fn of(position: &Position) -> Naive {
        let columns = position.columns.iter().map(|column| {
            column.cards.iter().enumerate().map(|(i, &card)| (card, i >= column.down)).collect()
        });
        Naive {
            columns: columns.collect(),
            stock: position.stock.clone(),
            ranks: position.ruling.ranks.into(),
            strict: position.ruling.strict,
        }
    }

    /// Plays a move, or says that it is illegal.
    fn play(&mut self, m: Move, fault: Fault) -> bool {
        let touched: Vec<usize> = match m {
            Move::Deal => {
                let strict = self.strict != (fault == Fault::OtherDeal);
                if self.stock.is_empty() || strict && self.columns.iter().any(Vec::is_empty) {
                    return false;
                }
                let row = self.columns.len().min(self.stock.len());
                for i in 0..row {
                    let c = if fault == Fault::BackwardDeal { row - 1 - i } else { i };
                    self.columns[c].push((self.stock.remove(0), true));
                }
                if fault == Fault::DealtRunStays { Vec::new() } else { (0..row).collect() }
            }
            Move::Carry { from: Pile::Column(from), to: Pile::Column(to), count } => {
                let (from, to, count) = (usize::from(from), usize::from(to), usize::from(count));
                if from == to || count == 0 || count > self.columns[from].len() {
                    return false;
                }
                let at = self.columns[from].len() - count;
                let group = &self.columns[from][at..];
                let head = group[0].0;
                for (i, &(card, up)) in group.iter().enumerate() {
                    let suited = card.suit() == head.suit() || fault == Fault::MixedRuns;
                    if !up || !suited || usize::from(card.rank().number()) + i != head.rank().number().into()
                    {
                        return false;
                    }
                }
                match self.columns[to].last() {
                    Some((top, _)) => {
                        let (under, over) = (top.rank().number(), head.rank().number());
                        let wraps = fault == Fault::Wrap && under == 1 && usize::from(over) == self.ranks;
                        if under != over + 1 && !wraps && !(fault == Fault::SameRank && under == over) {
                            return false;
                        }
                    }
                    None if fault == Fault::KingsOnly && usize::from(head.rank().number()) != self.ranks => {
                        return false;
                    }
                    None => {}
                }
                let group: Vec<_> = self.columns[from].drain(at..).collect();
                self.columns[to].extend(group);
                if let Some(top) = self.columns[from].last_mut() {
                    top.1 = true;
                }
                vec![to]
            }
            _ => return false,
        };
        for c in touched.into_iter().filter(|_| fault != Fault::RunStays) {
            let column = &mut self.columns[c];
            let top = column[column.len() - 1].0;
            let mut run = 0;
            for &(card, up) in column.iter().rev() {
                if !up || card.suit() != top.suit() || usize::from(card.rank().number()) != run + 1 {
                    break;
                }
                run += 1;
            }
            if run == self.ranks {
                column.truncate(column.len() - run);
                if let Some(top) = column.last_mut() {
                    top.1 |= fault != Fault::NotTurned;
                }
            }
        }
        true
    }

    fn won(&self) -> bool {
        self.stock.is_empty() && self.columns.iter().all(Vec::is_empty)
    }
}

/// All moves one could name.
fn namable(columns: usize, ranks: u8) -> impl Iterator<Item = Move> {
    let carries = (0..columns).flat_map(move |from| {
        (0..columns).flat_map(move |to| {
            (1..=ranks).map(move |count| Move::Carry {
                from: Pile::Column(from as u8),
                to: Pile::Column(to as u8),
                count,
            })
        })
    });
    carries.chain([Move::Deal])
}

/// Every position within reach, by the naive model and nothing else.
fn brute(position: &Position) -> bool {
    let root = Naive::of(position);
    let mut seen = HashSet::from([root.clone()]);
    let mut queue = vec![root];
    while let Some(naive) = queue.pop() {
        if naive.won() {
            return true;
        }
        for m in namable(naive.columns.len(), position.ruling.ranks) {
            let mut child = naive.clone();
            if child.play(m, Fault::None) && !seen.contains(&child) {
                seen.insert(child.clone());
                queue.push(child);
            }
        }
    }
    false
}

fn proof(position: &Position) -> Proof {
    let (game, root) = Game::pack(position).unwrap();
    let mut watch = solve::unwatched;
    let mut effort = Effort::new(Limits::default(), &mut watch);
    exhaust(&game, &root, usize::MAX, &mut effort).unwrap()
}

/// Does the line win by the naive rules?
fn certify(position: &Position, line: &[Move]) {
    let mut naive = Naive::of(position);
    for (i, &m) in line.iter().enumerate() {
        assert!(naive.play(m, Fault::None), "move {i} of the line, {m}, is illegal");
    }
    assert!(naive.won(), "the line does not win");
}

/// Small deals of all shapes.
fn small(number: u64) -> Position {
    let mut pick = Generator::new(number);
    let decks = [
        Deck { copies: 1, suits: 2, ranks: 4 },
        Deck { copies: 2, suits: 1, ranks: 4 },
        Deck { copies: 2, suits: 2, ranks: 3 },
        Deck { copies: 1, suits: 4, ranks: 3 },
        Deck { copies: 2, suits: 2, ranks: 2 },
        Deck { copies: 2, suits: 1, ranks: 5 },
    ];
    let deck = decks[pick.below(decks.len() as u64) as usize];
    let columns = 2 + pick.below(3) as usize;
    let sizes: Vec<usize> = (0..columns).map(|_| 1 + pick.below(4) as usize).collect();
    let ruling = Ruling { ranks: deck.ranks, strict: pick.below(2) == 0 };
    let up = 1 + pick.below(2) as usize;
    Position::rows(&cards::shuffle(deck, number), &sizes, up, ruling)
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
