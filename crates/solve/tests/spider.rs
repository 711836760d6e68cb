//! The packed Spider against plain models that share no code with it.

use cards::{Card, Deck, Generator};
use rules::{Move, Pile};
use solve::packed::spider::{
    Column, Game, Position, Proof, Ruling, Splits, Step, carries, exhaust, solve as solve_spider, stuck,
    uneven,
};
use solve::{Effort, Limits, Verdict, Why};
use std::collections::HashSet;

/// Spider written a third time, as naively as possible: every card knows whether it is face up.
#[derive(Clone)]
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
    fn play(&mut self, m: Move) -> bool {
        match m {
            Move::Deal => {
                if self.stock.is_empty() || self.strict && self.columns.iter().any(Vec::is_empty) {
                    return false;
                }
                for column in &mut self.columns {
                    if !self.stock.is_empty() {
                        column.push((self.stock.remove(0), true));
                    }
                }
            }
            Move::Carry { from: Pile::Column(from), to: Pile::Column(to), count } => {
                let (from, to, count) = (usize::from(from), usize::from(to), usize::from(count));
                if from == to || count == 0 || count > self.columns[from].len() {
                    return false;
                }
                let at = self.columns[from].len() - count;
                let group = &self.columns[from][at..];
                for i in 0..count {
                    let (card, up) = group[i];
                    let expected = group[0].0.rank().number() as usize - i;
                    if !up || card.suit() != group[0].0.suit() || card.rank().number() as usize != expected {
                        return false;
                    }
                }
                if let Some((top, _)) = self.columns[to].last()
                    && top.rank().number() != group[0].0.rank().number() + 1
                {
                    return false;
                }
                let group: Vec<_> = self.columns[from].drain(at..).collect();
                self.columns[to].extend(group);
            }
            _ => return false,
        }
        for column in &mut self.columns {
            for _ in 0..2 {
                if let Some(top) = column.last_mut() {
                    top.1 = true;
                }
                let mut run = 0;
                for (card, up) in column.iter().rev() {
                    let top = column[column.len() - 1].0;
                    if !*up || card.suit() != top.suit() || card.rank().number() as usize != run + 1 {
                        break;
                    }
                    run += 1;
                }
                if run == self.ranks {
                    column.truncate(column.len() - run);
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

/// Every position within reach, by the plain model and nothing else.
fn brute(position: &Position) -> bool {
    let mut seen = HashSet::from([position.clone()]);
    let mut queue = vec![position.clone()];
    while let Some(position) = queue.pop() {
        if position.won() {
            return true;
        }
        for m in namable(position.columns.len(), position.ruling.ranks) {
            let mut child = position.clone();
            if child.play(m).is_ok() && !seen.contains(&child) {
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
        assert!(naive.play(m), "move {i} of the line, {m}, is illegal");
    }
    assert!(naive.won(), "the line does not win");
}

/// Deals for tests: all shapes of the family, small.
fn small(number: u64) -> Position {
    let mut pick = Generator::new(number);
    let decks = [
        (Deck { copies: 1, suits: 2, ranks: 4 }, 3),
        (Deck { copies: 2, suits: 1, ranks: 4 }, 3),
        (Deck { copies: 2, suits: 2, ranks: 3 }, 3),
        (Deck { copies: 1, suits: 4, ranks: 3 }, 3),
        (Deck { copies: 2, suits: 2, ranks: 2 }, 4),
    ];
    let (deck, columns) = decks[pick.below(decks.len() as u64) as usize];
    let columns = columns + pick.below(2) as usize;
    let sizes: Vec<usize> = (0..columns).map(|_| 1 + pick.below(3) as usize).collect();
    let ruling = Ruling { ranks: deck.ranks, strict: pick.below(2) == 0 };
    let up = 1 + pick.below(2) as usize;
    Position::rows(&cards::shuffle(deck, number), &sizes, up, ruling)
}

#[test]
fn walks_agree_with_the_naive_model() {
    for number in 0..150u64 {
        let mut pick = Generator::new(number);
        let suits = [1, 2, 4][number as usize % 3];
        let ruling = if number % 2 == 0 { Ruling::STRICT } else { Ruling::RELAXED };
        let mut position = match number % 5 {
            0 => small(number),
            1 => {
                // Spiderette: seven columns, the last row short.
                let deck = Deck { copies: 4 / suits, suits, ranks: 13 };
                Position::rows(&cards::shuffle(deck, number), &[1, 2, 3, 4, 5, 6, 7], 1, ruling)
            }
            2 => {
                // Mrs Mop: thirteen columns, everything face up.
                let deck = Deck { copies: 8 / suits, suits, ranks: 13 };
                Position::rows(&cards::shuffle(deck, number), &[8; 13], 8, ruling)
            }
            _ => {
                let deck = Deck { copies: 8 / suits, suits, ranks: 13 };
                Position::spider(&cards::shuffle(deck, number), ruling)
            }
        };
        let (game, mut state) = Game::pack(&position).unwrap();
        for _ in 0..120 {
            let mut naive = Naive::of(&position);
            let mut legal: Vec<Move> = Vec::new();
            let columns = position.columns.len();
            for m in namable(columns, position.ruling.ranks) {
                let ok = naive.play(m);
                assert_eq!(ok, position.clone().play(m).is_ok(), "{m}");
                if ok {
                    legal.push(m);
                    naive = Naive::of(&position);
                }
            }
            let mut steps: Vec<Step> = Vec::new();
            carries(&state, &game, Splits::Every, |step| steps.push(step));
            if state.may_deal(&game) {
                steps.push(Step::DEAL);
            }
            let mut packed: Vec<Move> = steps.iter().map(|step| step.plain()).collect();
            if position.stock.is_empty() {
                // Empty columns are all alike then, and a column that is one run stays where it is.
                let first = position.columns.iter().position(|column| column.cards.is_empty());
                legal.retain(|m| match *m {
                    Move::Carry { from: Pile::Column(from), to: Pile::Column(to), count } => {
                        let empty = position.columns[usize::from(to)].cards.is_empty();
                        let whole = position.columns[usize::from(from)].cards.len() == usize::from(count);
                        !empty || (Some(usize::from(to)) == first && !whole)
                    }
                    _ => true,
                });
            }
            legal.sort();
            packed.sort();
            assert_eq!(packed, legal);
            if steps.is_empty() {
                break;
            }
            let step = steps[pick.below(steps.len() as u64) as usize];
            if step != Step::DEAL {
                let after = state.key_after(&game, state.key(&game), step);
                let mut child = state;
                child.carry(&game, step);
                assert_eq!(after, child.key(&game));
            }
            state.play(&game, step);
            position.play(step.plain()).unwrap();
            let unpacked = state.unpack(&game);
            assert_eq!((&unpacked.columns, &unpacked.stock), (&position.columns, &position.stock));
            let (_, fresh) = Game::pack(&position).unwrap();
            assert_eq!(format!("{:?}", fresh.unpack(&game).columns), format!("{:?}", unpacked.columns));
        }
    }
}

#[test]
fn exhaustion_agrees_with_brute_force() {
    let (mut won, mut lost, mut early) = (0, 0, 0);
    for number in 0..1500 {
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
    assert!(won > 300 && lost > 300 && early > 20, "{won} won, {lost} lost, {early} seen at a glance");
}
