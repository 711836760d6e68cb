//! The packed Canfield solver against exhaustive search, and against itself with other prunings.

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use talon_cards::Deck;
use talon_reference::canfield::check::{TINY, Tally, compare, midgame, permutation, random, small, tight};
use talon_reference::canfield::{named, plain};
use talon_solve::canfield::{Prunings, Solver};
use talon_solve::{Limits, Verdict, unwatched};

/// Compare the Canfield solver with exhaustive search or with other prunings.
///
/// Prints a line for each rule set: the verdicts, the deals that one of the two left open, and the mistakes.
#[derive(Args)]
pub struct Canfield {
    /// Which deals are compared with what.
    kind: Kind,
    /// The rule set, or `all`.
    #[arg(default_value = "all")]
    rules: String,
    /// The number of deals; each kind has its own default.
    #[arg(long)]
    count: Option<u64>,
    /// The number of the first deal.
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// The node limit for each deal of `middle` and `pairs`.
    #[arg(long, default_value_t = 3_000_000)]
    nodes: u64,
    /// The prunings that the second solver of `middle` and `pairs` does without.
    #[arg(long, default_value = "twins,merges,relaxations,abstractions,delayed-raises")]
    without: String,
}

#[derive(Copy, Clone, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Deals of eight cards, against exhaustive search.
    Tiny,
    /// Deals of sixteen cards, against exhaustive search.
    Small,
    /// Deals of sixteen cards with hardly any room, against exhaustive search.
    Tight,
    /// Deals of sixteen cards by random rules, against exhaustive search.
    Random,
    /// Random positions of 16 to 20 cards by random rules, against exhaustive search.
    Midgame,
    /// Deals of 28 cards, against other prunings.
    Middle,
    /// Deals of 52 cards, against other prunings.
    Pairs,
}

impl Canfield {
    /// Runs the campaign; `false` if a verdict was wrong.
    pub fn run(self) -> Result<bool> {
        if matches!(self.kind, Kind::Random | Kind::Midgame) {
            return Ok(self.run_random());
        }
        let mut wrong = 0;
        for named in named::ALL.iter().filter(|named| self.rules == "all" || named.name == self.rules) {
            let mut tally = Tally::default();
            let mut solver = Solver::new();
            let first = self.first;
            match self.kind {
                Kind::Tiny => {
                    let count = self.count.unwrap_or(40_320).min(40_320);
                    for n in 0..count {
                        // Spread over all orders when there are fewer.
                        let cards = permutation((n * 40_320 / count) as usize);
                        let (columns, reserve) = TINY[n as usize % TINY.len()];
                        let position = named.deal_small(&cards, 4, columns, reserve);
                        compare(&mut solver, &position, None, &mut tally);
                    }
                }
                Kind::Small | Kind::Tight => {
                    let lay_out = if self.kind == Kind::Small { small } else { tight };
                    for n in first..first + self.count.unwrap_or(20_000) {
                        compare(&mut solver, &lay_out(named, n), None, &mut tally);
                    }
                }
                _ => {
                    let mut other = Solver::new();
                    other.prunings = all_but(&self.without)?;
                    for n in first..first + self.count.unwrap_or(50_000) {
                        let position = if self.kind == Kind::Middle {
                            let cards = talon_cards::shuffle(Deck { copies: 1, suits: 4, ranks: 7 }, n);
                            named.deal_small(&cards, 7, 2 + n as usize % 2, 7)
                        } else {
                            named.deal(&talon_cards::shuffle(Deck::STANDARD, n))
                        };
                        let limits = Limits { nodes: self.nodes, ..Limits::default() };
                        let verdicts = [&mut solver, &mut other].map(|solver| {
                            solver
                                .solve_position(&position, limits, &mut unwatched)
                                .expect("a valid position")
                                .report
                                .verdict
                        });
                        match &verdicts {
                            [Verdict::Winnable(line), second] => {
                                tally.won += 1;
                                let fails = plain::Plain::new(&position).replay(line).is_err();
                                tally.wrong += u32::from(fails || *second == Verdict::Unwinnable);
                                tally.skipped += u32::from(matches!(second, Verdict::Unknown(_)));
                            }
                            [Verdict::Unwinnable, second] => {
                                tally.lost += 1;
                                tally.wrong += u32::from(matches!(second, Verdict::Winnable(_)));
                                tally.skipped += u32::from(matches!(second, Verdict::Unknown(_)));
                            }
                            _ => tally.skipped += 1,
                        }
                    }
                }
            }
            println!(
                "{} {}: {} won, {} lost, {} open, {} wrong",
                self.kind_name(),
                named.name,
                tally.won,
                tally.lost,
                tally.skipped,
                tally.wrong
            );
            wrong += tally.wrong;
        }
        Ok(wrong == 0)
    }

    fn kind_name(&self) -> String {
        self.kind.to_possible_value().map_or(String::new(), |value| value.get_name().to_owned())
    }

    /// Compares positions by random rules with exhaustive search, and prints the rules of every mistake.
    fn run_random(&self) -> bool {
        let (mut all, mut solver) = (Tally::default(), Solver::new());
        for n in self.first..self.first + self.count.unwrap_or(20_000) {
            let named = random(n);
            let position = match self.kind {
                Kind::Midgame => midgame(n),
                _ if n % 2 == 0 => Some(small(&named, n / 2)),
                _ => Some(tight(&named, n / 2)),
            };
            let Some(position) = position else { continue };
            let mut tally = Tally::default();
            compare(&mut solver, &position, None, &mut tally);
            if tally.wrong > 0 {
                println!("deal {n}: {:?}, redeals {:?}", named.variant, named.redeals);
            }
            all.won += tally.won;
            all.lost += tally.lost;
            all.skipped += tally.skipped;
            all.wrong += tally.wrong;
        }
        println!(
            "{}: {} won, {} lost, {} open, {} wrong",
            self.kind_name(),
            all.won,
            all.lost,
            all.skipped,
            all.wrong
        );
        all.wrong == 0
    }
}

/// All prunings but those listed.
fn all_but(list: &str) -> Result<Prunings> {
    let mut prunings = Solver::new().prunings;
    for word in list.split(',') {
        match word {
            "safe-moves" => prunings.safe_moves = false,
            "twins" => prunings.twins = false,
            "merges" => prunings.merges = false,
            "relaxations" => prunings.relaxations = false,
            "abstractions" => prunings.abstractions = false,
            "delayed-raises" => prunings.delayed_raises = false,
            _ => bail!(
                "there is no pruning called {word:?}; choose from safe-moves, twins, merges, relaxations, \
                 abstractions, delayed-raises"
            ),
        }
    }
    Ok(prunings)
}
