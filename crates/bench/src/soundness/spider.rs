//! The packed Spider solver, and its exhaustive search alone, against a plain model.

use super::range;
use anyhow::Result;
use clap::{Args, ValueEnum};
use std::ops::Range;
use talon_cards::{Card, Deck};
use talon_reference::spider::{Plain, certify, small};
use talon_rules::Move;
use talon_solve::spider::{Exhaustion, Game, Position, Step, Variant, exhaust, is_dead, solve};
use talon_solve::{Budget, Limits, Verdict};

/// Compare the Spider solver with exhaustive search of a plain model.
#[derive(Args)]
pub struct Spider {
    /// Which deals are compared.
    kind: Kind,
    /// The numbers of the deals, for `mixed` and `sixteen`.
    #[arg(long, value_parser = range, default_value = "1..10001")]
    deals: Range<u64>,
}

#[derive(Copy, Clone, ValueEnum)]
enum Kind {
    /// All 40,320 deals of eight cards, in two layouts.
    Eight,
    /// Deals of sixteen cards.
    Sixteen,
    /// Small deals of many layouts.
    Mixed,
}

#[derive(Default)]
struct Count {
    deals: u64,
    won: u64,
    dead: u64,
}

impl Count {
    fn check(&mut self, position: &Position) {
        let winnable = Plain::new(position).winnable();
        self.deals += 1;
        self.won += u64::from(winnable);
        let (game, root) = Game::pack(position).expect("a small position");
        if is_dead(&root, &game) {
            self.dead += 1;
            assert!(!winnable, "called dead: {position:?}");
        }
        let mut watch = talon_solve::unwatched;
        let mut budget = Budget::new(Limits::default(), &mut watch);
        match exhaust(&game, &root, usize::MAX, &mut budget).expect("no limit") {
            Exhaustion::Won(line) => {
                assert!(winnable, "called won: {position:?}");
                certify(position, &line.into_iter().map(Step::plain).collect::<Vec<Move>>());
            }
            Exhaustion::Lost => assert!(!winnable, "called lost: {position:?}"),
            Exhaustion::TooLarge => unreachable!("no limit"),
        }
        match solve(position, Limits::default(), &mut talon_solve::unwatched).verdict {
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

impl Spider {
    /// Runs the campaign, which panics on the first difference.
    pub fn run(self) -> Result<bool> {
        let mut count = Count::default();
        match self.kind {
            Kind::Eight => {
                let mut cards = Deck { copies: 1, suits: 2, ranks: 4 }.cards();
                orders(&mut cards, 8, &mut |cards| {
                    let strict = Variant { ranks: 4, strict: true };
                    count.check(&Position::rows(cards, &[2, 2, 1], 1, strict));
                    count.check(&Position::rows(cards, &[4, 4], 2, Variant { strict: false, ..strict }));
                });
            }
            Kind::Sixteen => {
                for number in self.deals {
                    let deck = Deck { copies: 2, suits: 2, ranks: 4 };
                    let variant = Variant { ranks: 4, strict: number % 2 == 0 };
                    let sizes: &[usize] = if number % 4 < 2 { &[4, 4, 2] } else { &[3, 3, 3] };
                    count.check(&Position::rows(&talon_cards::shuffle(deck, number), sizes, 1, variant));
                }
            }
            Kind::Mixed => self.deals.for_each(|number| count.check(&small(number))),
        }
        println!(
            "{} deals agree with exhaustive search: {} winnable, {} recognised as lost without a search",
            count.deals, count.won, count.dead
        );
        Ok(true)
    }
}
