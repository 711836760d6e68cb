//! The long form of the soundness tests.
//!
//! `canfield_check tiny|small|tight|middle|pairs RULES|all [COUNT] [FIRST] [NODES] [WITHOUT]`: all (or COUNT)
//! eight-card deals and COUNT sixteen-card deals (`tight`: with hardly any room) against trying everything
//! on a plain model; COUNT deals of 28 cards (`middle`) or full ones (`pairs`) between the usual prunings
//! and all but those WITHOUT (`twins,merges,relaxed,heaps,late`), with at most so many nodes (three million) each.
//!
//! A line per rule set: verdicts of the usual search (for `tiny`, `small` and `tight` of trying everything),
//! deals that one of the two left open, mistakes.

#[path = "../tests/support/check_canfield.rs"]
mod check;
#[path = "../tests/support/named_canfields.rs"]
mod named;
#[path = "../tests/support/plain_canfield.rs"]
mod plain;

use cards::Deck;
use check::{TINY, Tally, compare, permutation, small, tight};
use solve::packed::canfield::{Prunings, Solver};
use solve::{Limits, Verdict, unwatched};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| words.get(at).map(|text| text.parse::<u64>().expect("a number"));
    let [what, wanted, ..] = &words[..] else {
        eprintln!("canfield_check tiny|small|tight|middle|pairs RULES|all [COUNT] [FIRST] [NODES] [WITHOUT]");
        std::process::exit(2);
    };
    let mut wrong = 0;
    for named in named::ALL.iter().filter(|named| wanted == "all" || named.name == wanted) {
        let mut tally = Tally::default();
        let mut solver = Solver::new();
        let first = number(3).unwrap_or(0);
        match what.as_str() {
            "tiny" => {
                let count = number(2).unwrap_or(40_320).min(40_320);
                for n in 0..count {
                    // Spread over all orders when there are fewer.
                    let cards = permutation((n * 40_320 / count) as usize);
                    let (columns, reserve) = TINY[n as usize % TINY.len()];
                    let position = named.deal_small(&cards, 4, columns, reserve);
                    compare(&mut solver, &position, None, &mut tally);
                }
            }
            "small" | "tight" => {
                let lay_out = if what == "small" { small } else { tight };
                for n in first..first + number(2).unwrap_or(20_000) {
                    compare(&mut solver, &lay_out(named, n), None, &mut tally);
                }
            }
            _ => {
                let mut other = Solver::new();
                other.prunings =
                    all_but(words.get(5).map_or("twins,merges,relaxed,heaps,late", String::as_str));
                for n in first..first + number(2).unwrap_or(50_000) {
                    let position = if what == "middle" {
                        let cards = cards::shuffle(Deck { copies: 1, suits: 4, ranks: 7 }, n);
                        named.deal_small(&cards, 7, 2 + n as usize % 2, 7)
                    } else {
                        named.deal(&cards::shuffle(Deck::STANDARD, n))
                    };
                    let limits = Limits { nodes: number(4).unwrap_or(3_000_000), ..Limits::default() };
                    let verdicts = [&mut solver, &mut other]
                        .map(|solver| solver.solve(&position, limits, &mut unwatched).report.verdict);
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
            "{what} {}: {} won, {} lost, {} open, {} wrong",
            named.name, tally.won, tally.lost, tally.skipped, tally.wrong
        );
        wrong += tally.wrong;
    }
    std::process::exit(i32::from(wrong > 0));
}

/// All prunings but those listed.
fn all_but(list: &str) -> Prunings {
    let mut prunings = Solver::new().prunings;
    for word in list.split(',') {
        match word {
            "safe" => prunings.safe = false,
            "twins" => prunings.twins = false,
            "merges" => prunings.merges = false,
            "relaxed" => prunings.relaxed = false,
            "heaps" => prunings.heaps = false,
            "late" => prunings.late = false,
            _ => {
                eprintln!("no pruning is called {word}: safe, twins, merges, relaxed, heaps, late");
                std::process::exit(2);
            }
        }
    }
    prunings
}
