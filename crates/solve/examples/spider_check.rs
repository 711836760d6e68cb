//! The long soundness check: small deals, exhaustion and the whole solver against brute force.
//!
//! `spider_check eight`: all 40,320 deals of eight cards, two shapes. `spider_check A..B`: mixed
//! small deals. `spider_check sixteen A..B`: deals of sixteen cards.

#[path = "../tests/naive/mod.rs"]
#[allow(dead_code)]
mod naive;

use cards::{Card, Deck};
use naive::{brute, certify, small};
use rules::Move;
use solve::packed::spider::{Game, Position, Proof, Ruling, Step, exhaust, solve, stuck};
use solve::{Effort, Limits, Verdict};

#[derive(Default)]
struct Count {
    deals: u64,
    won: u64,
    early: u64,
}

impl Count {
    fn check(&mut self, position: &Position) {
        let winnable = brute(position);
        self.deals += 1;
        self.won += u64::from(winnable);
        let (game, root) = Game::pack(position).expect("a small position");
        if stuck(&root, &game) {
            self.early += 1;
            assert!(!winnable, "called dead: {position:?}");
        }
        let mut watch = solve::unwatched;
        let mut effort = Effort::new(Limits::default(), &mut watch);
        match exhaust(&game, &root, usize::MAX, &mut effort).expect("no limit") {
            Proof::Won(line) => {
                assert!(winnable, "called won: {position:?}");
                certify(position, &line.into_iter().map(Step::plain).collect::<Vec<Move>>());
            }
            Proof::Lost => assert!(!winnable, "called lost: {position:?}"),
            Proof::Large => unreachable!("no limit"),
        }
        match solve(position, Limits::default(), &mut solve::unwatched).verdict {
            Verdict::Winnable(line) => certify(position, &line),
            Verdict::Unwinnable => assert!(!winnable, "called lost: {position:?}"),
            Verdict::Unknown(why) => panic!("{why}: {position:?}"),
        }
    }
}

/// Calls `each` with every order of the cards (Heap's algorithm).
fn orders(cards: &mut [Card], n: usize, each: &mut impl FnMut(&[Card])) {
    if n <= 1 {
        return each(cards);
    }
    for i in 0..n {
        orders(cards, n - 1, each);
        cards.swap(if n.is_multiple_of(2) { i } else { 0 }, n - 1);
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let range = |text: &str| {
        let (a, b) = text.split_once("..").expect("A..B");
        a.parse::<u64>().expect("a number")..b.parse::<u64>().expect("a number")
    };
    let mut count = Count::default();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["eight"] => {
            let mut cards = Deck { copies: 1, suits: 2, ranks: 4 }.cards();
            orders(&mut cards, 8, &mut |cards| {
                let strict = Ruling { ranks: 4, strict: true };
                count.check(&Position::rows(cards, &[2, 2, 1], 1, strict));
                count.check(&Position::rows(cards, &[4, 4], 2, Ruling { strict: false, ..strict }));
            });
        }
        ["sixteen", text] => {
            for number in range(text) {
                let deck = Deck { copies: 2, suits: 2, ranks: 4 };
                let ruling = Ruling { ranks: 4, strict: number % 2 == 0 };
                let sizes: &[usize] = if number % 4 < 2 { &[4, 4, 2] } else { &[3, 3, 3] };
                count.check(&Position::rows(&cards::shuffle(deck, number), sizes, 1, ruling));
            }
        }
        [text] => range(text).for_each(|number| count.check(&small(number))),
        _ => panic!("eight, sixteen A..B or A..B"),
    }
    println!(
        "{} deals agree with brute force: {} winnable, {} seen dead at a glance",
        count.deals, count.won, count.early
    );
}
